"""Writes a game as tenhou.net/6 JSON: `Record` in, text out.

A tile that nobody saw is written `0` (in a call `00`), which viewers show as a blank. The format has
no place for when an indicator was turned or a riichi stick paid, for the hands shown at the end, or for
whether a discard came from the hand when nobody saw the draw; readers go by the rule set and the tiles.
A score is written with fu and han, even before a limit's name, except for a yakuman. Once nobody
follows the turns, a hand has only its indicators and its result. The title says which hands these are, and
what a house did for which the format has no place. Points that people counted after the last hand are an
addition of ours, `points_set`, and so are the tenpai seats of a draw whose payments do not show them.
"""

from __future__ import annotations

import json
from typing import Any, Final

from companion.haifu.gathering import as_written
from companion.haifu.payments import Paid, paid
from companion.haifu.record import Record, RecordedHand
from companion.haifu.tenhou6_results import ALL_TENPAI, CHOMBO, DRAW_NAMES, NOBODY_TENPAI, WIN
from companion.haifu.tenhou6_rules import rule_marks
from companion.haifu.tenhou6_tokens import TSUMOGIRI, UNSEEN, number_of, place_of, write_call
from companion.haifu.yaku_names import NAMES
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Chombo,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    HandValue,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PlayUnfollowed,
    PonCalled,
    RiichiDeclared,
    RinshanDrawn,
    RuleWaived,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.house_facts import (
    ChipsTaken,
    DealerStopped,
    HandDied,
    PenaltyGiven,
    TimeCalled,
    WallBroken,
)
from companion.riichi.ruleset import YAKUMAN_HAN, RuleSet
from companion.riichi.seats import Seat
from companion.riichi.settlement import Limit, base_points, limit_of, ron_points, tsumo_shares
from companion.riichi.tea_facts import PointsSet
from companion.riichi.tiles import Tile
from companion.riichi.yaku import YAKUMAN

_WRITTEN_ANYWAY = (IndicatorRevealed, Won, Ryuukyoku, Chombo)
"""The facts that are written even for a hand whose turns nobody followed."""
_LEFT_OUT: Final = {
    HandDied: "dead hands",
    PenaltyGiven: "penalties",
    ChipsTaken: "chips",
    WallBroken: "the broken wall",
    TimeCalled: "the call of time",
    DealerStopped: "that the dealer stopped",
    RuleWaived: "waived rules",
}
"""What a house does that has no place in the format; the points and scores of the file include it."""
_LIMITS = {
    Limit.MANGAN: "満貫",
    Limit.HANEMAN: "跳満",
    Limit.BAIMAN: "倍満",
    Limit.SANBAIMAN: "三倍満",
    Limit.YAKUMAN: "数え役満",
}


def write_tenhou6(record: Record) -> str:
    """The game as one JSON object."""
    hands = (as_written(hand, record.rules) for hand in record.hands if hand.facts)
    game: dict[str, Any] = {
        "title": ["", _note(record)],
        "name": list(record.names),
        "rule": rule_marks(record.rules),
        "log": [_Sheet(hand, record.rules).whole() for hand in hands],
    }
    if record.final is not None and record.final.scores is not None:
        pairs = zip(record.final.points, record.final.scores, strict=True)
        game["sc"] = [number for pair in pairs for number in pair]
    counted = record.hands[-1].facts[-1].fact if record.hands and record.hands[-1].facts else None
    if isinstance(counted, PointsSet):  # no deal follows that would say so
        game["points_set"] = {"scores": list(counted.points), "kyotaku": counted.kyoutaku}
    return json.dumps(game, ensure_ascii=False, separators=(",", ":"))


def _note(record: Record) -> str:
    """A note on what the format cannot show; empty if it shows everything."""
    told = {type(placed.fact) for hand in record.hands for placed in hand.facts}
    left_out = [words for fact, words in _LEFT_OUT.items() if fact in told]
    if any(map(_hides_open_riichi, record.hands)):
        left_out.append("which riichi was open")
    notes = [_unfollowed_hands(record)] if PlayUnfollowed in told else []
    if left_out:
        notes.append(f"left out: {', '.join(left_out)}")
    return ". ".join(notes)


