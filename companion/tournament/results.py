"""The result of each table in each round, and what is doubtful about it.

Points come from the games of the tables, uma and oka from the rules of the tournament; the rules core counts
both. A score belongs to the person whom the organiser has named for the seat, else to the one whom the table
names, else to the one who is planned there. Points that the organiser has typed go to the person whom the
organiser has named, else to the planned one. A score whose owner nobody knows counts for nobody.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from companion.person_names import same_name
from companion.riichi.final_score import FinalScore, final_scores
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.checking import asked_about_leavers, without_doubles
from companion.tournament.doubts import Doubt, DoubtKind
from companion.tournament.matching import Games, by_companion, game_of, games_in, rounds_open_to, tables_of
from companion.tournament.state import SEATS, Player, Round, Tournament
from companion.tournament.table_games import TableGame
from companion.tournament.table_results import ResultState, SeatResult, TableResult

__all__ = ["ResultState", "SeatResult", "TableResult", "results_of"]

SCORING: Final = (
    *("uma", "uma_by_winners", "return_points", "oka", "ties", "score_rounding", "sticks_left"),
    *("chombo_points", "chip_points", "bust_points", "yakitori_points"),
)
"""The rules that the tournament decides, whatever a table plays by: how points become a score."""


def results_of(tournament: Tournament, games: Iterable[TableGame]) -> tuple[TableResult, ...]:
    """Every table of every round that has begun, in order."""
    found: list[TableResult] = []
    known = _Known.of(tournament, games)
    for number, where in enumerate(tournament.rounds[: tournament.begun], 1):
        tables = [_table(known, number, table) for table in range(1, len(where.tables) + 1)]
        found += without_doubles(tables)
    return asked_about_leavers(tournament, found)


@dataclass(frozen=True, slots=True)
class _Known:
    """What is looked up again and again while the tables are counted, gathered once."""

    tournament: Tournament
    games: Games
    players: dict[str, Player]
    """The players, as `Tournament.by_name_ever` has them."""

    @classmethod
    def of(cls, tournament: Tournament, games: Iterable[TableGame]) -> _Known:
        return cls(tournament, by_companion(games), tournament.by_name_ever)


def _table(known: _Known, number: int, table: int) -> TableResult:
    tournament = known.tournament
    where = tournament.rounds[number - 1]
    if table in where.typed:
        return _typed(known, number, table, where.typed[table])
    candidates = games_in(tournament, known.games, number, table)
    if rounds := _several_rounds(tournament, candidates):
        told = " or ".join(f"round {one}" for one in rounds)
        sentence = f"what table {table} has played may belong to {told}: say in which round each game counts"
        games = tuple((one.companion, one.number) for one in candidates)
        return _unclear(number, table, DoubtKind.SEVERAL_ROUNDS, sentence, games)
    game = game_of(tournament, candidates, number, table)
    if game is None and len(candidates) > 1:
        told = " and ".join(f"game {one.number}" for one in candidates)
        sentence = f"table {table} has {told} in round {number}: say which counts"
        games = tuple((one.companion, one.number) for one in candidates)
        return _unclear(number, table, DoubtKind.SEVERAL_GAMES, sentence, games)
    if game is None:
        doubts = (
            ()
            if where.companions.get(table)
            else (
                Doubt(
                    DoubtKind.NO_COMPANION,
                    number,
                    table,
                    f"no companion follows table {table}: type its points",
                ),
            )
        )
        return TableResult(number, table, ResultState.WAITING, doubts=doubts)
    if len(tables := tables_of(tournament, known.games, game, number)) > 1:
        told = " or ".join(f"table {one}" for one in sorted(tables))
        sentence = f"game {game.number} in round {number} may be that of {told}: say where it counts"
        games = ((game.companion, game.number),)
        return _unclear(number, table, DoubtKind.SEVERAL_TABLES, sentence, games)
    return _played(known, number, table, game)


def _several_rounds(tournament: Tournament, candidates: tuple[TableGame, ...]) -> list[int]:
    """The rounds to which one of these games may belong, where nobody can say to which."""
    open_to = [rounds_open_to(tournament, one) for one in candidates if one.hands]
    return sorted({number for rounds in open_to if len(rounds) > 1 for number in rounds})


def _played(known: _Known, number: int, table: int, game: TableGame) -> TableResult:
    tournament = known.tournament
    rules, played = tournament.rules, game.hanchan.rules
    # This comes first: nobody knows with which points an unreadable game began.
    if game.failure and not game.is_finished:
        sentence = f"the game at table {table} cannot be followed: {game.failure}"
        return _unclear(number, table, DoubtKind.BROKEN, sentence)
    if (played.players, played.start_points) != (SEATS, rules.start_points):
        sentence = (
            f"table {table} plays with {played.players} players and {played.start_points:,} points each, "
            f"and the tournament with {SEATS} and {rules.start_points:,}"
        )
        return _unclear(number, table, DoubtKind.OTHER_POINTS, sentence)
    doubts: list[Doubt] = []
    if not _same_rules(played, rules):
        sentence = f"table {table} plays by {played.name}, and the tournament by {rules.name}"
        doubts.append(Doubt(DoubtKind.OTHER_RULES, number, table, sentence))
    people = [_person(known, number, table, game, seat) for seat in range(SEATS)]
    doubts += _of_people(tournament, number, table, people)
    identity = (game.companion, game.number)
    if not game.hands:
        return TableResult(number, table, ResultState.WAITING, doubts=tuple(doubts), game=identity)
    state = ResultState.FINISHED if game.is_finished else ResultState.RUNNING
    seats = _seats(people, _scored(game.hanchan, rules))
    return TableResult(number, table, state, seats, game.hands, tuple(doubts), identity)


def _typed(known: _Known, number: int, table: int, points: tuple[int, ...]) -> TableResult:
    tournament = known.tournament
    planned = tournament.rounds[number - 1].tables[table - 1]
    settled = tournament.rounds[number - 1].settled
    told = [(table, seat) in settled for seat in range(SEATS)]
    people = [
        _Person(one, tournament.name(one), is_by_plan=not is_settled, is_settled=is_settled)
        for one, is_settled in zip(planned, told, strict=True)
    ]
    hanchan = replace(begin(tournament.rules), points=points, next_deal=None)
    typed = TableResult(number, table, ResultState.TYPED, _seats(people, final_scores(hanchan)))
    played = _table(_without_typed(known, number, table), number, table)
    if played.state is not ResultState.FINISHED or played.game is None or _agree(typed, played):
        return typed
    sentence = (
        f"the points typed for table {table} are not those with which game {played.game[1]} ended there"
    )
    doubt = Doubt(DoubtKind.TYPED_OTHERWISE, number, table, sentence, games=(played.game,))
    return replace(typed, doubts=(doubt,))


def _without_typed(known: _Known, number: int, table: int) -> _Known:
    """The same, where nobody has typed the points of a table."""
    rounds = known.tournament.rounds
    where = rounds[number - 1]
    typed = {other: points for other, points in where.typed.items() if other != table}
    told = (*rounds[: number - 1], replace(where, typed=typed), *rounds[number:])
    return replace(known, tournament=replace(known.tournament, rounds=told))


def _agree(typed: TableResult, played: TableResult) -> bool:
    """Whether everybody has the same points in both; if they are of different people, in any order."""
    by_player = [{seat.player: seat.points for seat in one.seats} for one in (typed, played)]
    if by_player[0].keys() == by_player[1].keys():
        return by_player[0] == by_player[1]
    in_order = [sorted(seat.points for seat in one.seats) for one in (typed, played)]
    return in_order[0] == in_order[1]


def _unclear(
    number: int, table: int, kind: DoubtKind, sentence: str, games: tuple[tuple[str, int], ...] = ()
) -> TableResult:
    doubt = Doubt(kind, number, table, sentence, games=games)
    return TableResult(number, table, ResultState.UNCLEAR, doubts=(doubt,))


@lru_cache(64)
def _same_rules(one: RuleSet, other: RuleSet) -> bool:
    """Whether both play alike; names and sources do not matter, and time is the tournament's own."""

    def bare(rules: RuleSet) -> RuleSet:
        return replace(rules, name="", unverified=(), time_limit=TimeLimit.NONE)

    return bare(one) == bare(other)


