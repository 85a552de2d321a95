"""Who sits where, who is away, and whose points lie before whom. Values only; `tea` changes them.

A person is a number, counted in the order in which people joined this game, so a renamed person stays
the same one. A stake is the points that somebody sat down with, named by the seat where it began.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.riichi.seats import Seat

__all__ = ["Sitting", "as_compared", "sat_down"]


@dataclass(frozen=True, slots=True)
class Sitting:
    """The people of one game."""

    people: tuple[str, ...] = ()
    """The names of all who have played, in the order in which they came; an empty one was never given."""
    at: tuple[int, ...] = ()
    """For each seat, the number of the person who sits there."""
    stakes: tuple[int, ...] = ()
    """For each seat, whose points lie there, named by the seat where they began."""
    away: frozenset[Seat] = frozenset()
    is_paused: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The name of the person at each seat."""
        return tuple(self.people[person] for person in self.at)

    def seat_of(self, person: int) -> Seat | None:
        """Where a person sits; None: not at this table now."""
        return Seat(self.at.index(person)) if person in self.at else None

    def number_of(self, name: str) -> int | None:
        """The number of the person with this name; None if nobody in this game has it.

        >>> sat_down(("Anna", "Ben", "", "Dai")).number_of("anna ")
        0
        """
        wanted = as_compared(name)
        return next(
            (at for at, known in enumerate(self.people) if wanted and as_compared(known) == wanted), None
        )


def sat_down(names: tuple[str, ...], players: int = 4) -> Sitting:
    """The people who sit down to a new game, each with a stake of their own; missing names are empty."""
    numbers = tuple(range(players))
    return Sitting((*names, *("",) * players)[:players], numbers, numbers)


def as_compared(name: str) -> str:
    """A name as facts compare it: neither case nor spaces around it count.

    Names that only look alike are found where a name is entered. To compare them here, too, could make
    facts in older journals impossible.
    """
    return name.strip().casefold()
