"""Reads pictures from files: any usual kind, turned upright, and none larger than memory holds.

What is in them does not matter here.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.picture_header import Header, has_one_scan, header_of, kind_of, lacks_end
from vision.errors import CameraLost, PictureUnreadable

Picture = NDArray[np.uint8]

MOST_BYTES = 256 * 1024**2
"""The largest file that is read."""
ENOUGH_PIXELS = 25_000_000
"""A larger picture is made smaller while it is read, or right after: no camera of a table has more."""
MOST_PIXELS = 160_000_000
"""The most pixels of a picture that has to be decoded whole."""
MOST_JPEG_PIXELS = 1_000_000_000
"""The most pixels of a JPEG, which can be decoded smaller than it is."""
MOST_DAMAGED = 30
"""After more damaged pictures in a row than this, a camera counts as lost."""
_JPEG_END = b"\xff\xd9"
_MORE = b"\x5a" * 64
"""Bytes that a decoder takes for pixels of a JPEG if some are missing, and passes over if none are."""
_REDUCED = (
    (1, cv2.IMREAD_COLOR),
    (2, cv2.IMREAD_REDUCED_COLOR_2),
    (4, cv2.IMREAD_REDUCED_COLOR_4),
    (8, cv2.IMREAD_REDUCED_COLOR_8),
)

_SILENCE = threading.Lock()
"""Held by the thread that has redirected standard error: two at once could restore the wrong one."""


@dataclass(frozen=True, slots=True)
class OpenedPicture:
    """A picture that was read, perhaps smaller than the file's own."""

    pixels: Picture
    """[height, width, 3], RGB."""
    width: int
    """The width of the picture in the file, turned upright."""
    height: int
    is_cut: bool = False
    """The file breaks off early; this is what could be read of it."""


def open_picture(path: Path) -> OpenedPicture:
    """Read a picture's file.

    Raises:
        PictureUnreadable: it is missing, too large, or not a picture.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise PictureUnreadable(f"{path} is larger than {MOST_BYTES // 1024**2} MB.")
        content = path.read_bytes()
    except OSError as error:
        raise PictureUnreadable(f"{path} cannot be read: {error.strerror}.") from error
    return picture_of(content, str(path))


def picture_of(content: bytes, name: str) -> OpenedPicture:
    """Decode a picture's bytes.

    Raises:
        PictureUnreadable: they are not a picture, or one that is too large.
    """
    header = header_of(content)
    if header is None:
        raise PictureUnreadable(_stranger(content, name))
    if min(header.width, header.height) < 1:
        raise PictureUnreadable(f"{name} is damaged: it says that it has no pixels.")
    _refuse_giants(header, name)
    is_endless = lacks_end(content, header.kind)
    # With an end mark the decoder gives what there is of a JPEG, and grey for the rest.
    pixels = _decoded(content + _JPEG_END if is_endless and header.kind == "JPEG" else content, header)
    if pixels is None:
        raise PictureUnreadable(_damaged(header.kind, name))
    is_broken_off = is_endless and not _is_all_there(content, header, pixels)
    width, height = header.width, header.height
    if (pixels.shape[1] > pixels.shape[0]) != (width > height) and width != height:
        width, height = height, width  # its EXIF data say that it lies on its side
    return OpenedPicture(_at_most(pixels, ENOUGH_PIXELS), width, height, is_broken_off)


def decoded(contents: Iterable[bytes], camera: str) -> Iterator[Picture]:
    """The pictures that a camera sends as files, one after another; damaged ones are passed over.

    Raises:
        CameraLost: more than `MOST_DAMAGED` in a row are damaged; `camera` is how the sentence begins.
    """
    damaged = 0
    for content in contents:
        picture = _whole(content)
        if picture is not None:
            damaged = 0
            yield picture
            continue
        damaged += 1
        if damaged > MOST_DAMAGED:
            raise CameraLost(f"{camera} sends only damaged pictures.")


def _whole(content: bytes) -> Picture | None:
    """A camera's picture; None where it is damaged, or breaks off: the rest of it would be seen as grey."""
    try:
        opened = picture_of(content, "A picture of the camera")
    except PictureUnreadable:
        return None
    return None if opened.is_cut else opened.pixels


def _is_all_there(content: bytes, header: Header, pixels: Picture) -> bool:
    """Whether a JPEG without an end mark has all its pixels, as those of some cameras do."""
    if header.kind != "JPEG" or not has_one_scan(content):
        return False
    more = _decoded(content.rstrip(b"\xff") + _MORE + _JPEG_END, header)
    return more is not None and np.array_equal(more, pixels)


def _damaged(kind: str, name: str) -> str:
    return f"{name} is damaged or an unusual {kind}; save it as a JPEG or PNG."


def _stranger(content: bytes, name: str) -> str:
    if not content:
        return f"{name} is empty."
    if kind := kind_of(content):
        return _damaged(kind, name)
    if content[4:8] == b"ftyp":
        return (
            f"{name} is a HEIC or AVIF file, as phones write, which cannot be read here; save it as a JPEG."
        )
    return f"{name} is not a picture of a kind that can be read here, such as JPEG, PNG, WebP or TIFF."


def _refuse_giants(header: Header, name: str) -> None:
    most = MOST_JPEG_PIXELS if header.kind == "JPEG" else MOST_PIXELS
    if header.pixels > most:
        size = f"{header.width} x {header.height}"
        raise PictureUnreadable(f"{name} is too large ({size} pixels); make it smaller first.")


def _decoded(content: bytes, header: Header) -> Picture | None:
    way = cv2.IMREAD_COLOR
    if header.kind == "JPEG":
        # Only JPEG saves memory by this; another kind is decoded whole and then made smaller.
        fitting = (way for by, way in _REDUCED if header.pixels <= ENOUGH_PIXELS * by * by)
        way = next(fitting, cv2.IMREAD_REDUCED_COLOR_8)
    try:
        with _SILENCE, _decoders_silent():
            found = cv2.imdecode(np.frombuffer(content, np.uint8), way)
    except (cv2.error, MemoryError):
        return None
    if found is None or found.size == 0:
        return None
    return np.asarray(cv2.cvtColor(found, cv2.COLOR_BGR2RGB), np.uint8)


def _at_most(pixels: Picture, most: int) -> Picture:
    count = pixels.shape[0] * pixels.shape[1]
    if count <= most:
        return pixels
    share = (most / count) ** 0.5
    size = (max(1, round(pixels.shape[1] * share)), max(1, round(pixels.shape[0] * share)))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)


@contextlib.contextmanager
def _decoders_silent() -> Iterator[None]:
    """Silence the decoders: they write to standard error without going through Python.

    Our own message says what matters. Standard error is the whole process's: one thread at a time does this.
    """
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
