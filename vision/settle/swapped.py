"""Whether a tile is still the one that lay there before, told by its picture alone.

A glance at a whole table hardly tells one face from another: from afar all are white. So what is known
to lie there is compared tile by tile, once something has moved. Nothing is read here.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.rectify import MARGIN, TABLE_MM, TILE_MM, TablePlace, flat_to_square
from vision.settle.glance import Patch

__all__ = ["are_swapped", "flat_picture", "with_patches"]

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]
Values = NDArray[np.float32]

SIDE = round(TABLE_MM * (1 + 2 * MARGIN))
"""The side of the flat picture: a pixel per millimetre, about as fine as a camera sees the table."""
HALF = int(TILE_MM[0] / 2)
"""Half of the square that is compared, in millimetres: whichever way a tile lies, it is all face."""
PUSHED = 1
"""How many millimetres a tile may have been pushed and still be the same one."""
LIGHT = 1.4
"""The factor by which all paint may look weaker or stronger in another light."""
OTHER = 0.03
"""A face that differs by more than this share of its brightness (root mean square) is another one."""


def flat_picture(pixels: Picture, place: TablePlace) -> Picture:
    """The table from above, [SIDE, SIDE, 3]."""
    matrix = flat_to_square(SIDE) @ place.to_flat
    flat = cv2.warpPerspective(
        pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(cv2.blur(flat, (3, 3)), np.uint8)


def with_patches(before: Picture, now: Picture, patches: Sequence[Patch]) -> Picture:
    """The picture from before, with some patches as they are now."""
    out = before.copy()
    for patch in patches:
        (x0, x1), (y0, y1) = (
            _pixels(low, high) for low, high in ((patch.x0, patch.x1), (patch.y0, patch.y1))
        )
        out[y0:y1, x0:x1] = now[y0:y1, x0:x1]
    return out


def _pixels(low: float, high: float) -> tuple[int, int]:
    scale = SIDE / (1 + 2 * MARGIN)
    return max(0, round((low + MARGIN) * scale)), min(SIDE, round((high + MARGIN) * scale))


def are_swapped(before: Picture, now: Picture, middles: Points) -> NDArray[np.bool_]:
    """Which of n places on the flat table [n, 2], at which tiles lay, may hold another tile now."""
    if not len(middles):
        return np.zeros(0, np.bool_)
    return np.asarray(changes(before, now, middles) > OTHER, np.bool_)


def changes(before: Picture, now: Picture, middles: Points) -> Values:
    """How much each of n tiles differs, as a share of its brightness; light and a small push do not count."""
    old, new = (_inked(_windows(picture, middles)) for picture in (before, now))
    stronger = np.median(_strength(old) / np.maximum(1e-6, _strength(new)))
    light = np.float32(np.clip(stronger, 1 / LIGHT, LIGHT))
    apart = _strength(old - light * new)
    steps = range(-PUSHED, PUSHED + 1)
    at = np.nonzero(apart > OTHER)[0]
    for step in ((x, y) for x in steps for y in steps):
        pushed = light * _inked(_windows(now, middles[at], step))
        apart[at] = np.minimum(apart[at], _strength(old[at] - pushed))
    return apart


def _inked(windows: Values) -> Values:
    """How much darker or brighter than the face itself each of its pixels is."""
    return np.asarray(windows / np.maximum(1, windows.mean(axis=(1, 2), keepdims=True)) - 1, np.float32)


def _strength(inked: Values) -> Values:
    return np.asarray(np.sqrt((inked**2).mean(axis=(1, 2, 3))), np.float32)


def _windows(picture: Picture, middles: Points, step: tuple[int, int] = (0, 0)) -> Values:
    """The square around each place [n, side, side, 3]."""
    around = np.arange(-HALF, HALF + 1)
    pixels = np.round((middles + MARGIN) * (SIDE / (1 + 2 * MARGIN)) - 0.5).astype(np.int64)
    columns, rows = (np.clip(pixels[:, axis, None] + step[axis] + around, 0, SIDE - 1) for axis in (0, 1))
    return np.asarray(picture[rows[:, :, None], columns[:, None, :]], np.float32)
