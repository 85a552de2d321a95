"""A panel that is a program: it speaks the serial protocol on a pseudo-terminal; `press` presses its keys.

For a table without hardware. It keeps the rules of docs/reference/panel-protocol.md as far as a line that
damages nothing needs them; the firmware's own core is written in C, and tested separately.
"""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from firmware_bridge.frames import PROTOCOL_VERSION, LineReader, encode
from firmware_bridge.signals import Button, Side

__all__ = ["PretendDevice", "PretendPanelCore"]

NAME, FIRMWARE = "pretend", "1.0"
WINDOW, QUEUE = 4, 16
RESEND_MS, BEAT_MS = 30, 250
HELD_S = 0.06


@dataclass
class _Waiting:
    """An edge that has not been acknowledged yet."""

    seq: int
    payload: str
    due_ms: int = 0


class PretendPanelCore:
    """How the device answers what it receives; times are milliseconds since its start."""

    def __init__(self, boot: int = 1) -> None:
        self.lamps = 0
        """The mask in effect."""
        self._boot = boot
        self._reader = LineReader()
        self._queue: deque[_Waiting] = deque()
        self._seq = 0
        self._beat_ms = 0
        self._repeated = self._lost = 0
        self._is_greeted = False

    def edge(self, side: Side, button: Button, *, is_down: bool, ms: int) -> None:
        """Note that a key has come to rest, down or up."""
        if len(self._queue) >= QUEUE:
            self._lost += 1
            return
        way = "D" if is_down else "U"
        payload = f"E {self._seq} {side.value} {button.value} {way} {ms}"
        self._queue.append(_Waiting(self._seq, payload))
        self._seq = (self._seq + 1) % 256

    def exchange(self, heard: bytes, ms: int) -> bytes:
        """Bytes from the host in, bytes to it out."""
        said = [line for payload in self._reader.feed(heard) for line in self._answer(payload, ms)]
        if self._is_greeted:
            said += self._events(ms)
            if ms - self._beat_ms >= BEAT_MS:
                self._beat_ms = ms
                waiting = len(self._queue)
                said.append(f"H {ms} {waiting} {self._reader.damaged} {self._repeated} {self._lost}")
        return b"".join(encode(payload) for payload in said)

    def _answer(self, payload: str, ms: int) -> list[str]:
        kind, *fields = payload.split(" ")
        numbers = [int(field) for field in fields if field.isdecimal()]
        match kind, numbers:
            case "?", _:
                self._is_greeted = True
                base = self._queue[0].seq if self._queue else self._seq
                who = f"{NAME} {FIRMWARE} {self._boot} {base} {len(Side)} {len(Button)}"
                return [f"I {PROTOCOL_VERSION} {who} {ms}"]
            case "A", [seq, *_]:
                self._forget_up_to(seq)
            case "L", [command, mask, *_]:
                self.lamps = mask
                return [f"K {command} {mask}"]
        return []

    def _forget_up_to(self, seq: int) -> None:
        """Forget this edge, which was acknowledged, and all before it."""
        if any(one.seq == seq for one in list(self._queue)[:WINDOW]):
            while self._queue and self._queue.popleft().seq != seq:
                pass

    def _events(self, ms: int) -> list[str]:
        said = []
        for one in list(self._queue)[:WINDOW]:
            if ms >= one.due_ms:
                self._repeated += one.due_ms > 0
                one.due_ms = ms + RESEND_MS
                said.append(one.payload)
        return said


class PretendDevice:
    """The device on a pseudo-terminal, living in real time; `port` is where a host finds it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock() - 1.0  # on for a second: no key was found down
        self._core = PretendPanelCore(boot=os.getpid() % 100_000 + 1)
        self._ours, self._theirs = pty.openpty()
        tty.setraw(self._theirs)
        os.set_blocking(self._ours, False)
        self.port = os.ttyname(self._theirs)
        self._guard = threading.Lock()
        self._is_stopped = threading.Event()
        self._thread = threading.Thread(target=self._live, name="pretend panel", daemon=True)
        self._thread.start()

    def press(self, side: Side, button: Button, held_s: float = HELD_S) -> None:
        """Press a key, hold it for `held_s` seconds, and let it go."""
        self._edge(side, button, is_down=True)
        self._is_stopped.wait(held_s)
        self._edge(side, button, is_down=False)

    @property
    def lamps(self) -> int:
        """The mask of lamps in effect."""
        with self._guard:
            return self._core.lamps

    def close(self) -> None:
        """Pull the cable."""
        self._is_stopped.set()
        self._thread.join()
        for end in (self._ours, self._theirs):
            os.close(end)

    def _edge(self, side: Side, button: Button, *, is_down: bool) -> None:
        with self._guard:
            self._core.edge(side, button, is_down=is_down, ms=self._ms())

    def _ms(self) -> int:
        return int((self._clock() - self._began) * 1000) + 1

    def _live(self) -> None:
        while not self._is_stopped.wait(0.002):
            heard = b""
            if select.select([self._ours], [], [], 0)[0]:
                with suppress(OSError):  # nobody has opened the other end
                    heard = os.read(self._ours, 4096)
            with self._guard:
                said = self._core.exchange(heard, self._ms())
            if said:
                with suppress(BlockingIOError):  # nobody listens, and the buffer is full
                    os.write(self._ours, said)
