"""The dashboard on a port. Knows when it begins and ends, and nothing of the table.

Each viewer of the stream holds one thread for as long as it watches; the settings below were
measured with slow, silent and vanishing clients.
"""

from __future__ import annotations

from collections.abc import Callable
from socket import AF_INET, AF_INET6, socket
from socket import create_server as create_socket
from threading import Event, Lock
from typing import Any, Final, Protocol

from flask import Flask

from companion.dashboard.bodies import MOST_RECORD_BYTES
from companion.dashboard.calling import call_own_page
from companion.dashboard.crowd import Limits
from companion.dashboard.front import Front
from companion.dashboard.own_door import own_door
from companion.dashboard.sealed import Seal

KIB: Final = 1024

SETTINGS: Final[dict[str, Any]] = {
    "outbuf_high_watermark": 256 * KIB,
    "max_request_header_size": 32 * KIB,
    # Each path has its own limit, judged by the head. This is the last one, a byte above the highest of them.
    "max_request_body_size": MOST_RECORD_BYTES + 1,
    # Read on while a request is answered: else nobody notices that its viewer has gone.
    "channel_request_lookahead": 1,
    "ident": "",
    # What a proxy says is believed nowhere; but that there is one must be seen, so its headers stay.
    "clear_untrusted_proxy_headers": False,
}
LIMITS: Final = Limits()

SECONDS_TO_STOP: Final = 1.5


def listening(host: str, port: int) -> socket:
    """A socket that listens there. Raises OSError if the port is taken, or the address not this machine's."""
    return create_socket((host, port), family=AF_INET6 if ":" in host else AF_INET)


class Closes(Protocol):
    """The board that the streams read from."""

    def close(self) -> None:
        """End all streams."""


class Server:
    """A running dashboard. `run` blocks the thread that serves; `stop` is for the others."""

    def __init__(
        self,
        app: Flask,
        board: Closes,
        host: str,
        port: int,
        limits: Limits | None = None,
        *,
        seal: Seal | None = None,
    ) -> None:
        """Open the port: whoever connects from now on is answered as soon as `run` is called.

        This machine itself is answered at its loopback address too, whichever `host` is.

        With a seal the same port answers http and https.

        Raises:
            OSError: the port is taken, or the address is not this machine's.
        """
        self._board = board
        self._pulling = Lock()
        self._has_ended = Event()
        door = listening(host, port)
        self._front: Any = Front(app, door, SETTINGS, limits or LIMITS, seal=seal)
        own_door(self._front, door)

    @property
    def port(self) -> int:
        """The port it listens on; the one that was free where 0 was asked for."""
        return int(self._front.effective_port)

    @property
    def url(self) -> str:
        """Where to point a browser on this machine."""
        host = self._front.effective_host
        if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
            host = "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def run(self) -> None:
        """Serve until `stop` is called, as it is on a signal too.

        When this returns, all streams have ended and all connections are closed.
        """
        try:
            self._front.serve()
        finally:
            self._board.close()
            self._hang_up()
            self._let_workers_end()

    def let_go(self) -> None:
        """Close the port of a dashboard that was never run."""
        self._board.close()
        self._hang_up()
        self._let_workers_end()

    def stop(self) -> None:
        """From another thread: end all streams, close all connections; `run` then returns."""
        self._board.close()
        with self._pulling:
            if not self._has_ended.is_set():
                self._front.trigger.pull_trigger(self._hang_up)

    def prod(self, beat: Callable[[], None]) -> None:
        """Call `beat` as soon as the page has been served over the port, as to this machine's own screen."""
        call_own_page(self._front.effective_host, self.port, beat, self._has_ended)

    def _hang_up(self) -> None:
        """Close everything, in the serving thread: its loop ends when nothing is left to listen to."""
        for number, each in list(self._front.connections.items()):
            if each is self._front.trigger:
                del self._front.connections[number]
            elif each is self._front:
                each.del_channel()
                each.socket.close()
            else:
                each.handle_close()

    def _let_workers_end(self) -> None:
        have_ended = self._front.workers.shutdown(SECONDS_TO_STOP)
        # Pulling the trigger writes to a file descriptor, which may be another file's once it is closed. So
        # it is closed only when `stop` is not pulling, and no worker is left that could.
        with self._pulling:
            self._has_ended.set()
            if have_ended:
                self._front.trigger.close()
