"""What a person asks of the table by page or key: one class each. What comes of it is decided elsewhere."""

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
    """How closely a kyoku is kept; it may change in mid-hand."""

    POINTS = "points"
    """Riichi, kans and results alone; nobody follows the turns."""
    COUNTING = "counting"
    """And each discard and call, so that the wall is counted; the tiles are not told."""
    FULL = "full"
    """And which tiles they were."""


@dataclass(frozen=True, slots=True)
class Said:
    """What one tap or one press says: who did what, and as much of the tiles as is known."""

    seat: Seat
    action: Action
    tile: Tile | None = None
    """The tile discarded, called, won on, or of the kan."""
    own: tuple[Tile | None, ...] = ()
    """The tiles shown from the own hand; none where they are not known."""
    giver: Seat | None = None
    """From whom; None where the table knows it anyway, or nobody does."""
    is_open: bool = False
    """The riichi is an open one (オープン立直)."""
    tsumogiri: bool | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """What every command has: its name, what the asker was looking at, and who asked."""

    command_id: str
    """Made by the asker. The same id is the same command: it is done once and answered alike."""
    expected_seq: int | None
    """The number of the state that the asker was looking at; None: whatever is true now."""
    by: str
    """Who asked, for the people who read the journal."""


@dataclass(frozen=True, slots=True)
class UndoAsked(Request):
    """Somebody asked to take back the newest tap, or the newest fact that came without one."""


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
    """The next kyoku was dealt. What is None is as the rules say."""

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
    """Somebody said what was meant; the table finds the facts."""

    what: Intention
    waived: tuple[Reason, ...] = ()
    """Rules that the house waives for it."""
    because: Cause = Cause.PERSON


@dataclass(frozen=True, slots=True)
class DepthAsked(Request):
    """The kyoku is kept more or less closely from here on."""

    depth: Depth
    turn: Seat | None = None
    """Who draws next, where nobody has followed the turns so far."""
    live: int | None = None
    """How many tiles are left to draw, likewise."""


@dataclass(frozen=True, slots=True)
class CorrectAsked(Request):
    """Something in the past was told wrong: entries go, facts come in their place."""

    retracts: tuple[int, ...]
    facts: tuple[Fact, ...]
    before: int | None = None
    """The entry before which the facts stand; None: after all others."""
    by_rules: bool = False
    """Later deals that were as the rules say are so again; else they stay as the table played them."""
    deal: DealAsked | None = None
    """The facts are those of a whole kyoku, which was dealt like this."""


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
    """Its number. A question that has not changed since may be answered whatever else was told meanwhile."""
    choice: int
    """From 0, the likeliest; one more than there are: none of them, leave it as it is."""
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
"""What a person asks for and is answered."""
