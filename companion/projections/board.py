"""Holds the newest snapshot and the queues of those who watch; any thread may read.

One writer publishes; a reader that is slow misses snapshots and never holds up the writer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Lock

from companion.projections.snapshot import Snapshot, snapshot_json
from companion.riichi.seats import Seat

QUEUE_DEPTH = 8
"""How many snapshots, and how many requests for a reading, wait for one reader."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A snapshot and its JSON, which is written once for all readers."""

    snapshot: Snapshot
    text: str


@dataclass(frozen=True, slots=True)
class Asked:
    """A player asked with a key to hear something about the table; pages that read aloud say it."""

    reading: str
    """`turn`, `dora`, `points`, `left`, or `river.E` to `river.N`."""
    seat: Seat
    """Whose key it was."""
    number: int
    """How many were asked for by then since the companion started: a page may hear of one twice."""


class Subscription:
    """One reader's queue of `QUEUE_DEPTH` snapshots; when it is full, the oldest falls out."""

    def __init__(self) -> None:
        self._waiting: deque[Posted] = deque(maxlen=QUEUE_DEPTH)
        # Kept apart, so that no snapshot falls out however often somebody asks.
        self._asked: deque[Asked] = deque(maxlen=QUEUE_DEPTH)
        self._changed = Condition()
        self._is_closed = False

    def put(self, posted: Posted) -> bool:
        """Add the newest snapshot and wake the reader. Returns whether an older one fell out."""
        with self._changed:
            is_full = len(self._waiting) == QUEUE_DEPTH
            self._waiting.append(posted)
            self._changed.notify()
        return is_full

    def ask(self, asked: Asked) -> None:
        """Pass on that somebody asks for a reading."""
        with self._changed:
            self._asked.append(asked)
            self._changed.notify()

    def next(self, timeout_s: float) -> Posted | Asked | None:
        """The next snapshot or, if none is waiting, the next request for a reading.

        None if nothing came in time or the board was closed.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._asked or self._is_closed, timeout_s)
            if self._waiting:
                return self._waiting.popleft()
            return self._asked.popleft() if self._asked else None

    def empty(self) -> None:
        """Forget what the reader has not taken yet."""
        with self._changed:
            self._waiting.clear()
            self._asked.clear()

    def close(self) -> None:
        """Wake the reader for the last time."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    @property
    def is_closed(self) -> bool:
        """Whether no further snapshot will come."""
        return self._is_closed


class Board:
    """The newest snapshot, published by one assignment."""

    def __init__(self) -> None:
        self._current: Posted | None = None
        self._readers: set[Subscription] = set()
        self._lock = Lock()
        self._is_closed = False
        self.dropped = 0
        """Snapshots that slow readers missed."""
        self.asked: Asked | None = None
        """The newest request for a reading; None before the first."""

    @property
    def current(self) -> Posted | None:
        """The newest snapshot; None before the first."""
        return self._current

    @property
    def reader_count(self) -> int:
        """How many watch now."""
        return len(self._readers)

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a new snapshot to everybody who watches."""
        posted = Posted(snapshot, snapshot_json(snapshot))
        with self._lock:
            self._current = posted
            self.dropped += sum(reader.put(posted) for reader in self._readers)

    def replace(self, snapshot: Snapshot) -> None:
        """Publish a snapshot that replaces everything the readers have not read yet."""
        with self._lock:
            for reader in self._readers:
                reader.empty()
        self.publish(snapshot)

    def ask(self, reading: str, seat: Seat) -> None:
        """Tell everybody who watches that a seat asks for a reading; only the newest request is kept."""
        with self._lock:
            number = self.asked.number + 1 if self.asked else 1
            self.asked = asked = Asked(reading, seat, number)
            for reader in self._readers:
                reader.ask(asked)

    @contextmanager
    def watching(self) -> Iterator[Subscription]:
        """A queue that begins with the newest snapshot and lasts as long as the block."""
        subscription = Subscription()
        with self._lock:
            self._readers.add(subscription)
            if self._current is not None:
                subscription.put(self._current)
            if self._is_closed:
                subscription.close()
        try:
            yield subscription
        finally:
            with self._lock:
                self._readers.discard(subscription)

    def close(self) -> None:
        """Close all queues; a reader that comes later gets only the last snapshot."""
        with self._lock:
            self._is_closed = True
            for reader in self._readers:
                reader.close()
