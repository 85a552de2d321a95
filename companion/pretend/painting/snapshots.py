"""Frames of a film as its camera's JPEGs show them, encoded anew only where something changed. No clock.

A JPEG encodes a picture cell by cell. So a part that begins and ends with cells can be encoded alone, and
comes out as it would from the whole: a hundred such frames cost what ten whole ones do.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box, gathered, grown, in_cells, within
from companion.pretend.painting.film import GRAINS, QUALITY, WHOLE, Film
from companion.pretend.painting.lens import HEIGHT, WIDTH
from companion.pretend.painting.painter import SIZE
from companion.pretend.painting.things import Moving

__all__ = ["Snapshots"]

Picture = NDArray[np.uint8]

CELL = 16
"""The side of a cell in pixels: a JPEG encodes blocks of eight, and keeps colours at half the resolution."""
SMOOTHED = 2
"""By how many pixels colours are smoothed into the next cell."""


class Snapshots:
    """The camera's frames, red green blue, one after the other."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self._kept = [np.zeros((HEIGHT, WIDTH, 3), np.uint8) for _ in range(GRAINS)]
        self._light: object = None
        self._number = 0

    def frame(self, moving: Moving | None = None) -> Picture:
        """The next frame. It is overwritten later: copy it to keep it."""
        self._number += 1
        grain = self._number % GRAINS
        self._follow()
        seen = self.film.moving(moving, grain, CELL) if moving is not None else None
        if seen is None:
            return self._kept[grain]
        whole = self._kept[grain].copy()
        _lay(whole, seen[0], _coded(seen[1]))
        return whole

    def _follow(self) -> None:
        """Encode what has changed since the last frame, or everything if the light has changed."""
        boxes = self.film.refresh()
        light = (self.film.exposure, self.film.is_covered)
        if light != self._light:
            boxes, self._light = [WHOLE], light
        for box in gathered(in_cells(box, CELL, SIZE) for box in boxes):
            for grain in range(GRAINS):
                self._code(box, grain)

    def _code(self, box: Box, grain: int) -> None:
        """Encode some cells, with one more cell around them."""
        wide = within(grown(box, CELL), SIZE) or box
        _lay(self._kept[grain], wide, _coded(self.film.still(wide, grain)))


def _lay(whole: Picture, box: Box, part: Picture) -> None:
    """Put in a part encoded with one more cell around it; of that cell, only the inner rim is right."""
    less = CELL - SMOOTHED
    left, top, right, bottom = (less * (edge not in {0, *SIZE}) for edge in box)
    x0, y0, x1, y1 = box[0] + left, box[1] + top, box[2] - right, box[3] - bottom
    whole[y0:y1, x0:x1] = part[top : top + y1 - y0, left : left + x1 - x0]


def _coded(part: Picture) -> Picture:
    """Encode a part as a JPEG, and decode it again."""
    jpeg = cv2.imencode(".jpg", part, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
    read = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
    return np.asarray(cv2.cvtColor(np.asarray(read, np.uint8), cv2.COLOR_BGR2RGB), np.uint8)
