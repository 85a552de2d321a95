"""The tables over HTTP: all of them, each change as it comes; letting one join, renaming and removing it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Final, TypeVar, cast

from flask import Blueprint, Response, jsonify, request

from companion.club.members import NotKept
from companion.club.service import HubService
from companion.club_page.board import TablesBoard
from companion.dashboard.asked_texts import asked_texts
from companion.dashboard.entrance import Entrance
from companion.dashboard.errors import RequestRefused
from companion.dashboard.pace import Places
from companion.dashboard.pairing_routes import drawn
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import RETRY_MS, STILL_HERE, polled, streamed
from companion.errors import ConfigError

__all__ = ["tables_routes"]

_Outcome = TypeVar("_Outcome")
_RUN: Final = "companion run --host 0.0.0.0 --club"
"""Starts a table that tablets find; the options that it has otherwise are known only there."""


def tables_routes(
    hub: HubService, board: TablesBoard, settings: DashboardSettings, entrance: Entrance, release: str
) -> Blueprint:
    """`GET /api/snapshot`, `/api/stream`, `/api/join`, `/healthz`; `POST /api/tables/…`."""
    routes = Blueprint("tables", __name__)

    @routes.get("/healthz")
    def healthz() -> Response:
        return jsonify({"status": "ok", "streams": board.reader_count})

    @routes.get("/api/snapshot")
    def snapshot() -> Response:
        # To a page that knows nothing yet, everything is new.
        _, text = cast("tuple[int, str]", board.read())
        return polled(text, {"release": release})

    @routes.get("/api/join")
    def join() -> Response:
        code = hub.shown_code()
        link = code.link(int(request.environ["SERVER_PORT"]))
        return jsonify({"code": str(code), "command": f"{_RUN} {code}", "link": link, "qr": drawn(link)})

    @routes.post("/api/tables/spare")
    def spare() -> Response:
        (table,) = asked_texts("bad_table", "table")
        code = str(_done(lambda: hub.spare_code(table)))
        return jsonify({"code": code, "command": f"{_RUN} {code}"})

    @routes.post("/api/tables/rename")
    def rename() -> Response:
        table, name = asked_texts("bad_table", "table", "name")
        _done(lambda: hub.rename(table, name))
        return jsonify({"status": "done"})

    @routes.post("/api/tables/remove")
    def remove() -> Response:
        (table,) = asked_texts("bad_table", "table")
        _done(lambda: hub.remove(table))
        return jsonify({"status": "done"})

    _add_stream(routes, board, settings, entrance, release)
    return routes


def _done(change: Callable[[], _Outcome]) -> _Outcome:
    try:
        return change()
    except NotKept as refused:
        raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept", f"{refused}.") from None
    except ConfigError as refused:
        raise RequestRefused(HTTPStatus.CONFLICT, "bad_table", f"{refused}.") from None


def _add_stream(
    routes: Blueprint, board: TablesBoard, settings: DashboardSettings, entrance: Entrance, release: str
) -> None:
    places = Places(settings.most_streams)

    @routes.get("/api/stream")
    def stream() -> Response:
        return streamed(places, entrance, lambda is_gone: _events(board, settings, is_gone, release))


def _events(
    board: TablesBoard, settings: DashboardSettings, is_gone: Callable[[], bool], release: str
) -> Iterator[str]:
    """Every table, then each that changes, until the viewer goes or the board closes."""
    yield f"retry: {RETRY_MS}\n\nevent: release\ndata: {release}\n\n"
    known, quiet = 0, 0
    with board.watching():
        while not is_gone():
            changed = board.read(known, settings.poll_s)
            if changed is not None:
                known, quiet = changed[0], 0
                yield f"id: {known}\ndata: {changed[1]}\n\n"
            elif board.is_closed:
                return
            else:
                quiet += 1
            if quiet >= settings.polls_to_heartbeat:
                quiet = 0
                yield STILL_HERE
