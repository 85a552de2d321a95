"""Ends the process on a signal: a thread receives it and ends what is running; nothing is raised.

An exception raised by a signal handler may come up between any two instructions: inside a lock, or inside
code that catches everything and goes on. Then the signal is lost, or what was begun is never finished.
"""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final

__all__ = ["ended_by_signals"]

ENDS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The last comes when a terminal is closed, or the line to it breaks."""
_DONE: Final = b"\0"
"""Tells the thread to end; no signal has this number."""


@contextmanager
def ended_by_signals(end: Callable[[], None]) -> Iterator[None]:
    """Inside the block, SIGTERM, SIGINT and SIGHUP make a separate thread call `end`, and do nothing else.

    `end` may be called more than once, and before what it ends has begun. After the block these signals are
    ignored: the process is ending, and another signal must not kill it. Whoever started it with `nohup` wants
    it to outlive the terminal: SIGHUP then stays ignored. Only the main thread may use this.
    """
    ear, mouth = socket.socketpair()
    thread = threading.Thread(target=_listen, args=(ear, end), name="ending")
    # Signals are redirected before the thread starts: a Ctrl+C in between would leave it running.
    with closing(ear), closing(mouth), _told_to(mouth):
        thread.start()
        try:
            yield
        finally:
            mouth.sendall(_DONE)
            thread.join()


@contextmanager
def _told_to(mouth: socket.socket) -> Iterator[None]:
    """Write each signal to `mouth` as soon as it comes, whatever the main thread is waiting for."""
    mouth.setblocking(False)
    before = signal.set_wakeup_fd(mouth.fileno(), warn_on_full_buffer=False)
    heard = [number for number in ENDS if number not in _to_be_outlived()]
    for number in heard:
        signal.signal(number, _nothing)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_IGN)
        signal.set_wakeup_fd(before)


def _to_be_outlived() -> tuple[signal.Signals, ...]:
    is_nohup = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    return (signal.SIGHUP,) if is_nohup else ()


def _listen(ear: socket.socket, end: Callable[[], None]) -> None:
    while (heard := ear.recv(1)) not in {_DONE, b""}:
        if heard[0] in ENDS:
            end()


def _nothing(*_: object) -> None:
    """Do nothing: the thread that reads the signal acts on it."""
