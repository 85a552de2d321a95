"""What a streamer chooses, over HTTP at the hub's page: the table, the delay, and where it is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus

from flask import Blueprint, Response, jsonify

from companion.club_page.delay_line import LONGEST_S
from companion.club_page.organising import FieldRefused, Fields
from companion.club_page.relay import Relay
from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.errors import ConfigError

__all__ = ["relay_routes"]


def relay_routes(relay: Relay, port: Callable[[], int | None]) -> Blueprint:
    """`GET` and `POST /api/broadcast`; `port` is that of the delayed address, None where it was taken."""
    routes = Blueprint("broadcast", __name__)

    @routes.get("/api/broadcast")
    def chosen() -> Response:
        return jsonify({**asdict(relay.state), "longest_s": LONGEST_S, "port": port()})

    @routes.post("/api/broadcast")
    def choose() -> Response:
        body = asked_body()
        if not isinstance(body, dict) or set(body) != {"table", "delay_s"}:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_broadcast", "The fields are: table, delay_s.")
        try:
            fields = Fields(body)
            relay.choose(fields.text("table", may_be_empty=True), fields.whole("delay_s", 0, LONGEST_S))
        except FieldRefused as refused:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_broadcast", f"{refused}.") from refused
        except ConfigError as refused:
            raise RequestRefused(HTTPStatus.CONFLICT, "broadcast_refused", f"{refused}.") from refused
        return chosen()

    return routes
