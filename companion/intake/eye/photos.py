"""Puts the pieces of a device's photograph together in memory: bounded, and in order.

Because it comes in pieces, no request is as large as a photograph, and nothing touches a disk.
What it shows is not known here.
"""

from __future__ import annotations

from typing import Final

from companion.clock import Clock
from companion.intake.eye.child_process import DeskRefused

__all__ = ["MOST_BYTES", "MOST_PHOTO_BYTES", "PIECE_BYTES", "PhotoPieces"]

MOST_BYTES: Final = 12 * 1024 * 1024
"""The most bytes of a photograph; a phone's have three to eight million."""
PIECE_BYTES: Final = 256 * 1024
"""The most bytes of one piece: well below the 512 KiB that the web server holds in memory at most."""
MOST_PHOTO_BYTES: Final = 480 * 1024
"""The most bytes of a picture that a page shrinks before it sends it, such as one of a hand; it too stays in
memory."""
EACH_S: Final = 1.0
"""The least time between two photographs: a small computer takes this long to look at one."""


class PhotoPieces:
    """The pieces of one photograph so far."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._parts: list[bytes] = []
        self._have = 0
        self._whole = 0
        self._done_ns: int | None = None

    @property
    def have(self) -> int:
        """How many bytes have come so far."""
        return self._have

    def take(self, piece: bytes, at: int, of: int) -> bytes | None:
        """Take the piece that begins at byte `at` of `of`; returns the photograph once complete, else None.

        Raises:
            DeskRefused: it is too large, the pieces do not fit, or the last photograph was just now.
        """
        if of > MOST_BYTES:
            self.forget()
            raise DeskRefused("photo_too_large", f"A photograph has at most {MOST_BYTES // 1024**2} MB.")
        if at == 0:
            self._begin(of)
        if (at, of) != (self._have, self._whole) or not 0 < len(piece) <= of - at:
            self.forget()
            raise DeskRefused("photo_lost", "A piece of the photograph is missing; send it once more.")
        self._parts.append(piece)
        self._have += len(piece)
        return self._put_together() if self._have == of else None

    def forget(self) -> None:
        """Drop whatever has come so far."""
        self._parts, self._have, self._whole = [], 0, 0

    def _begin(self, of: int) -> None:
        self.forget()
        now_ns = self._clock.monotonic_ns()
        if self._done_ns is not None and now_ns - self._done_ns < EACH_S * 1e9:
            raise DeskRefused("too_fast", "One photograph after the other; wait a second.")
        self._whole = of

    def _put_together(self) -> bytes:
        whole = b"".join(self._parts)
        self.forget()
        self._done_ns = self._clock.monotonic_ns()
        return whole
