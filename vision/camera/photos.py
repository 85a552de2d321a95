"""Photographs that somebody sends, one at a time, instead of a camera's pictures; in memory only.

What is in them does not matter here.
"""

from __future__ import annotations

import time
from typing import Final, Protocol

from vision.camera.picture_header import header_of
from vision.camera.pictures import picture_of
from vision.errors import PhotoMissing, PictureUnreadable
from vision.frame import Frame

__all__ = ["Photographs", "Pictures"]

NAME: Final = "photograph"
MOST_PIXELS: Final = {"JPEG": 64_000_000, "PNG": 24_000_000, "WebP": 24_000_000}
"""The most pixels of each kind that is accepted, checked before decoding; a large JPEG is decoded smaller."""


class Pictures(Protocol):
    """Whatever gives one picture each time it is asked."""

    @property
    def stalled_s(self) -> float:
        """How old the picture taken last was, in seconds, where no new ones come; 0 where they do."""

    def take(self) -> Frame:
        """One picture."""

    def close(self) -> None:
        """Take no more pictures for now."""


class Photographs:
    """The photograph that was sent last replaces the camera's picture, until that is wanted again."""

    def __init__(self, camera: Pictures | None) -> None:
        self._camera = camera
        self._sent: Frame | None = None
        self._count = 0

    @property
    def has_one(self) -> bool:
        """Whether a photograph is in use."""
        return self._sent is not None

    @property
    def stalled_s(self) -> float:
        """How old the camera's picture was, if it gives no new ones; a photograph may be of any age."""
        return self._camera.stalled_s if self._camera is not None and self._sent is None else 0.0

    def send(self, content: bytes) -> None:
        """Look at this photograph from now on.

        Raises:
            PictureUnreadable: it is not a photograph, or one that is too large; the picture before it stays.
        """
        header = header_of(content)
        if header is not None and header.kind not in MOST_PIXELS:
            raise PictureUnreadable(f"A photograph is a JPEG, PNG or WebP, and this is a {header.kind}.")
        if header is not None and header.pixels > MOST_PIXELS[header.kind]:
            most = MOST_PIXELS[header.kind] // 1_000_000
            raise PictureUnreadable(
                f"This {header.kind} has more than {most} megapixels; make it smaller first."
            )
        pixels = picture_of(content, "The photograph").pixels
        self._sent = Frame(pixels, NAME, self._count, time.monotonic_ns())
        self._count += 1

    def forget(self) -> None:
        """Go back to the camera's own pictures."""
        self._sent = None

    def take(self) -> Frame:
        """The photograph, or else a picture from the camera.

        Raises:
            PhotoMissing: there is neither a camera nor a photograph.
            VisionError: the camera gives no picture.
        """
        if self._sent is not None:
            return self._sent
        if self._camera is None:
            raise PhotoMissing("No photograph was sent yet.")
        return self._camera.take()

    def close(self) -> None:
        """Forget the photograph, and release the camera."""
        self._sent = None
        if self._camera is not None:
            self._camera.close()
