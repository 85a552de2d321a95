"""The port: waitress, with limits on connections and on time, and with each request's head judged first.

Waitress reads, parses and writes. This module adds who may connect (`crowd`), how long anything may take,
that one request is answered before the next is read, and which thread answers it (`workers`). It relies on
parts of waitress that waitress does not promise to keep: `tests/dashboard/test_front.py` names them, and
`pyproject.toml` holds waitress below the next release that may change them.
"""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from http import HTTPStatus
from threading import Lock
from typing import Any, Final

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import WSGITask
from waitress.utilities import RequestEntityTooLarge
from waitress.wasyncore import dispatcher

from companion.clock import SystemClock
from companion.dashboard.access import FILES_POLICY, HEADERS
from companion.dashboard.crowd import Known, Limits, Stage, is_too_late, place_for
from companion.dashboard.errors import RequestRefused
from companion.dashboard.heads import heads_of
from companion.dashboard.pace import Pace, household
from companion.dashboard.sealed import Seal, SealedLine
from companion.dashboard.standing import Standing
from companion.dashboard.workers import Lane, Workers

__all__ = ["Front"]

LOOK_EVERY_S: Final = 0.5
MOST_NEW_AT_ONCE: Final = 16
MOST_UNSENT_BYTES: Final = 128 * 1024
REST_S: Final = 1.0
GREETINGS_A_SECOND: Final = 10
"""TLS handshakes of one address: each costs as much as many answers, and a browser opens six connections."""
TOO_FAST: Final = str(HTTPStatus.TOO_MANY_REQUESTS.value)

# When a client leaves while its broken request is being refused, waitress 3.0.2 logs the path of the request,
# which the parser has not read by then.
if not hasattr(HTTPRequestParser, "path"):
    setattr(HTTPRequestParser, "path", "")  # noqa: B010 - the types of waitress do not name it


class Answer(WSGITask):
    """The answer of the app to one request."""

    channel: Connection

    def get_environment(self) -> dict[str, Any]:
        """The WSGI environment of the request, and whether it came over TLS: no header says that."""
        environ: dict[str, Any] = super().get_environment()
        environ["wsgi.url_scheme"] = "https" if self.channel.is_sealed else "http"
        return environ

    def build_response_header(self) -> bytes:
        """The head of the answer; after a 429 the connection rests."""
        if self.status.startswith(TOO_FAST):
            self.channel.rest()
        return super().build_response_header()


