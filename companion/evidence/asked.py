"""What a person can ask of the table by page or key, one class each. What follows is decided elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.evidence.intentions import Intention
from companion.evidence.observed import Cause
from companion.riichi.calls import Action
from companion.riichi.facts import Fact
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile

__all__ = [
    "AnswerAsked",
    "Command",
    "CorrectAsked",
    "DealAsked",
    "Depth",
    "DepthAsked",
    "FinishAsked",
    "RedoAsked",
    "Request",
    "Said",
    "SayAsked",
    "SeenAsked",
    "StartAsked",
    "TapAsked",
    "TellAsked",
    "UndoAsked",
    "WaiveAsked",
]


class Depth(StrEnum):
    """How closely a kyoku is followed; it may change in mid-hand."""

    POINTS = "points"
    """Draws and discards are not entered; nobody follows the turns."""
    COUNTING = "counting"
    """Each discard and call as well, so that the wall is counted; the tiles are not told."""
    FULL = "full"
    """The tiles as well."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one tap or one press says: who did what, and as much of the tiles as is known."""

    seat: Seat
    action: Action
    tile: Tile | None = None
    """The tile that was discarded, called or won on, or the tile of the kan."""
    own: tuple[Tile | None, ...] = ()
    """The tiles shown from the player's own hand; empty where they are not known."""
    giver: Seat | None = None
    """From whom; None where the table knows it anyway, or nobody does."""
    is_open: bool = False
    """The riichi is an open one (オープン立直)."""
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What every command has: its id, what the asker was looking at, and who asked."""

    command_id: str
    """Made by the asker. A command sent again with the same id is done once, and gets the same answer."""
    expected_seq: int | None
    """The number of the state that the asker was looking at; None: whatever is true now."""
    by: str
    """Who asked, for the people who read the journal."""


@dataclass(frozen=True, slots=True)
class UndoAsked(Request):
    """Somebody asked to take back what was told or corrected last."""


@dataclass(frozen=True, slots=True)
class RedoAsked(Request):
    """Somebody asked to tell again what was taken back last."""


@dataclass(frozen=True, slots=True)
class WaiveAsked(Request):
    """The table said "house rule: allowed" to a fact that the rules had refused."""

    reason: str
    """The code of the warning that is waived."""


@dataclass(frozen=True, slots=True)
class StartAsked(Request):
    """People sat down to a new game."""

    names: tuple[str, ...]
    """By seat; an empty name is shown as the wind."""
    rules: RuleSet


@dataclass(frozen=True, slots=True)
class DealAsked(Request):
    """The next kyoku was dealt. A field that is None is as the rules say."""

    depth: Depth
    round_wind: Wind | None = None
    dealer: Seat | None = None
    honba: int | None = None
    kyoutaku: int | None = None
    points: tuple[int, ...] | None = None
    indicator: Tile | None = None
    is_indicator_open: bool = True
    """Whether the first indicator lies open; `indicator` None then means that nobody told which it is."""


@dataclass(frozen=True, slots=True)
class TapAsked(Request):
    """Somebody tapped or pressed what a player did."""

    said: Said
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class TellAsked(Request):
    """Somebody told facts in full, such as a result."""

    facts: tuple[Fact, ...]
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class SayAsked(Request):
    """Somebody said what happened; the table finds the facts."""

    what: Intention
    waived: tuple[Reason, ...] = ()
    """Rules that the house waives for it."""
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class DepthAsked(Request):
    """From here on the kyoku is followed more closely, or less closely."""

    depth: Depth
    turn: Seat | None = None
    """Who draws next, where nobody has followed the turns so far."""
    live: int | None = None
    """How many tiles are left to draw, likewise."""


@dataclass(frozen=True, slots=True)
class CorrectAsked(Request):
    """Something in the past was told wrong: entries are taken back, and facts put in their place."""

    retracts: tuple[int, ...]
    facts: tuple[Fact, ...]
    before: int | None = None
    """The entry before which the facts stand; None: after all others."""
    by_rules: bool = False
    """Whether later deals that followed the rules follow them again; if not, they stay as they were."""
    deal: DealAsked | None = None
    """How the kyoku was dealt, where the facts are those of a whole kyoku."""


@dataclass(frozen=True, slots=True)
class FinishAsked(Request):
    """People end the game."""


@dataclass(frozen=True, slots=True)
class SeenAsked(Request):
    """Somebody has seen a reminder."""

    code: str
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class AnswerAsked(Request):
    """Somebody answered a question of the scribe."""

    question: int
    """Its number. It may be answered until it changes or people tell something, whatever the eye tells."""
    choice: int
    """The index of the choice, 0 being the likeliest; the index after the last: none, leave it as it is."""
    because: Cause = Cause.PERSON


Command = (
    UndoAsked
    | RedoAsked
    | WaiveAsked
    | StartAsked
    | DealAsked
    | TapAsked
    | TellAsked
    | SayAsked
    | DepthAsked
    | CorrectAsked
    | FinishAsked
    | SeenAsked
    | AnswerAsked
)
"""Anything that a person can ask of the table."""
