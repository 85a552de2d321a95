"""R7, R8, R9: many viewers, rude viewers, broken requests, on the real server; no test stands here."""

from __future__ import annotations

import json
import logging
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Thread

from companion.dashboard.app import create_app
from companion.dashboard.serve import Server
from companion.dashboard.settings import DashboardSettings
from companion.evidence import Done
from companion.keeping.probing import open_files, resident_bytes
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.table_state import TableState
from tests.conftest import ROOT
from tests.reliability.trials import Outcome, trial

PATIENCE_S = 60
EVENTS_A_SECOND = 20
MIB = 1024 * 1024


class Nothing:
    """A table that does whatever it is asked, and nothing."""

    house = TENHOU

    def __init__(self) -> None:
        self.table = TableState(1, "a game", begin(TENHOU))

    def submit(self, command) -> Done:
        return Done(1)

    def preview(self, asked):
        raise NotImplementedError


@contextmanager
def served(most_streams: int = 40) -> Iterator[tuple[Board, Server]]:
    """The real server in this process, on a port of its own."""
    board = Board()
    publish(board, 1)
    server = Server(
        create_app(board, Nothing(), DashboardSettings(most_streams=most_streams)), board, "127.0.0.1", 0
    )
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield board, server
    finally:
        server.stop()
        thread.join(PATIENCE_S)
        assert not thread.is_alive(), "the server did not stop"


def publish(board: Board, seq: int) -> None:
    board.publish(project(TableState(seq, "a game", begin(TENHOU))))


def healthz_s(server: Server) -> float:
    """How long the sign of life took."""
    began = time.monotonic()
    connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
    connection.request("GET", "/healthz")
    assert connection.getresponse().status == 200
    connection.close()
    return time.monotonic() - began


@trial("R7", "viewers: snapshots missed; p99 under 50 ms and 80 MB on a quiet machine", short=40, long=1_200)
def viewers(tries: int, folder: Path) -> Outcome:
    """This many events at 20 a second, to 40 viewers in a process of their own."""
    count = 40
    with served(count) as (board, server), watching(server.port, count, tries) as process:
        assert process.stdout.readline() == "watching\n"
        published = {}
        for seq in range(2, tries + 2):
            published[seq] = time.monotonic()
            publish(board, seq)
            time.sleep(1 / EVENTS_A_SECOND)
        heard = json.loads(process.stdout.readline())
    delays = [at - published[int(seq)] for one in heard for seq, at in one.items() if int(seq) in published]
    missed = sum(tries - sum(int(seq) in published for seq in one) for one in heard)
    p50, p99 = statistics.median(delays), statistics.quantiles(delays, n=100)[98]
    used = resident_bytes() // MIB
    note = f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, {used} MB"
    return Outcome(tries * count, missed, note)


def watching(port: int, count: int, events: int) -> subprocess.Popen[str]:
    """A process of viewers."""
    numbers = map(str, (port, count, events))
    command = [sys.executable, "-m", "tests.reliability.stream_viewers", *numbers]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@trial("R8", "rude viewers: no sign of life, or places not free again", short=1, long=20)
def rude_viewers(tries: int, folder: Path) -> Outcome:
    """Rounds of a hundred slow writers, viewers over the limit, and viewers who never read or just vanish."""
    failures, slowest_s, first_bytes = 0, 0.0, 0
    with served() as (board, server):
        for number in range(tries):
            with ExitStack() as open_ones:
                for _ in range(100):
                    say(server, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ", open_ones)
                statuses = [status_of_stream(server, open_ones) for _ in range(60)]
                failures += statuses.count(200) > 40 or 503 not in statuses
                for seq in range(number * 50 + 2, number * 50 + 52):
                    publish(board, seq)
                slowest_s = max(slowest_s, *(healthz_s(server) for _ in range(5)))
            failures += not soon(lambda: board.reader_count == 0)
            first_bytes = first_bytes or resident_bytes()
    grown = (resident_bytes() - first_bytes) / MIB
    failures += grown > 40
    return Outcome(
        tries * 160, failures, f"sign of life in {slowest_s * 1000:.0f} ms at most, grown by {grown:.0f} MB"
    )


def say(server: Server, words: bytes, open_ones: ExitStack) -> socket.socket:
    connection = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port), PATIENCE_S))
    connection.sendall(words)
    return connection


