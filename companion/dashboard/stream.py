"""Server-sent events: every viewer gets every snapshot whole, as long as it is there.

Nothing here decides what is shown. A viewer that has gone is noticed by looking, because a
heartbeat alone would keep its place taken for minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from http import HTTPStatus
from threading import Semaphore

from flask import Blueprint, Response, request

from companion.dashboard.errors import RequestRefused
from companion.dashboard.settings import DashboardSettings
from companion.projections.board import Board, Posted

RETRY_MS = 1_500
STILL_HERE = "event: still\ndata: here\n\n"
"""A comment would do for the socket, but a page cannot hear comments."""


def stream_routes(board: Board, settings: DashboardSettings) -> Blueprint:
    """`GET /api/stream`."""
    routes = Blueprint("stream", __name__)
    free = Semaphore(settings.most_streams)

    @routes.get("/api/stream")
    def stream() -> Response:
        if not free.acquire(blocking=False):
            raise RequestRefused(
                HTTPStatus.SERVICE_UNAVAILABLE, "too_many_viewers", "Too many pages watch; ask for snapshots."
            )
        is_gone = request.environ.get("waitress.client_disconnected", lambda: False)
        answer = Response(events(board, settings, is_gone), mimetype="text/event-stream")
        # Closed by the server whatever happens, also where the events were never begun.
        answer.call_on_close(free.release)
        answer.headers["Cache-Control"] = "no-store, no-transform"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    return routes


def events(board: Board, settings: DashboardSettings, is_gone: Callable[[], bool]) -> Iterator[str]:
    """The newest snapshot, then each that follows, until the viewer goes or the board closes."""
    yield f"retry: {RETRY_MS}\n\n"
    quiet = 0
    with board.watching() as reader:
        while not is_gone():
            posted = reader.next(settings.poll_s)
            if posted is not None:
                yield event(posted)
            elif reader.is_closed:
                return
            quiet = 0 if posted else quiet + 1
            if quiet >= settings.polls_to_heartbeat:
                quiet = 0
                yield STILL_HERE


def event(posted: Posted) -> str:
    """One snapshot as one event; its number is the event's id."""
    return f"id: {posted.snapshot.seq}\ndata: {posted.text}\n\n"
