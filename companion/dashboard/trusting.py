"""Over HTTP: what the camera may write by itself. What follows from it is not known here."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.errors import RequestRefused
from companion.keeping.trusting import Trusting, TrustRefused

__all__ = ["trust_routes"]


def trust_routes(house: Trusting | None) -> Blueprint:
    """`GET /api/trust` and `POST /api/trust`; both answer with the state afterwards."""
    routes = Blueprint("trust", __name__)

    @routes.get("/api/trust")
    def state() -> Response:
        return jsonify(asdict(_there(house).trust))

    @routes.post("/api/trust")
    def change() -> Response:
        kept = _there(house)
        try:
            kept.change(_body())
        except TrustRefused as refusal:
            raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_trust", f"{refusal}.") from refusal
        except OSError as error:
            sentence = "What was chosen cannot be written to the disk."
            raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept", sentence) from error
        return jsonify(asdict(kept.trust))

    return routes


def _there(house: Trusting | None) -> Trusting:
    if house is None:
        raise RequestRefused(HTTPStatus.NOT_FOUND, "no_eye", "No camera looks at this table.")
    return house


def _body() -> dict[str, Any]:
    body: Any = asked_body()
    if not isinstance(body, dict):
        raise RequestRefused(HTTPStatus.BAD_REQUEST, "bad_trust", "The body must be an object.")
    return body
