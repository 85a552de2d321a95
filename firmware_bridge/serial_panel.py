"""A panel on a serial port: opens it, reads and writes it, and finds it again when it comes back.

Only here does an `OSError` of the port become a status; what the bytes mean is in `protocol`.
"""

from __future__ import annotations

import contextlib
import termios
import threading
import time
from collections.abc import Callable

import serial

from firmware_bridge.errors import PanelError
from firmware_bridge.ports import find_port, not_opened
from firmware_bridge.protocol import HostLink
from firmware_bridge.signals import EVERY_SIDE, Condition, Lamps, PanelStatus, Signal
from hardware import SerialLink

__all__ = ["SerialPanel"]

LOOK_EVERY_NS = 500_000_000
READ_TIMEOUT_S = 0.05
NS = 1_000_000_000


class SerialPanel:
    """The hub on USB. Its port is closed before it is opened anew: so the system gives it the same name."""

    def __init__(
        self,
        link: SerialLink,
        *,
        clock: Callable[[], int] = time.monotonic_ns,
        find: Callable[[SerialLink], str] = find_port,
    ) -> None:
        self._settings = link
        self._clock = clock
        self._find = find
        self._link = HostLink(link.sockets)
        self._port: serial.Serial | None = None
        self._name = ""
        self._look_ns = 0
        self._said = ""
        self._news: list[Signal] = []
        self._wanted = Lamps()
        self._is_closed = False
        self._wake = threading.Event()
        self._in_use = threading.Lock()

    @property
    def damaged_lines(self) -> int:
        """How many lines came in damaged; the panel sends those about keys again."""
        return self._link.damaged

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._clock() + int(timeout_s * NS)
        while not self._is_closed:
            with self._in_use:
                self._turn(until_ns)
            if self._news or self._clock() >= until_ns:
                signals, self._news = tuple(self._news), []
                return signals
        return ()

    def show(self, lamps: Lamps) -> None:
        """Show these lamps; see `Panel.show`."""
        self._wanted = lamps
        self._interrupt()

    def close(self) -> None:
        """Let go of the port."""
        self._is_closed = True
        self._interrupt()
        with self._in_use:
            self._drop_port()

    def _interrupt(self) -> None:
        self._wake.set()
        port = self._port
        if port is not None:
            with contextlib.suppress(OSError, AttributeError, TypeError):
                port.cancel_read()

    def _turn(self, until_ns: int) -> None:
        """One look for the port, or one read of it."""
        if self._is_closed:
            return
        self._link.show(self._wanted)
        if self._port is None:
            self._look(until_ns)
            return
        try:
            self._talk(self._port)
        except PanelError as error:
            self._lose(error.condition, f"{self._name}: {error}")
        except (OSError, TypeError) as error:
            # The library trips over its own closed descriptor with a TypeError.
            self._lose(Condition.DISCONNECTED, f"{self._name}: the panel was unplugged ({error})")

    def _look(self, until_ns: int) -> None:
        now = self._clock()
        if now < self._look_ns:
            self._wake.wait(max(0, min(self._look_ns, until_ns) - now) / NS)
            self._wake.clear()
            return
        self._look_ns = now + LOOK_EVERY_NS
        try:
            self._open(self._find(self._settings))
        except PanelError as error:
            self._say(error.condition, str(error))

    def _open(self, name: str) -> None:
        try:
            self._port = serial.Serial(
                name,
                self._settings.baud,
                timeout=READ_TIMEOUT_S,
                write_timeout=0.5,
                exclusive=True,
            )
        except (OSError, ValueError, termios.error) as error:
            # The library lets the errors of termios through; the panel may be unplugged while it is opened.
            trouble = error if isinstance(error, OSError) else OSError(*error.args)
            raise not_opened(name, trouble) from error
        self._name = name
        self._link.opened(self._clock())

    def _talk(self, port: serial.Serial) -> None:
        self._flush(port)
        data = port.read(1)
        if data:
            data += port.read(port.in_waiting)
        now = self._clock()
        # What was received is news even if the port fails in the next line.
        self._news += self._link.receive(data, now)
        self._link.tick(now)
        self._flush(port)

    def _flush(self, port: serial.Serial) -> None:
        data = self._link.outgoing()
        if data:
            port.write(data)

    def _lose(self, condition: Condition, says: str) -> None:
        self._drop_port()
        now = self._clock()
        self._look_ns = now + LOOK_EVERY_NS
        if self._link.closed(now, says):
            self._said = ""
        self._say(condition, says)

    def _say(self, condition: Condition, says: str) -> None:
        """Report it once; a panel that stays away is not reported again and again."""
        if says != self._said:
            self._said = says
            self._news.append(PanelStatus(condition, self._clock(), says, gone=EVERY_SIDE))

    def _drop_port(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            with contextlib.suppress(OSError, TypeError):
                port.close()
