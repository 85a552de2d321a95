"""Checks that every loop still moves, and tells systemd as long as they do. Only complaints touch the disk.

A loop is prodded: it is handed a function in its usual way, and calls it when its turn comes. Only as long as
every loop has called within ten seconds is systemd told that the service is alive; otherwise it restarts it.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import traceback
from collections.abc import Callable, Mapping
from typing import Final

from companion.clock import Clock

SILENT_AFTER_S: Final = 10.0
"""How long a loop may go without a beat before it counts as silent."""
LOOK_EVERY_S: Final = 2.0
"""How often the watchdog prods the loops."""
_OPEN: Final = "STATUS=the table is open"

Beat = Callable[[], None]
Prod = Callable[[Beat], object]
"""Hands a beat to a loop, which calls it when its turn comes; returns at once."""

_log = logging.getLogger(__name__)


class Heartbeats:
    """When each loop last moved."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._prods: dict[str, Prod] = {}
        self._last_ns: dict[str, int] = {}
        self._asked: set[str] = set()

    def watch(self, loop: str, prod: Prod) -> None:
        """Watch this loop from now on. Any thread may call this, even while the watchdog is running."""
        # New dictionaries, because another thread may be iterating over the old ones.
        self._last_ns = {**self._last_ns, loop: self._clock.monotonic_ns()}
        self._prods = {**self._prods, loop: prod}

    def prod_all(self) -> None:
        """Ask every loop for a beat, except those that still owe one."""
        for loop, prod in self._prods.items():
            if loop not in self._asked:
                self._asked.add(loop)
                prod(lambda loop=loop: self._beat(loop))  # type: ignore[misc]

    def ages_s(self) -> Mapping[str, float]:
        """How long ago each loop last moved, in seconds."""
        now_ns = self._clock.monotonic_ns()
        return {loop: (now_ns - last_ns) / 1e9 for loop, last_ns in self._last_ns.items()}

    def silent(self) -> tuple[str, ...]:
        """The loops that have not moved for too long."""
        return tuple(loop for loop, age_s in self.ages_s().items() if age_s > SILENT_AFTER_S)

    def _beat(self, loop: str) -> None:
        self._last_ns[loop] = self._clock.monotonic_ns()
        self._asked.discard(loop)


def tell_systemd(words: str) -> bool:
    """Send words to the socket that systemd names; False if it names none or does not listen."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return False
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as notify:
            notify.sendto(words.encode(), "\0" + address[1:] if address.startswith("@") else address)
    except OSError as failure:
        _log.warning("systemd.deaf %s", failure)
        return False
    return True


class Watchdog:
    """A thread that prods the loops, and feeds systemd's watchdog only while all of them move."""

    def __init__(self, beats: Heartbeats, *, every_s: float = LOOK_EVERY_S) -> None:
        self._beats = beats
        self._every_s = every_s
        self._stopped = threading.Event()
        self._has_complained = False
        self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)

    def start(self) -> None:
        """Tell systemd that the table is open, and start watching."""
        tell_systemd(f"READY=1\n{_OPEN}")
        self._thread.start()

    def stop(self) -> None:
        """Tell systemd that the service is stopping, and stop watching: ending may take a moment."""
        tell_systemd("STOPPING=1")
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def look(self) -> bool:
        """Prod once, and feed the watchdog if every loop has moved lately; returns whether all have."""
        self._beats.prod_all()
        silent = self._beats.silent()
        if silent:
            self._complain(silent)
            return False
        tell_systemd(f"WATCHDOG=1\n{_OPEN}" if self._has_complained else "WATCHDOG=1")
        self._has_complained = False
        return True

    def _run(self) -> None:
        while not self._stopped.wait(self._every_s):
            self.look()

    def _complain(self, silent: tuple[str, ...]) -> None:
        if self._has_complained:
            return
        self._has_complained = True
        # First, because the log and the sources of the code lie on a disk that may hang.
        tell_systemd(f"STATUS={', '.join(silent)} does not move")
        _log.error("loop.silent %s\n%s", ", ".join(silent), where_threads_are())


def where_threads_are() -> str:
    """Where in the code each thread is, to find out why a loop hangs."""
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    stacks = sys._current_frames()  # noqa: SLF001 - the only way to see another thread
    return "\n".join(
        f"{names.get(number, number)}: {''.join(traceback.format_stack(frame)[-2:]).strip()}"
        for number, frame in stacks.items()
    )
