"""A call for the referee, as a table and its hub tell each other of it. Pure, read strictly.

A table says what it wants now, under a number that only grows. The hub answers with the newest number that it
knows and what became of it. So whatever is lost, duplicated or late is put right by saying it again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeVar

from companion.tournament.state import SEATS
from companion.tournament.told import decoded, encoded, require_numbers

__all__ = [
    "CALL",
    "QUEUE",
    "CallSeen",
    "CallStanding",
    "CallState",
    "TableCall",
    "decode_call",
    "encode_call",
]

CALL: Final = "call"
QUEUE: Final = "queue"
"""The last words of the topics: of what a table wants, and of what the hub answers."""


class CallState(StrEnum):
    """What has become of a call."""

    NONE = "none"
    """Nobody is called, or the referee was there."""
    UNSENT = "unsent"
    """The hub has not heard of it yet. Only a table says so."""
    WAITING = "waiting"
    COMING = "coming"
    """A referee has taken it."""


@dataclass(frozen=True, slots=True)
class TableCall:
    """What a table wants now."""

    revision: int
    """Grows each time the table wants something else."""
    is_wanted: bool
    seat: int | None = None
    """Who calls, 0 to 3; None where nobody said."""
    waited_ms: int = 0
    """How long ago the table called, by its own clock; time without a connection to the hub counts, too."""

    def __post_init__(self) -> None:
        require_numbers(self.revision, self.waited_ms)
        if self.seat is not None and not 0 <= self.seat < SEATS:
            raise ValueError(f"there is no seat {self.seat}")


@dataclass(frozen=True, slots=True)
class CallStanding:
    """What the hub knows of a table's calls."""

    revision: int
    """The newest number that is on its disk; 0: it has heard of none."""
    state: CallState
    place: int = 0
    """Its place among the calls that wait, from 1; 0 if it does not wait."""

    def __post_init__(self) -> None:
        require_numbers(self.revision, self.place)


@dataclass(frozen=True, slots=True)
class CallSeen:
    """What the people at a table see of their call."""

    state: CallState
    place: int = 0
    """As in `CallStanding`."""
    seat: int | None = None
    """Who calls, 0 to 3; None where nobody said, or nobody is called."""
    number: int = field(default=0, compare=False)
    """Tells one call from another, as a table counts them; 0 where nobody is called. Nobody sees it."""

    @property
    def is_wanted(self) -> bool:
        """Whether a call stands."""
        return self.state is not CallState.NONE


_Told = TypeVar("_Told", TableCall, CallStanding)


def encode_call(told: TableCall | CallStanding) -> bytes:
    """The bytes that are sent.

    >>> encode_call(CallStanding(7, CallState.WAITING, 2))
    b'{"revision":7,"state":"waiting","place":2}'
    """
    return encoded(told)


def decode_call(kind: type[_Told], payload: bytes) -> _Told:
    """What these bytes say. Fields that only a newer companion knows are ignored. Raises ToldRefused."""
    return decoded(kind, payload, "a call for the referee")
