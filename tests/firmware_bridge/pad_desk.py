"""Four number pads on a desk: the files that the kernel shows, with fingers at their other ends."""

from __future__ import annotations

import errno
import os
import socket
import time
from collections.abc import Callable
from pathlib import Path

from firmware_bridge.pads_panel import EVENT, KEY, LED, SYN, PadsPanel
from hardware import Button, NumberPads, Side
from hardware.pads import CODES
from hardware.profile import PAD_KEYS

PORTS = tuple((side, f"1.{side.value + 1}") for side in Side)
CODE_OF = {key.button: CODES[key.name] for key in PAD_KEYS}


class PadDesk:
    """A folder by-path, and a pair of sockets for each pad that is plugged in."""

    def __init__(
        self,
        folder: Path,
        ports: tuple[tuple[Side, str], ...] = PORTS,
        clock: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.folder = folder
        self._pads: dict[str, socket.socket] = {}
        self._there: dict[str, socket.socket] = {}
        self._lights: dict[str, bool] = {}
        self.denied: set[str] = set()
        for _, port in ports:
            self.plug(port)
        self.panel = PadsPanel(NumberPads(ports), by_path=folder, clock=clock, opener=self.open)

    def path(self, port: str) -> Path:
        return self.folder / f"platform-fd500000.pcie-pci-0000:01:00.0-usb-0:{port}:1.0-event-kbd"

    def plug(self, port: str) -> None:
        self.path(port).touch()
        self._pads[port], self._there[port] = socket.socketpair()
        self._lights[port] = False

    def unplug(self, port: str) -> None:
        self.path(port).unlink()
        self._there.pop(port).close()
        self._pads.pop(port).close()

    def close(self) -> None:
        self.panel.close()
        for port in list(self._pads):
            self.unplug(port)

    def open(self, path: Path) -> int:
        port = path.name.rpartition("usb-")[2].split(":")[1]
        if port in self.denied:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))
        return os.dup(self._pads[port].fileno())

    def says(self, port: str, kind: int, code: int, value: int, at_ns: int | None = None) -> None:
        seconds, rest = divmod(time.monotonic_ns() if at_ns is None else at_ns, 1_000_000_000)
        event = EVENT.pack(seconds, rest // 1000, kind, code, value) + EVENT.pack(
            seconds, rest // 1000, SYN, 0, 0
        )
        self._there[port].sendall(event)

    def key(self, side: Side, button: Button, value: int) -> None:
        self.says(dict(PORTS)[side], KEY, CODE_OF[button], value)

    def is_lit(self, side: Side) -> bool:
        port = dict(PORTS)[side]
        there = self._there[port]
        there.setblocking(False)
        try:
            for _, _, kind, _, value in EVENT.iter_unpack(there.recv(EVENT.size * 64)):
                if kind == LED:
                    self._lights[port] = bool(value)
        except BlockingIOError:
            pass
        there.setblocking(True)
        return self._lights[port]
