"""The picture, keys and lamps of a pretend table, for whoever watches.

A table at which people play has no window, and these routes answer 404 there: pictures of a room come only
from `companion.dashboard.eye`, and only to the device that sets the eye up.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final, Protocol

from flask import Blueprint, Response, jsonify

from companion.dashboard.errors import RequestRefused
from companion.evidence import SourceChanged
from companion.table_state import TableState

__all__ = ["Window", "pretend_routes"]

UNKEPT: Final = {"Cache-Control": "no-store"}


class Window(Protocol):
    """One pretend table, seen from outside. Its methods may be called by any thread."""

    @property
    def source(self) -> SourceChanged:
        """How the window appears among the sources."""

    def notice(self, state: TableState) -> None:
        """The table has changed."""

    def state(self) -> dict[str, Any]:
        """Which picture there is, and the boxes of keys, as a page reads them."""

    def picture(self) -> bytes | None:
        """The picture now, as a JPEG; None where there is none."""

    def stop(self) -> None:
        """Stop the camera for good."""


def pretend_routes(window: Window | None) -> Blueprint:
    """`GET /api/pretend` and `GET /api/pretend/picture`."""
    routes = Blueprint("pretend", __name__)

    @routes.get("/api/pretend")
    def state() -> Response:
        return jsonify(_there(window).state())

    @routes.get("/api/pretend/picture")
    def picture() -> Response:
        jpeg = _there(window).picture()
        if jpeg is None:
            # None is drawn yet, or what draws them has failed; the page asks again.
            return Response(status=HTTPStatus.NO_CONTENT, headers=UNKEPT)
        return Response(jpeg, mimetype="image/jpeg", headers=UNKEPT)

    return routes


def _there(window: Window | None) -> Window:
    if window is None:
        sentence = "This is no pretend table: there is no picture of it."
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_pretend_table", sentence)
    return window
