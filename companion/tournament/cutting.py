"""Chooses who goes on to the finals: the first in the standings at that moment. Pure."""

from __future__ import annotations

from companion.tournament.changes import CutMade
from companion.tournament.folding import ChangeRefused
from companion.tournament.standings import Standings
from companion.tournament.state import Tournament

__all__ = ["cut_to"]


def cut_to(tournament: Tournament, standings: Standings, players: int, carried: int) -> CutMade:
    """The cut to this many players, who take a percentage of their total along.

    Raises ChangeRefused where the standings are not known yet, or people share the last place that goes on:
    the organiser has to say which of them do. `folding` checks whether this many can go on.
    """
    if not tournament.begun:
        raise ChangeRefused("no round was played yet")
    if not standings.is_complete:
        raise ChangeRefused("a table is still playing, or somebody's score is unknown: wait for it")
    there = [row for row in standings.players if not row.is_away]
    best, others = there[:players], there[players:]
    if best and others and best[-1].place == others[0].place:
        alike = [row.name for row in there if row.place == best[-1].place]
        raise ChangeRefused(
            f"{', '.join(alike[:-1])} and {alike[-1]} share place {best[-1].place}, and not all of them can "
            "go on: mark as left those who do not"
        )
    return CutMade(tournament.begun, tuple(row.player for row in best), carried)
