"""Over HTTP: at which side of the table the table's own keys are. What follows from it is not known here."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.keeping.key_sides import HouseKeys, KeySides, KeySidesRefused

__all__ = ["key_sides_routes"]


def key_sides_routes(house: HouseKeys | None) -> Blueprint:
    """`GET /api/key-sides` and `POST /api/key-sides`; both answer with the state afterwards.

    Without keys of the table's own there are no letters, and nothing can be changed.
    """
    routes = Blueprint("key_sides", __name__)

    @routes.get("/api/key-sides")
    def state() -> Response:
        return jsonify(_said(house))

    @routes.post("/api/key-sides")
    def change() -> Response:
        kept, body = _there(house), _body()
        try:
            kept.change(body["at"], body["without"])
        except KeySidesRefused as refusal:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_key_sides", f"{refusal}.") from refusal
        except OSError as error:
            sentence = "What was chosen cannot be written to the disk."
            raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept", sentence) from error
        return jsonify(_said(kept))

    return routes


def _said(house: HouseKeys | None) -> dict[str, str]:
    letters, sides = (house.letters, house.sides) if house else ("", KeySides())
    return {"letters": letters, **asdict(sides)}


def _there(house: HouseKeys | None) -> HouseKeys:
    if house is None or not house.letters:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_panel", "This table has no keys of its own.")
    return house


def _body() -> dict[str, Any]:
    body: Any = asked_body()
    if not isinstance(body, dict) or set(body) != {"at", "without"}:
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_key_sides", "The fields are at and without.")
    return body
