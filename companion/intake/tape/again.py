"""Tries now and then, in a thread of its own, whether what the disk refused is possible again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

__all__ = ["ROOM", "TRY_EVERY_S", "Again"]

TRY_EVERY_S: Final = 20.0
ROOM: Final = 20_000_000
"""Bytes of the disk that have to be free before something goes on: otherwise it would end again at once.

An evening of keys and pages takes less than a million.
"""


class Again:
    """Calls `attempt` every `every_s` seconds from `begin` on, until it says that nothing is left to try."""

    def __init__(self, attempt: Callable[[], bool], every_s: float) -> None:
        self._attempt, self._every_s = attempt, every_s
        self._wanted, self._stopped = threading.Event(), threading.Event()
        self._beginning = threading.Lock()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        """Try from now on; this waits for nothing. Any thread may call it."""
        self._wanted.set()
        with self._beginning:
            if self._thread is None and not self._stopped.is_set():
                self._thread = threading.Thread(target=self._run, name="evening again", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """Try no more; an attempt that is under way is not waited for long."""
        with self._beginning:
            self._stopped.set()
            self._wanted.set()
            thread = self._thread
        if thread is not None:
            thread.join(5.0)

    def _run(self) -> None:
        while self._wanted.wait() and not self._stopped.wait(self._every_s):
            # Cleared first: whatever goes wrong from here on is tried again, too.
            self._wanted.clear()
            if not self._attempt():
                self._wanted.set()
