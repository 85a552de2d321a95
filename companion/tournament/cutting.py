"""Chooses who goes on to the finals: the first in the standings at that moment. Pure.

A result that is corrected later changes no cut; the organiser is told whom it would let go on.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.tournament.changes import CutMade
from companion.tournament.folding import ChangeRefused
from companion.tournament.standings import Standings, standings_of
from companion.tournament.state import Tournament
from companion.tournament.table_results import TableResult

__all__ = ["OtherCut", "cut_now", "cut_to"]


@dataclass(frozen=True, slots=True)
class OtherCut:
    """Whom today's results of the rounds before the cut would let go on, and whom not."""

    after: int
    better: tuple[int, ...]
    """They are out, and are now before somebody who went on."""
    worse: tuple[int, ...]
    """They went on, and are now behind somebody who is out."""


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


def cut_now(tournament: Tournament, results: Iterable[TableResult]) -> OtherCut | None:
    """How the cut differs from the results as they are now; None where it does not, or they are not final."""
    cut = tournament.cut
    if cut is None:
        return None
    rounds, penalties = tournament.rounds[: cut.after], tournament.penalties_before_cut
    before = replace(tournament, cut=None, rounds=rounds, penalties=penalties)
    standings = standings_of(before, (one for one in results if one.round <= cut.after))
    places = {row.player: row.place for row in standings.players}
    those_in = [number for number in cut.players if number in places]
    those_out = [number for number in places if number in tournament.could_go_on.difference(cut.players)]
    if not (standings.is_complete and those_in and those_out):
        return None
    last, first = max(map(places.__getitem__, those_in)), min(map(places.__getitem__, those_out))
    better = tuple(number for number in those_out if places[number] < last)
    worse = tuple(number for number in those_in if places[number] > first)
    return OtherCut(cut.after, better, worse) if better else None
