"""Replays a record through the rules core, fact by fact, and compares it with what the core computes.

Wall count, indicators and when they are turned, legality, riichi sticks, hand values, payments, the order
of the kyoku, the end and the final scores: each difference is a mismatch, described in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from companion.haifu.record import HandClaim, PlacedFact, Record, RecordedHand, WinClaim
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    ChiCalled,
    DaiminkanCalled,
    Drawn,
    HandValue,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RinshanDrawn,
    Ryuukyoku,
    Won,
)
from companion.riichi.final_score import final_scores
from companion.riichi.game_end import NextDeal
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Wind
from companion.riichi.settlement import settle
from companion.riichi.wall import Wall
from companion.scoring import Contradiction, ScoringError, value_win


@dataclass(slots=True)
class HandReplay:
    """One kyoku as the core sees it, and where the record says otherwise.

    `hand` is its name, such as `E2-0`, and `live` how many draws are left in the wall; None: nobody knows.
    `deltas` are the points moved by the result; riichi sticks paid earlier are not in them.
    """

    hand: str
    live: int | None = 0
    indicators: list[str] = field(default_factory=list)
    kans: int = 0
    result: str = ""
    deltas: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    wins: list[dict[str, Any]] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)


@dataclass(slots=True)
class GameReplay:
    """One game: its hands, the final points, and the mismatches that belong to no single hand."""

    record: Record
    hands: list[HandReplay] = field(default_factory=list)
    final: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    mismatches: list[str] = field(default_factory=list)
    facts: int = 0

    @property
    def mismatch_count(self) -> int:
        """The number of mismatches of the game and all its hands."""
        return len(self.mismatches) + sum(len(hand.mismatches) for hand in self.hands)


def replay_record(record: Record, rules: RuleSet | None = None) -> GameReplay:
    """Replay all hands of a record under its own rules, or under those given."""
    game = GameReplay(record)
    hanchan = begin(rules or record.rules, record.names)
    for recorded in record.hands:
        hanchan = _replay_hand(game, hanchan, recorded)
    _compare_end(game, hanchan)
    return game


def _replay_hand(game: GameReplay, hanchan: Hanchan, recorded: RecordedHand) -> Hanchan:
    start = recorded.facts[0].fact
    if not isinstance(start, KyokuStarted):
        game.mismatches.append("a hand does not begin with its deal")
        return hanchan
    hand = HandReplay(f"{start.round_wind.letter}{start.dealer + 1}-{start.honba}")
    game.hands.append(hand)
    for told in _deal_differences(hanchan, start, is_first=len(game.hands) == 1):
        hand.mismatches.append(f"event {recorded.facts[0].event}: {told}")
    kyoku: Kyoku | None = None
    for before, placed in pairwise((recorded.facts[0], *recorded.facts)):
        try:
            if isinstance(placed.fact, KyokuEnded) and kyoku is not None:
                differences = _result_differences(kyoku, recorded.claim)
                hand.mismatches += [f"event {before.event}: {told}" for told in differences]
            hanchan = _step(hand, hanchan, placed)
        except IllegalFactError as error:
            hand.mismatches.append(f"event {placed.event}: {error}")
            hanchan = replace(hanchan, kyoku=None, next_deal=None)
            break
        kyoku = hanchan.kyoku or kyoku
        game.facts += 1
    if kyoku is not None:
        _describe(hand, kyoku)
    return hanchan


def _step(hand: HandReplay, hanchan: Hanchan, placed: PlacedFact) -> Hanchan:
    fact = placed.fact
    kyoku = hanchan.kyoku
    if isinstance(fact, Won) and kyoku is not None:
        fact = replace(fact, value=_computed_value(hand, kyoku, fact, placed.event))
    after = apply_to_hanchan(hanchan, fact)
    if isinstance(fact, _PLAY_GOES_ON) and kyoku is not None and kyoku.wall.owed_now > 0:
        _note_late_indicator(hand, kyoku.wall, placed.event)
    return after


_PLAY_GOES_ON = (Drawn, RinshanDrawn, ChiCalled, PonCalled, DaiminkanCalled)


def _note_late_indicator(hand: HandReplay, wall: Wall, event: int) -> None:
    """Add a mismatch once for each indicator, however long it stays face down."""
    late = f"dora indicator {len(wall.indicators) + 1} should have been turned before"
    if not any(told.endswith(late) for told in hand.mismatches):
        hand.mismatches.append(f"event {event}: {late}")


def _computed_value(hand: HandReplay, kyoku: Kyoku, fact: Won, event: int) -> HandValue | None:
    """The value of the shown hand; the record's value where none is shown or it cannot be valued."""
    if fact.hand is None:
        return fact.value
    try:
        value = value_win(kyoku, fact)
    except ScoringError as error:
        if error.reason is not Contradiction.NOT_SEEN:
            hand.mismatches.append(f"event {event}: {error}")
        return fact.value
    _compare_value(hand, fact.value, value, event)
    return value


