"""Asks a Pantheon server a question and reads its answer: Twirp with JSON over HTTP.

A question that fails does so in one of three ways, which are told apart: it never left, it was refused,
or nobody knows what became of it. Only what was refused or never left may be asked again without
looking first.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import socket
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from companion.errors import CompanionError, ConfigError

__all__ = ["AnswerLost", "PantheonError", "PantheonLine", "Refused", "Unreached", "checked_server"]

PATIENCE_S: Final = 20.0
"""How long it waits for the next bytes, and how long it reads the body of an answer."""
_MOST_BYTES: Final = 2_000_000
_CHUNK: Final = 65_536
_MOST_WORDS: Final = 200


class PantheonError(CompanionError):
    """The server did not answer as asked; the sentence says how."""


class Unreached(PantheonError, ConnectionError):
    """Nothing was sent."""


class Refused(PantheonError, ValueError):
    """The server has said no, or its answer does not fit the game; what was asked has changed nothing."""


class AnswerLost(PantheonError, ConnectionError):
    """It was sent, perhaps, and nobody knows what became of it."""


def checked_server(address: str) -> str:
    """An address that a token may be sent to, always spelled alike. Raises ConfigError.

    >>> checked_server("https://Games.example:443/")
    'https://games.example'
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise ConfigError(f"{address!r} is not an address") from error
    if not host or parts.username or parts.password or parts.query or parts.fragment:
        raise ConfigError("that is not the address of a server: say https://HOST")
    if parts.scheme != "https" and not (parts.scheme == "http" and _is_here(host)):
        raise ConfigError(f"a token is sent over https alone: say https://{host}")
    shown = f"[{host}]" if ":" in host else host
    ours = f":{port}" if port not in (None, 443 if parts.scheme == "https" else 80) else ""
    return f"{parts.scheme}://{shown}{ours}{parts.path.rstrip('/')}"


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The token goes to the server that was named, and to no other."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


class PantheonLine:
    """Asks one server about one event. It never repeats a question on its own."""

    def __init__(self, server: str, event: int, person: int, token: str) -> None:
        self._base = f"{checked_server(server)}/v2/common.Mimir/"
        self._token, self._patience_s = token, PATIENCE_S
        self._headers = {
            "Content-Type": "application/json",
            "X-Twirp": "true",
            "X-Auth-Token": token,
            "X-Current-Person-Id": str(person),
            "X-Current-Event-Id": str(event),
        }
        # No proxy either: nobody has agreed to one that the environment names.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())

    def ask(self, method: str, message: Mapping[str, Any]) -> dict[str, Any]:
        """Ask once, and return the answer. Raises Unreached, Refused, AnswerLost."""
        body = json.dumps(message).encode()
        request = urllib.request.Request(self._base + method, body, self._headers, method="POST")  # noqa: S310 - checked
        try:
            with self._opener.open(request, timeout=self._patience_s) as answer:
                return _fields(json.loads(self._read(answer)))
        except urllib.error.HTTPError as error:
            with error:
                raise self._refusal(method, error) from None
        except urllib.error.URLError as error:
            if isinstance(
                error.reason, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)
            ):
                raise Unreached(f"Pantheon cannot be reached: {self._plain(str(error.reason))}") from None
            raise self._lost(method) from None
        except (OSError, http.client.HTTPException, ValueError, RecursionError):
            raise self._lost(method) from None

    def _read(self, answer: Any) -> bytes:
        """The whole answer. Raises ValueError if it is too large or too slow."""
        read, ends = b"", time.monotonic() + self._patience_s
        while part := answer.read1(_CHUNK):
            read += part
            if len(read) > _MOST_BYTES or time.monotonic() > ends:
                raise ValueError("too much, or too slow")
        return read

    def _refusal(self, method: str, error: urllib.error.HTTPError) -> PantheonError:
        if 300 <= error.code < 400:
            return Refused("Pantheon redirects to another address: say the right one with --server")
        try:
            said = _fields(json.loads(self._read(error)))
        except (OSError, http.client.HTTPException, ValueError, RecursionError):
            said = {}
        words = said.get("msg")
        if 400 <= error.code < 500 and isinstance(words, str):
            return Refused(f"Pantheon refuses {method}: {self._plain(words)}")
        return self._lost(method)

    def _lost(self, method: str) -> AnswerLost:
        return AnswerLost(f"Pantheon gave no usable answer to {method}: nobody knows whether it was done")

    def _plain(self, words: str) -> str:
        """What a stranger wrote, short, on one line, and without our token."""
        told = words.replace(self._token, "(the token)")
        return "".join(one if one.isprintable() else " " for one in told)[:_MOST_WORDS]


def _fields(answer: Any) -> dict[str, Any]:
    """The fields of a message. Raises ValueError where it is not one."""
    if not isinstance(answer, dict):
        raise ValueError("not a message")  # noqa: TRY004 - what came in is wrong, not a caller
    return answer