def _hides_open_riichi(hand: RecordedHand) -> bool:
    """Whether a riichi was open and no yaku of a win says so (オープン立直)."""
    facts = [placed.fact for placed in hand.facts]
    declared = {fact.seat for fact in facts if isinstance(fact, RiichiDeclared) and fact.is_open}
    wins = [fact for fact in facts if isinstance(fact, Won)]
    return not declared <= {win.seat for win in wins if win.value and "open_riichi" in dict(win.value.yaku)}


def _unfollowed_hands(record: Record) -> str:
    untold = [hand for hand in record.hands if any(isinstance(p.fact, PlayUnfollowed) for p in hand.facts)]
    starts = [hand.facts[0].fact for hand in untold]
    names = [
        f"{start.round_wind.letter}{start.dealer + 1}-{start.honba}"
        for start in starts
        if isinstance(start, KyokuStarted)
    ]
    return (
        f"{', '.join(names)}: kept by points; from where nobody followed the turns there is only the result"
    )


class _Sheet:
    """The lists of one kyoku while they are filled."""

    def __init__(self, hand: RecordedHand, rules: RuleSet) -> None:
        self.hand, self.rules = hand, rules
        self.takes: list[list[int | str]] = [[] for _ in range(rules.players)]
        self.gives: list[list[int | str]] = [[] for _ in range(rules.players)]
        self.indicators: list[int] = []
        self.ura: tuple[Tile, ...] = hand.claim.ura or ()
        self.drawn: Tile | None = None
        self.is_riichi = False
        self.pons: dict[tuple[Seat, int], PonCalled] = {}
        self.ends: list[Won | Ryuukyoku | Chombo] = []

    def whole(self) -> list[Any]:
        """The kyoku as the format has it, one list."""
        start = self.hand.facts[0].fact
        if not isinstance(start, KyokuStarted):
            raise TypeError("a hand begins with KyokuStarted")
        if start.indicator is not None:
            self.indicators.append(number_of(start.indicator))
        is_followed = True
        for placed in self.hand.facts[1:]:
            is_followed = is_followed and not isinstance(placed.fact, PlayUnfollowed)
            if is_followed or isinstance(placed.fact, _WRITTEN_ANYWAY):
                self._write(placed.fact)
        sheet: list[Any] = [
            [4 * start.round_wind + start.dealer, start.honba, start.kyoutaku],
            list(start.points),
            self.indicators or [UNSEEN],
            [number_of(tile) for tile in self.ura],
        ]
        hands = (*start.hands, None, None, None, None)[: self.rules.players]
        for seat, hand in enumerate(hands):
            dealt = [UNSEEN] * 13 if hand is None else [number_of(tile) for tile in hand]
            sheet += [dealt, self.takes[seat], self.gives[seat]]
        if self.ends:
            sheet.append(_result(self.ends, paid(self.hand, self.rules), start, self.rules))
        return sheet

    def _write(self, fact: Fact) -> None:
        match fact:
            case Drawn(seat, tile) | RinshanDrawn(seat, tile):
                self.takes[seat].append(number_of(tile))
                self.drawn = tile
            case Discarded():
                self._discard(fact)
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                self._call(fact)
            case KakanDeclared() | AnkanDeclared() | KitaDeclared():
                self._lay(fact)
            case IndicatorRevealed(tile):
                self.indicators.append(number_of(tile))
            case RiichiDeclared():
                self.is_riichi = True
            case Won() | Ryuukyoku() | Chombo():
                self.ends.append(fact)
                self.ura = fact.ura or self.ura if isinstance(fact, Won) else self.ura
            case _:
                pass

    def _discard(self, fact: Discarded) -> None:
        # 60 means the tile just drawn: if that was not seen, the discard's own number says more.
        is_known_draw = fact.tile is self.drawn
        number = TSUMOGIRI if fact.tsumogiri and is_known_draw else number_of(fact.tile)
        self.gives[fact.seat].append(f"r{number:02}" if self.is_riichi else number)
        self.is_riichi, self.drawn = False, None

    def _call(self, fact: ChiCalled | PonCalled | DaiminkanCalled) -> None:
        self.drawn = None
        if isinstance(fact, ChiCalled):
            entry = write_call("c", fact.tile, fact.own, 0)
        else:
            place = place_of(fact.giver, fact.seat)
            is_kan = isinstance(fact, DaiminkanCalled)
            entry = write_call("m" if is_kan else "p", fact.tile, fact.own, place + (is_kan and place == 2))
        self.takes[fact.seat].append(entry)
        if isinstance(fact, PonCalled):
            kind = next((tile.kind for tile in (fact.tile, *fact.own) if tile is not None), -1)
            self.pons[fact.seat, kind] = fact
        if isinstance(fact, DaiminkanCalled):
            self.gives[fact.seat].append(UNSEEN)

    def _lay(self, fact: KakanDeclared | AnkanDeclared | KitaDeclared) -> None:
        self.drawn = None
        match fact:
            case AnkanDeclared(seat, tiles):
                # The letter comes before the last tile, so that reading it back keeps the order.
                entry = write_call("a", tiles[-1], tiles[:-1], 3)
            case KakanDeclared(seat, tile):
                pon = self.pons.get((seat, tile.kind if tile is not None else -1))
                own = (None, None, None) if pon is None else (*pon.own, pon.tile)
                place = 0 if pon is None else place_of(pon.giver, seat)
                entry = write_call("k", tile, own, place)
            case KitaDeclared(seat):
                entry = "f44"
        self.gives[seat].append(entry)