def _compare_value(hand: HandReplay, claimed: HandValue | None, value: HandValue, event: int) -> None:
    if claimed is None:
        return
    both = [("yakuman", claimed.yakuman, value.yakuman)]
    if not claimed.yakuman:
        both += [("han", claimed.han, value.han), ("fu", claimed.fu, value.fu)]
    hand.mismatches += [
        f"event {event}: {name} is {mine}, the record says {theirs}"
        for name, theirs, mine in both
        if mine != theirs
    ]
    if claimed.yaku:
        mine, theirs = _in_words(value, claimed), _in_words(claimed, claimed)
        if mine != theirs:
            hand.mismatches.append(f"event {event}: the yaku are {mine}; the record says {theirs}")


def _in_words(value: HandValue, like: HandValue) -> str:
    """Yaku sorted by name; norths set aside count as dora where the record does not tell them apart."""
    han = dict(value.yaku)
    if "nuki_dora" in han and "nuki_dora" not in dict(like.yaku):
        han["dora"] = han.get("dora", 0) + han.pop("nuki_dora")
    return ", ".join(f"{name} {number}" for name, number in sorted(han.items()))


def _deal_differences(hanchan: Hanchan, start: KyokuStarted, *, is_first: bool) -> Iterator[str]:
    expected = hanchan.next_deal
    if expected is None:
        if hanchan.ended is not None:
            yield f"the game should be over ({hanchan.ended}), but a hand follows"
        return
    found = NextDeal(start.round_wind, start.dealer, start.honba, start.kyoutaku, start.points)
    if is_first and start.points != expected.points:
        expected = replace(expected, points=start.points)  # a record may start with other points
    for name in ("round_wind", "dealer", "honba", "kyoutaku", "points"):
        mine, theirs = getattr(expected, name), getattr(found, name)
        if mine != theirs:
            word = name.replace("_", " ")
            yield f"the deal's {word} should be {_told(mine)}, the record says {_told(theirs)}"


def _result_differences(kyoku: Kyoku, claim: HandClaim) -> Iterator[str]:
    settlement = settle(kyoku)
    deltas = tuple(after - now for after, now in zip(settlement.points, kyoku.points, strict=True))
    compared: list[tuple[str, object, object]] = [
        ("points moved", deltas, claim.deltas),
        ("points", settlement.points, claim.points),
        ("indicators", kyoku.wall.indicators, claim.indicators),
    ]
    for name, mine, theirs in compared:
        if theirs is not None and mine != theirs:
            yield f"{name}: {_told(mine)}; the record says {_told(theirs)}"
    for win in claim.wins:
        yield from _hand_points_differences(kyoku, win)


def _told(value: object) -> str:
    if isinstance(value, Wind):
        return value.letter
    return " ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def _hand_points_differences(kyoku: Kyoku, win: WinClaim) -> Iterator[str]:
    """Compare what the hand alone pays, without honba and riichi sticks."""
    if win.points is None:
        return
    alone = replace(kyoku, honba=0, kyoutaku=0, wins=tuple(w for w in kyoku.wins if w.seat == win.seat))
    mine = settle(alone).points[win.seat] - kyoku.points[win.seat]
    if mine != win.points:
        yield f"seat {win.seat}: the hand pays {mine}, the record says {win.points}"


def _describe(hand: HandReplay, kyoku: Kyoku) -> None:
    settlement = settle(kyoku)
    hand.live, hand.kans = kyoku.wall.live, kyoku.kans
    hand.indicators = [tile.text if tile else "?" for tile in kyoku.wall.indicators]
    hand.result = _result(kyoku)
    hand.points = list(settlement.points)
    hand.deltas = [after - before for after, before in zip(settlement.points, kyoku.points, strict=True)]
    hand.wins = [_described_win(win) for win in kyoku.wins]


def _result(kyoku: Kyoku) -> str:
    if kyoku.chombo is not None:
        return "chombo"
    if kyoku.wins:
        return kyoku.wins[0].by.value
    return kyoku.ryuukyoku.kind.value if isinstance(kyoku.ryuukyoku, Ryuukyoku) else "unfinished"


def _described_win(win: Won) -> dict[str, Any]:
    value = win.value
    said = {"seat": win.seat, "giver": win.giver, "tile": win.tile.text if win.tile else "?"}
    if value is None:
        return said
    return said | {
        "han": value.han,
        "fu": value.fu,
        "yakuman": value.yakuman,
        "yaku": [[name, han] for name, han in value.yaku],
    }


def _compare_end(game: GameReplay, hanchan: Hanchan) -> None:
    final = game.record.final
    scores = final_scores(hanchan)
    if hanchan.kyoku is None and hanchan.ended is not None:
        game.final = [score.points for score in scores]
        game.scores = [score.score for score in scores]
    elif game.hands:
        game.final = list(hanchan.points)
    if final is None:
        return
    if hanchan.ended is None and not any(hand.mismatches for hand in game.hands):
        game.mismatches.append("the record ends the game here, but by these rules it goes on")
    compared: list[tuple[str, tuple[float, ...], tuple[float, ...] | None]] = [
        ("points", tuple(score.points for score in scores), final.points),
        ("scores", tuple(score.score for score in scores), final.scores),
    ]
    for name, mine, theirs in compared:
        if theirs is not None and mine != theirs:
            game.mismatches.append(f"final {name}: {_told(mine)}; the record says {_told(theirs)}")