def _scored(hanchan: Hanchan, rules: RuleSet) -> tuple[FinalScore, ...]:
    return final_scores(replace(hanchan, rules=_scoring_by(hanchan.rules, rules)))


@lru_cache(64)
def _scoring_by(played: RuleSet, rules: RuleSet) -> RuleSet:
    return replace(played, **{name: getattr(rules, name) for name in SCORING})


@dataclass(frozen=True, slots=True)
class _Person:
    """Who sits at a seat, as far as it is known."""

    player: int | None
    name: str
    is_by_plan: bool = False
    is_settled: bool = False


def _person(known: _Known, number: int, table: int, game: TableGame, seat: int) -> _Person:
    tournament = known.tournament
    where = tournament.rounds[number - 1]
    began_at = game.hanchan.sitting.at[seat]
    name = game.name_at[seat].strip()
    # People are numbered by the seat at which they began; somebody who came later has no seat in the plan.
    planned = where.tables[table - 1][began_at] if began_at < SEATS else None
    if planned is not None and _is_settled(where, table, game, began_at, tournament.known_as(planned)):
        return _Person(planned, tournament.name(planned), is_settled=True)
    if name:
        here = {} if game.is_anonymised else known.players
        found = here.get(name) or here.get(same_name(name))
        return _Person(found.number if found else None, found.name if found else name)
    if planned is not None:
        return _Person(planned, tournament.name(planned), is_by_plan=True)
    return _Person(None, "")


