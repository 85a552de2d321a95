"""Keeps a few pictures of doubtful tiles, in memory only, so that a person can judge them.

Nothing is written to a disk here, and keeping them needs no picture library.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST = 200
"""The most crops that are kept; the oldest are dropped."""
HEIGHT = 96
"""The height of the tile in a crop, in pixels, without the rim around it; enough to judge it on a phone."""


class CropShelf:
    """The newest crops by their numbers."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._crops: OrderedDict[int, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._crops)

    def put(self, number: int, jpeg: bytes) -> None:
        """Keep a crop, and drop the oldest if there are too many."""
        self._crops[number] = jpeg
        self._crops.move_to_end(number)
        while len(self._crops) > self._most:
            self._crops.popitem(last=False)

    def get(self, number: int) -> bytes | None:
        """The JPEG of that number, unless it is gone."""
        return self._crops.get(number)

    def clear(self) -> None:
        """Forget all; a worker that was started again numbers its crops from the beginning."""
        self._crops.clear()


def crop_of(picture: NDArray[np.uint8], quad: NDArray[np.float32]) -> bytes:
    """A tile of a picture, upright and with a little of its surroundings, as a small JPEG."""
    import cv2
    import numpy as np

    wide, rim = HEIGHT * 3 // 4, HEIGHT // 8
    inner = np.array([[0, 0], [wide, 0], [wide, HEIGHT], [0, HEIGHT]], np.float32) + rim
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), inner)
    size = (wide + 2 * rim, HEIGHT + 2 * rim)
    crop = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    flags = [cv2.IMWRITE_JPEG_QUALITY, 80]
    return cv2.imencode(".jpg", cv2.cvtColor(crop, cv2.COLOR_RGB2BGR), flags)[1].tobytes()
