"""見比べ: what is asked about the table as it lies: hands laid open, and what the screen has otherwise."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import cast

from companion.riichi.apply import apply
from companion.riichi.facts import HandValue, KyokuFact, Won
from companion.riichi.kyoku import Kyoku
from companion.scoring import ScoringError, value_win
from companion.scribe.questions import Question
from companion.scribe.reconciling import reconciled
from companion.scribe.revealing import revealed_wins
from companion.scribe.scribe import Mind, consider
from companion.scribe.sights import TableSeen
from companion.scribe.tenpai_shown import revealed_draw

__all__ = ["differing", "reading_hands"]


def reading_hands(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> Iterator[Question]:
    """和了・流局 Hands that lie open, to be confirmed."""
    if seen.has_walls and not any(seat.showing for seat in seen.seats):
        return
    indicators = reduce(apply, told, begun).wall.indicators
    if indicators and None not in indicators:  # else nobody can say what a hand is worth
        yield from revealed_wins(begun, told, seen, _worth).questions
    draw = revealed_draw(begun, told, seen)
    if draw is not None:
        yield draw


def differing(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> Question | None:
    """照合 Whether the table or the screen is right; None where they agree."""
    return reconciled(begun, told, seen, _explained)


def _worth(kyoku: Kyoku, won: Won) -> HandValue | None:
    try:
        return value_win(kyoku, won)
    except ScoringError:
        return None


def _explained(kyoku: Kyoku, seen: TableSeen) -> tuple[KyokuFact, ...] | None:
    """What the scribe makes of the table with a fresh mind."""
    verdict = consider(Mind(), kyoku, (), seen)
    return cast("tuple[KyokuFact, ...]", verdict.facts) or None
