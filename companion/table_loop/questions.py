"""Questions about the whole table: hands that lie open, and where the table differs from the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial, reduce
from typing import cast

from companion.reveals.reconciling import reconciled
from companion.reveals.revealing import revealed_wins
from companion.reveals.tenpai_shown import revealed_draw
from companion.riichi.apply import apply
from companion.riichi.facts import HandValue, KyokuFact, Won
from companion.riichi.kyoku import Kyoku
from companion.scoring import ScoringError, value_win
from companion.scribe import Mind, Trust, consider
from companion.scribe.questions import Question
from companion.scribe.sights import TableSeen

__all__ = ["differing", "reading_hands"]


def reading_hands(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> tuple[Question, ...]:
    """Hands that lie open, to be confirmed (和了・流局)."""
    if seen.has_walls and not any(seat.showing for seat in seen.seats):
        return ()
    return _hands_read(begun, tuple(told), seen)


# While a hand lies open and nothing moves, this is called with the same values at every tick.
@lru_cache(maxsize=2)
def _hands_read(begun: Kyoku, told: tuple[KyokuFact, ...], seen: TableSeen) -> tuple[Question, ...]:
    draw = revealed_draw(begun, told, seen)
    asked = () if draw is None else (draw,)
    indicators = reduce(apply, told, begun).wall.indicators
    if not indicators or None in indicators:
        return asked  # nobody can say what a hand is worth
    return (*revealed_wins(begun, told, seen, _worth).questions, *asked)


def differing(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen, trust: Trust) -> Question | None:
    """The question whether the table or the screen is right; None where they agree."""
    return reconciled(begun, told, seen, partial(_explained, trust=trust.if_confirmed))


def _worth(kyoku: Kyoku, won: Won) -> HandValue | None:
    try:
        return value_win(kyoku, won)
    except ScoringError:
        return None


def _explained(kyoku: Kyoku, seen: TableSeen, trust: Trust) -> tuple[KyokuFact, ...] | None:
    """What the scribe makes of the table with a fresh mind."""
    verdict = consider(Mind(), kyoku, (), seen, trust)
    return cast("tuple[KyokuFact, ...]", verdict.facts) or None
