"""名前: who people are from one evening to the next: the name that they were given, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.evenings.played import PlayedGame
from companion.riichi.seats import Seat, seats

NOBODY = tuple(f"Player {number}" for number in range(1, 5))
"""What people are called in a game that was anonymised, by seat."""


@dataclass(frozen=True, slots=True)
class Known:
    """A name that was used before."""

    name: str
    games: int
    last: str
    """UTC, for people: when the newest of their games was played."""


def people_of(game: PlayedGame) -> tuple[tuple[Seat, str], ...]:
    """Seats and names of a game's players; who was not named, or was made nobody, is left out."""
    named = zip(seats(game.hanchan.rules.players), game.names, strict=False)
    return tuple((seat, name.strip()) for seat, name in named if name.strip() and name.strip() not in NOBODY)


def known_names(games: Iterable[tuple[tuple[str, ...], str]]) -> tuple[Known, ...]:
    """Every name once, those who played last first. Of each game: who played, and when."""
    known: dict[str, Known] = {}
    for people, last_at in games:
        for name in people:
            before = known.get(name, Known(name, 0, ""))
            known[name] = Known(name, before.games + 1, max(before.last, last_at))
    return tuple(sorted(known.values(), key=lambda one: (one.last, one.games), reverse=True))
