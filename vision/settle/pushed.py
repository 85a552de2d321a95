"""Two tiles that touch and were found as one: how that shows, and what each of them is.

Where patches are, and what lies there in the end, is decided elsewhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK
from vision.place.rectify import TablePlace
from vision.settle.laid import SAME, Lying, area_of
from vision.weights import AROUND, CONFIDENT, MOST, MUCH_LARGER

__all__ = ["Apart"]

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

LYING = 75
"""The percentile of the areas of sure tiles that counts as that of a lying one: standing ones show less."""
BEYOND = 1.12
"""The neighbour is painted over this much larger than its quad, because its side shows, too."""


class Apart:
    """Tells touching tiles apart: each half is looked at again without the other one."""

    def __init__(self) -> None:
        self._areas: deque[float] = deque(maxlen=MOST)

    def parted(
        self,
        tiles: Sequence[Lying],
        picture: Picture,
        place: TablePlace,
        corner: tuple[int, int],
        read: Callable[[Picture], Sequence[Lying]],
    ) -> list[Lying]:
        """The tiles in a part of a frame that begins at `corner`; two that were found as one are read apart.

        If a half is read less confidently than the whole, or neither is found, it is one tile after all.
        """
        areas = [area_of(tile.quad) for tile in tiles]
        sure = [tile.confidence >= CONFIDENT for tile in tiles]
        self._areas.extend(area for area, is_sure in zip(areas, sure, strict=True) if is_sure)
        two = self._two()
        doubles = [tile for tile, area in zip(tiles, areas, strict=True) if area > two and tile.label != BACK]
        out = [tile for tile in tiles if tile not in doubles]
        for double in doubles:
            halves: list[Lying] = []
            for half, other in _halves(double.quad):
                alone = read(_without(picture, place.pixels(other) - corner, place.pixels(half) - corner))
                halves += [one for one in alone if _is_at(one, half) and area_of(one.quad) <= two][:1]
            if not halves or min(half.confidence for half in halves) < double.confidence:
                out.append(double)
            else:
                out += [half for half in halves if not any(_is_at(half, known.quad) for known in out)]
        return out

    def _two(self) -> float:
        """The area above which a find is two tiles; infinite until it is known how large one tile is."""
        if len(self._areas) < AROUND:
            return np.inf
        return MUCH_LARGER * float(np.percentile(self._areas, LYING))


def _halves(quad: Points) -> Iterator[tuple[Points, Points]]:
    """Each half of a quad that is cut across its long edges, with the other half."""
    lengths = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    a, b, c, d = np.roll(quad, -int(lengths[0] + lengths[2] < lengths[1] + lengths[3]), axis=0)
    one, two = np.array([a, (a + b) / 2, (c + d) / 2, d]), np.array([(a + b) / 2, b, c, (c + d) / 2])
    yield one, two
    yield two, one


def _without(picture: Picture, other: Points, own: Points) -> Picture:
    """The picture with the quad `other` painted over in the median colour of all, except where `own` lies."""
    middle = other.mean(axis=0)
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(middle + BEYOND * (other - middle)).astype(np.int32), 1)
    cv2.fillConvexPoly(mask, np.round(own).astype(np.int32), 0)
    out = picture.copy()
    out[mask > 0] = np.median(picture.reshape(-1, 3), axis=0).astype(np.uint8)
    return out


def _is_at(tile: Lying, quad: Points) -> bool:
    return bool(np.hypot(*(tile.middle - quad.mean(axis=0))) < SAME)
