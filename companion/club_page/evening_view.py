"""The evening as the page shows it: who plays where, the clock, results and standings. Pure."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.club.scoreboard import Scores
from companion.projections.snapshot import plain
from companion.riichi.final_score import final_scores
from companion.riichi.presets import PRESETS
from companion.tournament.changes import PenaltyGiven, Record
from companion.tournament.clock import RoundClock
from companion.tournament.doubts import Doubt
from companion.tournament.folding import ChangeRefused
from companion.tournament.penalty_kind import costs_of, kinds_of
from companion.tournament.recording import newest_in_force
from companion.tournament.results import TableResult
from companion.tournament.state import SEATS, Tournament
from companion.tournament.table_games import TableGame

__all__ = ["evening_view"]


def evening_view(scores: Scores) -> dict[str, Any] | None:
    """Everything that an organiser has said and what came of it; None where there is no tournament."""
    if not scores.event:
        return None
    now = scores.tournament
    return {
        "event": scores.event,
        "revision": now.revision,
        "undoable": _undoable(scores.said),
        "title": now.title,
        "rules": now.rules.name,
        "uma": list(now.rules.uma),
        "ties": now.tie_break.value,
        "rules_offered": [rules.name for rules in PRESETS.values() if rules.players == SEATS],
        "rounds": now.length,
        "minutes": now.minutes,
        "then": now.then.value,
        "player_clock": asdict(now.clock),
        "begun": now.begun,
        "players": plain(now.players),
        "companions": {str(table): companion for table, companion in now.companions.items()},
        "plan": plain(tuple(each.tables for each in now.rounds)),
        "clock": _clock(now),
        "results": [_result(one) for one in scores.results if one.round == now.begun],
        "doubts": [_doubt(doubt, scores.games) for one in reversed(scores.results) for doubt in one.doubts],
        "left_open": [
            {"round": one.round, "table": one.table, "state": one.state.value} for one in scores.left_open
        ],
        "other_cut": plain(scores.other_cut) if scores.other_cut else None,
        "penalties": [_penalty(one) for one in scores.said if isinstance(one.change, PenaltyGiven)],
        "penalty_kinds": [
            {"kind": kind.value, "costs": costs_of(now.rules, kind)} for kind in kinds_of(now.rules)
        ],
        "cut": plain(now.cut) if now.cut else None,
        "standings": plain(scores.standings),
    }


def _undoable(said: tuple[Record, ...]) -> int:
    try:
        return newest_in_force(said).revision
    except ChangeRefused:
        return 0


def _penalty(said: Record) -> dict[str, Any]:
    """A penalty, with the revision by which it can be taken back."""
    return {**plain(said.change), "revision": said.revision, "at": said.at}


def _clock(now: Tournament) -> dict[str, Any] | None:
    """The clock of the current round: times of the hub's clock, and how long each table may play."""
    clock: RoundClock | None = now.current.clock if now.current else None
    if clock is None or now.current is None:
        return None
    tables = range(len(now.current.tables) + 1)
    return {
        "begun": clock.begun,
        "stood_s": clock.stood_s,
        "paused_at": clock.paused_at,
        "then": clock.then.value,
        "limits_s": [clock.limit_s(table) for table in tables],
    }


def _result(one: TableResult) -> dict[str, Any]:
    return {
        "table": one.table,
        "state": one.state.value,
        "hands": one.hands,
        "seats": plain(one.seats),
        "game": one.game,
    }


def _doubt(one: Doubt, games: tuple[TableGame, ...]) -> dict[str, Any]:
    known = {(game.companion, game.number): game for game in games}
    could_count = [known[identity] for identity in one.games if identity in known]
    return {**plain(one), "kind": one.kind.value, "games": [_could_count(game) for game in could_count]}


def _could_count(game: TableGame) -> dict[str, Any]:
    """A game of which a host says whether it counts: who played it, and how it ended or stands."""
    return {
        "companion": game.companion,
        "game": game.number,
        "names": list(game.name_at),
        "points": [one.points for one in final_scores(game.hanchan)],
        "is_finished": game.is_finished,
        "is_broken": bool(game.failure),
    }
