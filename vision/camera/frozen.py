"""Notices a camera that keeps delivering one and the same picture. What it shows is not known here.

Nothing moves on a table at rest either, but the noise of a real sensor never repeats: whatever is the same to
the last bit was not taken anew.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.camera.lens import Verdict, judge_lens
from vision.frame import Frame

__all__ = ["STALLED_S", "Repeats"]

STALLED_S: Final = 10.0
"""After this long without a new picture people are told so."""

EACH_ROW: Final = 16
"""One row of this many is compared: there is noise in each of them."""


class Repeats:
    """Remembers the newest picture, and since when it has come again and again."""

    def __init__(self) -> None:
        self._rows: NDArray[np.uint8] | None = None
        self._since_ns = 0

    def stalled_s(self, frame: Frame, now_ns: int, after_s: float = STALLED_S) -> float:
        """Take in the newest picture; returns for how long it has been the same, 0 for less than `after_s`.

        A covered lens may give nothing else, so its pictures count as new ones.
        """
        rows = frame.pixels[::EACH_ROW]
        if self._rows is None or not np.array_equal(rows, self._rows):
            self._rows, self._since_ns = rows.copy(), frame.at_ns
        same_s = (now_ns - self._since_ns) / 1e9
        return 0.0 if same_s < after_s or judge_lens(frame.pixels).verdict is Verdict.COVERED else same_s
