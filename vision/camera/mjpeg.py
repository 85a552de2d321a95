"""Pictures of a network camera: JPEG after JPEG in one HTTP response, with a limit on the wait.

Nothing but HTTP is known here.
"""

from __future__ import annotations

import base64
from collections.abc import Generator, Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from string import punctuation
from urllib.parse import quote, unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from hardware.profile import without_secrets
from vision.camera.multipart import Parts
from vision.camera.pictures import decoded
from vision.errors import CameraLost, CameraUnavailable

_PIECE = 65_536


def pictures_of_stream(url: str, patience_s: float) -> Generator[NDArray[np.uint8], None, None]:
    """Picture after picture (RGB) until the stream breaks.

    Raises:
        CameraUnavailable: the address is wrong, nobody answers, or the camera refuses.
        CameraLost: it stopped, hung up, or sends no pictures.
    """
    connection, answer = _asked(url, patience_s)
    with closing(connection), closing(answer):
        yield from decoded(_jpegs(answer, url, patience_s), f"The camera at {without_secrets(url)}")


def _asked(url: str, patience_s: float) -> tuple[HTTPConnection, HTTPResponse]:
    where = without_secrets(url)
    try:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        if not parts.hostname:
            raise ValueError("it has no host name")
        connection = kind(parts.hostname, parts.port, timeout=patience_s)
    except ValueError as error:
        raise CameraUnavailable(f"{where} is not an address of a camera.") from error
    headers = {}
    if parts.username:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Authorization"] = f"Basic {base64.b64encode(secret).decode()}"
    wanted = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    try:
        connection.request("GET", quote(wanted, safe=punctuation), headers=headers)
        answer = connection.getresponse()
    except (OSError, HTTPException) as error:
        connection.close()
        raise CameraUnavailable(
            f"The camera at {where} does not answer: {error or 'no reason given'}."
        ) from error
    except ValueError as error:  # a host name that cannot be looked up
        connection.close()
        raise CameraUnavailable(f"{where} is not an address of a camera.") from error
    if answer.status != 200:
        answer.close()
        connection.close()
        raise CameraUnavailable(f"The camera at {where} refuses: {answer.status} {answer.reason}.")
    return connection, answer


def _jpegs(answer: HTTPResponse, url: str, patience_s: float) -> Iterator[bytes]:
    """The JPEGs of a response, one after another."""
    where = without_secrets(url)
    parts = Parts(answer.headers.get_boundary())
    while True:
        try:
            piece = answer.read1(_PIECE)
        except TimeoutError as error:
            raise CameraLost(f"The camera at {where} has sent nothing for {patience_s:g} s.") from error
        except (OSError, HTTPException) as error:
            raise CameraLost(f"The camera at {where} was cut off: {error}.") from error
        if not piece:
            raise CameraLost(f"The camera at {where} hung up.")
        yield from parts.take(piece)
        if parts.is_too_much:
            raise CameraLost(f"The camera at {where} sends something that is not a picture.")
