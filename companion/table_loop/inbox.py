"""The door by which evidence comes to the table's thread: any thread puts in, one takes out.

No fact or command that was let in is dropped; what comes after the door was shut is refused.
"""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Iterable
from concurrent.futures import Future
from dataclasses import dataclass

from companion.evidence import (
    Answer,
    Command,
    FactObserved,
    NoticesChanged,
    SourceChanged,
)
from companion.evidence.sights import TableSeen
from companion.scribe import Evidence
from companion.shelf import ShelfCommand
from companion.table_state import TableState


@dataclass(frozen=True, slots=True)
class Asked:
    """A command, and where its answer is waited for."""

    command: Command | ShelfCommand
    answer: Future[Answer]


@dataclass(frozen=True, slots=True)
class Milestone:
    """Somebody wants to know when all before it is done."""

    reached: Future[TableState]


Waiting = FactObserved | SourceChanged | NoticesChanged | Evidence | Asked | Milestone


class Inbox:
    """A queue that can be shut, so that its last piece is known to be the last."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self._is_shut = threading.Event()
        self._door = threading.Lock()

    def __len__(self) -> int:
        return self._queue.qsize()

    @property
    def is_done(self) -> bool:
        """Whether the door is shut and all that came in has been taken out."""
        return self._is_shut.is_set() and self._queue.empty()

    def let_in(self, waiting: Waiting) -> bool:
        """Put it in; False if the door is shut."""
        with self._door:
            if self._is_shut.is_set():
                return False
            self._queue.put(waiting)
            return True

    def shut(self) -> None:
        """Let nothing more in, and wake whoever waits."""
        with self._door:
            self._is_shut.set()
            self._queue.put(None)

    def take(self, most: int, patience_s: float | None) -> list[Waiting] | None:
        """Up to `most` pieces, once the first has come; None if none came within `patience_s` seconds."""
        try:
            taken = [self._queue.get(timeout=patience_s)]
        except queue.Empty:
            return None
        while len(taken) < most and not self._queue.empty():
            taken.append(self._queue.get())
        return [waiting for waiting in taken if waiting is not None]


def newest_sight(waiting: Iterable[Waiting]) -> deque[Waiting]:
    """What waits, but of several sights of the table only the newest: it shows all that they do."""
    left: deque[Waiting] = deque()
    has_newer = False
    for one in reversed(tuple(waiting)):
        if isinstance(one, TableSeen):
            if has_newer:
                continue
            has_newer = True
        left.appendleft(one)
    return left
