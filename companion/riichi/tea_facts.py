"""What people agree on outside the play: breaks, who sits where, rules and points. Facts like the others.

They are named after the tea break: what is agreed while nobody plays.
Nothing here is about tiles. What each means for the game is in `tea`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat


class Carried(StrEnum):
    """What players take along when they change seats. People say it, because it cannot be guessed."""

    NOTHING = "nothing"
    """Points and winds stay with the seats: each plays on with what is there."""
    POINTS = "points"
    """Players take their points along; the winds stay with the seats."""
    POINTS_AND_WINDS = "points_and_winds"
    """Players take points and wind along: only the chairs change. All move by the same number of seats."""


@dataclass(frozen=True, slots=True)
class GamePaused:
    """The game is paused: until it resumes, nothing of a hand can be entered, and sightings do not count."""


@dataclass(frozen=True, slots=True)
class GameResumed:
    """The game resumes after a break."""


@dataclass(frozen=True, slots=True)
class PlayerSubstituted:
    """Another person plays from here on (代打ち): the points stay with the seat.

    `name` is that of a new person, or of one who played in this game before and comes back.
    """

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """The person at this seat has another name, also in the part of this game already played."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """The player is away: no hand is dealt until they are back or another person plays."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class PlayerReturned:
    """The player is back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SeatsChanged:
    """Players changed seats between two hands (席替え).

    `order` gives, for each seat, the seat that its new player came from.
    """

    order: tuple[Seat, ...]
    carried: Carried


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Some rules change from the next hand on: those in `fields`, to their values in `rules`."""

    rules: RuleSet
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PointsSet:
    """Between two hands, people counted what lies on the table: points and sticks."""

    points: tuple[int, ...]
    kyoutaku: int


TeaFact = (
    GamePaused
    | GameResumed
    | PlayerSubstituted
    | PlayerRenamed
    | PlayerLeft
    | PlayerReturned
    | SeatsChanged
    | RulesChanged
    | PointsSet
)
"""What is agreed on outside the play."""
