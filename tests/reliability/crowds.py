"""C1 to C6: strangers press on a companion, while its own screen and four paired tablets go on; no test here.

The companion, the attackers and the people are three processes. Each attack has its control: the same one
against a server without limits, which must shut people out.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count, takewhile
from pathlib import Path

from companion.watchdog import SILENT_AFTER_S
from tests.conftest import ROOT
from tests.reliability.attackers import NAME
from tests.reliability.trials import Outcome, trial

PATIENCE_S = 60
TAP_WITHIN_S = 10.0
"""What takes longer was refused: nobody at a table waits longer."""
P99_MS = 100
TAPS_A_SECOND = 75
"""All five together: more than people make, fewer than a device may send before it is asked to wait."""
SHUT_WITHIN_S = 20.0
"""On a busy machine the attackers need a while until all of them press."""
JUDGED_FROM = 500
"""Taps from which on their times are judged: only `make soak` makes this many."""


class Person:
    """The own screen, or a tablet that was paired: taps on a line that it keeps, as a browser does."""

    def __init__(self, port: int, number: int, patience_s: float) -> None:
        """Number 0 is the machine's own screen, whoever has another is on its network."""
        self._port = port
        self._patience_s = patience_s
        self._address = f"127.0.2.{number}" if number else "127.0.0.1"
        self._headers = {"Host": f"{NAME if number else 'localhost'}:{port}"}
        self._line = self._dialled()

    def _dialled(self) -> HTTPConnection:
        return HTTPConnection(
            "127.0.0.1", self._port, timeout=self._patience_s, source_address=(self._address, 0)
        )

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[int, dict]:
        more = {"X-Table": "1", "Content-Type": "application/json"} if body else {}
        self._line.request(method, path, json.dumps(body) if body else None, {**self._headers, **more})
        answer = self._line.getresponse()
        said = json.loads(answer.read())
        if cookie := answer.headers.get("Set-Cookie"):
            self._headers["Cookie"] = cookie.partition(";")[0]
        return answer.status, said

    def pair_by(self, host: Person, name: str) -> None:
        code = host.ask("POST", "/api/pairing/code", {"role": "scorer"})[1]["code"]
        status, said = self.ask("POST", "/api/pairing", {"code": code, "name": name})
        assert status == 200, said

    def dial_again(self) -> None:
        self._line.close()
        self._line = self._dialled()

    def stream_status(self) -> int:
        """How the server answers when this page wants to watch."""
        line = self._dialled()
        try:
            line.request("GET", "/api/stream", headers=self._headers)
            return line.getresponse().status
        finally:
            line.close()

    def hears_the_pages_beat(self) -> bool:
        """Whether the watchdog has seen a page served lately: else systemd would end a sound companion."""
        self.dial_again()
        return self.ask("GET", "/readyz")[1]["loops"]["pages"] < SILENT_AFTER_S

    def close(self) -> None:
        self._line.close()


class Table:
    """Five devices around one table, tapping in turn."""

    def __init__(self, port: int, patience_s: float = TAP_WITHIN_S) -> None:
        self.people = [Person(port, number, patience_s) for number in range(5)]
        for number, tablet in enumerate(self.people[1:], 1):
            tablet.pair_by(self.people[0], f"Tablet {number}")
        self._number = 0
        self._seq = 0
        self._command("start", names=["A", "B", "C", "D"])
        self._command("deal", depth="points")

    def _command(self, kind: str, at: int = 0, **more: object) -> int:
        self._number += 1
        body = {"id": f"tap-{self._number}", "expected_seq": self._seq, "kind": kind, **more}
        status, said = self.people[at].ask("POST", "/api/commands", body)
        self._seq = said.get("seq", self._seq)
        return status

    def tap(self, number: int) -> tuple[bool, float]:
        """Whether a tap was done, and how long it took; a riichi, or taking it back."""
        at, began = number % 5, time.monotonic()
        person = self.people[at]
        if number % 7 == 0:
            person.dial_again()  # as a page that was loaded again
        with suppress(OSError, HTTPException, ValueError):
            kind = {"kind": "undo"} if number % 2 else {"kind": "tap", "seat": at % 4, "action": "riichi"}
            done = self._command(at=at, **kind) == 200
            return done, time.monotonic() - began
        person.dial_again()
        self._seq = self._seq_by_now()
        return False, time.monotonic() - began

    def _seq_by_now(self) -> int:
        """After a tap that nobody answered, from whoever is answered first."""
        for person in self.people:
            with suppress(OSError, HTTPException, ValueError):
                return int(person.ask("GET", "/api/snapshot")[1]["seq"])
            person.dial_again()
        return self._seq

    def close(self) -> None:
        for person in self.people:
            person.close()