def _result(
    ends: list[Won | Ryuukyoku | Chombo], payments: Paid, start: KyokuStarted, rules: RuleSet
) -> list[Any]:
    last = ends[-1]
    deltas = [] if payments.deltas is None else list(payments.deltas)
    if isinstance(last, Chombo):
        return [CHOMBO, deltas, [last.seat]]
    if isinstance(last, Ryuukyoku):
        return _draw(last, deltas, rules.players)
    result: list[Any] = [WIN]
    for win, moved, liable in zip(ends, payments.by_win, payments.liable, strict=False):
        if isinstance(win, Won):
            who = win.seat if liable is None else liable
            result += [list(moved or ()), [win.seat, win.giver, who, *_words(win, start, rules)]]
    return result


def _draw(draw: Ryuukyoku, deltas: list[int], players: int) -> list[Any]:
    if draw.kind.is_abortive:
        return [DRAW_NAMES[draw.kind]]
    if draw.kind is RyuukyokuKind.EXHAUSTIVE and len(draw.tenpai) in (0, players):
        return [ALL_TENPAI if draw.tenpai else NOBODY_TENPAI]
    is_paid = draw.kind is RyuukyokuKind.EXHAUSTIVE and any(deltas)
    told = [] if is_paid or not draw.tenpai else [list(draw.tenpai)]
    return [DRAW_NAMES[draw.kind], deltas, *told]


def _words(win: Won, start: KyokuStarted, rules: RuleSet) -> list[str]:
    """The score and each yaku; nothing if nobody has said what the hand is worth."""
    if win.value is None:
        return []
    yakuman = YAKUMAN | {name for name, han in rules.local_yaku if han >= YAKUMAN_HAN}
    yaku = [
        f"{NAMES.get(code, code)}({'役満' if win.value.yakuman and code in yakuman else f'{han}飜'})"
        for code, han in win.value.yaku
    ]
    return [_score(win, win.value, start.dealer, rules), *yaku]


def _score(win: Won, value: HandValue, dealer: Seat, rules: RuleSet) -> str:
    base = base_points(value, rules)
    if win.by is WinBy.RON:
        points = f"{ron_points(base, win.seat, dealer)}点"
    else:
        shares = tsumo_shares(base, win.seat, dealer, rules)
        low, high = min(shares.values()), max(shares.values())
        points = f"{high}点∀" if win.seat == dealer else f"{low}-{high}点"
    if value.yakuman:
        return f"役満{points}"
    limit = limit_of(value, rules)
    return f"{value.fu}符{value.han}飜" + (_LIMITS[limit] if limit else "") + points
