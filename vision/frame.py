"""One picture of a camera, with its name and time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Frame:
    """What a camera saw at one moment."""

    pixels: NDArray[np.uint8]
    """[height, width, 3], RGB."""
    camera: str
    frame_id: int
    """Counts from 0 for each opening of the camera."""
    at_ns: int
    """When it was taken, by the monotonic clock."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.pixels.shape[1], self.pixels.shape[0]