@contextmanager
def process(*words: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A process beside this one, and the first line that it said."""
    command = [sys.executable, "-m", *map(str, words)]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            yield child, child.stdout.readline()
        finally:
            child.stdin.close()
            child.terminate()
            child.wait(PATIENCE_S)


def shuts_out(kind: str, folder: Path) -> bool:
    """Whether the same attack refuses a tap or a stream where there are no walls."""
    with process("tests.reliability.crowded_table", folder, "open") as (_, port):
        table = Table(int(port), patience_s=2.0)
        with process("tests.reliability.attackers", kind, int(port)) as (_, said):
            assert said == "pressing\n"
            until = time.monotonic() + SHUT_WITHIN_S
            turns = takewhile(lambda _: time.monotonic() < until, count())
            is_shut = any(_refuses(table, number) for number in turns)
        table.close()
    return is_shut


def _refuses(table: Table, number: int) -> bool:
    """Whether a tap is not done, or a page may not watch."""
    with suppress(OSError, HTTPException):
        return not table.tap(number)[0] or table.people[0].stream_status() != 200
    return True


def _tapped_in_time(table: Table, number: int) -> tuple[bool, float]:
    done, took_s = table.tap(number)
    time.sleep(max(0.0, 1 / TAPS_A_SECOND - took_s))
    return done, took_s


def pressed(kind: str, taps: int, folder: Path, *, streams: bool = False) -> Outcome:
    """This many taps of five devices while strangers press."""
    with process("tests.reliability.crowded_table", folder, "kept") as (_, port):
        table = Table(int(port))
        with process("tests.reliability.attackers", kind, int(port)) as (_, said):
            assert said == "pressing\n"
            time.sleep(1)
            tried = [_tapped_in_time(table, number) for number in range(taps)]
            refused = sum(not done for done, _ in tried)
            refused += not table.people[0].hears_the_pages_beat()
            if streams:
                refused += sum(person.stream_status() != 200 for person in table.people)
        table.close()
    times_ms = [took_s * 1000 for _, took_s in tried]
    p50, p99 = statistics.median(times_ms), statistics.quantiles(times_ms, n=100, method="inclusive")[98]
    slow = taps >= JUDGED_FROM and p99 > P99_MS
    note = f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, {refused} refused"
    return Outcome(taps + 1 + 5 * streams, refused + slow, note)


@trial("C1", "250 requests of a stranger whose heads never end: taps refused", short=10, long=1_000)
def half_sent(tries: int, folder: Path) -> Outcome:
    return pressed("half-sent", tries, folder)


@trial("C2", "250 bodies of strangers that come byte by byte: taps refused", short=10, long=1_000)
def slow_bodies(tries: int, folder: Path) -> Outcome:
    return pressed("slow-bodies", tries, folder)


@trial("C3", "90 strangers who ask for 100 files at once and never read: taps refused", short=10, long=1_000)
def deaf(tries: int, folder: Path) -> Outcome:
    return pressed("deaf", tries, folder)


@trial("C4", "60 strangers who watch: streams and taps refused", short=10, long=1_000)
def all_streams_taken(tries: int, folder: Path) -> Outcome:
    return pressed("watching", tries, folder, streams=True)


@trial("C5", "one stranger asks as fast as it can on 12 lines: taps refused", short=10, long=1_000)
def flood_by_one(tries: int, folder: Path) -> Outcome:
    return pressed("flood-by-one", tries, folder)


@trial("C6", "ten strangers ask as fast as they can on 3 lines each: taps refused", short=10, long=1_000)
def flood_by_ten(tries: int, folder: Path) -> Outcome:
    return pressed("flood-by-ten", tries, folder)
