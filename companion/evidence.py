"""What comes in at the table's one door, and what the asker is answered. No deciding happens here.

Evidence is past tense, as everything that a table says: somebody observed, asked, came or went.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.facts import Fact

__all__ = [
    "Answer",
    "Cause",
    "Done",
    "Evidence",
    "FactObserved",
    "Refusal",
    "Refused",
    "SourceChanged",
    "SourceState",
    "UndoAsked",
    "WaiveAsked",
]


class Cause(StrEnum):
    """By what we came to know a fact."""

    RECORD = "record"
    """A recorded game is played."""
    PRETEND = "pretend"
    """The pretend table plays by itself."""
    PERSON = "person"
    """Somebody said so on a page."""
    PANEL = "panel"
    """Somebody pressed a button at the table."""
    CAMERA = "camera"
    """The camera saw it."""
    JOURNAL = "journal"
    """The journal itself: what could not be followed was set aside."""


class SourceState(StrEnum):
    """How a source of evidence does."""

    UP = "up"
    DOWN = "down"
    ENDED = "ended"
    """It has said all that it had to say: a record that is over."""


@dataclass(frozen=True, slots=True)
class FactObserved:
    """Somebody or something saw a fact happen at the table."""

    fact: Fact
    because: Cause
    at_ns: int
    """When it happened, by the monotonic clock at the source."""


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """Somebody asked to take back the newest fact."""

    command_id: str
    """Made by the asker. The same id is the same command: it is done once and answered alike."""
    expected_seq: int
    """The number of the state that the asker was looking at."""
    by: str
    """Who asked, for the people who read the journal."""


@dataclass(frozen=True, slots=True)
class WaiveAsked:
    """The table said "house rule: allowed" to a fact that the rules had refused."""

    command_id: str
    """Made by the asker. The same id is the same command: it is done once and answered alike."""
    expected_seq: int
    """The number of the state that the asker was looking at."""
    by: str
    """Who asked, for the people who read the journal."""
    reason: str
    """The code of the warning that is waived."""


@dataclass(frozen=True, slots=True)
class SourceChanged:
    """A source of evidence came, went, or ended; also how it is shown until it changes again."""

    name: str
    state: SourceState
    note: str = ""
    """One sentence for the person at the table, or nothing."""


Command = UndoAsked | WaiveAsked
"""What a person asks for and is answered."""

Evidence = FactObserved | Command | SourceChanged


class Refusal(StrEnum):
    """Why a command was not done; the codes that cross to pages and programs."""

    STALE = "stale"
    """The table has moved on since the asker looked."""
    NOTHING_TO_UNDO = "nothing_to_undo"
    NOTHING_TO_WAIVE = "nothing_to_waive"
    """No such warning stands, or it is one that nobody can waive."""
    STILL_REFUSED = "still_refused"
    """Another rule forbids the fact too; its warning stands now."""
    JOURNAL_DOWN = "journal_down"
    """It could not be written, so it was not done; asking again is right."""
    STOPPED = "stopped"
    """The companion is stopping."""


@dataclass(frozen=True, slots=True)
class Done:
    """The command was done and is on the disk."""

    seq: int
    """The number of the last entry that it wrote."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The command was not done; nothing was written."""

    reason: Refusal


Answer = Done | Refused
