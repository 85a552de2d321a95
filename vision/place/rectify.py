"""From a camera's picture to the table as seen from straight above, and back. The table is found elsewhere.

The flat table is a square from 0 to 1: x to the right, y down, side A below, B at the right, C above, D
at the left.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture = NDArray[np.uint8]
Points = NDArray[np.float64]

TABLE_MM = 700.0
"""The side of the playing field of a usual table, which counts where nobody has measured theirs."""
TILE_MM = (19.0, 26.0)
"""Width and height of a usual tile."""
MARGIN = 0.08
"""How far beyond the table a picture of it reaches, as a share of its side: arms are seen coming in."""
WANTED_PIXELS, LEAST_PIXELS = 24.0, 16.0
"""The height in pixels of the farthest tile at which reading is sure, and below which it often fails."""
MOST_WIDTH = 4608
"""How many pixels wide a picture is in the 12-megapixel mode of the camera in the instructions."""
SQUARE: Points = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)


class WhyNot(StrEnum):
    """Why a table was not found."""

    NO_STICKERS = "no_stickers"
    FEW_STICKERS = "few_stickers"
    SEVERAL_TABLES = "several_tables"
    """Stickers of several tables are seen, and nobody knows which is meant."""
    NO_SQUARE = "no_square"
    """The corners cannot be those of a table."""
    TOO_SMALL = "too_small"
    OUT_OF_VIEW = "out_of_view"
    OTHER_SHAPE = "other_shape"
    """The picture is wider or higher, for its size, than those in which the table was shown."""

    @property
    def sentence(self) -> str:
        """What is wrong and, where that helps, what to do about it."""
        return _SENTENCES[self]


_SENTENCES = {
    WhyNot.NO_STICKERS: "No sticker of the table's corners is in the picture.",
    WhyNot.FEW_STICKERS: "Not all four stickers of the table's corners can be seen.",
    WhyNot.SEVERAL_TABLES: (
        "Stickers of several tables are in the picture; turn the camera, or set this table's corners by hand."
    ),
    WhyNot.NO_SQUARE: "These corners are not those of a table; tap them going round, the upper left first.",
    WhyNot.TOO_SMALL: "The table is too small in the picture; bring the camera nearer.",
    WhyNot.OUT_OF_VIEW: "Much of the table is out of the picture; turn the camera.",
    WhyNot.OTHER_SHAPE: (
        "The pictures have another shape than when the table's corners were shown; "
        "turn the phone back, or show the corners again."
    ),
}


class Advice(StrEnum):
    """What the people at the table can do so that tiles are read more reliably."""

    NONE = "none"
    MORE_PIXELS = "more_pixels"
    NEARER = "nearer"
    STEEPER = "steeper"

    @property
    def sentence(self) -> str:
        """The advice as a sentence; empty if nothing has to be done."""
        return _ADVICE[self]


_ADVICE = {
    Advice.NONE: "",
    Advice.MORE_PIXELS: (
        "The farthest tiles are small: let the camera take more pixels, as in its 12-megapixel mode."
    ),
    Advice.NEARER: "The farthest tiles are too small to be read: raise the camera, or bring it nearer.",
    Advice.STEEPER: "The farthest tiles are small: raise the camera, so that it looks down more steeply.",
}


@dataclass(frozen=True, slots=True)
class TableNotLocated:
    """The table was not found: an ordinary answer."""

    why: WhyNot

    @property
    def sentence(self) -> str:
        """What is wrong and, where that helps, what to do about it."""
        return self.why.sentence


@dataclass(frozen=True)
class TablePlace:
    """Where the table is in the pictures of a camera."""

    corners: tuple[tuple[float, float], ...]
    """In pixels: upper left, upper right, lower right, lower left of the flat table."""
    width: int
    height: int
    """The size of the picture that the corners belong to."""

    @cached_property
    def to_flat(self) -> Points:
        """The homography from pixels to the flat table."""
        return _between(np.array(self.corners), SQUARE)

    @cached_property
    def to_pixels(self) -> Points:
        """The homography from the flat table to pixels."""
        return _between(SQUARE, np.array(self.corners))

    def flat(self, pixels: ArrayLike) -> Points:
        """Points of the picture as points of the flat table."""
        return moved(self.to_flat, pixels)

    def pixels(self, flat: ArrayLike) -> Points:
        """Points of the flat table as points of the picture."""
        return moved(self.to_pixels, flat)

    def for_size(self, width: int, height: int) -> TablePlace | TableNotLocated:
        """The same place in pictures of another size, if their aspect ratio is the same."""
        if abs(width * self.height - height * self.width) > 0.02 * width * self.height:
            return TableNotLocated(WhyNot.OTHER_SHAPE)
        share = np.array([width / self.width, height / self.height])
        return placed(np.array(self.corners) * share, (width, height))

    def tile_pixels(self, flat: ArrayLike, table_mm: float = TABLE_MM) -> float:
        """How many pixels high a tile that lies there is, in the direction in which it looks shortest."""
        step = 1e-3
        point = np.asarray(flat, np.float64)
        near = self.pixels(point + step * np.array([[0, 0], [1, 0], [0, 1]]))
        jacobian = np.stack([near[1] - near[0], near[2] - near[0]], axis=1) / step
        return float(np.linalg.svd(jacobian, compute_uv=False).min() * TILE_MM[1] / table_mm)

    @property
    def least_tile_pixels(self) -> float:
        """How high the farthest tile is in the picture."""
        return min(self.tile_pixels(0.1 + 0.8 * corner) for corner in SQUARE)

    @property
    def tile_side(self) -> float:
        """The side in pixels of a square as large as a tile in the middle of the table."""
        return self.tile_side_at((0.5, 0.5))

    def tile_side_at(self, flat: ArrayLike) -> float:
        """The side in pixels of a square as large as a tile that lies at a point of the flat table."""
        step = 0.01
        around = self.pixels(np.asarray(flat, np.float64) + step * (SQUARE - 0.5))
        area = float(cv2.contourArea(around.astype(np.float32))) / step**2
        return float(np.sqrt(area * TILE_MM[0] * TILE_MM[1])) / TABLE_MM

    @property
    def advice(self) -> Advice:
        """What the people at the table can do so that tiles are read more reliably."""
        pixels = self.least_tile_pixels
        if pixels >= WANTED_PIXELS:
            return Advice.NONE
        if self.width < MOST_WIDTH and pixels * MOST_WIDTH / self.width >= WANTED_PIXELS:
            return Advice.MORE_PIXELS
        return Advice.NEARER if pixels < LEAST_PIXELS else Advice.STEEPER


Locate = Callable[[Picture], TablePlace | TableNotLocated]
"""Finds the table in a picture."""


def placed(corners: ArrayLike, size: tuple[int, int]) -> TablePlace | TableNotLocated:
    """A table by its corners in pixels, clockwise from the upper left, if they can be those of one.

    `size` is the width and height of the picture.
    """
    points = np.asarray(corners, np.float64)
    if points.shape != (4, 2) or not np.isfinite(points).all():
        return TableNotLocated(WhyNot.NO_SQUARE)
    sides = np.roll(points, -1, axis=0) - points
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if not (turns > 0).all():
        return TableNotLocated(WhyNot.NO_SQUARE)
    if np.linalg.norm(sides, axis=1).min() < 60:
        return TableNotLocated(WhyNot.TOO_SMALL)
    middle = moved(_between(SQUARE, points), [[0.5, 0.5]])[0]
    within = [-0.5 * size[0] < x < 1.5 * size[0] and -0.5 * size[1] < y < 1.5 * size[1] for x, y in points]
    if not all(within) or not (0 < middle[0] < size[0] and 0 < middle[1] < size[1]):
        return TableNotLocated(WhyNot.OUT_OF_VIEW)
    return TablePlace(tuple((float(x), float(y)) for x, y in points), *size)


def flat_to_square(side: int, margin: float = MARGIN) -> Points:
    """From the flat table (0 to 1) to the pixels of a picture of it with a margin."""
    share = side / (1 + 2 * margin)
    return np.array([[share, 0, margin * share], [0, share, margin * share], [0, 0, 1]], np.float64)


def moved(matrix: Points, points: ArrayLike) -> Points:
    """Points under a homography."""
    many = np.asarray(points, np.float64).reshape(-1, 2)
    lifted = np.concatenate([many, np.ones((len(many), 1))], axis=1) @ matrix.T
    return np.asarray(lifted[:, :2] / lifted[:, 2:], np.float64)


def _between(source: Points, target: Points) -> Points:
    found = cv2.getPerspectiveTransform(source.astype(np.float32), target.astype(np.float32))
    return np.asarray(found, np.float64)
