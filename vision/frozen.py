"""Notices a camera that keeps delivering one and the same picture. What it shows is not known here.

Nothing moves on a table at rest either, but the noise of a real sensor never repeats: whatever is the same to
the last bit was not taken anew.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame

__all__ = ["Repeats"]

EACH_ROW: Final = 16
"""One row of this many is compared: there is noise in each of them."""


class Repeats:
    """Remembers the newest picture, and since when it has come again and again."""

    def __init__(self) -> None:
        self._rows: NDArray[np.uint8] | None = None
        self._since_ns = 0

    def seconds(self, frame: Frame) -> float:
        """Take in the next picture; returns for how long it has been the same, 0 where it is a new one."""
        rows = frame.pixels[::EACH_ROW]
        if self._rows is None or not np.array_equal(rows, self._rows):
            self._rows, self._since_ns = rows.copy(), frame.at_ns
        return (frame.at_ns - self._since_ns) / 1e9
