"""This machine's own way in, where the companion listens on another address: by loopback, on the same port.

The machine's own screen needs no pairing, and commands such as `companion devices` ask here; whatever address
people chose for the others, both find the companion where they always do.
"""

from __future__ import annotations

import logging
import socket
from typing import Final

from waitress.wasyncore import dispatcher

from companion.config import LOOPBACK
from companion.dashboard.front import Front

__all__ = ["OwnDoor", "own_door"]

_ANSWER_THERE: Final = (LOOPBACK, "0.0.0.0")  # noqa: S104 - compared, not listened on
_log = logging.getLogger(__name__)


class OwnDoor(dispatcher):
    """A second listening socket; the front receives its visitors. Its methods are for the serving thread."""

    def __init__(self, front: Front, listening: socket.socket) -> None:
        self._front = front
        super().__init__(listening, map=front.connections)
        self.accepting = True

    def readable(self) -> bool:
        """Whether to look for visitors: always."""
        return True

    def writable(self) -> bool:
        """Whether there is something to write: never."""
        return False

    def receive(self) -> None:
        """Let in whoever has come."""
        self._front.accept_all(self)

    handle_accept = receive

    def shut(self) -> None:
        """Close: nobody comes in here from now on."""
        self.close()

    handle_close = shut


def own_door(front: Front, listening: socket.socket) -> None:
    """Open it, unless the front answers there by itself, or another program does."""
    host, port = listening.getsockname()[:2]
    if host in _ANSWER_THERE:
        return
    try:
        OwnDoor(front, socket.create_server((LOOPBACK, port)))
    except OSError as error:
        _log.warning("dashboard.no_own_door %s:%d: %s", LOOPBACK, port, error.strerror)
