"""A phone as the camera, over HTTP: the pictures that it sends. What they show is not known here."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.entrance import sender
from companion.dashboard.errors import RequestRefused
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.phone import PhoneDoor, PhoneRefused
from companion.intake.eye.photos import MOST_PHOTO_BYTES

__all__ = ["phone_routes"]

STILL_MS: Final = 2_000
"""The time between two pictures while nothing moves on the table."""
MOVING_MS: Final = 200
"""The time between two pictures while something moves, and for a while after.

The table is at rest once a few pictures look the same.
"""
_STATUS: Final = {
    "bad_picture": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too_many_pixels": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "too_few_pixels": HTTPStatus.UNPROCESSABLE_ENTITY,
}


def phone_routes(door: PhoneDoor | None, desk: EyeDesk | None) -> Blueprint:
    """`GET /api/phone`, `POST /api/phone/picture` and `POST /api/phone/leave`."""
    routes = Blueprint("phone", __name__)

    @routes.get("/api/phone")
    def state() -> Response:
        return jsonify(_said(_there(door)))

    @routes.post("/api/phone/picture")
    def picture() -> Response:
        request.max_content_length = MOST_PHOTO_BYTES
        there = _there(door)
        jpeg = request.get_data(cache=False)
        try:
            there.put(jpeg, sender(), lambda: desk is not None and desk.is_at_camera)
        except PhoneRefused as no:
            raise RequestRefused(_STATUS.get(no.code, HTTPStatus.CONFLICT), no.code, str(no)) from None
        return jsonify(_said(there))

    @routes.post("/api/phone/leave")
    def leave() -> Response:
        _there(door).leave(sender())
        return jsonify({"status": "done"})

    return routes


def _said(door: PhoneDoor) -> dict[str, Any]:
    return {
        "status": "done",
        "outline": door.outline,
        "is_sending": door.is_sending,
        "still_ms": STILL_MS,
        "moving_ms": MOVING_MS,
    }


def _there(door: PhoneDoor | None) -> PhoneDoor:
    if door is None:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "no_phone", "No phone is the camera here: start with --https --camera phone."
        )
    return door
