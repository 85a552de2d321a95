"""Riichi sticks of a stage as they are painted."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box
from companion.pretend.painting.lens import Points, StageLens
from companion.pretend.painting.solids import BIT, fixed
from companion.pretend.painting.things import Stick

Picture = NDArray[np.uint8]

LONG, BROAD = 88.0, 7.0
HIGH = 3.0
"""The size of a stick, and how high its top lies, in millimetres."""


def draw_stick(part: Picture, stick: Stick, lens: StageLens, corner: tuple[int, int]) -> None:
    """Draw a white stick with one red dot."""
    offset = np.array(corner) << BIT
    for share, colour in ((1.0, (170, 180, 182)), (0.94, (232, 238, 238))):
        ring = lens.pixels(_ring(stick, LONG * share, BROAD * share))
        cv2.fillConvexPoly(part, (fixed(ring) - offset).astype(np.int32), colour, cv2.LINE_AA, BIT)
    dot = lens.pixels(_ring(stick, 4.2, 4.2))
    cv2.fillConvexPoly(part, (fixed(dot) - offset).astype(np.int32), (50, 40, 200), cv2.LINE_AA, BIT)


def stick_box(stick: Stick, lens: StageLens) -> Box:
    """Where it is in the picture."""
    ring = lens.pixels(_ring(stick, LONG, BROAD))
    low, high = np.floor(ring.min(axis=0)).astype(int) - 3, np.ceil(ring.max(axis=0)).astype(int) + 3
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])


def _ring(stick: Stick, long: float, broad: float) -> Points:
    c, s = np.cos(stick.turn), np.sin(stick.turn)
    along, away = np.array([c, -s, 0.0]) * long / 2, np.array([-s, -c, 0.0]) * broad / 2
    middle = np.array([stick.x, stick.y, HIGH])
    return np.array(
        [middle - along + away, middle + along + away, middle + along - away, middle - along - away]
    )
