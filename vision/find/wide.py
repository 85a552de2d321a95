"""Finds tiles that are small in a large picture: looks again, window by window, where it is worth it.

How a single look works is up to the finder.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.find.finder import MOST_PIXELS, USUAL_TILE, Found
from vision.find.quads import areas_of, kept
from vision.weights import MUCH_SMALLER

Picture = NDArray[np.uint8]

SMALL = MUCH_SMALLER
"""Below this share of the usual size tiles are looked at again through windows."""
WINDOW = float(np.sqrt(MOST_PIXELS))
"""The side of a window as the finder sees it."""
OVERLAP = 0.15


class Finder(Protocol):
    """What can look at a picture, wholly or at one scale."""

    def find(self, picture: Picture) -> Found:
        """Look as well as a few looks at the whole picture allow."""

    def find_once(self, picture: Picture, scale: float) -> Found:
        """Look once, at one scale."""


class WideFinder:
    """A finder with the patience for large pictures."""

    def __init__(self, finder: Finder) -> None:
        self._finder = finder

    def find(self, picture: Picture) -> Found:
        """Look at the whole, then through windows where tiles are too small to be seen well."""
        found = self._finder.find(picture)
        pixels = picture.shape[0] * picture.shape[1]
        seen_at = min(1.0, float(np.sqrt(MOST_PIXELS / pixels)))
        scale = _wanted(found)
        if seen_at >= 1 or scale * SMALL < seen_at:
            return found
        again = [
            self._through(picture, window, scale) for window in _windows(picture.shape[:2], scale, found)
        ]
        return merged([found, *again])

    def _through(self, picture: Picture, window: tuple[int, int, int, int], scale: float) -> Found:
        x0, y0, x1, y1 = window
        found = self._finder.find_once(np.ascontiguousarray(picture[y0:y1, x0:x1]), scale)
        inside = _is_whole(found, (x1 - x0, y1 - y0))
        quads = found.quads[inside] + np.array([x0, y0], np.float32)
        return Found(quads, found.scores[inside], found.backs[inside])


def _wanted(found: Found) -> float:
    """The scale at which the tiles of a picture have the usual size; full size where none was found."""
    if not len(found.quads):
        return 1.0
    return min(1.0, USUAL_TILE / max(1.0, float(np.median(np.sqrt(areas_of(found.quads))))))


def _is_whole(found: Found, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Which finds do not touch the edge of their window: what is cut there is whole in the next."""
    low = found.quads.min(axis=(1,)) if len(found.quads) else np.zeros((0, 2), np.float32)
    high = found.quads.max(axis=(1,)) if len(found.quads) else np.zeros((0, 2), np.float32)
    return np.asarray((low > 1).all(axis=1) & (high < np.array(size) - 1).all(axis=1), np.bool_)


def _windows(shape: tuple[int, ...], scale: float, found: Found) -> Iterator[tuple[int, int, int, int]]:
    """Windows (x0, y0, x1, y1) over the picture in which something was found; all, if nothing was found."""
    side = round(WINDOW / scale)
    boxes = [
        (x, y, min(x + side, shape[1]), min(y + side, shape[0]))
        for y in _begins(shape[0], side)
        for x in _begins(shape[1], side)
    ]
    middles = found.quads.mean(axis=1)
    yield from (box for box in boxes if not len(middles) or _holds_any(middles, box))


def _begins(length: int, side: int) -> list[int]:
    if length <= side:
        return [0]
    count = int(np.ceil((length - side) / (side * (1 - OVERLAP)))) + 1
    return [round(k * (length - side) / (count - 1)) for k in range(count)]


def _holds_any(middles: NDArray[np.float32], box: tuple[int, int, int, int]) -> bool:
    x, y = middles[:, 0], middles[:, 1]
    return bool(((x >= box[0]) & (x < box[2]) & (y >= box[1]) & (y < box[3])).any())


def merged(many: list[Found]) -> Found:
    """Several looks as one: where a tile was found twice, the surer find stays."""
    quads = np.concatenate([found.quads for found in many])
    scores = np.concatenate([found.scores for found in many])
    backs = np.concatenate([found.backs for found in many])
    order = kept(quads, scores) if len(quads) else []
    return Found(quads[order], scores[order], backs[order])
