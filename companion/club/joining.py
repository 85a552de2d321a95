"""Where tables join: a small server of the hub, over TLS. It hands out certificates for one-time tokens."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import secrets
import ssl
import threading
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

from companion.club.authority import Authority
from companion.club.handing_over import CodeSpent, HandingOver
from companion.club.members import Member, Members, Tokens
from companion.club.membership import JoinCode
from companion.club.store import StoreDown
from companion.club.topics import is_id
from companion.errors import ConfigError

__all__ = ["JoinServer"]

PORT: Final = 8884
MOST_BYTES: Final = 16 * 1024
MOST_AT_ONCE: Final = 32
MOST_REMEMBERED: Final = 8
_WAIT_S: Final = 5.0
_LENGTH: Final = re.compile(r"[0-9]{1,9}", re.ASCII)
_log = logging.getLogger(__name__)


class JoinCodes:
    """The codes that the hub's screens show. Any thread may use it."""

    def __init__(self, host: str, port: int, tokens: Tokens, fingerprint: str) -> None:
        self.host, self.port = host, port
        self._tokens, self._fingerprint = tokens, fingerprint
        self._lock = threading.Lock()
        self._shown: JoinCode | None = None

    def new(self) -> JoinCode:
        """Another code, with which one table may join."""
        return JoinCode(self.host, self.port, self._tokens.issue(), self._fingerprint)

    def shown(self) -> JoinCode:
        """The same code until a table has joined with it or it has expired."""
        with self._lock:
            if self._shown is None or not self._tokens.is_good(self._shown.token):
                self._shown = self.new()
            return self._shown


class Answers:
    """The newest answers to one-time codes: a table that has lost one gets it again, and so joins only once.

    Only the same request gets it, and that is signed by a key that nobody else has.
    """

    def __init__(self) -> None:
        self._told: dict[bytes, dict[str, Any]] = {}

    def to(self, path: str, token: str, request: bytes) -> dict[str, Any] | None:
        """What this request was answered; None if it is a new one."""
        return self._told.get(_mark(path, token, request))

    def keep(self, path: str, token: str, request: bytes, told: dict[str, Any]) -> None:
        """Remember an answer, before it is sent."""
        self._told[_mark(path, token, request)] = told
        while len(self._told) > MOST_REMEMBERED:
            del self._told[next(iter(self._told))]


def _mark(path: str, token: str, request: bytes) -> bytes:
    return hashlib.sha256(json.dumps([path, token, request.decode()]).encode()).digest()


class JoinServer(ThreadingHTTPServer):
    """Answers `GET /authority` to everybody, `POST /join` and `/spare` to whoever has a good token.

    Raises:
        ConfigError: nothing can listen there.
    """

    daemon_threads = True

    def __init__(
        self,
        where: tuple[str, int],
        authority: Authority,
        members: Members,
        tokens: Tokens,
        *,
        broker: Mapping[str, object],
        joined: Callable[[Member], None],
        spares: HandingOver,
    ) -> None:
        self.authority, self.members, self.tokens = authority, members, tokens
        self.broker, self.joined, self.spares = broker, joined, spares
        self.answers, self.deciding = Answers(), threading.Lock()
        self.places = threading.BoundedSemaphore(MOST_AT_ONCE)
        self._seal = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._seal.minimum_version = ssl.TLSVersion.TLSv1_2
        self._seal.load_cert_chain(authority.hub_file)
        try:
            super().__init__(where, _Visit)
        except OSError as error:
            raise ConfigError(f"nothing can listen on {where[0]}:{where[1]}: {error.strerror}") from error

    @property
    def port(self) -> int:
        """The port it listens on."""
        return int(self.server_address[1])

    def get_request(self) -> tuple[Any, Any]:
        """Accept a connection; the thread that serves it waits for its TLS handshake, for a short while."""
        plain, address = super().get_request()
        plain.settimeout(_WAIT_S)
        return self._seal.wrap_socket(plain, server_side=True, do_handshake_on_connect=False), address

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether one more visit has a place; when it ends, it gives the place back."""
        return self.places.acquire(blocking=False)

    def start(self) -> None:
        """Serve until `shutdown`."""
        threading.Thread(target=self.serve_forever, name="joining", daemon=True).start()


class _Visit(BaseHTTPRequestHandler):
    server: JoinServer
    server_version, sys_version = "club", ""
    timeout = _WAIT_S

    def __init__(self, request: Any, client_address: Any, server: JoinServer) -> None:
        try:
            super().__init__(request, client_address, server)
        except OSError:
            _log.debug("club.join_line_broke", exc_info=True)
        finally:
            server.places.release()

    def setup(self) -> None:
        self.request.do_handshake()
        super().setup()

    def do_GET(self) -> None:
        if self.path == "/authority":
            self._answer(200, {"authority": self.server.authority.certificate.decode()})
        else:
            self._answer(404, {"sentence": "there is nothing here"})

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        # Python refuses to read a number of thousands of digits.
        is_read = bool(_LENGTH.fullmatch(length)) and int(length) <= MOST_BYTES
        if self.path not in ("/join", "/spare") or not is_read:
            self._answer(400, {"sentence": "that is not a table that wants to join"})
            return
        try:
            told = json.loads(self.rfile.read(int(length)))
            token, name, request = (str(told[one]) for one in ("token", "name", "request"))
            signed, was = request.encode(), str(told.get("was", "")).encode()
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            self._answer(400, {"sentence": "that is not a table that wants to join"})
            return
        with self.server.deciding:
            status, answer = self._decided(token, name, signed, was)
        self._answer(status, answer)

    def _decided(self, token: str, name: str, request: bytes, was: bytes) -> tuple[int, dict[str, Any]]:
        before = self.server.answers.to(self.path, token, request)
        if before is not None:
            return 200, before
        try:
            if self.path == "/spare":
                member, told = self.server.spares.answer(token, request)
            else:
                member, told = self._let_in(token, name, request, was)
        except CodeSpent as error:
            return 403, {"sentence": str(error)}
        except StoreDown as error:
            return 409, {"sentence": str(error)}
        except ValueError as error:  # a ConfigError is one
            return 409 if self.path == "/spare" else 400, {"sentence": str(error)}
        answer = {"club": self.server.members.club, **self.server.broker, **told}
        self.server.answers.keep(self.path, token, request, answer)
        self.server.joined(member)
        return 200, answer

    def _let_in(self, token: str, name: str, request: bytes, was: bytes) -> tuple[Member, dict[str, Any]]:
        """A table of the club; one that is in it already, as its certificate and key show, stays the same.

        So does one that is missing from a list that was restored from a backup.
        """
        if not self.server.tokens.is_good(token):
            raise CodeSpent(
                "this code was used already, is older than twelve hours, or is from before the hub was "
                "last started; take the one on the screen"
            )
        members, known = self.server.members, self.server.authority.table_of(was, request)
        member = next((one for one in members.all if one.id == known and not members.spare_of(known)), None)
        table = known if member or (is_id(known) and members.is_unheard_of(known)) else secrets.token_hex(4)
        certificate = self.server.authority.for_table(request, table)
        member = member or members.join(table, name)
        # Used up only now: whoever was refused for another reason may try again with the same code.
        self.server.tokens.use(token)
        return member, {"table": member.id, "name": member.name, "certificate": certificate.decode()}

    def _answer(self, status: int, told: dict[str, Any]) -> None:
        body = json.dumps(told).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the library's name
        """Log nothing: the addresses of visitors are nobody's business."""
