"""`create_app`: the dashboard put together from its parts. It reads a board and hands commands on."""

from __future__ import annotations

from flask import Flask

from companion.dashboard.access import guard
from companion.dashboard.api import api_routes
from companion.dashboard.commands import Commands
from companion.dashboard.errors import answer_errors_as_json
from companion.dashboard.pages import load_assets, page_routes
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import stream_routes
from companion.projections.board import Board


def create_app(board: Board, commands: Commands, settings: DashboardSettings | None = None) -> Flask:
    """The dashboard as a WSGI app."""
    settings = settings or DashboardSettings()
    # Flask's own static route opens files by name; ours serves a list.
    app = Flask(__name__, static_folder=None)
    # A path is right or wrong; we send nobody elsewhere.
    app.url_map.merge_slashes = False
    guard(app, settings)
    answer_errors_as_json(app)
    app.register_blueprint(page_routes(load_assets()))
    app.register_blueprint(api_routes(board, commands))
    app.register_blueprint(stream_routes(board, settings))
    return app
