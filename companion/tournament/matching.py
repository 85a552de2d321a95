"""Finds which game of which companion belongs to a table in a round.

Games of one companion are numbered in the order in which they began; each round says which of them belong to
the rounds before it. A wall clock decides nothing: that of a table may be wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from companion.person_names import same_name
from companion.riichi.final_score import final_scores
from companion.tournament.state import Round, Tournament
from companion.tournament.table_games import TableGame

__all__ = [
    "Games",
    "by_companion",
    "game_of",
    "games_in",
    "newest_before",
    "rounds_open_to",
    "tables_of",
]


Games = Mapping[str, Sequence[TableGame]]
"""The games of each companion, the oldest first."""


def by_companion(games: Iterable[TableGame]) -> Games:
    """The games by the companions that followed them."""
    found: dict[str, list[TableGame]] = {}
    for game in games:
        found.setdefault(game.companion, []).append(game)
    return found


def games_in(tournament: Tournament, games: Games, number: int, table: int) -> tuple[TableGame, ...]:
    """The games that may belong to a table in a round.

    Those of the companions that followed it earlier come first, then those of its present one; of each
    companion, the oldest first.

    Where a hand has ended in one of them, those without any are left out; else only the last is given. A game
    that may belong to several tables is given for each of them (`tables_of`).
    """
    where = tournament.rounds[number - 1]
    if table in where.chosen:
        companion, chosen = where.chosen[table]
        return tuple(one for one in games.get(companion, ()) if one.number == chosen)
    found = [
        game
        for companion in where.companions.get(table, ())
        for game in _in_round(tournament, games, number, companion)
        if table in tables_of(tournament, games, game, number)
    ]
    return tuple(game for game in found if game.hands) or tuple(found[-1:])


def tables_of(tournament: Tournament, games: Games, game: TableGame, number: int) -> frozenset[int]:
    """The tables to which a game of a round may belong: several where nobody can say which.

    A companion that was given another table has followed both in the round. Then the organiser's choice
    decides, else the people: the game is that of the table where most of them are planned. If that table has
    typed points or another chosen game, this game counts nowhere. If it is its companion's only game in the
    round, it is not that of a table where another companion, which has followed no other table in the round,
    has finished a game.
    """
    where = tournament.rounds[number - 1]
    chosen = {table for table, one in where.chosen.items() if one == (game.companion, game.number)}
    followed = {table for table, mine in where.companions.items() if game.companion in mine}
    likely = _tables_of_people(tournament, game, number, chosen or followed)
    open_to = likely if chosen else likely - {*where.chosen, *where.typed}
    if len(open_to) < 2 or len(_in_round(tournament, games, number, game.companion)) > 1:
        return open_to  # with several games, it may have come over in the middle of the round
    done = {
        table
        for table in open_to
        for companion in _only_there(where, table) - {game.companion}
        if any(one.is_finished for one in _in_round(tournament, games, number, companion))
    }
    return open_to - done or open_to


def _tables_of_people(
    tournament: Tournament, game: TableGame, number: int, tables: set[int]
) -> frozenset[int]:
    """Those of the tables where most people of a game are planned in a round."""
    if len(tables) < 2:
        return frozenset(tables)
    names = {same_name(name) for name in game.name_at}
    here = {
        table: sum(not tournament.known_as(player).isdisjoint(names) for player in seats)
        for table, seats in enumerate(tournament.rounds[number - 1].tables, 1)
        if table in tables
    }
    return frozenset(table for table, people in here.items() if people == max(here.values()))


def _only_there(where: Round, table: int) -> set[str]:
    """The companions that have followed this table in a round, and no other one."""
    elsewhere = {one for other, mine in where.companions.items() if other != table for one in mine}
    return {*where.companions.get(table, ())} - elsewhere


def _in_round(tournament: Tournament, games: Games, number: int, companion: str) -> list[TableGame]:
    where = tournament.rounds[number - 1]
    last, chosen = where.newest.get(companion, 0), set(where.chosen.values())
    return [
        game
        for game in games.get(companion, ())
        if game.number > last
        and number in rounds_open_to(tournament, game)
        and (not game.is_imported or (game.companion, game.number) in chosen)
    ]


def rounds_open_to(tournament: Tournament, game: TableGame) -> tuple[int, ...]:
    """The rounds to which a game may belong: several where nobody can say; 0 if it began before the first.

    The organiser's choice decides, else its number. But the hub may have heard of no game of a companion
    during a round. A game of which it hears later belongs to that silent round if its people are planned
    there, and are not planned in the round in which the hub heard of it. If they are planned in several of
    these rounds, it is that of the one for which its points were typed; else it may be that of each, but for
    silent rounds that have their result or lie before an earlier game of the companion.
    """
    rounds = tournament.rounds[: tournament.begun]
    identity = (game.companion, game.number)
    newest = [each.newest.get(game.companion, 0) for each in rounds]
    heard_in = sum(last < game.number for last in newest)
    for number, each in enumerate(rounds, 1):
        if identity in each.chosen.values():
            return (number,)
    silent = [number for number in range(1, heard_in) if newest[number - 1] == newest[number]]
    tables = {number: _table_of(tournament, game, number) for number in (*silent, heard_in) if silent}
    planned = {number: table for number, table in tables.items() if table}
    silent = [number for number in silent if number in planned]
    if not silent:
        return (heard_in,)
    if len(planned) == 1:
        return tuple(silent)
    for number, table in planned.items():
        if _has_points(game, rounds[number - 1].typed.get(table, ())):
            return (number,)
    heard = (number for number in range(1, heard_in) if newest[number - 1] != newest[number])
    first = max((*heard, *_chosen_before(rounds, game)), default=0)
    closed = {
        number
        for number in silent
        if number < first or planned[number] in {*rounds[number - 1].typed, *rounds[number - 1].chosen}
    }
    return tuple(number for number in planned if number not in closed) or tuple(silent)[-1:]


def _chosen_before(rounds: Sequence[Round], game: TableGame) -> Iterator[int]:
    """The rounds for which the organiser has chosen games that the same companion began earlier."""
    for number, each in enumerate(rounds, 1):
        if any(one == game.companion and chosen < game.number for one, chosen in each.chosen.values()):
            yield number


def _table_of(tournament: Tournament, game: TableGame, number: int) -> int | None:
    """The table that the game's companion follows in a round and where the game's people are planned."""
    where = tournament.rounds[number - 1]
    now = {table: (one,) for table, one in tournament.companions.items()}
    follow = where.companions if where.has_begun else now
    names = {same_name(name) for name in game.name_at}
    return next(
        (
            table
            for table, seats in enumerate(where.tables, 1)
            if game.companion in follow.get(table, ()) and tournament.are_seated(names, seats)
        ),
        None,
    )


def _has_points(game: TableGame, typed: Sequence[int]) -> bool:
    """Whether somebody has typed what a finished game ended with, in whichever order."""
    told = final_scores(game.hanchan) if typed and game.is_finished else ()
    return bool(told) and sorted(typed) == sorted(one.points for one in told)


def game_of(
    tournament: Tournament, candidates: tuple[TableGame, ...], number: int, table: int
) -> TableGame | None:
    """The game that counts; None where there is none, or only the organiser can say which."""
    if len(candidates) < 2:
        return candidates[0] if candidates else None
    seats = tournament.rounds[number - 1].tables[table - 1]
    finished = [game for game in candidates if game.is_finished]
    by_name = [game for game in candidates if tournament.are_seated(set(map(same_name, game.name_at)), seats)]
    both = [game for game in finished if game in by_name]
    for chosen in (both, finished, by_name):
        if len(chosen) == 1:
            return chosen[0]
        if chosen:
            return None
    return None


def newest_before(
    tournament: Tournament, games: Iterable[TableGame], former: Tournament | None = None
) -> tuple[tuple[str, int], ...]:
    """For each companion, the newest game that does not belong to a round that begins now.

    A table may deal before the organiser starts the round: that game has not ended, while its game of the
    round before has; or its people are those of the new round, and not of the one before. A table that is
    late still plays the round before. `former` is the tournament before this one: its last round is the one
    before the first.
    """
    last: dict[str, int] = {}
    known = by_companion(game for game in games if not game.is_imported)
    for companion, mine in sorted(known.items()):
        if tournament.current is None:
            ended = [game for game in mine if game.is_finished]
            before = [*ended, *_left_open(former, tournament, known, companion)]
            newest = 0
        else:
            here = _before_next(tournament, known, companion)
            before = [game for game in here if game.is_finished] or [game for game in here if game.hands]
            newest = tournament.current.newest.get(companion, 0)
        last[companion] = max((game.number for game in before), default=newest)
    return tuple(last.items())


def _left_open(
    former: Tournament | None, tournament: Tournament, games: Games, companion: str
) -> list[TableGame]:
    """The game that counts in the last round of the evening before although nobody has closed it.

    There is at most one: a table that plays another one plays for the evening that begins now. If the evening
    before was broken off and people have the same places in the new one, they may be playing for the new one.
    """
    if former is None or former.current is None:
        return []
    here = [
        game
        for table, mine in former.current.companions.items()
        if companion in mine and table not in former.current.typed
        for game in games_in(former, games, former.begun, table)
        if game.companion == companion
    ]
    if any(game.is_finished for game in here):
        return []
    is_broken_off = former.begun < former.length
    return [
        game for game in here[:1] if game.hands and not (is_broken_off and _is_for_next(tournament, game))
    ]


def _before_next(tournament: Tournament, games: Games, companion: str) -> list[TableGame]:
    """A companion's games of the current round before the first that people already play for the next one."""
    here = _in_round(tournament, games, tournament.begun, companion)
    early = (
        game.number
        for game in here
        if _is_for_next(tournament, game) and _table_of(tournament, game, tournament.begun) is None
    )
    first = next(early, None)
    return [game for game in here if first is None or game.number < first]


def _is_for_next(tournament: Tournament, game: TableGame) -> bool:
    """Whether the people of a game are planned at its table in the next round."""
    following = tournament.begun + 1
    return following <= len(tournament.rounds) and _table_of(tournament, game, following) is not None
