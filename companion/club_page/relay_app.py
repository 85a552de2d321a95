"""The delayed address: a port of its own, which knows only the relay's board and who is let in."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from flask import Blueprint, Flask, Response

from companion.club_page.relay import Relay
from companion.dashboard.access import guard
from companion.dashboard.assets import load_assets
from companion.dashboard.bare_app import bare_app
from companion.dashboard.entrance import Entrance
from companion.dashboard.errors import answer_errors_as_json
from companion.dashboard.heads import judge_heads
from companion.dashboard.pace import Places
from companion.dashboard.pages import overlay_page_routes
from companion.dashboard.pairing_routes import door_routes
from companion.dashboard.release import load_release
from companion.dashboard.roles import Role
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import events, newest, polled, streamed

__all__ = ["RELAY_ROUTES", "create_relay_app"]

_S, _W = Role.STRANGER, Role.SPECTATOR

RELAY_ROUTES: Final[Mapping[str, Role]] = MappingProxyType(
    {
        "GET /": _S,
        "GET /static/<path:name>": _S,
        "GET /api/snapshot": _W,
        "GET /api/stream": _W,
        "GET /api/me": _S,
        "POST /api/pairing": _S,
    }
)


def create_relay_app(relay: Relay, settings: DashboardSettings, entrance: Entrance) -> Flask:
    """The delayed page as a WSGI app."""
    app = bare_app(__name__)
    guard(app, settings, entrance, RELAY_ROUTES)
    judge_heads(app, settings, entrance, RELAY_ROUTES)
    answer_errors_as_json(app)
    release = load_release()
    app.register_blueprint(overlay_page_routes(load_assets(), release))
    app.register_blueprint(_board_routes(relay, settings, entrance, release.name))
    app.register_blueprint(door_routes(entrance))
    return app


def _board_routes(relay: Relay, settings: DashboardSettings, entrance: Entrance, release: str) -> Blueprint:
    routes = Blueprint("relay", __name__)
    places = Places(settings.most_streams)

    @routes.get("/api/snapshot")
    def snapshot() -> Response:
        return polled(newest(relay.board).text, {"release": release})

    @routes.get("/api/stream")
    def stream() -> Response:
        return streamed(
            places, entrance, lambda is_gone: events(relay.board, settings, is_gone, release=release)
        )

    return routes
