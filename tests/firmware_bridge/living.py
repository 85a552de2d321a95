"""The native core living in real time in a thread of its own, behind whatever cable a test has for it."""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Self

from firmware_bridge.signals import Lamp
from tests.firmware_bridge.firmware import NativePanel

STEP_S = 0.002
STEP_US = 2_000
MOST_BEHIND_S = 0.1
"""A machine that stood still is not made up for in one burst."""


class LivingPanel(ABC):
    """A panel one can plug in, pull out and press."""

    def __init__(self, name: str) -> None:
        self.panel = NativePanel()
        self.panel.exchange(b"", 60_000)  # it has found its keys up
        self._guard = threading.Lock()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name=name, daemon=True)
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

    @abstractmethod
    def plug(self) -> None: ...

    @abstractmethod
    def unplug(self) -> None: ...

    @abstractmethod
    def _heard(self) -> bytes:
        """What the cable brings now; nothing where there is none."""

    @abstractmethod
    def _say(self, said: bytes) -> None:
        """Into the cable; while nobody listens what is said is lost, as on any wire."""

    def press(self, keys_down: int) -> None:
        with self._guard:
            self.panel.press(keys_down)

    def wait_ms(self, ms: float) -> None:
        """Let the panel live for this long, by its own clock."""
        until_ns = self.panel.now_ns + ms * 1_000_000
        while self.panel.now_ns < until_ns:
            self._stop.wait(STEP_S)

    def restart(self, boot: int) -> None:
        with self._guard:
            self.panel.restart(boot)

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
            due = max(due + STEP_S, time.monotonic() - MOST_BEHIND_S)
            with self._guard:
                self._step()
            self._stop.wait(max(0.0, due - time.monotonic()))

    def _step(self) -> None:
        said = self.panel.exchange(self._heard(), STEP_US)
        if said:
            self._say(said)
