"""Phones that are a seat's keys, as their page speaks over HTTP, on a bad network; no test stands here."""

from __future__ import annotations

import json
import random
import threading
import time
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path

from companion.intake.tape.events import Signalled
from companion.intake.tape.reading import read_tape
from firmware_bridge.signals import Button, Press, Side
from tests.front_door.companions import Companion, started

NAME = "table.example"
"""A name for the companion that is not this machine's own: who asks for it by that is not its own screen."""
KEYS = [button.label for button in Button]


class Phone:
    """One phone, with an address of its own, let in by a code; its thread presses keys as a finger does."""

    def __init__(self, companion: Companion, side: Side, *, loses: float, seed: int) -> None:
        self._companion = companion
        self.side = side
        self._loses = loses
        self._dice = random.Random(seed)
        self._began_ns = time.monotonic_ns() - self._dice.randrange(10**14)
        self._cookie = ""
        self._waiting: list[list[object]] = []
        self._number = 0
        self.pressed: list[tuple[str, int]] = []
        """Each key that went down, and when by the clock of this machine."""
        self.lost_answers = 0
        code = companion.ask("POST", "/api/pairing/code", {"role": "scorer"})[1]["code"]
        self._ask("/api/pairing", {"code": code, "name": f"phone {side.name}"})
        self._line = self._ask("/api/keys/sit", {"side": side.name, "now_ms": self.ms, "instead_of": ""})[
            "line"
        ]

    @property
    def ms(self) -> int:
        """The phone's own time, which began at some moment of its own."""
        return (time.monotonic_ns() - self._began_ns) // 1_000_000 % 2**32

    def play(self, presses: int) -> None:
        """Press keys one after another, and send until all of them were heard."""
        for _ in range(presses):
            key = self._dice.choice(KEYS)
            self.pressed.append((key, time.monotonic_ns()))
            self._edge(key, is_down=True)
            self._send()
            time.sleep(self._dice.uniform(0.02, 0.06))
            self._edge(key, is_down=False)
            self._send()
            time.sleep(self._dice.uniform(0.01, 0.08))
        while self._waiting:
            self._send()

    def _edge(self, key: str, *, is_down: bool) -> None:
        self._number += 1
        self._waiting.append([self._number, key, is_down, self.ms])

    def _send(self) -> None:
        """What was not heard yet. An answer may be lost on its way; then all of it goes once more."""
        body = {"line": self._line, "now_ms": self.ms, "edges": self._waiting[:32]}
        is_lost = self._dice.random() < self._loses
        answer = self._ask("/api/keys/edges", body, is_heard=not is_lost)
        if is_lost:
            self.lost_answers += 1
        elif answer.get("error") == "too_fast":
            time.sleep(0.25)
        else:
            self._waiting = [edge for edge in self._waiting if int(str(edge[0])) > answer["heard"]]

    def _ask(self, path: str, body: dict[str, object], *, is_heard: bool = True) -> dict:
        source = (f"127.0.0.{2 + self.side.value}", 0)
        port = self._companion.port
        connection = HTTPConnection("127.0.0.1", port, timeout=30, source_address=source)
        try:
            headers = {"Host": f"{NAME}:{port}", "X-Table": "1", "Content-Type": "application/json"}
            if self._cookie:
                headers["Cookie"] = self._cookie
            connection.request("POST", path, json.dumps(body), headers)
            if not is_heard:
                return {}
            answer = connection.getresponse()
            said = json.loads(answer.read())
            assert answer.status in (200, 429), said
            if cookie := answer.headers["Set-Cookie"]:
                self._cookie = cookie.partition(";")[0]
            return dict(said)
        finally:
            connection.close()


@dataclass
class Heard:
    """What became of all presses."""

    presses: int
    lost_answers: int
    lost: int = 0
    doubled: int = 0
    disordered: int = 0
    delays_ms: list[float] = field(default_factory=list)
    ages_off_ms: list[float] = field(default_factory=list)
    """By how much the table thought a press older or younger than it was."""


def four_phones(folder: Path, presses: int, *, loses: float = 0.1) -> Heard:
    """Four phones press at once, this many keys in all; the table's tape tells which ones it has heard."""
    tape = folder / "evening.tape"
    with started(folder / "games", "run", "--name", NAME, "--tape", tape) as companion:
        phones = [Phone(companion, side, loses=loses, seed=side.value) for side in Side]
        fingers = [threading.Thread(target=phone.play, args=(presses // 4,)) for phone in phones]
        for finger in fingers:
            finger.start()
        for finger in fingers:
            finger.join()
        assert companion.end() == 0
    return _compared(phones, tape)


def _compared(phones: list[Phone], tape: Path) -> Heard:
    lines = [line for line in read_tape(tape).lines() if isinstance(line.heard, Signalled)]
    found = Heard(sum(len(phone.pressed) for phone in phones), sum(phone.lost_answers for phone in phones))
    numbers = [line.heard.signal.seq for line in lines if isinstance(line.heard.signal, Press)]
    found.doubled += len(numbers) - len(set(numbers))
    for phone in phones:
        heard = [
            (line.at_ns, line.heard.signal)
            for line in lines
            if isinstance(line.heard.signal, Press) and line.heard.signal.side is phone.side
        ]
        found.lost += max(0, len(phone.pressed) - len(heard))
        found.doubled += max(0, len(heard) - len(phone.pressed))
        for (key, at_ns), (heard_ns, press) in zip(phone.pressed, heard, strict=False):
            found.disordered += press.button.label != key
            found.delays_ms.append((heard_ns - at_ns) / 1e6)
            found.ages_off_ms.append(abs(press.at_ns - at_ns) / 1e6)
    return found
