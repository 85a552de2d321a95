"""Standings: sums of scores by person and by team, less penalties, with what a cut carries over. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.tournament.changes import TieBreak
from companion.tournament.results import ResultState, SeatResult, TableResult
from companion.tournament.state import SEATS, Player, Tournament

__all__ = ["Standing", "Standings", "TeamStanding", "standings_of"]


_Mine = tuple[TableResult, SeatResult]
"""One player's part of one round."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place."""

    place: int
    """Players whom the tie-break leaves equal share a place, as in 1, 2, 2, 4; 0: a substitute."""
    player: int
    name: str
    team: str
    total: float
    """In thousands, with penalties taken off."""
    rounds: tuple[float | None, ...]
    """By round that has begun: the score; None where there is none yet, or the player did not play."""
    places: tuple[int, ...]
    """How many times first, second, third and last in games that have ended."""
    penalty: float
    """What the organiser's penalties took, in thousands; those of the table are in the scores.

    A penalty for a round after the next one is not counted yet.
    """
    carried: float | None
    """What a cut left of the total before it; None where there was no cut, or the player did not go on."""
    is_provisional: bool
    """A game of this player is still being played: its score is the one after the last hand."""
    is_away: bool
    is_in_final: bool = True
    """Whether the player goes on after the cut; True where there was none."""


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One team's place: the sum of its players' totals, without substitutes."""

    place: int
    team: str
    total: float
    players: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """All places at one moment."""

    revision: int
    """The revision of the tournament."""
    begun: int
    length: int
    is_complete: bool
    """Every table of every round that has begun has ended, and every score belongs to somebody."""
    players: tuple[Standing, ...]
    """The first place first; those whom a cut left out come after those who went on."""
    substitutes: tuple[Standing, ...]
    teams: tuple[TeamStanding, ...]


def standings_of(tournament: Tournament, results: Iterable[TableResult]) -> Standings:
    """The standings, with games that are still being played as they stand after their last hand."""
    known = tuple(results)
    mine: dict[int, dict[int, _Mine]] = {}
    for result in known:
        for seat in result.seats:
            if seat.player is not None:
                mine.setdefault(seat.player, {})[result.round] = (result, seat)
    rows = [_standing(tournament, one, mine.get(one.number, {})) for one in tournament.players]
    players = _placed(tournament, [row for row in rows if not _is_substitute(tournament, row)])
    substitutes = [row for row in rows if _is_substitute(tournament, row) and any(_played(row))]
    is_complete = bool(known) and all(
        one.is_final and all(seat.player is not None for seat in one.seats) for one in known
    )
    return Standings(
        tournament.revision,
        tournament.begun,
        tournament.length,
        is_complete,
        players,
        tuple(sorted(substitutes, key=lambda row: (-row.total, row.name))),
        _teams(players),
    )


def _played(row: Standing) -> Iterable[bool]:
    return (score is not None for score in row.rounds)


def _is_substitute(tournament: Tournament, row: Standing) -> bool:
    found = tournament.player(row.player)
    return found is not None and found.is_substitute


def _standing(tournament: Tournament, player: Player, mine: dict[int, _Mine]) -> Standing:
    scores = tuple(
        mine[number][1].score if number in mine else None for number in range(1, tournament.begun + 1)
    )
    finished = [seat.place for result, seat in mine.values() if result.is_final]
    is_in_final = tournament.cut is None or player.number in tournament.cut.players
    total, carried = _total(tournament, player.number, scores)
    return Standing(
        place=0,
        player=player.number,
        name=player.name,
        team=player.team,
        total=total,
        rounds=scores,
        places=tuple(finished.count(place) for place in range(1, SEATS + 1)),
        penalty=_penalties(tournament, player.number, 0, len(scores) + 1),
        carried=carried if is_in_final else None,
        is_provisional=any(result.state is ResultState.RUNNING for result, _ in mine.values()),
        is_away=player.is_away,
        is_in_final=is_in_final,
    )


def _total(
    tournament: Tournament, player: int, scores: tuple[float | None, ...]
) -> tuple[float, float | None]:
    """The total, and what of it was carried over a cut."""
    cut = tournament.cut
    if cut is None or player not in cut.players:
        # Somebody who did not go on may still have played for one who did.
        return round(_sum(scores) - _penalties(tournament, player, 0, len(scores) + 1), 1), None
    before = _sum(scores[: cut.after]) - _penalties(tournament, player, 0, cut.after)
    carried = round(before * cut.carried / 100, 1)
    after = _sum(scores[cut.after :]) - _penalties(tournament, player, cut.after + 1, len(scores) + 1)
    return round(carried + after, 1), carried


def _sum(scores: Iterable[float | None]) -> float:
    return round(sum(score or 0.0 for score in scores), 1)


def _penalties(tournament: Tournament, player: int, first: int, last: int) -> float:
    """In thousands, from round `first` to `last`, both included; 0 is before all rounds."""
    points = sum(
        one.points for one in tournament.penalties if one.player == player and first <= one.round <= last
    )
    return round(points / 1_000, 1)


def _placed(tournament: Tournament, rows: list[Standing]) -> tuple[Standing, ...]:
    def key(row: Standing) -> tuple[object, ...]:
        places = tuple(-times for times in row.places) if tournament.tie_break is TieBreak.PLACES else ()
        return (not row.is_in_final, -row.total, places)

    ordered = sorted(rows, key=lambda row: (key(row), row.name))
    return tuple(
        replace(row, place=1 + next(at for at, other in enumerate(ordered) if key(other) == key(row)))
        for row in ordered
    )


def _teams(players: tuple[Standing, ...]) -> tuple[TeamStanding, ...]:
    by_team: dict[str, list[Standing]] = {}
    for row in players:
        if row.team:
            by_team.setdefault(row.team, []).append(row)
    rows = [
        TeamStanding(0, team, round(sum(row.total for row in mine), 1), tuple(row.player for row in mine))
        for team, mine in by_team.items()
    ]
    ordered = sorted(rows, key=lambda row: (-row.total, row.team))
    return tuple(replace(row, place=1 + sum(other.total > row.total for other in rows)) for row in ordered)
