"""Reads in the background what nobody has asked for yet, and pauses far longer than it reads."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import Final

from companion.clock import Clock
from companion.errors import CompanionError

__all__ = ["Job", "ReadingAhead", "Rest"]

FIRST_AFTER_S: Final = 10.0
"""How long it waits first: people who have just switched the table on want to play."""
RESTS: Final = 4
"""It pauses this many times as long as it has read, so it takes at most a fifth of a core."""
LEAST_REST_S: Final = 0.02

Rest = Callable[[], bool]
"""Called between two pieces of work; False means stop."""
Job = Callable[[Rest], None]


class ReadingAhead:
    """A thread for what can wait. `complain` gets a read error, which ends only that job."""

    def __init__(self, clock: Clock, complain: Callable[[CompanionError], None]) -> None:
        self._clock = clock
        self._complain = complain
        self._jobs: tuple[Job, ...] = ()
        self._stopped = threading.Event()
        self._began_ns = 0
        self._thread = threading.Thread(target=self._run, name="reading ahead", daemon=True)

    def start(self, jobs: Iterable[Job]) -> None:
        """Do these jobs, one after another, when the start is over."""
        self._jobs = tuple(jobs)
        self._thread.start()

    def stop(self) -> None:
        """Read no more; what is being read is read to its end."""
        self._stopped.set()

    def do(self, jobs: Iterable[Job]) -> None:
        """Do them now, in the caller's thread."""
        for job in jobs:
            if self._stopped.is_set():
                return
            self._began_ns = self._clock.monotonic_ns()
            try:
                job(self._rest)
            except CompanionError as failure:
                self._complain(failure)

    def _rest(self) -> bool:
        took_s = (self._clock.monotonic_ns() - self._began_ns) / 1e9
        self._stopped.wait(max(took_s * RESTS, LEAST_REST_S))
        self._began_ns = self._clock.monotonic_ns()
        return not self._stopped.is_set()

    def _run(self) -> None:
        if not self._stopped.wait(FIRST_AFTER_S):
            self.do(self._jobs)