def status_of_stream(server: Server, open_ones: ExitStack) -> int:
    """Ask for the stream and read no more than the status: a viewer who never reads."""
    connection = say(server, b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n", open_ones)
    answer = connection.recv(12)
    return int(answer[9:12]) if len(answer) == 12 else 0


def soon(holds) -> bool:
    for _ in range(PATIENCE_S * 20):
        if holds():
            return True
        time.sleep(0.05)
    return False


class Faults(logging.Handler):
    """What the server logs as its own fault."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(record.getMessage())


@trial("R9", "broken requests: answers 5xx, tracebacks, silence", short=300, long=10_000)
def broken_requests(tries: int, folder: Path) -> Outcome:
    faults, complaints = Faults(), []
    logging.getLogger().addHandler(faults)
    try:
        with served() as (_, server):
            for number in range(tries):
                request = broken_request(random.Random(number))
                answer = answered(server, request)
                if is_our_fault(request, answer):
                    complaints.append(f"{request[:60]!r} was answered {answer[:12]!r}")
                if number % 100 == 0:
                    healthz_s(server)
            healthz_s(server)
    finally:
        logging.getLogger().removeHandler(faults)
    complaints += faults.said
    return Outcome(
        tries, len(complaints), complaints[0] if complaints else f"{open_files()} files open at the end"
    )


def is_our_fault(request: bytes, answer: bytes) -> bool:
    """Whether it was answered 5xx; 501 is what the protocol wants said of a coding that nobody knows."""
    status = b"".join(answer.split(b" ")[1:2])
    is_unknown_coding = status == b"501" and b"transfer-encoding:" in request.lower()
    return status.startswith(b"5") and not is_unknown_coding


def answered(server: Server, request: bytes) -> bytes:
    with (
        suppress(OSError, HTTPException),
        socket.create_connection(("127.0.0.1", server.port), 5) as connection,
    ):
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(4096)
    return b""


_COMMAND = (
    b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\nX-Table: 1\r\nContent-Type: application/json\r\n"
    b'Content-Length: 50\r\n\r\n{"id": "a", "expected_seq": 1, "kind": "undo"}    '
)
_FILE = b"GET /static/js/main.js HTTP/1.1\r\nHost: localhost\r\nIf-None-Match: x\r\n\r\n"
GOOD = (_COMMAND, b"GET /api/snapshot HTTP/1.1\r\nHost: localhost\r\n\r\n", _FILE)
PIECES = (
    b"\r\n", b"\0", b" ", b":", b"%", b"%00", b"%2e%2e/", b"../", b"HTTP/9.9", b"Content-Length: -1\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Content-Length: 99999999999999999999\r\n", b"\xff\xfe", b"[" * 3000,
    b"Host: [::1\r\n", b"Host: \r\n", b"Range: bytes=9-1\r\n", b"A" * 9000, b"\x16\x03\x01", b'{"a":' * 900,
    b"OPTIONS * ", b"//", b"?" + b"x=&" * 50, "半荘".encode(),
)  # fmt: skip


def broken_request(dice: random.Random) -> bytes:
    """A good request with pieces cut out, doubled, or put in."""
    request = bytearray(dice.choice(GOOD))
    for _ in range(dice.choice((1, 1, 2, 5))):
        at = dice.randrange(len(request) + 1)
        match dice.randrange(4):
            case 0:
                del request[at : at + dice.randrange(1, 20)]
            case 1:
                request[at:at] = dice.choice(PIECES)
            case 2:
                request[at:at] = request[at : at + dice.randrange(1, 40)]
            case _:
                request[at : at + 1] = bytes([dice.randrange(256)])
    return bytes(request)
