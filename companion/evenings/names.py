"""Recognises people from one evening to the next by the names they were given, and by nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from companion.evenings.played import PlayedGame
from companion.person_names import as_entered

_NOBODY = re.compile(r"Player [1-9]\d*|NoName", re.ASCII)
"""People of an anonymised game, and Tenhou's guests, who all have the same name in its records."""


@dataclass(frozen=True, slots=True)
class Known:
    """A name that was used before."""

    name: str
    games: int
    last: str
    """UTC, for people: when the newest of their games was played."""


def people_of(game: PlayedGame) -> tuple[tuple[int, str], ...]:
    """The number and name of everybody who played in a game, without guests, unnamed and anonymised people.

    Somebody who was replaced before the first hand ended has not played.
    """
    sitting = game.hanchan.sitting
    played = {person for hand in game.hands if hand.kyoku.is_over for person in hand.sitting.at}
    people = ((number, as_entered(sitting.people[number])) for number in sorted(played | set(sitting.at)))
    return tuple((number, name) for number, name in people if name and not _NOBODY.fullmatch(name))


def known_names(games: Iterable[tuple[tuple[str, ...], str]]) -> tuple[Known, ...]:
    """Every name once, the most recent players first; `games` has who played in each game, and when."""
    known: dict[str, Known] = {}
    for people, last_at in games:
        for name in people:
            before = known.get(name, Known(name, 0, ""))
            known[name] = Known(name, before.games + 1, max(before.last, last_at))
    return tuple(sorted(known.values(), key=lambda one: (one.last, one.games), reverse=True))
