"""What the worker says, one message at a time, and a heartbeat while a look takes a long time.

A busy machine may think about one picture for longer than the listener waits. A thread of its own beats on
meanwhile, but not for ever: a loop that hangs must fall silent, or nobody would start the worker again.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from vision.sighting import Heartbeat, Message

__all__ = ["LONGEST_LOOK_S", "Pulse"]

LONGEST_LOOK_S: Final = 60.0
"""One look, or loading the models, may take this long; whatever takes longer hangs."""
BEAT_S: Final = 1.0


class Pulse:
    """Says all that a worker says: the messages of its loop, and a thread's heartbeats between them."""

    def __init__(
        self, write: Callable[[Message], None], now_ns: Callable[[], int], *, beat_s: float = BEAT_S
    ) -> None:
        self._write, self._now_ns, self._beat_s = write, now_ns, beat_s
        self._mouth = threading.Lock()
        self._last: Heartbeat | None = None
        self._moved_ns = self._said_ns = now_ns()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pulse", daemon=True)

    def __enter__(self) -> Self:
        """Beat from now on."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop beating: a thread that still writes while Python ends would crash it."""
        self._ended.set()
        self._thread.join()

    def say(self, message: Message) -> None:
        """Say something for the loop, which shows that the loop still moves."""
        with self._mouth:
            self._moved_ns = self._now_ns()
            if isinstance(message, Heartbeat):
                self._last = message
            self._put(message)

    def beat(self) -> bool:
        """Say the loop's last heartbeat once more, unless something was said just now, or the loop hangs.

        Answers whether it was said.
        """
        with self._mouth:
            now_ns = self._now_ns()
            is_silent = now_ns - self._said_ns >= self._beat_s * 1e9
            is_moving = now_ns - self._moved_ns < LONGEST_LOOK_S * 1e9
            if self._last is None or not is_silent or not is_moving:
                return False
            self._put(replace(self._last, at_ns=now_ns))
            return True

    def _put(self, message: Message) -> None:
        self._write(message)
        self._said_ns = self._now_ns()

    def _run(self) -> None:
        while not self._ended.wait(self._beat_s):
            try:
                self.beat()
            except OSError:
                return  # nobody listens now: the loop will find out by itself