def _is_settled(where: Round, table: int, game: TableGame, began_at: int, planned: frozenset[str]) -> bool:
    """Whether the planned person sits at this seat because the organiser has said so.

    The organiser says who sits at this table. If the table names this person at another seat, of which the
    organiser has said nothing, people sit in another order than planned, and the table knows in which.
    """
    if (table, began_at) not in where.settled:
        return False
    if game.is_anonymised:
        return True
    others = zip(game.hanchan.sitting.at, game.name_at, strict=True)
    return not any(
        same_name(name) in planned and (table, other) not in where.settled for other, name in others
    )


def _of_people(tournament: Tournament, number: int, table: int, people: list[_Person]) -> list[Doubt]:
    planned = tournament.rounds[number - 1].tables[table - 1]
    here = {one.player for one in people}
    missing = [one for one in planned if one not in here]
    doubts: list[Doubt] = []
    for person in people:
        if person.player is None and person.name:
            sentence = f"{person.name} at table {table} does not take part: who is it?"
            doubts.append(Doubt(DoubtKind.UNKNOWN_NAME, number, table, sentence, name=person.name))
        elif person.player is not None and person.player not in planned:
            other = missing[0] if len(missing) == 1 else 0
            instead = f" instead of {tournament.name(other)}" if other else ""
            sentence = f"{person.name} sits at table {table}{instead}"
            doubts.append(Doubt(DoubtKind.WRONG_PEOPLE, number, table, sentence, person.player, other))
    return doubts


def _seats(people: list[_Person], scores: tuple[FinalScore, ...]) -> tuple[SeatResult, ...]:
    return tuple(
        SeatResult(
            one.seat,
            who.player,
            who.name,
            who.is_by_plan,
            one.points,
            one.place,
            one.score,
            who.is_settled,
        )
        for who, one in zip(people, scores, strict=True)
    )
