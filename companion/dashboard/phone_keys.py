"""Phones as the keys of a seat, over HTTP: key edges in, lamp out. What a press means is not known here."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http import HTTPStatus
from typing import Any, Final, NoReturn

from flask import Blueprint, Response, jsonify

from companion.dashboard.asked_body import asked_body
from companion.dashboard.entrance import sender
from companion.dashboard.errors import RequestRefused
from companion.intake.phone_keys import Edge, KeysRefused, PhoneKeys

__all__ = ["phone_keys_routes"]

MOST_EDGES: Final = 64
_WRAP: Final = 1 << 32
_BAD: Final = "bad_keys"


def phone_keys_routes(keys: PhoneKeys | None) -> Blueprint:
    """`GET /api/keys`, and `POST /api/keys/sit`, `/edges`, `/beat` and `/leave`."""
    routes = Blueprint("phone_keys", __name__)

    @routes.get("/api/keys")
    def state() -> Response:
        return jsonify({"status": "done", "taken": _there(keys).taken(sender())})

    @routes.post("/api/keys/sit")
    def sit() -> Response:
        body = _body("side", "now_ms", "instead_of")
        side, ms, before = _text(body, "side"), _number(body["now_ms"], "now_ms"), _text(body, "instead_of")
        with _refusals():
            return jsonify({"status": "done", "line": _there(keys).sit(sender(), side, ms, before)})

    @routes.post("/api/keys/edges")
    def edges() -> Response:
        body = _body("line", "now_ms", "edges")
        line, ms, told = _text(body, "line"), _number(body["now_ms"], "now_ms"), tuple(_edges(body["edges"]))
        with _refusals():
            return jsonify({"status": "done", **asdict(_there(keys).hear(sender(), line, ms, told))})

    @routes.post("/api/keys/beat")
    def beat() -> Response:
        body = _body("line", "now_ms", "lamp")
        line, ms, shown = _text(body, "line"), _number(body["now_ms"], "now_ms"), _text(body, "lamp")
        with _refusals():
            return jsonify({"status": "done", **asdict(_there(keys).beat(sender(), line, ms, shown))})

    @routes.post("/api/keys/leave")
    def leave() -> Response:
        _there(keys).leave(sender(), _text(_body("line"), "line"))
        return jsonify({"status": "done"})

    return routes


def _there(keys: PhoneKeys | None) -> PhoneKeys:
    if keys is None:
        raise RequestRefused(HTTPStatus.CONFLICT, "no_keys", "This table plays by itself: it has no keys.")
    return keys


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except KeysRefused as no:
        status = HTTPStatus.BAD_REQUEST if no.code == _BAD else HTTPStatus.CONFLICT
        raise RequestRefused(status, no.code, str(no)) from None


def _bad(sentence: str) -> NoReturn:
    raise RequestRefused(HTTPStatus.BAD_REQUEST, _BAD, sentence)


def _body(*names: str) -> dict[str, Any]:
    body: Any = asked_body()
    if not isinstance(body, dict) or set(body) != set(names):
        _bad(f"The fields are: {', '.join(names)}.")
    return body


def _text(body: dict[str, Any], name: str) -> str:
    value = body[name]
    if type(value) is not str or len(value) > 40:
        _bad(f"{name} must be a short text.")
    return value


def _number(value: Any, name: str) -> int:
    if type(value) is not int or not 0 <= value < _WRAP:
        _bad(f"{name} must be a whole number below 2^32.")
    return value


def _edges(listed: Any) -> Iterator[Edge]:
    if type(listed) is not list or len(listed) > MOST_EDGES:
        _bad(f"edges is a list of at most {MOST_EDGES}.")
    for each in listed:
        if type(each) is not list or [type(part) for part in each] != [int, str, bool, int]:
            _bad("An edge is [number, key, is_down, at_ms].")
        number, key, is_down, at_ms = each
        yield _number(number, "number"), key, is_down, _number(at_ms, "at_ms")
