"""Looking back over HTTP: the running game, people's names, statistics, rule sets. Nothing is changed."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.commands import Commands
from companion.dashboard.entrance import may
from companion.dashboard.errors import RequestRefused
from companion.dashboard.looking_back import game_json, summary_json
from companion.dashboard.roles import Role
from companion.evenings.archive import Archive
from companion.evenings.names import known_names
from companion.evenings.rule_sets import rule_sets
from companion.projections.board import Board
from companion.riichi.presets import preset_called


def history_routes(board: Board, archive: Archive, commands: Commands) -> Blueprint:
    """`GET /api/history`, `/api/players`, `/api/statistics` and `/api/rules`."""
    routes = Blueprint("history", __name__)

    @routes.get("/api/history")
    def history() -> Response:
        name = board.current.snapshot.game if board.current else None
        game = archive.game(name) if name else None
        return jsonify({"game": None} if game is None else game_json(game, says_who=may(Role.SCORER)))

    @routes.get("/api/players")
    def players() -> Response:
        played = ((one.people, one.last_at) for one in archive.summaries())
        return jsonify({"players": [asdict(known) for known in known_names(played)]})

    @routes.get("/api/statistics")
    def statistics() -> Response:
        games = [summary_json(one) for one in archive.summaries()]
        return jsonify({"players": [one.as_json() for one in archive.statistics()], "games": len(games)})

    @routes.get("/api/rules")
    def rules() -> Response:
        base = preset_called(request.args.get("base", "tenhou"))
        if base is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_rules", "There is no preset of that name.")
        return jsonify(rule_sets(base, commands.house))

    return routes
