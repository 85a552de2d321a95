"""Who sits where, who is away, and whose points lie before whom. Values only; `tea` changes them.

A person is a number in the order in which people came to this game, so that a new name is still the
same person. A stake is the points that one sat down with, by the seat at which it began.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.seats import Seat


@dataclass(frozen=True, slots=True)
class Sitting:
    """The people of one game."""

    people: tuple[str, ...] = ()
    """The name of everybody who has played, in the order in which they came; empty: nobody has said it."""
    at: tuple[int, ...] = ()
    """By seat: who sits there."""
    stakes: tuple[int, ...] = ()
    """By seat: whose points lie there, by the seat at which they began."""
    away: frozenset[Seat] = frozenset()
    is_paused: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(self.people[person] for person in self.at)

    def seat_of(self, person: int) -> Seat | None:
        """Where a person sits; None: not at this table now."""
        return Seat(self.at.index(person)) if person in self.at else None

    def number_of(self, name: str) -> int | None:
        """The number of the person with this name; None if nobody in this game has had it.

        >>> sat_down(("Anna", "Ben", "", "Dai")).number_of("anna ")
        0
        """
        wanted = _compared(name)
        return next(
            (at for at, known in enumerate(self.people) if wanted and _compared(known) == wanted), None
        )


def sat_down(names: tuple[str, ...], players: int = 4) -> Sitting:
    """People sit down to a game, each with a stake of their own; who has said no name has none."""
    numbers = tuple(range(players))
    return Sitting((*names, *("",) * players)[:players], numbers, numbers)


def _compared(name: str) -> str:
    """Names that people would take for the same are the same."""
    return name.strip().casefold()