class Connection(HTTPChannel):
    """One connection: a guest of the crowd, and a task for the workers."""

    task_class = Answer
    requests_lock: Lock

    def __init__(
        self, front: Front, line: socket.socket | SealedLine, where: Any, adj: Adjustments, standing: Standing
    ) -> None:
        self.address = str(where[0])
        self.household = household(self.address)
        self.standing = standing
        self.lane = Lane(standing)
        self._front = front
        self._seal = line if isinstance(line, SealedLine) else None
        self._asked = 0
        self._is_judged = False
        self._ahead = b""
        self._is_refused = False
        self._rests_until_s = 0.0
        self._stage: tuple[Stage, int] = (Stage.IDLE, 0)
        self._stage_since_s = time.monotonic()
        super().__init__(front, line, where, adj, map=front.connections)  # type: ignore[arg-type]

    @property
    def is_sealed(self) -> bool:
        """Whether it is https."""
        return self._seal is not None and self._seal.is_sealed

    @property
    def stage(self) -> Stage:
        """What it waits for."""
        if self._seal is not None and self._seal.is_greeting:
            return Stage.HEAD
        if self.total_outbufs_len:
            return Stage.READER
        if self.requests:
            return Stage.ANSWER
        if self.request is None:
            return Stage.IDLE
        return Stage.BODY if self.request.headers_finished else Stage.HEAD

    @property
    def may_go(self) -> bool:
        """Whether none of its requests is being answered."""
        return not self.requests and not self.total_outbufs_len

    def is_too_late(self, now_s: float, limits: Limits) -> bool:
        """Whether it has been in its stage, of the same request, for too long."""
        stage = (self.stage, self._asked)
        if stage != self._stage:
            self._stage, self._stage_since_s = stage, now_s
        return is_too_late(stage[0], now_s - self._stage_since_s, limits)

    def rest(self) -> None:
        """Stop reading for a while from a visitor who asks too often: refusing costs as much as answering."""
        self._rests_until_s = time.monotonic() + REST_S

    def readable(self) -> bool:
        """Whether to read more from it now."""
        return not self._ahead and super().readable()

    def read_what_came(self) -> None:
        """Read as waitress does, once TLS has something to hand over."""
        if self._seal is None or self._seal.has_come():
            super().handle_read()

    handle_read = read_what_came

    def received(self, data: bytes) -> bool:
        """Take one request. What comes after it waits until the other side has taken the answer."""
        with self.requests_lock:
            if self.will_close or self.close_when_flushed or self._is_refused:
                return False
            self._ahead += data
            while self._ahead and self._may_ask:
                self._ahead = self._ahead[self._take(self._ahead) :]
        return True

    def send_what_waits(self) -> None:
        """Write as waitress does; then take what came meanwhile."""
        super().handle_write()
        self.go_on()

    handle_write = send_what_waits

    @property
    def _may_ask(self) -> bool:
        is_answered = not self.requests and not self.total_outbufs_len
        return is_answered and time.monotonic() >= self._rests_until_s

    def go_on(self) -> None:
        """Take what came ahead of its turn, if it may ask now."""
        if self._ahead and self.connected:
            self.received(b"")

    def _take(self, data: bytes) -> int:
        request = self.request
        if request is None:
            request = self.request = self.parser_class(self.adj)
            self._is_judged = False
        taken = request.received(data)
        if not self._is_judged and _has_head(request):
            self._is_judged = True
            self._judge(request)
        if request.error:
            # Closed after the answer. What still comes is read and dropped, so that the answer arrives.
            self._is_refused, taken = True, len(data)
        if request.completed:
            self._take_up(request)
        elif request.expect_continue and request.headers_finished and not self.sent_continue:
            self.send_continue()
        return taken

    def _judge(self, request: HTTPRequestParser) -> None:
        environ = self.task_class(self, request).get_environment()  # type: ignore[arg-type]
        head = self._front.heads.judge(environ, None if request.chunked else request.content_length)
        self.standing = head.standing
        self.lane = Lane(head.standing, is_stream=head.is_stream)
        if head.standing is Standing.PAIRED:
            self._front.known.remember(self.address, time.monotonic())
        if head.refused is not None:
            request.error = _Refused(head.refused)  # type: ignore[assignment]
            request.completed = True

    def _take_up(self, request: HTTPRequestParser) -> None:
        self.request = None
        self.sent_continue = False
        if not request.empty:
            self._asked += 1
            self.requests = [request]
            self.server.add_task(self)  # type: ignore[arg-type]

    def service(self) -> None:
        """Answer the request, in a worker's thread; the serving thread then goes on with the next one."""
        super().service()
        with self.requests_lock:
            is_more = bool(self._ahead)
        # Without the lock: the trigger has one too, and holds it while it lets this connection go on.
        if is_more:
            self._front.trigger.pull_trigger(self.go_on)  # type: ignore[attr-defined]


def _has_head(request: HTTPRequestParser) -> bool:
    """Whether the whole head has come, and could be parsed."""
    is_readable = request.error is None or isinstance(request.error, RequestEntityTooLarge)
    return request.headers_finished and is_readable and not request.empty


class _Refused:
    """A refusal in the form of waitress's own errors: the connection is closed after it."""

    def __init__(self, refused: RequestRefused) -> None:
        self._refused = refused

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        status = self._refused.status
        body = json.dumps(self._refused.answer).encode()
        headers = {"Content-Type": "application/json", **HEADERS}
        headers |= {"Content-Security-Policy": FILES_POLICY, "Cache-Control": "no-store"}
        return f"{status.value} {status.phrase}", list(headers.items()), body


