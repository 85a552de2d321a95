"""The native core on a pseudo-terminal, living in real time in a thread of its own."""

from __future__ import annotations

import os
import pty
import select
import threading
import time
import tty
from pathlib import Path
from types import TracebackType
from typing import Self

from firmware_bridge.signals import Lamp
from tests.firmware_bridge.firmware import NativePanel


class PtyDevice:
    """A panel one can plug in, pull out and press; `port` is where a host finds it."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "panel"
        self.panel = NativePanel()
        self.looks_shown: list[list[Lamp]] = []
        """Every picture of the four lamps so far, in order."""
        self._guard = threading.Lock()
        self._ends: tuple[int, int] | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="pty-device", daemon=True)
        self.plug()
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        self._thread.join(timeout=30)
        self.unplug()
        self.panel.close()

    def press(self, keys_down: int) -> None:
        with self._guard:
            self.panel.press(keys_down)

    def wait_ms(self, ms: float) -> None:
        """Let the panel live for so long, by its own clock."""
        until_ns = self.panel.now_ns + ms * 1_000_000
        while self.panel.now_ns < until_ns:
            self._stop.wait(0.002)

    def restart(self, boot: int) -> None:
        with self._guard:
            self.panel.restart(boot)

    def plug(self) -> None:
        with self._guard:
            if self._ends is None:
                self._ends = pty.openpty()
                tty.setraw(self._ends[1])
                os.set_blocking(self._ends[0], False)
                self.port.symlink_to(os.ttyname(self._ends[1]))

    def unplug(self) -> None:
        with self._guard:
            if self._ends is not None:
                self.port.unlink()
                for end in self._ends:
                    os.close(end)
                self._ends = None

    @property
    def lamps(self) -> int:
        with self._guard:
            return self.panel.lamps

    @property
    def looks(self) -> list[Lamp]:
        with self._guard:
            return self.panel.looks

    def _live(self) -> None:
        due = time.monotonic()
        while not self._stop.is_set():
            due += 0.002
            with self._guard:
                self._exchange()
                if self.looks_shown[-1:] != [self.panel.looks]:
                    self.looks_shown.append(self.panel.looks)
            self._stop.wait(max(0.0, due - time.monotonic()))

    def _exchange(self) -> None:
        heard = b""
        if self._ends is not None and select.select([self._ends[0]], [], [], 0)[0]:
            heard = os.read(self._ends[0], 4096)
        said = self.panel.exchange(heard, 2_000)
        if self._ends is not None and said:
            try:
                os.write(self._ends[0], said)
            except BlockingIOError:
                return  # Nobody listens, and the buffer is full.
