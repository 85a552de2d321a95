"""The eye over HTTP, while a device sets it up: a picture, where the table is, a test reading, tile sets.

A picture goes to the one device that took the desk, and only while that device keeps asking. What a picture
shows is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, TypeVar

from flask import Blueprint, Response, jsonify, request

from companion.dashboard.asked_body import asked_body
from companion.dashboard.commands import Commands
from companion.dashboard.errors import RequestRefused
from companion.dashboard.hand_photo import is_being_played
from companion.intake.eye.calibrating import Corners, DeskRefused, EyeDesk
from companion.intake.eye.photos import PIECE_BYTES

_MOST_FACES: Final = 60
_FACES: Final = frozenset(
    [*(f"{number}{suit}" for suit in "mps" for number in range(10)), *(f"{n}z" for n in range(1, 8)), "back"]
)
_STATUS: Final = {
    "closed": HTTPStatus.GONE,
    "not_kept": HTTPStatus.INSUFFICIENT_STORAGE,
    "bad_name": HTTPStatus.BAD_REQUEST,
    "photo_too_large": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "bad_photo": HTTPStatus.UNPROCESSABLE_ENTITY,
    "too_fast": HTTPStatus.TOO_MANY_REQUESTS,
}
JsonObject = dict[str, Any]
_Answer = TypeVar("_Answer")


def eye_routes(desk: EyeDesk | None, commands: Commands) -> Blueprint:
    """`GET /api/eye`, `GET /api/eye/picture`, and `POST /api/eye/…` for everything that is done there.

    A photograph comes to `POST /api/eye/photo` in pieces. While a hand is played only the table is read.
    """
    routes = Blueprint("eye", __name__)
    answers = 0

    @routes.get("/api/eye")
    def state() -> Response:
        return jsonify(_there(desk).state())

    @routes.get("/api/eye/picture")
    def picture() -> Response:
        jpeg = _refusing(lambda: _there(desk).picture(request.args.get("key", "")))
        return Response(jpeg, mimetype="image/jpeg")

    @routes.post("/api/eye/photo")
    def photo() -> Response:
        nonlocal answers
        request.max_content_length = PIECE_BYTES
        at, of = (_whole(name) for name in ("at", "of"))
        piece = request.get_data(cache=False)
        answer = _refusing(lambda: _there(desk).photo(request.args.get("key", ""), piece, at, of))
        answers += "width" in answer
        return jsonify({"status": "done", "number": answers, **answer})

    @routes.post("/api/eye/<name>")
    def do(name: str) -> Response:
        nonlocal answers
        if name not in _DEEDS:
            raise RequestRefused(HTTPStatus.NOT_FOUND, "not_found", "There is no action of that name.")
        body = {**_body(), "is_played": is_being_played(commands.table.hanchan.kyoku)}
        answer = _refusing(lambda: _DEEDS[name](_there(desk), body))
        answers += 1
        return jsonify({"status": "done", "number": answers, **answer})

    return routes


def _open(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return {"key": desk.open(_text(body, "camera"))}


def _close(desk: EyeDesk, body: JsonObject) -> JsonObject:
    desk.close(_text(body, "key"))
    return {}


def _live(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return desk.ask(_text(body, "key"), {"do": "live"})


def _look(desk: EyeDesk, body: JsonObject) -> JsonObject:
    asked = {"do": "look", "corners": _corners(body), "refine": body.get("refine") is True}
    return desk.ask(_text(body, "key"), asked)


def _keep(desk: EyeDesk, body: JsonObject) -> JsonObject:
    corners = _corners(body)
    if corners is None:
        raise _bad("corners are four points.")
    desk.keep(_text(body, "key"), corners)
    return {}


def _fit(desk: EyeDesk, body: JsonObject) -> JsonObject:
    corners = _corners(body)
    if corners is None:
        raise _bad("corners are four points.")
    return desk.fits.fit(_text(body, "key"), corners)


def _take(desk: EyeDesk, body: JsonObject) -> JsonObject:
    desk.fits.take(_text(body, "key"))
    return {}


def _leave(desk: EyeDesk, body: JsonObject) -> JsonObject:
    desk.fits.leave(_text(body, "key"))
    return {}


def _read(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return desk.read(_text(body, "key"), _corners(body), _text(body, "tiles"), is_played=body["is_played"])


def _show(desk: EyeDesk, body: JsonObject) -> JsonObject:
    faces = body.get("faces")
    if not isinstance(faces, list) or not 1 <= len(faces) <= _MOST_FACES:
        raise _bad(f"faces are 1 to {_MOST_FACES} tiles.")
    if not all(type(face) is str and face in _FACES for face in faces):
        raise _bad("faces are tiles such as 5p, or back.")
    asked = {"do": "show", "corners": _corners(body), "faces": faces, "is_played": body["is_played"]}
    return desk.ask(_text(body, "key"), asked)


def _accept(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return desk.ask(_text(body, "key"), {"do": "accept"})


def _forget(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return desk.ask(_text(body, "key"), {"do": "forget"})


def _enrol(desk: EyeDesk, body: JsonObject) -> JsonObject:
    return desk.enrol(_text(body, "key"), _text(body, "name"))


def _use(desk: EyeDesk, body: JsonObject) -> JsonObject:
    desk.use(_text(body, "tiles"))
    return {}


_DEEDS: Final[dict[str, Callable[[EyeDesk, JsonObject], JsonObject]]] = {
    "open": _open,
    "close": _close,
    "look": _look,
    "live": _live,
    "keep": _keep,
    "fit": _fit,
    "take": _take,
    "leave": _leave,
    "read": _read,
    "show": _show,
    "accept": _accept,
    "forget": _forget,
    "enrol": _enrol,
    "use": _use,
}


def _there(desk: EyeDesk | None) -> EyeDesk:
    if desk is None:
        raise RequestRefused(HTTPStatus.CONFLICT, "no_eye", "No camera looks at this table.")
    return desk


def _refusing(ask: Callable[[], _Answer]) -> _Answer:
    try:
        return ask()
    except DeskRefused as refused:
        status = _STATUS.get(refused.code, HTTPStatus.CONFLICT)
        raise RequestRefused(status, refused.code, str(refused)) from None


def _whole(name: str) -> int:
    """A number of bytes from the address."""
    text = request.args.get(name, "")
    if not text.isdecimal() or len(text) > 12:
        raise _bad(f"{name} must be a number of bytes.")
    return int(text)


def _body() -> JsonObject:
    body: Any = asked_body()
    if not isinstance(body, dict):
        raise _bad("The body must be an object.")
    return body


def _text(body: JsonObject, name: str) -> str:
    text = body.get(name)
    if type(text) is not str or len(text) > 200:
        raise _bad(f"{name} must be a text.")
    return text


def _corners(body: JsonObject) -> Corners | None:
    """Four points, as fractions of the picture and at most half its size outside it; None if not given."""
    points = body.get("corners")
    if points is None:
        return None
    if not isinstance(points, list) or len(points) != 4 or not all(map(_is_point, points)):
        raise _bad("corners are four points, each two numbers from -0.5 to 1.5.")
    return [[float(x), float(y)] for x, y in points]


def _is_point(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != 2:
        return False
    return all(type(part) in {int, float} and -0.5 <= part <= 1.5 for part in value)


def _bad(sentence: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.BAD_REQUEST, "bad_eye", sentence)
