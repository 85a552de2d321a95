"""Pairing over HTTP: who am I, let me in, let a device in, list the devices, remove one."""

from __future__ import annotations

import logging
from collections.abc import Set as AbstractSet
from http import HTTPStatus
from typing import NoReturn

import segno
from flask import Blueprint, Response, jsonify, request

from companion.clock import utc_text
from companion.dashboard.addresses import house_addresses
from companion.dashboard.asked_texts import asked_texts
from companion.dashboard.devices import Device, TooManyDevices
from companion.dashboard.entrance import (
    Entrance,
    Visitor,
    cookie_name,
    cookie_names,
    is_own_screen,
    the_visitor,
)
from companion.dashboard.errors import RequestRefused
from companion.dashboard.pairing import CODE_S, PairingRefused, Why
from companion.dashboard.roles import Role, role_named
from companion.dashboard.settings import DashboardSettings
from companion.person_names import as_entered, is_shown

MOST_LETTERS_OF_A_NAME = 40
_COOKIE_LASTS_S = 400 * 24 * 3600
"""The longest that browsers keep a cookie, in seconds."""
_QUIET_RIM = 4
_PAGES = {"": "", "watch": "?watch=1", "overlay": "?overlay=1"}
"""What the QR code opens: the page that keeps the score, the one for a television, or the OBS overlay."""

_log = logging.getLogger(__name__)

_REFUSED = {
    Why.WRONG_CODE: (HTTPStatus.FORBIDDEN, "Wrong or expired code."),
    Why.TOO_MANY_TRIES: (HTTPStatus.TOO_MANY_REQUESTS, "Too many wrong codes; wait a minute."),
    Why.SEVERAL_ASKED: (
        HTTPStatus.CONFLICT,
        "More than one device asked; let one ask, and hold the key again.",
    ),
}


def pairing_routes(entrance: Entrance, settings: DashboardSettings) -> Blueprint:
    """`GET /api/me`, `POST /api/pairing…`; for a host also a code, the addresses, and `/api/devices…`."""
    routes = Blueprint("pairing", __name__)

    _knock_routes(routes, entrance)

    @routes.post("/api/pairing/claim")
    def claim() -> Response:
        (name,) = _texts("name")
        name = _name(name)
        try:
            is_meant = entrance.pairing.claim(request.remote_addr or "")
        except PairingRefused as refused:
            _refuse(refused)
        if not is_meant:
            return jsonify({"status": "waiting"})
        let_in = _let_in(entrance, name, Role.HOST)
        entrance.became_host_by_key(name)
        return let_in

    @routes.post("/api/pairing/leave")
    def leave() -> Response:
        _texts()
        leaving = entrance.devices_of(request) if the_visitor().device else ()
        gone = _send_away(entrance, {device.id for device in leaving})
        answer = jsonify({"status": "done", "gone": gone})
        for name in cookie_names(request):
            answer.delete_cookie(name)
        return answer

    @routes.post("/api/pairing/code")
    def code() -> Response:
        word, page = _texts("role", may_have="page")
        role = role_named(word)
        if role is None:
            raise _bad("role is spectator, scorer or host.")
        if page not in _PAGES:
            raise _bad(f"page is one of: {', '.join(filter(None, _PAGES))}; or empty.")
        made = entrance.pairing.new_code(role)
        plain = [f"{url}{_PAGES[page]}" for url in _urls(settings)]
        urls = [f"{url}#pair={made.secret}" for url in plain]
        shown = {"role": role.word, "code": made.digits, "seconds": CODE_S, "urls": plain}
        return jsonify({**shown, "qr": drawn(urls[0]) if urls else None})

    _address_routes(routes, settings)
    _device_routes(routes, entrance)
    return routes


def door_routes(entrance: Entrance) -> Blueprint:
    """`GET /api/me` and `POST /api/pairing`, for a page without a host: a code is the only way in."""
    routes = Blueprint("pairing", __name__)
    _knock_routes(routes, entrance)
    return routes


def _knock_routes(routes: Blueprint, entrance: Entrance) -> None:
    @routes.get("/api/me")
    def me() -> Response:
        return jsonify(_me(the_visitor(), entrance))

    @routes.post("/api/pairing")
    def pair() -> Response:
        code, name = _texts("code", "name")
        name = _name(name)
        try:
            return entrance.pairing.redeem(
                code, request.remote_addr or "", lambda role: _let_in(entrance, name, role)
            )
        except PairingRefused as refused:
            _refuse(refused)


