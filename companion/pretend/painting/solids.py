"""A tile of the stage as a solid: which sides the camera sees, where, in what light. Nothing is painted."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box
from companion.pretend.painting.lens import Points, StageLens
from companion.pretend.painting.things import DEEP, HIGH, WIDE, Pose, StageTile, Stance

Colour = tuple[float, float, float]

BACK_SHARE = 0.42
"""This much of the thickness has the colour of the back."""
LIGHT = np.array([-0.35, -0.45, 0.82]) / np.linalg.norm([-0.35, -0.45, 0.82])
AMBIENT = 0.66
BIT = 3
"""How many binary places the drawing library's fixed-point numbers have."""
_SIGNS = np.array([[a, b, c] for a in (-1, 1) for b in (-1, 1) for c in (-1, 1)], np.float64)
_RING = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]], np.float64)


@dataclass(frozen=True)
class Solid:
    """One tile as it is to be painted."""

    label: str
    box: Box
    """All of it, its shadow included."""
    order: tuple[float, float]
    """The smallest is painted first."""
    shadow: NDArray[np.int32]
    hull: NDArray[np.int32]
    sides: tuple[tuple[NDArray[np.int32], bool, float], ...]
    """Narrow sides: polygon, whether it has the back's colour, and how bright it is."""
    face: NDArray[np.float32] | None
    """The broad side that is seen, clockwise from its upper left; None where none is."""
    is_back: bool
    shade: float


def shade(normal: Points) -> float:
    """How bright a side that faces this way is."""
    return AMBIENT + (1.04 - AMBIENT) * max(0.0, float(normal @ LIGHT))


def axes_of(pose: Pose) -> Points:
    """Right as read, up as read, and out of the face, as rows."""
    c, s = np.cos(pose.turn), np.sin(pose.turn)
    right, up, high = np.array([c, -s, 0.0]), np.array([-s, -c, 0.0]), np.array([0.0, 0.0, 1.0])
    match pose.stance:
        case Stance.UP:
            return np.stack([right, up, high])
        case Stance.DOWN:
            return np.stack([-right, up, -high])
        case Stance.STANDING:
            return np.stack([right, high, -up])


def middle_of(pose: Pose) -> Points:
    """The middle of the solid."""
    rise = HIGH / 2 if pose.stance is Stance.STANDING else DEEP / 2
    return np.array([pose.x, pose.y, pose.z + rise])


def solid_of(tile: StageTile, lens: StageLens) -> Solid:
    """Project a tile."""
    axes, middle = axes_of(tile.pose), middle_of(tile.pose)
    half = np.array([WIDE, HIGH, DEEP]) / 2
    corners = middle + (_SIGNS * half) @ axes
    fallen = corners - LIGHT * ((corners[:, 2:] - tile.pose.z) / LIGHT[2])
    seen, dark = lens.pixels(corners), lens.pixels(fallen)
    towards = lens.eye - middle
    is_back = bool(axes[2] @ towards < 0)
    out = -axes[2] if is_back else axes[2]
    broad = None
    if out @ (lens.eye - middle - out * half[2]) > 0:
        across = -axes[0] if is_back else axes[0]
        ring = middle + out * half[2] + _RING[:, :1] * half[0] * across + _RING[:, 1:] * half[1] * axes[1]
        broad = lens.pixels(ring).astype(np.float32)
    return Solid(
        tile.label, _box(np.concatenate([seen, dark])), (float(tile.pose.z > 1), -lens.depth(middle)),
        _hull(np.concatenate([seen, dark])), _hull(seen),
        tuple(_sides(axes, middle, half, lens)), broad, is_back, shade(out),
    )  # fmt: skip


def _sides(
    axes: Points, middle: Points, half: Points, lens: StageLens
) -> list[tuple[NDArray[np.int32], bool, float]]:
    """The narrow sides that are seen, each in two colours."""
    found = []
    seam = half[2] * (2 * BACK_SHARE - 1)
    for axis in (0, 1):
        for sign in (-1.0, 1.0):
            normal = axes[axis] * sign
            base = middle + normal * half[axis]
            if normal @ (lens.eye - base) <= 0:
                continue
            along = axes[1 - axis] * half[1 - axis] * 0.97
            for low, high, is_back in ((-half[2], seam, True), (seam, half[2], False)):
                ring = [
                    base + along * a + axes[2] * z for a, z in ((-1, low), (1, low), (1, high), (-1, high))
                ]
                found.append((fixed(lens.pixels(np.array(ring))), is_back, shade(normal)))
    return found


def fixed(points: Points) -> NDArray[np.int32]:
    """Pixels in the drawing library's fixed-point numbers."""
    return np.asarray(np.round(np.clip(points, -4000, 6000) * (1 << BIT)), np.int32)


def _hull(points: Points) -> NDArray[np.int32]:
    return np.asarray(cv2.convexHull(fixed(points)), np.int32).reshape(-1, 2)


def _box(points: Points, rim: int = 4) -> Box:
    low, high = np.floor(points.min(axis=0)).astype(int) - rim, np.ceil(points.max(axis=0)).astype(int) + rim
    return int(low[0]), int(low[1]), int(high[0]), int(high[1])
