"""The threads that answer. Strangers never take all of them, and no device on the network fills a lane.

Each kind of work has its own lane, which limits how many tasks run at once, in all and for one device. Within
a lane the devices take turns. A stream holds its thread for as long as somebody watches, so streams have
lanes of their own.
"""

from __future__ import annotations

import logging
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Condition, Event, Thread
from typing import Final, Protocol

from companion.dashboard.standing import Standing

__all__ = ["LANES", "MOST_THREADS", "Lane", "Task", "Workers"]

MOST_THREADS: Final = 64
LONGEST_REST_S: Final = 1.0

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Lane:
    """One kind of work, whose tasks share a number of threads."""

    standing: Standing
    is_stream: bool = False


@dataclass(frozen=True, slots=True)
class Width:
    """How many threads a lane may take."""

    in_all: int
    of_one: int
    rests: int = 0
    """After a task the thread rests for this many times the processor time it took, so taps come first."""


LANES: Final[Mapping[Lane, Width]] = {
    # In the order in which they are served.
    Lane(Standing.OWN): Width(MOST_THREADS, MOST_THREADS),
    Lane(Standing.OWN, is_stream=True): Width(42, 42),
    Lane(Standing.PAIRED): Width(10, 4),
    Lane(Standing.PAIRED, is_stream=True): Width(36, 7),
    # Streams have slightly wider lanes than places (`pace`), so a viewer without a place is answered, too.
    Lane(Standing.STRANGER, is_stream=True): Width(26, 7),
    Lane(Standing.STRANGER): Width(2, 1, rests=3),
}


class Task(Protocol):
    """A request to be answered."""

    @property
    def lane(self) -> Lane:
        """The lane in which it waits."""

    @property
    def household(self) -> str:
        """Who asks, as `pace.household` names them."""

    def service(self) -> None:
        """Answer it."""

    def cancel(self) -> None:
        """Drop it: it will not be answered."""


class Workers:
    """Threads that are started when they are needed, and stay."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._waiting: dict[Lane, OrderedDict[str, deque[Task]]] = {lane: OrderedDict() for lane in LANES}
        self._running: Counter[Lane] = Counter()
        self._running_of: Counter[tuple[Lane, str]] = Counter()
        self._threads: list[Thread] = []
        self._idle = 0
        self._stopping = Event()

    def add_task(self, task: Task) -> None:
        """Have it answered as soon as there is a thread for it."""
        with self._changed:
            self._waiting[task.lane].setdefault(task.household, deque()).append(task)
            if not self._wake_one() and len(self._threads) < MOST_THREADS:
                self._start_one()

    def shutdown(self, timeout_s: float) -> bool:
        """Begin nothing more, and wait for answers under way; returns whether all threads have ended."""
        with self._changed:
            self._stopping.set()
            left = [task for lane in self._waiting.values() for queue in lane.values() for task in queue]
            for lane in self._waiting.values():
                lane.clear()
            self._changed.notify_all()
        for task in left:
            task.cancel()
        until_s = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.join(max(0.0, until_s - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _wake_one(self) -> bool:
        """Wake an idle thread, which no longer counts as idle; returns whether there was one."""
        if not self._idle:
            return False
        self._idle -= 1
        self._changed.notify()
        return True

    def _start_one(self) -> None:
        name = f"answers-{len(self._threads)}"
        thread = Thread(target=self._answer, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _answer(self) -> None:
        while (task := self._next()) is not None:
            lane, house = task.lane, task.household
            began_s = time.thread_time()
            try:
                task.service()
            except Exception:  # noqa: BLE001 - logged, and the thread goes on to the next
                _log.exception("dashboard.thread")
            if rests := LANES[lane].rests:
                self._stopping.wait(min(LONGEST_REST_S, rests * (time.thread_time() - began_s)))
            with self._changed:
                self._running[lane] -= 1
                self._running_of[lane, house] -= 1
                if not self._running_of[lane, house]:
                    del self._running_of[lane, house]

    def _next(self) -> Task | None:
        """The task whose turn it is, as soon as there is one; None when the threads are to end."""
        with self._changed:
            while not self._stopping.is_set():
                task = self._take()
                if task is not None:
                    if any(self._waiting.values()):
                        self._wake_one()
                    return task
                self._idle += 1
                self._changed.wait()
        return None

    def _take(self) -> Task | None:
        for lane, width in LANES.items():
            houses = self._waiting[lane]
            if self._running[lane] >= width.in_all:
                continue
            free = (house for house in houses if self._running_of[lane, house] < width.of_one)
            house = next(free, None)
            if house is None:
                continue
            queue = houses.pop(house)
            task = queue.popleft()
            if queue:
                houses[house] = queue  # behind the others
            self._running[lane] += 1
            self._running_of[lane, house] += 1
            return task
        return None
