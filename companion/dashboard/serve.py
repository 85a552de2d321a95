"""The dashboard on a port, by waitress. Knows threads and sockets, and nothing of the table.

Each viewer of the stream holds one thread for as long as it watches; the settings below were
measured with slow, silent and vanishing clients.
"""

from __future__ import annotations

from collections.abc import Callable
from socket import AF_INET, AF_INET6
from socket import create_server as create_socket
from threading import Lock
from typing import Any, Final

from flask import Flask
from waitress.parser import HTTPRequestParser
from waitress.server import create_server

from companion.projections.board import Board

KIB: Final = 1024

SETTINGS: Final[dict[str, Any]] = {
    "threads": 64,
    "connection_limit": 200,
    "channel_timeout": 30,
    "cleanup_interval": 10,
    "outbuf_high_watermark": 256 * KIB,
    "max_request_header_size": 32 * KIB,
    # The app refuses bodies over 64 kB itself, recorded games over 2 MB, in JSON; this is the wall behind.
    "max_request_body_size": 3_072 * KIB,
    "channel_request_lookahead": 1,
    "ident": "",
    # What a proxy says is believed nowhere; but that there is one must be seen, so its headers stay.
    "clear_untrusted_proxy_headers": False,
}

SECONDS_TO_STOP: Final = 1.5

# A client that goes while its broken request is being refused: the parser has read no path by then, and
# waitress 3.0.2 asks for it in what it logs.
if not hasattr(HTTPRequestParser, "path"):
    setattr(HTTPRequestParser, "path", "")  # noqa: B010 - the types of waitress do not name it


class Server:
    """A running dashboard. `run` blocks the thread that serves; `stop` is for the others."""

    def __init__(self, app: Flask, board: Board, host: str, port: int) -> None:
        """Open the port: who connects from now on is answered as soon as `run` is called.

        Raises:
            OSError: the port is taken, or the address is not this machine's.
        """
        self._board = board
        self._sockets: dict[int, Any] = {}
        self._pulling = Lock()
        self._has_ended = False
        family = AF_INET6 if ":" in host else AF_INET
        listening = create_socket((host, port), family=family)
        self._server: Any = create_server(app, map=self._sockets, sockets=[listening], **SETTINGS)

    @property
    def port(self) -> int:
        """The port it listens on; the one that was free where 0 was asked for."""
        return int(self._server.effective_port)

    @property
    def url(self) -> str:
        """Where to point a browser on this machine."""
        host = self._server.effective_host
        if host in ("0.0.0.0", "::"):  # noqa: S104 - compared, not listened on
            host = "localhost"
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def run(self) -> None:
        """Serve until `stop`, which a signal is answered with too.

        All streams have ended and all connections are closed when it is left.
        """
        try:
            self._server.asyncore.loop(timeout=1, map=self._sockets)
        finally:
            self._board.close()
            self._hang_up()
            self._let_workers_end()

    def stop(self) -> None:
        """From another thread: end all streams, close all connections; `run` then returns."""
        self._board.close()
        with self._pulling:
            if not self._has_ended:
                self._server.trigger.pull_trigger(self._hang_up)

    def prod(self, beat: Callable[[], None]) -> None:
        """From another thread: have the serving loop call this when its turn comes."""
        with self._pulling:
            if not self._has_ended:
                self._server.trigger.pull_trigger(beat)

    def _hang_up(self) -> None:
        """In the serving thread: its loop ends when it has nothing left to listen to."""
        for number, each in list(self._sockets.items()):
            if each is self._server.trigger:
                del self._sockets[number]
            elif each is self._server:
                each.del_channel()
                each.socket.close()
            else:
                each.handle_close()

    def _let_workers_end(self) -> None:
        workers = self._server.task_dispatcher
        workers.shutdown(timeout=SECONDS_TO_STOP)
        # Whoever pulls writes to a number: once closed, it may be another file's. So `stop` is not in the
        # middle of it, and no worker is left that could.
        with self._pulling:
            self._has_ended = True
            if not workers.threads:
                self._server.trigger.close()
