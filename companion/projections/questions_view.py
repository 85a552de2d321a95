"""The scribe's questions as a page shows them, each answer with the facts it would tell. Decides nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from companion.journal.strict import common_converter
from companion.projections.wall_view import tile_text
from companion.riichi.facts import Fact
from companion.riichi.unseen import UNSEEN_FACTS
from companion.table_state import Difference, OpenChoice, OpenQuestion

MOST_ACTS: Final = 4
"""The most facts shown of those an answer tells, and of those it takes back: the newest."""
_CONVERTER: Final = common_converter()


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One answer."""

    acts: tuple[dict[str, Any], ...]
    """The facts that it tells, as the journal writes them; draws and paid sticks only if alone."""
    goes: tuple[dict[str, Any], ...]
    """The facts told so far that the answer would take back."""


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """One part of the table that differs from the record."""

    zone: str
    seat: int | None
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    other: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question and its answers, the likeliest first."""

    number: int
    code: str
    seat: int | None
    tile: str | None
    crop: int | None
    """The number of a picture that can be asked for."""
    choices: tuple[ChoiceView, ...]
    differences: tuple[DifferenceView, ...]
    place: str
    """Where it came up, a name that only has to be compared."""


def questions_view(questions: tuple[OpenQuestion, ...]) -> tuple[QuestionView, ...]:
    """All open questions, in the order in which the state has them."""
    return tuple(
        QuestionView(
            one.number,
            one.code,
            one.seat,
            None if one.tile is None else one.tile.text,
            one.crop or None,
            tuple(_choice(choice) for choice in one.choices),
            tuple(_difference(each) for each in one.differences),
            one.place,
        )
        for one in questions
    )


def _choice(choice: OpenChoice) -> ChoiceView:
    return ChoiceView(_acts(choice.news), _acts(choice.goes))


def _acts(facts: tuple[Fact, ...]) -> tuple[dict[str, Any], ...]:
    told = [fact for fact in facts if not isinstance(fact, UNSEEN_FACTS)]
    return tuple(_CONVERTER.unstructure(fact, Fact) for fact in (told or facts)[-MOST_ACTS:])


def _difference(each: Difference) -> DifferenceView:
    return DifferenceView(
        each.zone,
        each.seat,
        tuple(tile_text(tile) for tile in each.missing),
        tuple(tile_text(tile) for tile in each.extra),
        tuple((tile_text(written), tile_text(there)) for written, there in each.other),
    )
