"""The camera of a stage: where a point over the table falls in its picture. Light is elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.pretend.painting.things import DEEP, TABLE

Points = NDArray[np.float64]

WIDTH, HEIGHT = 1920, 1080


@dataclass(frozen=True)
class StageLens:
    """An eye over the table, in millimetres, and its lens; `focal` and `middle` are in pixels."""

    eye: Points
    axes: Points
    """Right, down and forward, as rows."""
    focal: float
    middle: Points
    bend: float = 0.0

    def pixels(self, points: ArrayLike) -> Points:
        """Points [n, 3] in millimetres as points [n, 2] of the picture."""
        local = (np.asarray(points, np.float64) - self.eye) @ self.axes.T
        flat = local[:, :2] / np.maximum(local[:, 2:], 1.0)
        square = (flat * flat).sum(axis=1, keepdims=True)
        return np.asarray(flat * (1 + self.bend * square) * self.focal + self.middle, np.float64)

    def depth(self, point: Points) -> float:
        """How far in front of the eye a point is, in millimetres."""
        return float((point - self.eye) @ self.axes[2])

    def corners(self, high: float = DEEP) -> tuple[tuple[float, float], ...]:
        """Where the corners of the playing field are: upper left first, then clockwise.

        They are taken at a height over the cloth: as high as faces of lying tiles are, unless told otherwise.
        """
        half = TABLE / 2
        square = [(-half, -half, high), (half, -half, high), (half, half, high), (-half, half, high)]
        return tuple((float(x), float(y)) for x, y in self.pixels(square))

    def tapped(self, beside: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
        """Where somebody taps the playing field's corners, each this far off, as a share of its side."""
        half = TABLE / 2
        square = ((-half, -half), (half, -half), (half, half), (-half, half))
        points = [
            (x + right * TABLE, y + down * TABLE, 0.0)
            for (x, y), (right, down) in zip(square, beside, strict=True)
        ]
        return tuple((float(x), float(y)) for x, y in self.pixels(points))

    def bumped(self, right: float, down: float, roll: float) -> StageLens:
        """The same after somebody knocked against it: shifted by pixels, rolled by radians."""
        c, s = np.cos(roll), np.sin(roll)
        turn = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
        return replace(self, axes=turn @ self.axes, middle=self.middle + np.array([right, down]))


def aimed(
    elevation: float, azimuth: float, distance: float, *, focal: float, target: tuple[float, float] = (0, 0)
) -> StageLens:
    """A camera that looks at a point of the table; angles in degrees, azimuth 0 is over side A."""
    e, a = np.radians(elevation), np.radians(azimuth)
    towards = np.array([np.sin(a) * np.cos(e), np.cos(a) * np.cos(e), np.sin(e)])
    right = np.array([np.cos(a), -np.sin(a), 0.0])
    down = np.array([np.sin(a) * np.sin(e), np.cos(a) * np.sin(e), -np.cos(e)])
    eye = np.array([*target, 0.0]) + towards * distance
    middle = np.array([WIDTH / 2, HEIGHT / 2])
    return StageLens(eye, np.stack([right, down, -towards]), focal, middle, bend=-0.015)


CAMERAS = {
    "overhead": aimed(86.5, 3, 1180, focal=1500, target=(6, -4)),
    "oblique": aimed(55, -5, 1290, focal=1760, target=(-4, 26)),
    "low": aimed(42, 7, 1420, focal=2000, target=(5, 34)),
}
"""The cameras that a stage can have, by name."""
