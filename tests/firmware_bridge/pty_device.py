"""The native core on a pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import pty
import select
import tty
from pathlib import Path

from firmware_bridge.signals import Lamp
from tests.firmware_bridge.living import LivingPanel


class PtyDevice(LivingPanel):
    """`port` is where a host finds it."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "panel"
        self.looks_shown: list[list[Lamp]] = []
        """Every picture of the four lamps so far, in order."""
        self._ends: tuple[int, int] | None = None
        super().__init__("pty-device")

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

    def _step(self) -> None:
        super()._step()
        if self.looks_shown[-1:] != [self.panel.looks]:
            self.looks_shown.append(self.panel.looks)

    def _heard(self) -> bytes:
        if self._ends is None or not select.select([self._ends[0]], [], [], 0)[0]:
            return b""
        return os.read(self._ends[0], 4096)

    def _say(self, said: bytes) -> None:
        if self._ends is not None:
            with contextlib.suppress(BlockingIOError):
                os.write(self._ends[0], said)
