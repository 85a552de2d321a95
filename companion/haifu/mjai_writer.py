"""Writes a game as mjai JSON lines: `Record` in, text out.

A tile that nobody saw is `?`. Besides what every mjai reader knows, it writes the value of a hand
(`fan`, `fu`, `yakus`, `yakuman`), the shown hand, and in `start_game` the rule set's name and how it
differs from the nearest preset (`rule_changes`). If nobody knows whether a discard came from the hand,
it says `tsumogiri: false`, since readers want one or the other, and `is_tsumogiri_known: false`. A
hand whose turns were not followed says `followed: false` in `start_kyoku`, and then has neither draws nor
discards; if that began within the hand, the event `unfollowed` marks where, and
`followed` where it ended.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from companion.haifu.gathering import as_written
from companion.haifu.mjai_house import event_of
from companion.haifu.mjai_words import REASONS, word_of
from companion.haifu.named_rules import changes_of
from companion.haifu.payments import Paid, paid
from companion.haifu.record import Record, RecordedHand
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    Won,
)
from companion.riichi.presets import preset_called
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, kamicha, seats
from companion.riichi.tiles import Tile

_Event = dict[str, Any]


def write_mjai(record: Record) -> str:
    """The game, one event on each line."""
    events = [_start_game(record)]
    for hand in record.hands:
        events += _Writing(as_written(hand, record.rules), record.rules).events()
    end: _Event = {"type": "end_game"}
    if record.final is not None:
        end["scores"] = list(record.final.points)
    last = record.hands[-1].facts if record.hands else ()
    is_whole = not last or any(isinstance(placed.fact, KyokuEnded) for placed in last)
    if is_whole and not record.is_cut_off:
        events.append(end)
    return "".join(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n" for event in events)


def _start_game(record: Record) -> _Event:
    rules = record.rules
    event: _Event = {
        "type": "start_game",
        "names": list(record.names),
        "kyoku_first": 4 if rules.rounds == 1 else 0,
        "aka_flag": any(rules.red_fives),
        "kuitan": rules.open_tanyao,
        "rules": rules.name,
    }
    return event if rules == preset_called(rules.name) else event | {"rule_changes": changes_of(rules)}


def _words(tiles: Iterable[Tile | None]) -> list[str]:
    return [word_of(tile) for tile in tiles]


class _Writing:
    """One hand while it is written."""

    def __init__(self, hand: RecordedHand, rules: RuleSet) -> None:
        self.hand, self.rules = hand, rules
        self.pons: dict[tuple[Seat, int], tuple[Tile | None, ...]] = {}
        self.paid: Paid | None = None
        self.wins = 0
        self.sizes = [13] * rules.players
        """How many concealed tiles each seat has, without the one just drawn."""

    def events(self) -> Iterator[_Event]:
        """All events of the hand."""
        facts = [placed.fact for placed in self.hand.facts]
        if len(facts) > 1 and isinstance(facts[0], KyokuStarted) and isinstance(facts[1], PlayUnfollowed):
            yield _start_kyoku(facts[0], self.rules.players) | {"followed": False}
            del facts[:2]
        for fact in facts:
            event = self._event(fact)
            if event is not None:
                yield event

    def _event(self, fact: Fact) -> _Event | None:
        if isinstance(fact, ChiCalled | PonCalled | DaiminkanCalled | AnkanDeclared):
            self.sizes[fact.seat] -= 3
        match fact:
            case KyokuStarted():
                return _start_kyoku(fact, self.rules.players)
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                return self._call(fact)
            case KakanDeclared(seat, tile):
                pon = self.pons.get((seat, tile.kind if tile is not None else -1), (None,) * 3)
                return {"type": "kakan", "actor": seat, "pai": word_of(tile), "consumed": _words(pon)}
            case Won():
                return self._hora(fact)
            case Ryuukyoku():
                return self._ryukyoku(fact)
            case Chombo(seat, why):
                return {"type": "chombo", "actor": seat, "why": why} | self._deltas()
            case _:
                return _plain(fact)

    def _call(self, fact: ChiCalled | PonCalled | DaiminkanCalled) -> _Event:
        giver: Seat | None
        if isinstance(fact, ChiCalled):
            kind, giver = "chi", kamicha(fact.seat, self.rules.players)
        else:
            kind, giver = ("pon" if isinstance(fact, PonCalled) else "daiminkan"), fact.giver
        if isinstance(fact, PonCalled):
            tiles = (*fact.own, fact.tile)
            self.pons[fact.seat, next((tile.kind for tile in tiles if tile is not None), -1)] = tiles
        return {
            "type": kind,
            "actor": fact.seat,
            "target": giver,
            "pai": word_of(fact.tile),
            "consumed": _words(fact.own),
        }

    def _hora(self, win: Won) -> _Event:
        event: _Event = {"type": "hora", "actor": win.seat, "target": win.giver, "pai": word_of(win.tile)}
        if win.hand is not None:
            event["hora_tehais"] = _words(win.hand)
        event["ura_markers"] = _words(win.ura)
        if win.value is not None:
            value = win.value
            event |= {"fu": value.fu, "fan": value.han, "yakus": [list(yaku) for yaku in value.yaku]}
            if value.yakuman:
                event["yakuman"] = value.yakuman
        if win.liable is not None:
            event["liable"] = win.liable
        if win.liable_for_kans is not None:
            event["liable_for_kans"] = win.liable_for_kans
        moved, points = self._paid().by_win[self.wins], self._paid().of_hands[self.wins]
        self.wins += 1
        if points is not None:
            event["hora_points"] = points
        if moved is not None:
            event["deltas"] = list(moved)
        is_last = self.wins == len(self._paid().by_win)
        scores = self._paid().points
        return event | ({"scores": list(scores)} if is_last and scores is not None else {})

    def _ryukyoku(self, draw: Ryuukyoku) -> _Event:
        players = self.rules.players
        event: _Event = {"type": "ryukyoku", "reason": REASONS[draw.kind]}
        if draw.by is not None:
            event["actor"] = draw.by
        if draw.nagashi:
            event["nagashi"] = [seat in draw.nagashi for seat in seats(players)]
        event["tenpais"] = [seat in draw.tenpai for seat in seats(players)]
        hands = (*draw.hands, None, None, None, None)[:players]
        event["tehais"] = [
            _words((None,) * self.sizes[seat] if hand is None else hand) for seat, hand in enumerate(hands)
        ]
        return event | self._deltas()

    def _paid(self) -> Paid:
        if self.paid is None:
            self.paid = paid(self.hand, self.rules)
        return self.paid

    def _deltas(self) -> _Event:
        payments = self._paid()
        told = {"deltas": payments.deltas, "scores": payments.points}
        return {member: list(numbers) for member, numbers in told.items() if numbers is not None}


def _start_kyoku(start: KyokuStarted, players: int) -> _Event:
    hands = (*start.hands, None, None, None, None)[:players]
    return {
        "type": "start_kyoku",
        "bakaze": start.round_wind.letter,
        "dora_marker": word_of(start.indicator),
        "kyoku": start.dealer + 1,
        "honba": start.honba,
        "kyotaku": start.kyoutaku,
        "oya": start.dealer,
        "scores": list(start.points),
        "tehais": [_words((None,) * 13 if hand is None else hand) for hand in hands],
    }


def _plain(fact: Fact) -> _Event | None:
    """The event for a fact that needs nothing but the fact; None if mjai has no such event."""
    match fact:
        case Drawn(seat, tile) | RinshanDrawn(seat, tile):
            return {"type": "tsumo", "actor": seat, "pai": word_of(tile)}
        case Discarded(seat, tile, tsumogiri):
            event = {"type": "dahai", "actor": seat, "pai": word_of(tile), "tsumogiri": tsumogiri is True}
            return event | ({"is_tsumogiri_known": False} if tsumogiri is None else {})
        case AnkanDeclared(seat, tiles, is_late):
            event = {"type": "ankan", "actor": seat, "consumed": _words(tiles)}
            return event | ({"late": True} if is_late else {})
        case KitaDeclared(seat):
            return {"type": "nukidora", "actor": seat, "pai": "N"}
        case IndicatorRevealed(tile):
            return {"type": "dora", "dora_marker": word_of(tile)}
        case RiichiDeclared(seat, is_open):
            return {"type": "reach", "actor": seat} | ({"open": True} if is_open else {})
        case RiichiAccepted(seat):
            return {"type": "reach_accepted", "actor": seat}
        case PlayUnfollowed():
            return {"type": "unfollowed"}
        case PlayFollowed(turn, live):
            return {"type": "followed", "actor": turn, "left": live}
        case KyokuEnded():
            return {"type": "end_kyoku"}
        case _:
            return event_of(fact)
