"""One port for http and https: a connection that begins with a TLS handshake is read through TLS.

Nothing here waits: a handshake may come byte by byte, under the same deadlines as any other connection.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from errno import ECONNRESET, EWOULDBLOCK
from threading import Lock
from typing import Any, Final, Protocol

__all__ = ["Seal", "SealedLine", "server_context"]

GREETING: Final = b"\x16"
"""Every TLS connection begins with this byte, and no HTTP request does."""
RECORD_BYTES: Final = 16 * 1024 + 256
"""How much to read at once: a whole TLS record, or its rest would wait where `select` does not see it."""


class Seal(Protocol):
    """What a house's certificate provides."""

    @property
    def context(self) -> ssl.SSLContext:
        """The TLS settings, with the certificate that is valid now."""


def server_context() -> ssl.SSLContext:
    """The TLS settings of all our connections, still without a certificate."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    # A renegotiated handshake would cost as much as a new connection, and escape every count.
    made.options |= ssl.OP_NO_RENEGOTIATION | ssl.OP_NO_COMPRESSION
    made.set_alpn_protocols(["http/1.1"])
    return made


class SealedLine:
    """An accepted socket whose first byte says whether it speaks TLS. May be used by two threads."""

    def __init__(self, line: socket.socket, seal: Seal, may_greet: Callable[[], bool]) -> None:
        line.setblocking(False)
        self._line: Any = line
        self._seal, self._may_greet = seal, may_greet
        self._lock = Lock()
        self._is_begun = False
        self._is_sealed = False
        self._is_greeting = False
        self._came: list[bytes | OSError] = []

    @property
    def is_sealed(self) -> bool:
        """Whether it is https."""
        return self._is_sealed

    @property
    def is_greeting(self) -> bool:
        """Whether the handshake is still going on: nothing was asked so far."""
        return self._is_greeting

    def has_come(self) -> bool:
        """Whether there is something to take now: bytes, an end, or what went wrong."""
        with self._lock:
            if not self._came:
                self._take()
            return bool(self._came)

    def recv(self, most: int) -> bytes:
        """What came; empty at the end of the connection. It may be more than `most` bytes.

        Raises:
            OSError: the line is broken, or what came is not TLS.
        """
        del most
        with self._lock:
            came = self._came.pop(0) if self._came else BlockingIOError(EWOULDBLOCK, "nothing yet")
        if isinstance(came, OSError):
            raise came
        return came

    def send(self, data: bytes) -> int:
        """Send some of it; returns how much.

        Raises:
            OSError: the line is broken; BlockingIOError: nothing can be sent now.
        """
        with self._lock:
            try:
                return int(self._line.send(data))
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise BlockingIOError(EWOULDBLOCK, "not now") from None
            except ssl.SSLError as error:
                raise _broken(error) from error

    def close(self) -> None:
        """Say goodbye, as far as that works without waiting, and close."""
        with self._lock:
            if self._is_sealed and not self._is_greeting:
                with suppress(OSError, ValueError):
                    self._line.unwrap()
            self._line.close()

    def __getattr__(self, name: str) -> Any:
        """Everything else is the socket's."""
        return getattr(self._line, name)

    def _take(self) -> None:
        try:
            if not self._is_begun:
                self._begin()
            if self._is_greeting:
                self._line.do_handshake()
                self._is_greeting = False
            self._came.append(self._line.recv(RECORD_BYTES))
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError, BlockingIOError):
            return
        except ssl.SSLError as error:
            self._came.append(_broken(error))
        except OSError as error:
            self._came.append(error)

    def _begin(self) -> None:
        first = self._line.recv(1, socket.MSG_PEEK)
        self._is_begun = True
        if first != GREETING:
            return
        if not self._may_greet():
            raise ConnectionResetError(ECONNRESET, "too many greetings")
        self._line = self._seal.context.wrap_socket(
            self._line, server_side=True, do_handshake_on_connect=False
        )
        self._is_sealed = self._is_greeting = True


def _broken(error: ssl.SSLError) -> ConnectionResetError:
    """A connection that no longer speaks TLS ends like one that was reset; nobody learns more."""
    return ConnectionResetError(ECONNRESET, str(error))
