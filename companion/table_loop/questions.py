"""Questions about the whole table: hands that lie open, and where the table differs from the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial, reduce

from companion.evidence.sights import TableSeen
from companion.reveals.reconciling import explained, reconciled
from companion.reveals.revealing import revealed_wins
from companion.reveals.tenpai_shown import revealed_draw
from companion.riichi.apply import apply
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.scoring import worth_of
from companion.scribe import Trust
from companion.scribe.questions import Choice, Question, QuestionCode
from companion.table_loop.amending import told_apart
from companion.table_state import OpenChoice, OpenQuestion

__all__ = ["as_dismissed", "content", "differing", "opened", "reading_hands"]


def reading_hands(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen) -> tuple[Question, ...]:
    """Hands that lie open, and the draw when the walls are cleared, to be confirmed (和了・流局)."""
    if seen.has_walls and not seen.shows_hand:
        return ()
    return _hands_read(begun, tuple(told), seen)


# While nothing moves, the functions that are cached here are called with the same values at every tick.
@lru_cache(maxsize=2)
def _hands_read(begun: Kyoku, told: tuple[KyokuFact, ...], seen: TableSeen) -> tuple[Question, ...]:
    draw = revealed_draw(begun, told, seen)
    asked = () if draw is None else (draw,)
    indicators = reduce(apply, told, begun).wall.indicators
    if not indicators or None in indicators:
        return asked  # nobody can say what a hand is worth
    return (*revealed_wins(begun, told, seen, worth_of), *asked)


def differing(begun: Kyoku, told: Sequence[KyokuFact], seen: TableSeen, trust: Trust) -> Question | None:
    """The question whether the table or the screen is right; None where they agree, or cannot be compared."""
    return _compared(begun, tuple(told), seen, trust)


@lru_cache(maxsize=2)
def _compared(begun: Kyoku, told: tuple[KyokuFact, ...], seen: TableSeen, trust: Trust) -> Question | None:
    return reconciled(begun, told, seen, partial(explained, trust=trust))


def opened(told: Sequence[KyokuFact], question: Question) -> OpenQuestion:
    """The question as it is shown; its number comes later."""
    return OpenQuestion(
        0,
        question.code,
        question.seat,
        tuple(_choice(told, choice) for choice in question.choices),
        question.crop,
        question.tile,
        question.differences,
        question.place,
    )


def _choice(told: Sequence[KyokuFact], choice: Choice) -> OpenChoice:
    """The answer, and what it would change."""
    old = told[max(0, len(told) - choice.replaces) :]
    changes = list(told_apart(old, choice.facts))
    goes = tuple(fact for gone, _ in changes for fact in old[gone])
    news = tuple(fact for _, come in changes for fact in choice.facts[come])
    return OpenChoice(choice.facts, choice.replaces, news, goes)


def content(question: OpenQuestion) -> OpenQuestion:
    """A question without its number, picture and place: two that agree in all else are the same."""
    return replace(question, number=0, crop=0, place="")


def as_dismissed(question: OpenQuestion, told: int) -> tuple[OpenQuestion, int]:
    """What is remembered of a dismissed question, so that it is not asked again.

    Whether the table differs may be asked again once something else is told:
    `told` is how many facts of the hand are told.
    """
    return content(question), told if question.code is QuestionCode.TABLE_DIFFERS else 0
