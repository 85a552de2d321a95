"""舞台裏: the picture, keys and lamps of a pretend table, for whoever looks on.

A table at which people play has no window, and then nothing is answered here: pictures of a room are
`companion.dashboard.eye`'s alone, for the device that sets the eye up.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, jsonify

from companion.dashboard.errors import RequestRefused

if TYPE_CHECKING:
    from companion.intake.pretend.window import PretendWindow

__all__ = ["pretend_routes"]


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
            raise RequestRefused(HTTPStatus.SERVICE_UNAVAILABLE, "no_picture", "No picture was taken yet.")
        return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    return routes


def _there(window: PretendWindow | None) -> PretendWindow:
    if window is None:
        sentence = "People play at this table; nobody is shown a picture of it."
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_pretend_table", sentence)
    return window
