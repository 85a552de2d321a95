"""The evening over HTTP: what a host enters, and the papers of the tournament."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, jsonify, request

from companion.club.scoreboard import Scores
from companion.club.season import season_in, season_names
from companion.club_page.organising import ACTS, OWN_SCREEN, FieldRefused, Fields, Organiser
from companion.dashboard.asked_body import asked_body
from companion.dashboard.entrance import the_visitor
from companion.dashboard.errors import RequestRefused
from companion.errors import CompanionError
from companion.evenings.csv_writer import cell
from companion.tournament.papers import plan_rows, season_rows, standings_page, standings_rows, written
from companion.tournament.season import Season

__all__ = ["evening_routes"]


def evening_routes(organiser: Organiser, scores: Callable[[], Scores], folder: Path) -> Blueprint:
    """`POST /api/evening/…`, `GET /api/season`, and `GET /api/papers/…` as files."""
    routes = Blueprint("evening", __name__)

    @routes.post("/api/evening/<name>")
    def act(name: str) -> Response:
        if name not in ACTS:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "not_found", "Not Found.")
        body = asked_body()
        if not isinstance(body, dict):
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", "The body must be an object.")
        try:
            answer = organiser.do(name, Fields(body), _by())
        except FieldRefused as refused:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_evening", f"{refused}.") from refused
        except CompanionError as refused:
            raise RequestRefused(HTTPStatus.CONFLICT, "evening_refused", f"{refused}.") from refused
        return jsonify(answer)

    @routes.get("/api/papers/standings.csv")
    def standings_csv() -> Response:
        return _paper("standings.csv", written(standings_rows(scores().standings), cell))

    @routes.get("/api/papers/standings.html")
    def standings_html() -> Response:
        now = scores()
        return _paper("standings.html", standings_page(now.tournament, now.results, now.standings))

    @routes.get("/api/papers/plan.csv")
    def plan_csv() -> Response:
        return _paper("plan.csv", written(plan_rows(scores().tournament), cell))

    @routes.get("/api/season")
    def season() -> Response:
        return jsonify({**asdict(_season(folder, scores())), "seasons": season_names(folder.parent)})

    @routes.get("/api/papers/season.csv")
    def season_csv() -> Response:
        return _paper("season.csv", written(season_rows(_season(folder, scores())), cell))

    return routes


def _by() -> str:
    device = the_visitor().device
    return device.id if device else OWN_SCREEN


def _season(folder: Path, now: Scores) -> Season:
    try:
        return season_in(folder, now.games, folder.parent, request.args.get("season"))
    except CompanionError as refused:
        raise RequestRefused(HTTPStatus.CONFLICT, "evening_refused", f"{refused}.") from refused


def _paper(name: str, text: str) -> Response:
    """A file to save. This page does not show it, because it has a style of its own."""
    answer = Response(text.encode(), mimetype="application/octet-stream")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
