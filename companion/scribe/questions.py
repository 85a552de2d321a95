"""Questions that the scribe asks people, with the answers it can think of; no wording, no decisions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.facts import KyokuFact
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile

__all__ = ["Choice", "Difference", "Question", "QuestionCode", "Zone"]


class QuestionCode(StrEnum):
    """What is asked: a stable code; the pages supply the words."""

    WHICH_TILE = "which_tile"
    """One tile cannot be read with confidence."""
    WHICH_STORY = "which_story"
    """What lies there can have come about in more than one way."""
    WHO_CALLED = "who_called"
    """A discard is gone, and more than one player may have taken it."""
    TABLE_DIFFERS = "table_differs"
    """What lies there and what is written do not agree, and nothing lawful explains it."""
    IS_THIS_THE_HAND = "is_this_the_hand"
    """A hand was shown; it is read as this."""
    FOUL_SHOWN = "foul_shown"
    """A hand was shown that breaks a rule; people decide what follows."""
    IS_THIS_THE_DRAW = "is_this_the_draw"
    """The hand ends without a win; these are tenpai."""
    FIFTH_COPY = "fifth_copy"
    """More than four copies of a tile lie there."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer: what is taken back and what is told instead."""

    facts: tuple[KyokuFact, ...]
    chance: float
    """How likely the scribe thinks it is: a share, among stories only of those offered."""
    replaces: int = 0
    """How many of the newest facts of the kyoku are taken back before `facts` are told."""


class Zone(StrEnum):
    """A part of the table: a stable code; the pages supply the words."""

    RIVER = "river"
    MELDS = "melds"
    INDICATORS = "indicators"
    ASIDE = "aside"
    """Norths set aside (北抜き)."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One zone that is not as it is written. A tile that nobody knows or can read is None."""

    zone: Zone
    seat: Seat | None
    """None: the indicators, which are nobody's."""
    missing: tuple[Tile | None, ...] = ()
    """Written, and not seen there."""
    extra: tuple[Tile | None, ...] = ()
    """Seen there, and not written."""
    other: tuple[tuple[Tile | None, Tile | None], ...] = ()
    """Tiles that differ in one place: as written, and as seen."""
    places: tuple[int, ...] = ()
    """Where in the zone those of `other` lie, from 0."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.other)


@dataclass(frozen=True, slots=True)
class Question:
    """What a person is asked."""

    number: int
    """Its number while it stands; the same question keeps it."""
    code: QuestionCode
    seat: Seat | None
    """Whom it is about; None: the whole table."""
    choices: tuple[Choice, ...]
    """At most three, the likeliest first."""
    crop: int = 0
    """The picture of the tile that caused it; 0 where there is none."""
    tile: Tile | None = None
    """The tile that it is about; None where that is not known."""
    differences: tuple[Difference, ...] = ()
    """Where the table is not as it is written, for a question about that."""
