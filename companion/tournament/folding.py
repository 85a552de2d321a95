"""Applies a change to a tournament, or refuses an impossible one with one sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from companion.errors import CompanionError
from companion.person_names import is_shown
from companion.player_clock import PlayerClockSet
from companion.riichi.ruleset import TimeLimit
from companion.tournament import changes
from companion.tournament.changes import Change, Undone
from companion.tournament.clock import RoundClock
from companion.tournament.penalty_kind import PenaltyKind, kinds_of
from companion.tournament.seated import swapped, why_not_seated
from companion.tournament.state import SEATS, Player, Round, Tournament

__all__ = ["ChangeRefused", "changed"]

MOST_PLAYERS: Final = 2_000
MOST_ROUNDS: Final = 40
MOST_TABLES: Final = MOST_PLAYERS // SEATS
_MOST_MINUTES: Final = 24 * 60
_LONGEST: Final = 60
_MOST_POINTS: Final = 1_000_000


class ChangeRefused(CompanionError, ValueError):
    """The change is impossible; the sentence says why. Nothing was changed."""


def changed(tournament: Tournament, change: Change) -> Tournament:
    """The tournament after one change. Raises ChangeRefused."""
    if isinstance(change, Undone):
        raise ChangeRefused("an undo counts only in a list of changes, not by itself")
    return _CHANGES[type(change)](tournament, change)


def _title(tournament: Tournament, change: changes.TitleSet) -> Tournament:
    return replace(tournament, title=_word(change.title, "a title"))


def _rules(tournament: Tournament, change: changes.RulesSet) -> Tournament:
    _require(change.rules.players == SEATS, "a tournament needs rules for four players")
    _require(not tournament.begun, "the rules cannot change: a round has begun")
    return replace(tournament, rules=change.rules, tie_break=change.tie_break)


def _length(tournament: Tournament, change: changes.LengthSet) -> Tournament:
    _require(1 <= change.rounds <= MOST_ROUNDS, f"a tournament has 1 to {MOST_ROUNDS} rounds")
    _require(change.rounds >= tournament.begun, f"round {tournament.begun} has begun already")
    return replace(tournament, length=change.rounds, rounds=tournament.rounds[: change.rounds])


def _time(tournament: Tournament, change: changes.TimeSet) -> Tournament:
    _require(0 <= change.minutes <= _MOST_MINUTES, f"a round lasts at most {_MOST_MINUTES} minutes")
    has_limit = change.then is not TimeLimit.NONE
    _require(has_limit == bool(change.minutes), "say minutes and what is played after them, or neither")
    return replace(tournament, minutes=change.minutes, then=change.then)


def _player_clock(tournament: Tournament, change: PlayerClockSet) -> Tournament:
    return replace(tournament, clock=change.clock)


def _added(tournament: Tournament, change: changes.PlayersAdded) -> Tournament:
    _require(bool(change.players), "say who takes part")
    known = list(tournament.players)
    taken = {one.name.casefold() for one in known}
    for entrant in change.players:
        name = _word(entrant.name, "a player's name")
        # Names that only look alike are refused where they come in: old files may have them.
        _require(name.casefold() not in taken, f"{name!r} is entered already")
        taken.add(name.casefold())
        team = _word(entrant.team, "a team's name") if entrant.team else ""
        known.append(Player(len(known) + 1, name, team, entrant.is_substitute))
    _require(len(known) <= MOST_PLAYERS, f"more than {MOST_PLAYERS} players are not possible")
    return _to_seat(replace(tournament, players=tuple(known)))


def _renamed(tournament: Tournament, change: changes.PlayerRenamed) -> Tournament:
    name = _word(change.name, "a player's name")
    taken = {one.name.casefold() for one in tournament.players if one.number != change.player}
    _require(name.casefold() not in taken, f"another player is called {name!r}")
    before = tournament.with_earlier_name(_player(tournament, change.player))
    return _with_player(before, change.player, name=name)


def _team(tournament: Tournament, change: changes.TeamSet) -> Tournament:
    team = _word(change.team, "a team's name") if change.team else ""
    return _with_player(tournament, change.player, team=team)


def _fixed(tournament: Tournament, change: changes.PlayerFixed) -> Tournament:
    _require(0 <= change.table <= MOST_TABLES, "tables are counted from 1; 0 is any table")
    there = (one for one in tournament.players if one.table == change.table and not one.is_away)
    others = sum(one.number != change.player for one in there)
    _require(not change.table or others < SEATS, f"four others always sit at table {change.table}")
    return _to_seat(_with_player(tournament, change.player, table=change.table))


def _left(tournament: Tournament, change: changes.PlayerLeft) -> Tournament:
    return _away(tournament, change.player, is_away=True)


def _returned(tournament: Tournament, change: changes.PlayerReturned) -> Tournament:
    return _away(tournament, change.player, is_away=False)


def _away(tournament: Tournament, number: int, *, is_away: bool) -> Tournament:
    player = _player(tournament, number)
    told = "has left already" if is_away else "has not left"
    _require(player.is_away != is_away, f"{player.name} {told}")
    return _to_seat(_with_player(tournament, number, is_away=is_away))


def _table(tournament: Tournament, change: changes.TableGiven) -> Tournament:
    _require(1 <= change.table <= MOST_TABLES, "tables are counted from 1")
    others = {table: one for table, one in tournament.companions.items() if one != change.companion}
    others.pop(change.table, None)
    mine = {change.table: change.companion} if change.companion else {}
    given = replace(tournament, companions=dict(sorted({**others, **mine}.items())))
    current = tournament.current
    if current is None or change.table > len(current.tables) or not change.companion:
        return given
    # In the middle of a round another machine may follow the table: then a game of either may count.
    before = tuple(one for one in current.companions.get(change.table, ()) if one != change.companion)
    follow = {**current.companions, change.table: (*before, change.companion)}
    return _with_round(given, tournament.begun, replace(current, companions=follow))


def _spare(tournament: Tournament, change: changes.SpareTookOver) -> Tournament:
    was, now = change.companion, change.spare
    if not tournament.has_companion(was):
        return tournament  # a host has since taken back that it was given a table
    _require(bool(now) and not tournament.has_companion(now), "the spare follows a table already")
    follow = {table: now if one == was else one for table, one in tournament.companions.items()}
    rounds = tuple(_with_spare(each, was, now) for each in tournament.rounds)
    return replace(tournament, companions=follow, rounds=rounds)


def _with_spare(each: Round, was: str, now: str) -> Round:
    """The round with the spare in a companion's place: what was said of its games applies to the spare's."""
    follow = {
        table: tuple(now if one == was else one for one in mine) for table, mine in each.companions.items()
    }
    newest = {**each.newest, **({now: each.newest[was]} if was in each.newest else {})}
    chosen = {table: (now if one == was else one, game) for table, (one, game) in each.chosen.items()}
    return replace(each, companions=follow, newest=newest, chosen=chosen)


def _started(tournament: Tournament, change: changes.RoundStarted) -> Tournament:
    due = tournament.begun + 1
    _require(change.round == due, f"round {due} is the next that can begin")
    _require(tournament.length >= due, "every round has begun")
    _require(len(tournament.rounds) >= due, f"nobody is seated in round {due}: plan it first")
    clock = RoundClock(change.at, tournament.minutes, tournament.then)
    follow = {table: (one,) for table, one in tournament.companions.items()}
    begun = replace(tournament.rounds[due - 1], clock=clock, companions=follow, newest=dict(change.newest))
    return _with_round(tournament, due, begun)


def _paused(tournament: Tournament, change: changes.ClockPaused) -> Tournament:
    clock = _clock(tournament)
    _require(clock.is_running, "the clock stands still already")
    return _with_clock(tournament, clock.paused(change.at))


def _resumed(tournament: Tournament, change: changes.ClockResumed) -> Tournament:
    clock = _clock(tournament)
    _require(not clock.is_running, "the clock runs already")
    return _with_clock(tournament, clock.resumed(change.at))


def _time_given(tournament: Tournament, change: changes.TimeGiven) -> Tournament:
    clock = _clock(tournament)
    _require(bool(clock.minutes), "this round has no time limit")
    _require(0 < abs(change.minutes) <= _MOST_MINUTES, "say by how many minutes")
    tables = len(tournament.rounds[tournament.begun - 1].tables)
    _require(0 <= change.table <= tables, f"this round has tables 1 to {tables}")
    return _with_clock(tournament, clock.given(change.table, change.minutes))


def _swap(tournament: Tournament, change: changes.PlayersSwapped) -> Tournament:
    where = _round(tournament, change.round)
    one, other = (_player(tournament, number) for number in (change.one, change.other))
    _require(one != other, "say two different players")
    seats = swapped(where, one.number, other.number)
    if seats is None:
        raise ChangeRefused(f"neither {one.name} nor {other.name} sits at a table in round {change.round}")
    return _with_round(tournament, change.round, seats)


def _penalty(tournament: Tournament, change: changes.PenaltyGiven) -> Tournament:
    _player(tournament, change.player)
    known = kinds_of(tournament.rules)
    _require(change.kind in known, f"by these rules a penalty is one of: {', '.join(known)}")
    least = 1 if change.kind is PenaltyKind.POINTS else 0
    _require(least <= change.points <= _MOST_POINTS, f"a penalty is {least} to {_MOST_POINTS:,} points")
    _require(0 <= change.round <= tournament.length, f"there is no round {change.round}")
    reason = _word(change.reason, "a reason") if change.reason else ""
    # What is given after a cut counts after it, and is therefore taken whole, whichever round it is for.
    counts_from = max(change.round, tournament.cut.after + 1) if tournament.cut else change.round
    given = replace(change, reason=reason, round=counts_from)
    return replace(tournament, penalties=(*tournament.penalties, given))


def _game(tournament: Tournament, change: changes.GameChosen) -> Tournament:
    where = _begun_table(tournament, change.round, change.table)
    _require(bool(change.companion) and change.game >= 1, "say a companion and one of its games")
    chosen = {**where.chosen, change.table: (change.companion, change.game)}
    typed = {table: points for table, points in where.typed.items() if table != change.table}
    return _with_round(tournament, change.round, replace(where, chosen=chosen, typed=typed))


def _result(tournament: Tournament, change: changes.ResultTyped) -> Tournament:
    where = _begun_table(tournament, change.round, change.table)
    _require(all(abs(one) <= _MOST_POINTS for one in change.points), "these are not points of a game")
    _require(not any(one % 100 for one in change.points), "points are multiples of 100")
    total, due = sum(change.points), tournament.rules.start_points * SEATS
    # Sticks that nobody won may be missing; whether the rules let them lie is not checked.
    _require(due - 50_000 <= total <= due, f"the points add up to {total:,}, not {due:,}")
    # A chosen game stays that of the table, and becomes that of no other.
    typed = {**where.typed, change.table: change.points}
    return _with_round(tournament, change.round, replace(where, typed=typed))


def _cut(tournament: Tournament, change: changes.CutMade) -> Tournament:
    _require(tournament.cut is None, "there was a cut already: undo it first")
    _require(
        change.after == tournament.begun, f"a cut is made after round {tournament.begun}, the last that began"
    )
    _require(change.after >= 1, "no round was played yet")
    _require(0 <= change.carried <= 100, "0 to 100 percent of a total can be carried")
    names = [_player(tournament, number) for number in change.players]
    _require(len(set(change.players)) == len(names), "a player is named twice")
    _require(len(names) >= SEATS and len(names) % SEATS == 0, "four players go on, or eight, or twelve …")
    is_out = any(one.is_away or one.is_substitute for one in names)
    _require(not is_out, "those who left and substitutes cannot go on")
    return _to_seat(tournament.with_cut(change))


def _seated(tournament: Tournament, change: changes.RoundsSeated) -> Tournament:
    first = change.first
    _require(first > tournament.begun, f"round {first} has begun: its seats stay, unless two people swap")
    _require(
        first <= len(tournament.rounds) + 1, f"round {len(tournament.rounds) + 1} has to be seated first"
    )
    _require(bool(change.rounds), "say who sits where")
    _require(
        first + len(change.rounds) - 1 <= tournament.length, f"the last round is round {tournament.length}"
    )
    for number, tables in enumerate(change.rounds, first):
        if complaint := why_not_seated(tournament, tables):
            raise ChangeRefused(f"round {number}: {complaint}")
    planned = tuple(Round(tables) for tables in change.rounds)
    return replace(tournament, rounds=(*tournament.rounds[: first - 1], *planned), former=())


def _to_seat(tournament: Tournament) -> Tournament:
    """Drop the seats of rounds that have not begun: they may no longer fit, and need a new plan."""
    dropped = tuple(each.tables for each in tournament.rounds[tournament.begun :])
    return replace(
        tournament, rounds=tournament.rounds[: tournament.begun], former=dropped or tournament.former
    )


def _player(tournament: Tournament, number: int) -> Player:
    found = tournament.player(number)
    if found is None:
        raise ChangeRefused(f"there is no player {number}")
    return found


def _with_player(tournament: Tournament, number: int, **change: Any) -> Tournament:
    was = _player(tournament, number)
    players = (replace(one, **change) if one is was else one for one in tournament.players)
    return replace(tournament, players=tuple(players))


def _round(tournament: Tournament, number: int) -> Round:
    _require(1 <= number <= len(tournament.rounds), f"nobody is seated in round {number}")
    return tournament.rounds[number - 1]


def _begun_table(tournament: Tournament, number: int, table: int) -> Round:
    where = _round(tournament, number)
    _require(where.has_begun, f"round {number} has not begun")
    _require(1 <= table <= len(where.tables), f"round {number} has tables 1 to {len(where.tables)}")
    return where


def _with_round(tournament: Tournament, number: int, new: Round) -> Tournament:
    rounds = (*tournament.rounds[: number - 1], new, *tournament.rounds[number:])
    return replace(tournament, rounds=rounds)


def _clock(tournament: Tournament) -> RoundClock:
    current = tournament.current
    if current is None or current.clock is None:
        raise ChangeRefused("no round has begun")
    return current.clock


def _with_clock(tournament: Tournament, clock: RoundClock) -> Tournament:
    number = tournament.begun
    return _with_round(tournament, number, replace(tournament.rounds[number - 1], clock=clock))


def _word(text: str, what: str) -> str:
    told = " ".join(text.split())
    _require(
        bool(told) and len(told) <= _LONGEST, f"{what} must be one line of at most {_LONGEST} characters"
    )
    _require(all(map(is_shown, told)), f"{what} has characters that cannot be shown")
    return told


def _require(condition: bool, otherwise: str) -> None:
    if not condition:
        raise ChangeRefused(otherwise)


_CHANGES: Final[dict[type[Any], Callable[[Tournament, Any], Tournament]]] = {
    changes.TitleSet: _title,
    changes.RulesSet: _rules,
    changes.LengthSet: _length,
    changes.TimeSet: _time,
    PlayerClockSet: _player_clock,
    changes.PlayersAdded: _added,
    changes.PlayerRenamed: _renamed,
    changes.TeamSet: _team,
    changes.PlayerFixed: _fixed,
    changes.PlayerLeft: _left,
    changes.PlayerReturned: _returned,
    changes.TableGiven: _table,
    changes.SpareTookOver: _spare,
    changes.RoundsSeated: _seated,
    changes.RoundStarted: _started,
    changes.ClockPaused: _paused,
    changes.ClockResumed: _resumed,
    changes.TimeGiven: _time_given,
    changes.PlayersSwapped: _swap,
    changes.PenaltyGiven: _penalty,
    changes.GameChosen: _game,
    changes.ResultTyped: _result,
    changes.CutMade: _cut,
}
