"""Asks for our own page over the port, as this machine's own screen does: proof that it is served."""

from __future__ import annotations

import socket
from collections.abc import Callable
from threading import Event, Thread
from typing import Final

__all__ = ["call_own_page"]

PATIENCE_S: Final = 5.0
AGAIN_S: Final = 1.0
_ANYWHERE: Final = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - compared, not listened on


def call_own_page(host: str, port: int, beat: Callable[[], None], stopped: Event) -> None:
    """Ask for the page until it is served or `stopped` is set; call `beat` once it is. Returns at once."""
    Thread(target=_call, args=(host, port, beat, stopped), name="page-call", daemon=True).start()


def _call(host: str, port: int, beat: Callable[[], None], stopped: Event) -> None:
    while not stopped.is_set():
        if _is_served(_ANYWHERE.get(host, host), port):
            beat()
            return
        stopped.wait(AGAIN_S)


def _is_served(host: str, port: int) -> bool:
    """Whether the whole page came."""
    said = bytearray()
    try:
        with socket.create_connection((host, port), PATIENCE_S) as line:
            line.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n".encode())
            while part := line.recv(65_536):
                said += part
    except OSError:
        return False
    return said.startswith(b"HTTP/1.1 200 ") and said.rstrip().endswith(b"</html>")