class Front(TcpWSGIServer):
    """The listening socket and the connections accepted on it. Its methods are for the serving thread."""

    def __init__(
        self,
        app: Flask,
        listening: socket.socket,
        settings: dict[str, Any],
        limits: Limits,
        *,
        seal: Seal | None = None,
    ) -> None:
        self.connections: dict[int, Any] = {}
        self.heads = heads_of(app)
        self.known = Known()
        self.workers = Workers()
        self._limits = limits
        self._seal = seal
        self._greetings = Pace(SystemClock(), GREETINGS_A_SECOND)
        self._leaving: list[Connection] = []
        self._looked_s = 0.0
        super().__init__(
            app,
            map=self.connections,
            _sock=listening,
            dispatcher=self.workers,  # type: ignore[arg-type]
            # Waitress would keep everybody out at this limit, so our own limits keep it out of reach.
            adj=Adjustments(sockets=[listening], connection_limit=2 * limits.connections, **settings),
            sockinfo=(listening.family, listening.type, listening.proto, listening.getsockname()),
            bind_socket=False,
        )

    def serve(self) -> None:
        """Serve until everything is closed."""
        while self.connections:
            self.asyncore.loop(timeout=LOOK_EVERY_S, map=self.connections, count=1)
            # Only now: a file descriptor closed in the middle of a round might be given to a newcomer.
            while self._leaving:
                self._leaving.pop().handle_close()
            self._look()

    def accept_all(self, door: dispatcher | None = None) -> None:
        """Accept many at once, so that nobody waits behind strangers; not everybody may stay.

        `door` is another listening socket whose visitors come in here.
        """
        for _ in range(MOST_NEW_AT_ONCE):
            try:
                pair = (door or self).accept()
            except OSError:
                return  # it left before its turn
            if pair is None:
                return
            self._welcome(*pair)

    handle_accept = accept_all

    def set_socket_options(self, conn: socket.socket) -> None:
        """Keep the kernel's send buffer small: it counts as our memory."""
        super().set_socket_options(conn)
        conn.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_UNSENT_BYTES)

    def maintenance(self, now: float) -> None:
        """Do nothing: waitress would use the wall clock here, and `_look` uses the monotonic one."""

    def _welcome(self, line: socket.socket, where: Any) -> None:
        standing = self._standing(line, str(where[0]))
        place = place_for(str(where[0]), standing, self._guests(), self._limits)
        if not place.is_free:
            line.close()
            return
        if isinstance(place.instead_of, Connection):
            self._leaving.append(place.instead_of)
        with suppress(OSError):  # it may have gone already
            self.set_socket_options(line)
        Connection(self, self._at_the_door(line, str(where[0]), standing), where, self.adj, standing)

    def _at_the_door(
        self, line: socket.socket, address: str, standing: Standing
    ) -> socket.socket | SealedLine:
        """If this house has a certificate, a connection may use TLS."""
        if self._seal is None:
            return line
        is_own = standing is Standing.OWN
        return SealedLine(line, self._seal, lambda: is_own or self._greetings.may_ask(address))

    def _standing(self, line: socket.socket, address: str) -> Standing:
        """The standing of a new connection, by its address alone: it has not asked anything yet."""
        with suppress(OSError):
            if line.getsockname()[0] == address:  # both ends are this machine
                return Standing.OWN
        return Standing.PAIRED if self.known.knows(address, time.monotonic()) else Standing.STRANGER

    def _guests(self) -> list[Connection]:
        """Everybody connected who is not leaving, in the order of arrival."""
        there = self.connections.values()
        return [each for each in there if isinstance(each, Connection) and each not in self._leaving]

    def _look(self) -> None:
        now_s = time.monotonic()
        if now_s - self._looked_s < LOOK_EVERY_S:
            return
        self._looked_s = now_s
        for guest in self._guests():
            if guest.is_too_late(now_s, self._limits):
                guest.handle_close()
            else:
                guest.go_on()
