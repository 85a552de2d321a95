"""A phone as a camera: the pictures that its page sends to the companion, over a socket of this machine.

The companion has decided who may send them, and how large they may be. Only lengths and JPEGs are known here.
"""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Generator, Iterator
from contextlib import closing

import numpy as np
from numpy.typing import NDArray

from vision.camera.pictures import decoded
from vision.errors import CameraLost, CameraUnavailable

__all__ = ["HEAD", "MOST_BYTES", "pictures_of_phone"]

HEAD = struct.Struct(">I")
"""Precedes each picture, and says how many bytes it has."""
MOST_BYTES = 512 * 1024
OPEN_IT = "open /camera on a paired phone, and leave its screen on"


def pictures_of_phone(place: str, patience_s: float) -> Generator[NDArray[np.uint8], None, None]:
    """Picture after picture (RGB) until the phone is silent for longer than `patience_s`.

    Raises:
        CameraUnavailable: the companion takes no pictures at that place, or no phone sends any.
        CameraLost: the phone has stopped sending or sends only damaged pictures, or the companion hung up.
    """
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)) as line:
        line.settimeout(patience_s)
        try:
            line.connect(place)
        except OSError as error:
            raise CameraUnavailable("The companion takes no pictures from a phone now.") from error
        yield from decoded(_jpegs(line, patience_s), "The phone")


def _jpegs(line: socket.socket, patience_s: float) -> Iterator[bytes]:
    yield _next(line, patience_s, has_come=False)
    while True:
        yield _next(line, patience_s, has_come=True)


def _next(line: socket.socket, patience_s: float, *, has_come: bool) -> bytes:
    try:
        (length,) = HEAD.unpack(_exactly(line.recv, HEAD.size))
        if length <= MOST_BYTES:
            return _exactly(line.recv, length)
    except TimeoutError as error:
        if has_come:
            raise CameraLost(f"The phone has sent no picture for {patience_s:g} s: {OPEN_IT}.") from error
        raise CameraUnavailable(f"No phone sends pictures: {OPEN_IT}.") from error
    except OSError as error:
        raise CameraLost("The companion no longer takes pictures from the phone.") from error
    raise CameraLost("The companion passed on something that is not a picture.")


def _exactly(take: Callable[[int], bytes], count: int) -> bytes:
    held = b""
    while len(held) < count:
        piece = take(count - len(held))
        if not piece:
            raise ConnectionResetError("hung up")
        held += piece
    return held
