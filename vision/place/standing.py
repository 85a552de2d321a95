"""Standing hands: where a low camera sees the faces that only their owner should see, and how to hide them.

What is hidden is painted over before anything is read, whatever it shows: nobody's hand is read before it is
laid open.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profile import Side
from vision.place.raising import camera_over
from vision.place.rectify import MARGIN, TablePlace
from vision.place.zones import USUAL, Corners, Purpose, turned

__all__ = ["faces_seen", "without_hands"]

Picture = NDArray[np.uint8]

FROM, TO = 0.985, 1 + 2 * MARGIN
"""Hands stand between these two, as shares of the table's side from the far edge. The first is a little low,
because corners are tapped with a finger."""
LEFT, RIGHT = 1 - USUAL[Purpose.MELDS][1], USUAL[Purpose.MELDS][0]
"""Hands stand between these two, from left to right: between the left neighbour's melds and their owner's."""


def without_hands(part: Picture, place: TablePlace, corner: tuple[int, int]) -> Picture:
    """A part of a frame that begins at pixel `corner`; hands whose faces the camera sees are painted over."""
    height, width = part.shape[:2]
    out = part
    for strip in _strips(place):
        moved = strip - np.array(corner)
        (x0, y0), (x1, y1) = moved.min(axis=0), moved.max(axis=0)
        if x1 < 0 or y1 < 0 or x0 >= width or y0 >= height:
            continue
        if out is part:
            out = part.copy()
        colour = tuple(float(value) for value in cv2.mean(part)[:3])
        cv2.fillConvexPoly(out, np.round(moved).astype(np.int32), colour)
    return out


@lru_cache(maxsize=8)
def _strips(place: TablePlace) -> tuple[NDArray[np.float64], ...]:
    """The places of the standing hands whose faces are seen, each as a quad in pixels."""
    return tuple(place.pixels(box) for box in faces_seen(place))


def faces_seen(place: TablePlace, start: float = FROM) -> tuple[Corners, ...]:
    """The places of the standing hands whose faces this camera sees, as flat quads that begin at `start`.

    Empty if it is unknown where the camera hangs.
    """
    camera = camera_over(place)
    if camera is None:
        return ()
    box = ((LEFT, start), (RIGHT, start), (RIGHT, TO), (LEFT, TO))
    return tuple(turned(box, side) for side in Side if _is_behind(camera, side))


def _is_behind(camera: tuple[float, float], side: Side) -> bool:
    """Whether the camera is behind whoever sits there, beyond the edge: then it sees their faces."""
    back = Side((4 - side.value) % 4)
    return turned((camera,), back)[0][1] > 1
