"""問い: what the scribe asks, as a page shows it: each answer as what it would tell. No deciding."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

from companion.projections.wall_view import tile_text
from companion.riichi.facts import Drawn, Fact, RiichiAccepted, RinshanDrawn
from companion.riichi.tiles import Tile
from companion.table_state import OpenChoice, OpenDifference, OpenQuestion

MOST_ACTS = 4
"""Of one answer; a longer story is told from its end, where people remember it."""


@dataclass(frozen=True, slots=True)
class ActView:
    """One thing that somebody did, or that was turned."""

    fact: str
    """The fact's name."""
    seat: int | None
    tiles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """One answer."""

    acts: tuple[ActView, ...]
    """What it tells, without what goes without saying; nothing: it only takes back."""
    replaces: int
    """How many of the newest facts it takes back."""


@dataclass(frozen=True, slots=True)
class DifferenceView:
    """One part of the table that is not as it is written."""

    zone: str
    seat: int | None
    missing: tuple[str, ...]
    extra: tuple[str, ...]
    other: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question, with its answers from the likeliest on."""

    number: int
    code: str
    seat: int | None
    tile: str | None
    crop: int | None
    """The number of a picture that can be asked for."""
    choices: tuple[ChoiceView, ...]
    differences: tuple[DifferenceView, ...]


def questions_view(questions: tuple[OpenQuestion, ...]) -> tuple[QuestionView, ...]:
    """All that stand, the oldest first."""
    return tuple(
        QuestionView(
            one.number,
            one.code,
            one.seat,
            None if one.tile is None else one.tile.text,
            one.crop or None,
            tuple(_choice(choice) for choice in one.choices),
            tuple(_difference(each) for each in one.differences),
        )
        for one in questions
    )


def _choice(choice: OpenChoice) -> ChoiceView:
    told = [fact for fact in choice.facts if not isinstance(fact, Drawn | RinshanDrawn | RiichiAccepted)]
    acts = tuple(_act(fact) for fact in (told or choice.facts)[-MOST_ACTS:])
    return ChoiceView(acts, choice.replaces)


def _difference(each: OpenDifference) -> DifferenceView:
    return DifferenceView(
        each.zone,
        each.seat,
        tuple(tile_text(tile) for tile in each.missing),
        tuple(tile_text(tile) for tile in each.extra),
        tuple((tile_text(written), tile_text(there)) for written, there in each.other),
    )


def _act(fact: Fact) -> ActView:
    return ActView(type(fact).__name__, getattr(fact, "seat", None), tuple(_tiles(fact)))


def _tiles(fact: Any) -> Iterator[str]:
    """The tiles of a fact as its fields name them, the one that it is about first."""
    for field in fields(fact):
        value = getattr(fact, field.name)
        if isinstance(value, Tile) or (value is None and field.name == "tile"):
            yield tile_text(value)
        elif field.name in {"own", "tiles", "hand"} and value is not None:
            yield from (tile_text(tile) for tile in value)
