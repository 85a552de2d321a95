"""What somebody or something saw, and the state of each source. Whoever reports it awaits no answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.riichi.facts import Fact
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat

__all__ = [
    "Cause",
    "EndsEarly",
    "FactObserved",
    "Notice",
    "NoticesChanged",
    "SourceChanged",
    "SourceState",
]


class Cause(StrEnum):
    """How we came to know a fact."""

    RECORD = "record"
    """A recorded game is played, or was imported."""
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
    """The state of a source of evidence."""

    UP = "up"
    DOWN = "down"
    ENDED = "ended"
    """It has said all that it had to say, like a record that is over."""
    GONE = "gone"
    """It no longer belongs to this table, and is not shown from now on."""


@dataclass(frozen=True, slots=True)
class FactObserved:
    """Somebody or something saw a fact happen at the table."""

    fact: Fact
    because: Cause
    at_ns: int
    """When it happened, by the monotonic clock at the source."""


@dataclass(frozen=True, slots=True)
class EndsEarly:
    """Where a record cannot be played any further, and why; pages have the words."""

    why: str
    """Stable: the fault of the record, such as `unlawful`."""
    hand: int = 0
    """The number of the hand, from 1; 0 before the first, or where no hand is at fault."""
    event: int = 0
    """The number of the event in the record, from 1; 0 where no event is at fault."""
    reason: Reason | None = None
    """The rule that it breaks, if it breaks one."""


@dataclass(frozen=True, slots=True)
class SourceChanged:
    """A source of evidence came, went, or ended; it is shown like this until it changes again."""

    name: str
    state: SourceState
    note: str = ""
    """One sentence for the person at the table, or empty."""
    code: str = ""
    """Stable: what `note` says, where pages have words of their own for it."""
    sides: str = ""
    """The sides of the table that it is about, one letter each; empty: all of the source."""
    stop: EndsEarly | None = None
    """Where and why it ends early; None where it does not."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that a source has to say: a question, why a press meant nothing, or how the source fares."""

    code: str
    """Stable: a `Reason` of the rules, or one of the source's own; pages have the words."""
    seat: Seat | None = None
    """To whom; None: to everybody."""
    is_question: bool = False
    """Whether somebody has to answer it."""
    is_refusal: bool = False
    """Whether it says why the press of a key meant nothing."""


@dataclass(frozen=True, slots=True)
class NoticesChanged:
    """From now on a source has this to say; what it said before is gone."""

    name: str
    notices: tuple[Notice, ...]
    is_deciding: bool = False
    """Whether somebody is deciding about a call: a call is held, or a player asked to wait."""
