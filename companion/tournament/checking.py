"""What is doubtful about results although each table by itself is clear: who sits twice, and who has left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from companion.tournament.doubts import Doubt, DoubtKind
from companion.tournament.state import Tournament
from companion.tournament.table_results import ResultState, TableResult

__all__ = ["asked_about_leavers", "without_doubles"]


def asked_about_leavers(tournament: Tournament, results: Iterable[TableResult]) -> tuple[TableResult, ...]:
    """The results, with a doubt for everybody who has left while their table plays the current round.

    A score goes to whoever sits at the end, so the organiser is asked who that is.
    """
    return tuple(_with_leavers(tournament, one) if one.round == tournament.begun else one for one in results)


def _with_leavers(tournament: Tournament, result: TableResult) -> TableResult:
    if result.is_final or result.state is ResultState.UNCLEAR:
        return result
    planned = tournament.rounds[result.round - 1].tables[result.table - 1]
    here = [one.player for one in result.seats] or list(planned)
    replaced = {one.other for one in result.doubts}
    doubts = [
        Doubt(
            DoubtKind.HAS_LEFT,
            result.round,
            result.table,
            f"{one.name} has left, and table {result.table} has not finished: swap in whoever plays on "
            f"there; if nobody does, type its points, which then count for {one.name}",
            one.number,
        )
        for one in tournament.players
        if one.is_away and one.number in here and one.number not in replaced
    ]
    return replace(result, doubts=(*result.doubts, *doubts))


def without_doubles(tables: list[TableResult]) -> list[TableResult]:
    """A person found at two places in a round counts at neither, except where the organiser named them."""
    times = Counter(seat.player for one in tables for seat in one.seats if seat.player is not None)
    twice = {player for player, count in times.items() if count > 1}
    if not twice:
        return tables
    return [_without(one, twice) for one in tables]


def _without(result: TableResult, twice: set[int]) -> TableResult:
    seats, doubts = list(result.seats), list(result.doubts)
    for at, seat in enumerate(seats):
        if seat.player in twice and not seat.is_settled:
            seats[at] = replace(seat, player=None)
            sentence = f"{seat.name} seems to sit at two places in round {result.round}"
            doubts.append(Doubt(DoubtKind.TWICE, result.round, result.table, sentence, seat.player or 0))
    return replace(result, seats=tuple(seats), doubts=tuple(doubts))
