"""Who has run over at a table that plays by the clock, as it tells its hub. Pure, read strictly.

A table says all of it each time something has changed, so a message that comes twice or late does no harm.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.tournament.state import SEATS
from companion.tournament.told import decoded, encoded

__all__ = ["FLAGS", "TableFlags", "decode_flags", "encode_flags"]

FLAGS: Final = "flags"
"""The last word of the topic."""


@dataclass(frozen=True, slots=True)
class TableFlags:
    """The seats, 0 to 3, whose time is up, and whose flag nobody has waived. Raises ValueError."""

    seats: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if any(type(seat) is not int or not 0 <= seat < SEATS for seat in self.seats):
            raise ValueError("there is no such seat")
        if list(self.seats) != sorted(set(self.seats)):
            raise ValueError("each seat stands there once, in order")


def encode_flags(told: TableFlags) -> bytes:
    """The bytes that are sent.

    >>> encode_flags(TableFlags((0, 2)))
    b'{"seats":[0,2]}'
    """
    return encoded(told)


def decode_flags(payload: bytes) -> TableFlags:
    """What these bytes say. Fields that only a newer companion knows are ignored. Raises ToldRefused."""
    return decoded(TableFlags, payload, "who has run over")
