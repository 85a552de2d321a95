"""A page that only watches: it notes when each state of the table reached it over HTTP. It draws nothing."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from contextlib import suppress
from urllib.parse import urlsplit

__all__ = ["Viewer"]

PATIENCE_S = 30.0
"""How long to wait for the next line; a page hears of the table at least every five seconds."""
SHUT_S = 2.0


class Viewer:
    """Hears the companion's server-sent events from `start` to `close`."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, int]] = []
        """Each new snapshot: when its last byte came, in monotonic nanoseconds, and its number."""
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def start(self, url: str) -> None:
        """Open the page at this address."""
        where = urlsplit(url)
        page = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE_S)
        self._thread = threading.Thread(target=self._look, args=(page,), name="viewer", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Shut the page."""
        if self._socket is not None:
            with suppress(OSError):  # the companion was quicker
                self._socket.shutdown(socket.SHUT_RDWR)
        if self._thread is not None:
            self._thread.join(SHUT_S)

    def _look(self, page: http.client.HTTPConnection) -> None:
        try:
            page.connect()
            self._socket = page.sock
            page.request("GET", "/api/stream", headers={"Accept": "text/event-stream"})
            answer = page.getresponse()
            number = -1
            while answer.status == http.client.OK and (line := answer.readline()):
                if line.startswith(b"id:"):
                    number = int(line[3:])
                elif line.startswith(b"data:") and number >= 0:
                    self._note(number)
        except (OSError, ValueError, http.client.HTTPException):
            return  # the companion has gone, or the page was shut in the middle of a line

    def _note(self, number: int) -> None:
        if not self.shown or self.shown[-1][1] != number:
            self.shown.append((time.monotonic_ns(), number))
