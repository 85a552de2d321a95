"""A signal that tells the process to end is heard by a thread, which ends what runs; nothing is raised.

An exception out of a signal's handler comes up between any two instructions: inside a lock, or inside what
catches everything and goes on. There the word to end is lost, or what was begun is never finished.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final

__all__ = ["ended_by_signals"]

ENDS: Final = (signal.SIGTERM, signal.SIGINT)
_DONE: Final = b"\0"
"""No signal has this number."""


@contextmanager
def ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Inside, SIGTERM and SIGINT have this called in a thread of its own, and do nothing else.

    It may be called more than once, and before what it ends has begun. Afterwards both are ignored: the
    process is at its end, and one more signal is not to kill it there. Only the main thread may do this.
    """
    ear, mouth = socket.socketpair()
    thread = threading.Thread(target=_listen, args=(ear, end), name="ending")
    # Told first, heard afterwards: a Ctrl+C between the two would leave a thread that nobody ends.
    with closing(ear), closing(mouth), _told_to(mouth):
        thread.start()
        try:
            yield
        finally:
            mouth.sendall(_DONE)
            thread.join()


@contextmanager
def _told_to(mouth: socket.socket) -> Iterator[None]:
    """Each signal is written here as soon as it comes, whatever the main thread waits for."""
    mouth.setblocking(False)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    for number in ENDS:
        signal.signal(number, _nothing)
    try:
        yield
    finally:
        for number in ENDS:
            signal.signal(number, signal.SIG_IGN)
        signal.set_wakeup_fd(before)


def _listen(ear: socket.socket, end: Callable[[], None]) -> None:
    while (heard := ear.recv(1)) not in {_DONE, b""}:
        if heard[0] in ENDS:
            end()


def _nothing(*_: object) -> None:
    """What is done is done by the thread that hears of it."""
