"""What a tape holds, as values: everything that came in, and what was made of it then.

How they are written is in `lines`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import CompanionError
from companion.evidence import Command, FactObserved
from companion.journal.entry import Entry
from companion.riichi.ruleset import RuleSet
from companion.scribe import Pressed, SightChanged, Ticked
from companion.scribe.mind import Trust
from companion.table_state import OpenQuestion
from firmware_bridge.signals import HeldDown, LongPress, PanelStatus, Press
from vision.sighting import EyeStatus, Sighting

__all__ = [
    "AskedFor",
    "Ended",
    "Ending",
    "Head",
    "Heard",
    "Line",
    "Noticed",
    "Put",
    "Saw",
    "Shown",
    "Signalled",
    "TapeError",
    "Trusted",
    "Turned",
    "Wrote",
]


class TapeError(CompanionError, ValueError):
    """This is not a tape, or not one that this companion can read; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Head:
    """The first line: what wrote the tape, by which rules, and when."""

    companion: str
    """The version that wrote it."""
    eye: str
    """Which classifier of tile faces was installed; empty without an eye."""
    house: RuleSet
    begun: str
    """UTC, for people."""
    has_names: bool = False
    """Whether the players' names are on it."""
    boot: str = ""
    """The id of the boot since which its clock has run, as in the log."""


@dataclass(frozen=True, slots=True)
class Saw:
    """The eye said something; pictures are not kept. The table has not heard of it yet."""

    message: Sighting | EyeStatus

    @property
    def sighting(self) -> Sighting | None:
        """What lies on the table, if that is what the eye said."""
        return self.message if isinstance(self.message, Sighting) else None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the eye saw last was shown to the table, with each tile at the seat in front of which it lies."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class Signalled:
    """A key was pressed, or the panel came or went."""

    signal: Press | LongPress | HeldDown | PanelStatus


@dataclass(frozen=True, slots=True)
class Noticed:
    """Something else came to the table: a key for the scribe, a fact, the eye lost or back, the time."""

    evidence: Pressed | SightChanged | Ticked | FactObserved


@dataclass(frozen=True, slots=True)
class AskedFor:
    """Somebody asked for something, on a page or by a key, right before it was done."""

    command: Command


@dataclass(frozen=True, slots=True)
class Turned:
    """A command was refused: its id, and the code that says why."""

    command_id: str
    reason: str


@dataclass(frozen=True, slots=True)
class Wrote:
    """What was written into the journal then: a re-run is compared with it.

    What was in the journal when the tape began, or when an undo brought an earlier game back to the table,
    comes before what is written of that game from then on, and is not compared.
    """

    game: str
    entries: tuple[Entry, ...]
    rules: RuleSet | None = None
    """The game's rules, if this is the first line about that game."""
    is_before: bool = False
    notes: str = ""
    """What the table knew besides the facts, as the journal notes it; only where it `is_before`."""


@dataclass(frozen=True, slots=True)
class Put:
    """The questions that stood from then on."""

    questions: tuple[OpenQuestion, ...]


@dataclass(frozen=True, slots=True)
class Trusted:
    """What the house lets a picture write from then on; before the first such line, the defaults apply."""

    trust: Trust


class Ending(StrEnum):
    """Why a tape has a last line."""

    STOPPED = "stopped"
    """Nothing more was recorded: the companion ended or, for a kept evening, the game did."""
    FULL = "full"
    """The tape was as large as it may be."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The last line of a whole tape."""

    why: Ending


Heard = Saw | Shown | Signalled | Noticed | AskedFor | Turned | Wrote | Put | Trusted | Ended


@dataclass(frozen=True, slots=True)
class Line:
    """One line: what, and when it was heard by the monotonic clock."""

    at_ns: int
    heard: Heard
