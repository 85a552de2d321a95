"""Players by seat, and winds; a seat is kept for a whole hanchan, a wind changes with the kyoku (席).

Seat 0 is the first dealer, seat 1 sits at their right, and turns run 0, 1, 2 (, 3).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NewType

from companion.riichi.errors import NotationError

Seat = NewType("Seat", int)
SEATS = tuple(Seat(seat) for seat in range(4))


class Wind(IntEnum):
    """A wind; its value is the distance from East in turn order (風)."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """E, S, W or N."""
        return "ESWN"[self]

    @property
    def kind(self) -> int:
        """The kind of the wind's own tile."""
        return 27 + self

    @staticmethod
    def from_letter(letter: str) -> Wind:
        """Read E, S, W or N. Raises NotationError for anything else."""
        if len(letter) != 1 or letter not in "ESWN":
            raise NotationError(f"{letter!r} is not a wind: write E, S, W or N")
        return Wind("ESWN".index(letter))


def seats(players: int) -> tuple[Seat, ...]:
    """All seats in turn order from the first dealer."""
    return SEATS[:players]


def shimocha(seat: Seat, players: int) -> Seat:
    """The next player, who sits on the right (下家)."""
    return SEATS[(seat + 1) % players]


def kamicha(seat: Seat, players: int) -> Seat:
    """The previous player, who sits on the left (上家)."""
    return SEATS[(seat - 1) % players]


def distance(start: Seat, other: Seat, players: int) -> int:
    """How many places `other` sits after `start` in turn order; 0 is the same seat."""
    return (other - start) % players


def in_turn_order_after(seat: Seat, players: int) -> tuple[Seat, ...]:
    """The other seats, nearest in turn order first."""
    return tuple(SEATS[(seat + step) % players] for step in range(1, players))


def wind_of(seat: Seat, dealer: Seat, players: int) -> Wind:
    """The seat's wind in the kyoku dealt by `dealer` (自風)."""
    return Wind((seat - dealer) % players)