def _address_routes(routes: Blueprint, settings: DashboardSettings) -> None:
    @routes.get("/api/pairing/addresses")
    def addresses() -> Response:
        urls = _urls(settings)
        return jsonify({"urls": list(urls), "qr": drawn(urls[0]) if urls else None})


def _device_routes(routes: Blueprint, entrance: Entrance) -> None:
    @routes.get("/api/devices")
    def devices() -> Response:
        listed = [_shown(each) for each in entrance.devices.all()]
        return jsonify({"devices": listed, "wrong_codes": entrance.pairing.wrong_codes})

    @routes.post("/api/devices/revoke")
    def revoke() -> Response:
        (meant,) = _texts("id")
        if not _send_away(entrance, {meant}):
            raise RequestRefused(HTTPStatus.NOT_FOUND, "no_such_device", "There is no such device.")
        return jsonify({"status": "done", "gone": 1})

    @routes.post("/api/devices/forget")
    def forget() -> Response:
        _texts()
        return jsonify({"status": "done", "gone": _send_away(entrance, None)})


def _me(visitor: Visitor, entrance: Entrance) -> dict[str, object]:
    return {
        "role": visitor.role.word,
        "name": visitor.device.name if visitor.device else "",
        "own_screen": visitor.is_own_screen,
        "private": entrance.is_private,
    }


def _let_in(entrance: Entrance, name: str, role: Role) -> Response:
    before, now = the_visitor().device, utc_text(entrance.clock.utc_now())
    try:
        device, token = entrance.devices.let_in(name, role, now, instead_of=before)
    except TooManyDevices:
        raise RequestRefused(
            HTTPStatus.CONFLICT, "too_many_devices", "There are too many devices; remove one first."
        ) from None
    except OSError:
        sentence = "It could not be saved, so the device was not let in."
        raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept", sentence) from None
    _log.info("device.paired id=%s role=%s", device.id, role.word)
    answer = jsonify({"status": "done", "role": role.word, "name": name})
    answer.set_cookie(
        cookie_name(request),
        token,
        max_age=_COOKIE_LASTS_S,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
    )
    return answer


def _send_away(entrance: Entrance, meant: AbstractSet[str] | None) -> int:
    """Remove the devices with these ids, or all devices if it is None; returns how many."""
    try:
        gone = entrance.devices.send_away(lambda device: meant is None or device.id in meant)
    except OSError:
        sentence = "It is refused, but that could not be saved: a restart may undo it."
        raise RequestRefused(HTTPStatus.INSUFFICIENT_STORAGE, "not_kept_gone", sentence) from None
    if gone:
        _log.info("device.sent_away id=%s", "all" if meant is None else " ".join(sorted(meant)))
    return gone


def _shown(device: Device) -> dict[str, str]:
    return {"id": device.id, "name": device.name, "role": device.role.word, "paired_at": device.paired_at}


def _urls(settings: DashboardSettings) -> tuple[str, ...]:
    """The addresses at which another device finds this page; none if it cannot."""
    if not settings.is_open:
        return ()
    host = request.environ.get("HTTP_HOST", "")
    if not is_own_screen({"HTTP_HOST": host, "REMOTE_ADDR": "127.0.0.1"}):
        return (f"http://{host}/",)  # the host's device came by this address
    port = request.environ.get("SERVER_PORT", "80")
    return tuple(f"http://{address}:{port}/" for address in house_addresses())


def drawn(url: str) -> dict[str, object]:
    """The QR code of an address as one SVG path on a square of `size` steps: it needs no picture file."""
    rows = segno.make(url, error="m", micro=False).matrix
    dark = [(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark]
    path = "".join(f"M{x + _QUIET_RIM} {y + _QUIET_RIM}h1v1h-1z" for x, y in dark)
    return {"size": len(rows) + 2 * _QUIET_RIM, "path": path}


def _texts(*names: str, may_have: str = "") -> tuple[str, ...]:
    return asked_texts("bad_pairing", *names, may_have=may_have)


def _name(text: str) -> str:
    """The name that people give the device, on one line. Raises RequestRefused."""
    name = as_entered(text)
    if not 1 <= len(name) <= MOST_LETTERS_OF_A_NAME or not all(map(is_shown, name)):
        raise _bad(f"name is 1 to {MOST_LETTERS_OF_A_NAME} letters.")
    return name


def _refuse(refused: PairingRefused) -> NoReturn:
    status, sentence = _REFUSED[refused.why]
    raise RequestRefused(status, refused.why.value, sentence) from None


def _bad(sentence: str) -> RequestRefused:
    return RequestRefused(HTTPStatus.BAD_REQUEST, "bad_pairing", sentence)
