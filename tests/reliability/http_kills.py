"""R1: the whole companion is killed at any moment, over HTTP; no test stands here.

A process forks one companion for every order, so that a thousand kills need no thousand imports. The
companion is the one that people start: journal, table, pages, a real port. What a page was shown, and
what a tap was answered, must be there afterwards, once.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from companion.journal import SqliteReader
from tests.conftest import ROOT
from tests.reliability.trials import Outcome, trial

PATIENCE_S = 60
READY_WITHIN_S = 3.0


class Nursery:
    """The process that forks companions, and the companion that runs now."""

    def __init__(self, folder: Path, *words: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.reliability.companion_nursery", folder, *words],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self._process.stdout.readline()  # it has imported everything

    def conceive(self, seed: int, how: str = "") -> int:
        """The number of a new companion's process, as soon as there is one."""
        self._process.stdin.write(f"{seed} {how}\n")
        return self._told("born")

    def start(self, seed: int) -> tuple[int, int, float]:
        """The number of a new companion's process, its port, and how long it took to be ready."""
        began = time.monotonic()
        pid = self.conceive(seed)
        return pid, self.port(), time.monotonic() - began

    def port(self) -> int:
        """Wait until the companion is ready."""
        return self._told("ready")

    def bury(self) -> int:
        """Wait until the companion is gone: its exit status. It may be ready meanwhile."""
        return self._told("dead", or_before="ready")

    def _told(self, word: str, or_before: str = "") -> int:
        said, number = self._process.stdout.readline().split()
        if said == or_before:
            said, number = self._process.stdout.readline().split()
        assert said == word, f"the companion is {said}, and not {word}"
        return int(number)

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait(PATIENCE_S)
        self._process.stdout.close()


class Life:
    """One life of a companion, as a page sees it."""

    def __init__(self, port: int) -> None:
        self._port = port

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[int, dict]:
        with closing(HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE_S)) as connection:
            headers = {"X-Table": "1", "Content-Type": "application/json"} if body else {}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())

    @property
    def seq(self) -> int:
        return int(self.ask("GET", "/api/snapshot")[1]["seq"])

    def undo(self, tap: str, seq: int) -> int | None:
        """The number that was acknowledged; None where it was refused."""
        status, said = self.ask("POST", "/api/commands", {"id": tap, "expected_seq": seq, "kind": "undo"})
        return int(said["seq"]) if status == 200 else None


class Evening:
    """One data folder through many kills: what was acknowledged, and what was wrong."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.nursery = Nursery(folder)
        self.shown = 0
        self.taps: dict[str, int] = {}
        self.complaints: list[str] = []
        self.slowest_s = 0.0

    def one_life(self, number: int, dice: random.Random) -> None:
        pid, port, ready_s = self.nursery.start(number)
        self.slowest_s = max(self.slowest_s, ready_s)
        life, killed_at = Life(port), dice.randrange(4)
        # It goes on while it is killed, which may be between a commit and its answer.
        killer = threading.Timer(dice.random() * 0.06, os.kill, (pid, signal.SIGKILL))
        with suppress(OSError, HTTPException, ValueError):
            self._look_back(life)
            for tap in range(10_000):
                if tap == killed_at:
                    killer.start()
                self._tap(life, f"tap-{number}-{tap}", dice)
        if killer.ident is None:
            os.kill(pid, signal.SIGKILL)
        assert self.nursery.bury() == -signal.SIGKILL, "the companion ended by itself"

    def _look_back(self, life: Life) -> None:
        """What a page asks that has lost its line: is everything there, and what of my last tap?"""
        seq = life.seq
        if seq < self.shown:
            self.complaints.append(f"{self.shown} was shown, {seq} is there")
        for tap, answered in list(self.taps.items())[-2:]:
            again = life.undo(tap, seq)
            if again != answered:
                self.complaints.append(f"{tap} was answered {answered}, then {again}")

    def _tap(self, life: Life, tap: str, dice: random.Random) -> None:
        self.shown = max(self.shown, life.seq)
        if dice.random() < 0.2:
            return
        # At full speed the table would have moved on before any finger: it pauses first.
        status, said = life.ask(
            "POST", "/api/commands", {"id": f"{tap}-p", "expected_seq": 0, "kind": "pause"}
        )
        if status == 200 and (answered := life.undo(tap, said["seq"])) is not None:
            self.taps[tap] = answered
            self.shown = max(self.shown, answered)
            life.ask("POST", "/api/commands", {"id": f"{tap}-r", "expected_seq": 0, "kind": "resume"})

    def check(self) -> None:
        """The file at the end: whole, and every tap in it once, where it was answered."""
        with closing(SqliteReader(self._folder / "demo.sqlite")) as reader:
            reader.check()
            if reader.last_seq < self.shown:
                self.complaints.append(f"{self.shown} was shown, {reader.last_seq} is kept")
            for tap, answered in self.taps.items():
                kept = [entry.seq for entry in reader.written_by(tap)]
                if kept[-1:] != [answered]:
                    self.complaints.append(f"{tap} was answered {answered}, {kept} is kept")


@trial("R1", "kill -9 of the companion over HTTP: acknowledged lost, doubled, changed", short=30, long=1_000)
def http_kills(tries: int, folder: Path) -> Outcome:
    evening, dice = Evening(folder / "games"), random.Random(tries)
    try:
        for number in range(tries):
            evening.one_life(number, dice)
    finally:
        evening.nursery.close()
    evening.check()
    slow = evening.slowest_s > READY_WITHIN_S and tries > 100
    told = f"{len(evening.taps)} taps, {evening.shown} entries acknowledged"
    note = f"{told}, ready in {evening.slowest_s:.2f} s at most"
    return Outcome(tries, len(evening.complaints) + slow, (evening.complaints or [note])[0])
