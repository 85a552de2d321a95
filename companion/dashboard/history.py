"""Looking back over HTTP: the running game, names, statistics, standings, rule sets. Changes nothing."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.commands import Commands
from companion.dashboard.entrance import may
from companion.dashboard.errors import RequestRefused
from companion.dashboard.looking_back import game_json, summary_json
from companion.dashboard.roles import Role
from companion.errors import ConfigError
from companion.evenings.archive import Archive
from companion.evenings.club import standings_of
from companion.evenings.names import known_names
from companion.evenings.rule_sets import rule_sets
from companion.keeping.club_file import FILE, Club
from companion.projections.board import Board
from companion.riichi.presets import preset_called


def history_routes(board: Board, archive: Archive, commands: Commands) -> Blueprint:
    """`GET /api/history`, `/api/players`, `/api/statistics`, `/api/club` and `/api/rules`."""
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
        _club(archive)
        games = [summary_json(one) for one in archive.summaries()]
        return jsonify({"players": [one.as_json() for one in archive.statistics()], "games": len(games)})

    @routes.get("/api/club")
    def club() -> Response:
        known, brought = _club(archive), archive.brought()
        tables = sorted({game.players for game in brought}, reverse=True)
        asked = request.args.get("players", "")
        players = int(asked) if asked in ("3", "4") else (tables[0] if tables else 4)
        name = request.args.get("season", "")
        season = next((one for one in known.seasons if one.name == name), None)
        if name and season is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_season", "There is no season of that name.")
        found = standings_of(brought, known, players, season)
        return jsonify(
            {
                **asdict(found),
                "standings": [{**asdict(one), "average": one.average} for one in found.standings],
                "tables": tables,
                "seasons": [asdict(one) for one in known.seasons],
            }
        )

    @routes.get("/api/rules")
    def rules() -> Response:
        base = preset_called(request.args.get("base", "tenhou"))
        if base is None:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_rules", "There is no preset of that name.")
        hanchan = commands.table.hanchan
        return jsonify(rule_sets(base, commands.house, hanchan.next_rules or hanchan.rules))

    return routes


def _club(archive: Archive) -> Club:
    """The club's file: its seasons, names and time zone. Where it lies on the disk is not told to viewers."""
    try:
        return archive.club
    except ConfigError:
        sentence = f"{FILE} cannot be read; `companion club standings` says why."
        raise RequestRefused(HTTPStatus.CONFLICT, "club_file_damaged", sentence) from None
