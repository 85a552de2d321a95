"""The first page in the Pi's own Wi-Fi: whatever a phone asks for there, it is led to this page.

It changes nothing itself: what was entered is checked and handed over as a file to
`hardware.card.hotspot`, which alone may change networks.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import secrets
import socket
import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import IPv4Network, ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qsl

from hardware.card.hotspot import SAID, WANTED
from hardware.card.page import POLICY, Form, form_page, joining_page, language_for, words
from hardware.card.wifi import HOTSPOT_ADDRESS, MOST_NAME_BYTES, Network, WifiRefused
from hardware.disk import write_whole

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse

__all__ = ["MOST_BODY_BYTES", "Door", "House", "listening_at", "serve"]

MOST_BODY_BYTES: Final = 2048
MOST_FIELDS: Final = 8
PORT: Final = 80
GUESTS: Final = IPv4Network(f"{HOTSPOT_ADDRESS}/24", strict=False)
_FORM_TYPE: Final = "application/x-www-form-urlencoded"
_SIOCGIFADDR: Final = 0x8915


@dataclass(frozen=True, slots=True)
class House:
    """Where the page is served, and what it talks about."""

    host: str = HOTSPOT_ADDRESS
    """What is in the address bar, with a port unless it is 80."""
    guests: IPv4Network = GUESTS
    """Only these addresses are answered."""
    pi: str = "riichi.local"
    wanted: Path = WANTED
    said: Path = SAID


class Door:
    """The page as a WSGI application."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._token = secrets.token_urlsafe(32)

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        status, more, text = self._answer(environ)
        body = text.encode()
        headers = {
            "Content-Type": "text/html; charset=utf-8",
            "Content-Length": str(len(body)),
            "Content-Security-Policy": POLICY,
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
            # Under "no-referrer", a browser would send "Origin: null" with our own form.
            "Referrer-Policy": "same-origin",
            **more,
        }
        start_response(f"{status.value} {status.phrase}", list(headers.items()))
        return [body] if environ["REQUEST_METHOD"] != "HEAD" else []

    def _answer(self, environ: Mapping[str, Any]) -> tuple[HTTPStatus, Mapping[str, str], str]:
        if not _is_guest(str(environ.get("REMOTE_ADDR", "")), self._house.guests):
            return HTTPStatus.FORBIDDEN, {}, ""
        is_ours = environ.get("HTTP_HOST") == self._house.host
        query = dict(parse_qsl(environ.get("QUERY_STRING", ""), max_num_fields=None)[:MOST_FIELDS])
        language = language_for(query.get("lang", ""), environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        match environ["REQUEST_METHOD"]:
            case "GET" | "HEAD" if not is_ours or environ.get("PATH_INFO") != "/":
                return HTTPStatus.FOUND, {"Location": f"http://{self._house.host}/"}, ""
            case "GET" | "HEAD":
                return HTTPStatus.OK, {}, self._form(language, self._what_failed(language))
            case "POST" if not is_ours:
                return HTTPStatus.MISDIRECTED_REQUEST, {}, ""
            case "POST":
                status, text = self._asked(environ, language)
                return status, {}, text
        return HTTPStatus.METHOD_NOT_ALLOWED, {"Allow": "GET, HEAD, POST"}, ""

    def _asked(self, environ: Mapping[str, Any], language: str) -> tuple[HTTPStatus, str]:
        if environ.get("HTTP_ORIGIN", self._origin) != self._origin:
            return HTTPStatus.FORBIDDEN, ""
        if environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() != _FORM_TYPE:
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE, ""
        fields = _fields(environ)
        name, is_hidden = fields.get("name", ""), "hidden" in fields
        if not hmac.compare_digest(fields.get("token", "").encode(), self._token.encode()):
            return HTTPStatus.FORBIDDEN, self._form(
                language, words(language)["old_page"], name, is_hidden=is_hidden
            )
        try:
            network = Network.of(fields)
        except WifiRefused as refused:
            return HTTPStatus.BAD_REQUEST, self._form(
                language, words(language)[refused.reason], name, is_hidden=is_hidden
            )
        handed_over = json.dumps(
            {"name": network.name, "password": network.password, "hidden": network.is_hidden}
        )
        write_whole(self._house.wanted, handed_over.encode(), 0o600)
        return HTTPStatus.OK, joining_page(language, network.name, self._house.pi)

    @property
    def _origin(self) -> str:
        return f"http://{self._house.host}"

    def _form(self, language: str, said: str = "", name: str = "", *, is_hidden: bool = False) -> str:
        address = self._house.host.partition(":")[0]
        return form_page(language, Form(self._token, address, name[:MOST_NAME_BYTES], said, is_hidden))

    def _what_failed(self, language: str) -> str:
        """A sentence about the network that could not be joined; empty where there was none."""
        try:
            said = json.loads(self._house.said.read_text(encoding="utf-8"))
            return words(language)[said["reason"]].format(name=said["name"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""


def _is_guest(address: str, guests: IPv4Network) -> bool:
    try:
        return ip_address(address) in guests
    except ValueError:
        return False


def _fields(environ: Mapping[str, Any]) -> dict[str, str]:
    """The fields of a form; none if the body is not one."""
    try:
        text = environ["wsgi.input"].read(MOST_BODY_BYTES).decode()
        return dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS))
    except ValueError:
        return {}


def listening_at(address: str, port: int) -> socket.socket:
    """A socket, bound but not yet listening, for the network interface with that address alone.

    Linux would otherwise also accept packets for that address that come in by cable.

    Raises:
        LookupError: no network interface has it.
        OSError: the port is taken, or this account may not bind to it.
    """
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_BINDTODEVICE, _device_of(line, address).encode())
        line.bind((address, port))
    except BaseException:
        line.close()
        raise
    return line


def _device_of(line: socket.socket, address: str) -> str:
    for _, name in socket.if_nameindex():
        try:
            told = fcntl.ioctl(line, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
        except OSError:
            continue  # it has no address
        if socket.inet_ntoa(told[20:24]) == address:
            return name
    raise LookupError(f"no network interface has the address {address}")


def serve() -> None:
    """Serve the page in the hotspot, until the process is ended."""
    import waitress

    house = House(pi=f"{socket.gethostname().partition('.')[0]}.local")
    waitress.serve(
        Door(house),
        sockets=[listening_at(HOTSPOT_ADDRESS, PORT)],
        threads=4,
        connection_limit=60,
        channel_timeout=20,
        cleanup_interval=5,
        max_request_header_size=16384,
        max_request_body_size=MOST_BODY_BYTES,
        ident=None,
    )
