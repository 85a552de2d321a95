"""The picture, keys and lamps of a pretend table, for whoever watches.

A table at which people play has no window, and these routes answer 404 there: pictures of a room come only
from `companion.dashboard.eye`, and only to the device that sets the eye up.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from flask import Blueprint, Response, jsonify

from companion.dashboard.errors import RequestRefused

if TYPE_CHECKING:
    from companion.intake.pretend.window import PretendWindow

__all__ = ["pretend_routes"]

UNKEPT: Final = {"Cache-Control": "no-store"}


def pretend_routes(window: PretendWindow | None) -> Blueprint:
    """`GET /api/pretend` and `GET /api/pretend/picture`."""
    routes = Blueprint("pretend", __name__)

    @routes.get("/api/pretend")
    def state() -> Response:
        return jsonify(_there(window).state())

    @routes.get("/api/pretend/picture")
    def picture() -> Response:
        jpeg = _there(window).picture()
        if jpeg is None:
            # Nothing is wrong: no picture is drawn yet, and the page asks again.
            return Response(status=HTTPStatus.NO_CONTENT, headers=UNKEPT)
        return Response(jpeg, mimetype="image/jpeg", headers=UNKEPT)

    return routes


def _there(window: PretendWindow | None) -> PretendWindow:
    if window is None:
        sentence = "People play at this table; nobody is shown a picture of it."
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_pretend_table", sentence)
    return window
