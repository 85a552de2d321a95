"""Compares what was played with what was written, hand by hand. Pure.

Draws are left out: nobody sees the tile, and the discard implies the draw. So are concealed tiles,
tsumogiri, ura indicators, yaku, and who is liable. The rest counts: tile, seat, order, calls, indicators,
riichi, result and points. Of the deal, only the indicator and everybody's points count.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from companion.riichi.facts import (
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    HanchanEnded,
    HandValue,
    IndicatorRevealed,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RinshanDrawn,
    Ryuukyoku,
    Won,
)

__all__ = ["Compared", "compared", "essence", "hands_of"]


@dataclass(frozen=True, slots=True)
class Compared:
    """How well one hand was written: how many facts it has, and how many are missing, wrong or invented."""

    facts: int
    missing: int
    wrong: int
    invented: int
    points_are_right: bool = True

    @property
    def is_exact(self) -> bool:
        """Whether the journal has the hand as it was played."""
        return not (self.missing or self.wrong or self.invented) and self.points_are_right


def hands_of(facts: Iterable[Fact]) -> list[tuple[Fact, ...]]:
    """Each kyoku from its deal on."""
    hands: list[list[Fact]] = []
    for fact in facts:
        if isinstance(fact, KyokuStarted):
            hands.append([])
        if hands:
            hands[-1].append(fact)
    return [tuple(hand) for hand in hands]


def compared(played: Sequence[Fact], written: Sequence[Fact]) -> Compared:
    """Compare one hand as it was played with the same hand as it was written."""
    truth, told = essence(played), essence(written)
    missing = wrong = invented = 0
    for what, a, b, c, d in SequenceMatcher(None, truth, told, autojunk=False).get_opcodes():
        if what == "equal":
            continue
        both = min(b - a, d - c)
        wrong += both
        missing += b - a - both
        invented += d - c - both
    return Compared(len(truth), missing, wrong, invented, _points(played) == _points(written))


def essence(facts: Iterable[Fact]) -> list[Fact]:
    """What has to agree in a hand, in an order that does not depend on when an indicator was flipped."""
    kept: list[Fact] = []
    indicators: list[Fact] = []
    for fact in facts:
        match fact:
            case KyokuStarted(indicator=tile):
                if tile is not None:
                    indicators.append(IndicatorRevealed(tile))
            case IndicatorRevealed():
                indicators.append(fact)
            case Drawn() | RinshanDrawn() | KyokuEnded() | HanchanEnded():
                pass
            case _:
                kept.append(_plain(fact))
    return [*kept, *indicators]


def _plain(fact: Fact) -> Fact:
    """The fact without what is not compared."""
    match fact:
        case Discarded():
            return replace(fact, tsumogiri=None)
        case ChiCalled() | PonCalled() | DaiminkanCalled():
            return replace(fact, own=tuple(sorted(fact.own, key=str)))
        case Won(value=value):
            bare = None if value is None else HandValue(value.han, value.fu, value.yakuman)
            bare = HandValue(0, 0, bare.yakuman) if bare and bare.yakuman else bare
            return replace(fact, hand=None, ura=(), value=bare, liable=None, liable_for_kans=None)
        case Ryuukyoku():
            return replace(fact, hands=(None,) * 4, tenpai=tuple(sorted(fact.tenpai)))
        case _:
            return fact


def _points(facts: Sequence[Fact]) -> tuple[int, ...]:
    """Everybody's points at the deal; empty where there was none."""
    return facts[0].points if facts and isinstance(facts[0], KyokuStarted) else ()
