"""Finds which game of which companion belongs to a table in a round.

Games of one companion are numbered in the order in which they began; each round says which of them belong to
the rounds before it. A wall clock decides nothing: that of a table may be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.tournament.state import Round, Tournament, same_name
from companion.tournament.table_games import TableGame

__all__ = ["game_of", "games_in", "newest_before", "tables_of"]


def games_in(
    tournament: Tournament, games: Iterable[TableGame], number: int, table: int
) -> tuple[TableGame, ...]:
    """The games that may belong to a table in a round: its present companion's last, each one's oldest first.

    Where a hand has ended in one of them, those without any are left out; else only the last is given. A game
    that may belong to several tables is given for each of them (`tables_of`).
    """
    where = tournament.rounds[number - 1]
    known = tuple(games)
    if table in where.chosen:
        return tuple(one for one in known if (one.companion, one.number) == where.chosen[table])
    following = tournament.rounds[number] if number < tournament.begun else None
    following_it = where.companions.get(table, ())
    found = [
        game
        for game in known
        if game.companion in following_it
        and _is_within(game, where, following)
        and table in tables_of(tournament, game, number)
    ]
    found.sort(key=lambda game: (following_it.index(game.companion), game.number))
    return tuple(game for game in found if game.hands) or tuple(found[-1:])


def tables_of(tournament: Tournament, game: TableGame, number: int) -> frozenset[int]:
    """The tables to which a game of a round may belong: several where nobody can say which.

    A companion that was given another table has followed both in the round. Then the organiser's choice
    decides, else the people: the game is that of the table where most of them are planned.
    """
    where = tournament.rounds[number - 1]
    chosen = {table for table, one in where.chosen.items() if one == (game.companion, game.number)}
    followed = {table for table, mine in where.companions.items() if game.companion in mine}
    open_to = frozenset(chosen or followed - {*where.chosen, *where.typed})
    if len(open_to) < 2:
        return open_to
    names = {same_name(name) for name in game.name_at}
    here = {
        table: sum(same_name(tournament.name(player)) in names for player in seats)
        for table, seats in enumerate(where.tables, 1)
        if table in open_to
    }
    return frozenset(table for table, people in here.items() if people == max(here.values()))


def _is_within(game: TableGame, where: Round, following: Round | None) -> bool:
    if game.number <= where.newest.get(game.companion, 0):
        return False
    return following is None or game.number <= following.newest.get(game.companion, game.number)


def game_of(
    tournament: Tournament, candidates: tuple[TableGame, ...], number: int, table: int
) -> TableGame | None:
    """The game that counts; None where there is none, or only the organiser can say which."""
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    planned = {
        same_name(tournament.name(player)) for player in tournament.rounds[number - 1].tables[table - 1]
    }
    finished = [game for game in candidates if game.is_finished]
    by_name = [game for game in candidates if {same_name(name) for name in game.name_at} == planned]
    both = [game for game in finished if game in by_name]
    for chosen in (both, finished, by_name):
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            return None
    return None


def newest_before(tournament: Tournament, games: Iterable[TableGame]) -> tuple[tuple[str, int], ...]:
    """For each companion, the newest game that does not belong to a round that begins now.

    A table may deal before the organiser starts the round: that game has not ended, while its game of the
    round before has. A table that is late still plays the round before.
    """
    current = tournament.current
    last: dict[str, int] = {}
    by_companion: dict[str, list[TableGame]] = {}
    for game in games:
        by_companion.setdefault(game.companion, []).append(game)
    for companion, mine in sorted(by_companion.items()):
        before = current.newest.get(companion, 0) if current else 0
        finished = [game.number for game in mine if game.is_finished and game.number > before]
        begun = [game.number for game in mine if game.number > before and current is not None and game.hands]
        last[companion] = max(finished or begun, default=before)
    return tuple(last.items())
