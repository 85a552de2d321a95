"""Which companion follows which table of the plan."""

from __future__ import annotations

from collections.abc import Iterable

from companion.tournament.changes import TableGiven
from companion.tournament.state import SEATS, Tournament

__all__ = ["tables_given"]


def tables_given(
    tournament: Tournament, companions: Iterable[str], *, has_round_to_begin: bool = False
) -> tuple[TableGiven, ...]:
    """Give companions that follow no table, in this order, to tables of the plan that have none.

    Before there is a plan, the people who play now are counted. A companion that is not among
    `companions` has left the club, and no longer follows its table. If it followed the table in the current
    round, the table gets another companion only when the next round begins (`has_round_to_begin`): what the
    new one played earlier is not a result of the round that is over.
    """
    planned = (len(each.tables) for each in tournament.rounds)
    needed = max(planned, default=max(1, len(tournament.active) // SEATS))
    here = tuple(companions)
    used = set(tournament.companions.values())
    free = [one for one in here if one not in used]
    current = None if has_round_to_begin else tournament.current
    waiting = {table for table, mine in current.companions.items() if mine} if current else set()
    empty = [
        table
        for table in range(1, needed + 1)
        if tournament.companions.get(table) not in here and table not in waiting
    ]
    return tuple(TableGiven(table, one) for table, one in zip(empty, free, strict=False))
