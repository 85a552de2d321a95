"""Devices that press on a companion, in a process of their own; no test stands here.

`python -m tests.reliability.attackers KIND PORT` says when it presses with full strength, goes on until its
input is closed, and comes from addresses 127.0.1.x under a name that is not the own screen's.
"""

from __future__ import annotations

import select
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from threading import Event, Thread

NAME = "192.168.1.7"
"""As who a stranger asks for this table: never the own screen, from whichever address."""
AGAIN_S = 0.5

_STOPPED = Event()


def dialled(port: int, number: int, *, room: int = 0) -> socket.socket:
    """A connection from a stranger's address; with so little room for what it is sent."""
    line = socket.socket()
    if room:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    line.settimeout(5)
    line.bind((f"127.0.1.{number}", 0))
    line.connect(("127.0.0.1", port))
    return line


def head(request: str, *more: str) -> bytes:
    """The head of a request, without the empty line that ends it."""
    return "\r\n".join((f"{request} HTTP/1.1", f"Host: {NAME}", *more, "")).encode()


class Trickle:
    """A connection that sends a request byte by byte; dialled again when it is cut."""

    def __init__(self, dial: Callable[[], socket.socket], begin: bytes) -> None:
        self._dial = dial
        self._begin = begin
        self._line: socket.socket | None = None

    def turn(self) -> None:
        try:
            if self._line is None:
                self._line = self._dial()
                self._line.sendall(self._begin)
            elif select.select([self._line], [], [], 0)[0] and not self._line.recv(65_536):
                raise ConnectionResetError
            else:
                self._line.sendall(b"a")
        except OSError:
            if self._line:
                self._line.close()
            self._line = None


class Deaf(Trickle):
    """A connection that asks much at once and never reads; dialled again when it is cut."""

    def turn(self) -> None:
        try:
            if self._line is None:
                self._line = self._dial()
                self._line.sendall(self._begin)
            elif _is_cut(self._line):
                raise ConnectionResetError
        except OSError:
            if self._line:
                self._line.close()
            self._line = None


def _is_cut(line: socket.socket) -> bool:
    poll = select.poll()
    poll.register(line, 0)
    return bool(poll.poll(0))


def half_sent(port: int) -> list[Trickle]:
    """Two hundred and fifty requests of one address, of which the head never ends."""
    begin = head("GET /") + b"X-Slow: "
    return [Trickle(lambda: dialled(port, 1), begin) for _ in range(250)]


def slow_bodies(port: int) -> list[Trickle]:
    """Two hundred and fifty bodies of twenty-five addresses that come byte by byte."""
    begin = head("POST /api/pairing", "X-Table: 1", "Content-Type: application/json", "Content-Length: 60000")
    return [Trickle(lambda at=at: dialled(port, 1 + at % 25), begin + b"\r\n") for at in range(250)]


def deaf(port: int) -> list[Trickle]:
    """Ninety addresses that ask for a hundred long answers each, at once, and read none."""
    asked = (head("GET /static/lang/ja.json") + b"\r\n") * 100
    return [Deaf(lambda at=at: dialled(port, 1 + at, room=4_096), asked) for at in range(90)]


def watching(port: int) -> list[Trickle]:
    """Forty addresses that watch, and read nothing either."""
    asked = head("GET /api/stream") + b"\r\n"
    return [Deaf(lambda at=at: dialled(port, 1 + at), asked) for at in range(60)]


def flood(port: int, number: int) -> None:
    """One connection that asks as fast as it is answered; dialled again when it is cut."""
    while not _STOPPED.is_set():
        line = HTTPConnection("127.0.0.1", port, timeout=5, source_address=(f"127.0.1.{number}", 0))
        with suppress(OSError, HTTPException):
            while not _STOPPED.is_set():
                line.request("GET", "/api/history", headers={"Host": NAME})
                line.getresponse().read()
        line.close()
        time.sleep(0.01)


def _turns(lines: list[Trickle]) -> Iterator[None]:
    while True:
        for line in lines:
            line.turn()
        yield


LINES = {"half-sent": half_sent, "slow-bodies": slow_bodies, "deaf": deaf, "watching": watching}
FLOODS = {"flood-by-one": [1] * 12, "flood-by-ten": [1 + at // 3 for at in range(30)]}


def main(kind: str, port: int) -> None:
    Thread(target=lambda: (sys.stdin.read(), _STOPPED.set()), daemon=True).start()
    for number in FLOODS.get(kind, []):
        Thread(target=flood, args=(port, number), daemon=True).start()
    turns = _turns(LINES[kind](port) if kind in LINES else [])
    next(turns)
    sys.stdout.write("pressing\n")
    sys.stdout.flush()
    while not _STOPPED.wait(AGAIN_S):
        next(turns)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
