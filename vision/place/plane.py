"""Locates a table by the tiles that lie on it, better than by the corners that a finger tapped. Pure.

The size of tiles, how they are turned, and walls and rivers that lie alike on all four sides show where the
plane of the table is. No picture is looked at here, and nothing is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from hardware.profile import Side
from vision.place.marks import Mark
from vision.place.raising import TILE_DEEP_MM, raised
from vision.place.rectify import SQUARE, TABLE_MM, TILE_MM, Points, TablePlace, moved, placed
from vision.place.zones import Purpose, turned

__all__ = ["FEWEST", "PlaneFit", "fitted"]

FEWEST: Final = 16
"""This many tiles are needed to fit a plane."""
TAPPED_MM: Final = 10.0
"""The standard deviation with which somebody taps a corner."""
TOGETHER_MM: Final = 20.0
"""The standard deviation of the mean error of the four corners: people who tap at the height of faces, not of
the cloth, miss all four in the same direction."""
EDGE_MM: Final = 1.6
"""The standard deviation of the end of a tile's edge from where it would be if the tile lay straight."""
SIZE_MM: Final = 2.0
"""The standard deviation of the length of a tile's edge, as it is seen, from that of other tiles."""
STEP_MM: Final = 0.8
"""The standard deviation of the next tile of a wall from where it would touch."""
TOUCHING: Final = 0.75, 1.25
"""How far apart two touching tiles of a wall may be, in tile widths."""
TILE_SIZE: Final = 0.05
"""The standard deviation of the tiles' true size, and of the size at which they are seen, as a share of the
usual size."""
WALL_MM: Final = 4.0
"""The standard deviation, among the sides, of how far from the middle a wall stands."""
ASLANT: Final = 0.02
"""The standard deviation of the turn of a wall, in radians."""
ROW_MM: Final = 3.0
"""The standard deviation of where the first row of a river begins and how far away it is, among the sides."""
STRAIGHT: Final = 0.3
"""A tile that is turned by more (in radians) says nothing about the table's direction."""
FEW_OF_WALL: Final = 4
FEW_OF_RIVER: Final = 3
DOUBTED: Final = 2.0
"""What deviates by more than this many standard deviations counts less and less."""
ROUNDS: Final = 8
_SAME_ROW: Final = 0.6 * TILE_MM[1]


@dataclass(frozen=True, slots=True)
class PlaneFit:
    """Where the table is, by its tiles."""

    place: TablePlace
    """The table by the corners of its cloth, like those that were tapped."""
    beside_mm: Points
    """[4, 2]: how far each corner lies to the right of where it was, and how far below."""
    tiles: int
    """How many tiles it was fitted to."""
    left_mm: float
    """How crooked the edges of tiles still are: how far one end is beside the other, in the median."""
    larger: float
    """The share by which the tiles look larger than usual; below 0, smaller."""
    unsure_mm: float
    """The standard deviation of the least known corner, by the tiles and the tapped corners together."""

    @property
    def moved_mm(self) -> tuple[float, float, float, float]:
        """How far each corner was moved over the table."""
        a, b, c, d = (float(one) for one in np.linalg.norm(self.beside_mm, axis=1))
        return a, b, c, d


@dataclass(frozen=True)
class _Tiles:
    """What the plane is fitted to, in millimetres from the middle of the table."""

    quads: Points
    """[n, 4, 2]"""
    runs: Points
    """[n]: whether each tile's long edges run along x."""
    lies: Points
    """[n]: whether the tile counts as lying on the cloth, as all but the backs of walls do."""
    walls: tuple[tuple[Side, Points], ...]
    """The middles of the tiles of each wall."""
    rivers: tuple[tuple[Side, Points], ...]
    """The middles of the tiles in the first row of each river, from its left end on."""
    steps: Points
    """[m, 2, 2]: from the middle of each tile of a wall to that of the next one, if the two touch."""


def fitted(place: TablePlace, marks: Iterable[Mark]) -> PlaneFit | None:
    """The plane on which these tiles lie; None if they are too few, or its corners cannot be a table's.

    `place` is the table by the corners of its cloth, with which the marks were placed.
    """
    tiles = _tiles(place, list(marks))
    if len(tiles.quads) < FEWEST:
        return None
    found, spread = _least(lambda values: _residuals(tiles, values), np.zeros(10))
    beside = _corners(found) - _corners(np.zeros(10))
    new = placed(place.pixels(SQUARE + beside / TABLE_MM), (place.width, place.height))
    if not isinstance(new, TablePlace):
        return None
    left = np.abs(_edges(tiles, moved_quads(_matrix(found), tiles.quads), 0.0)[0])
    return PlaneFit(
        new,
        beside,
        len(tiles.quads),
        float(np.median(left)),
        TILE_SIZE * float(found[8]),
        _unsure(found, spread),
    )


def _corners(values: Points) -> Points:
    """Where the corners of the table are, in millimetres from the middle of the table that people showed."""
    back = np.asarray(np.linalg.inv(_matrix(values)), np.float64)
    return moved(back, (SQUARE - 0.5) * TABLE_MM)


def _unsure(values: Points, spread: Points) -> float:
    """The standard deviation of the least known corner, in mm; `spread` is the values' covariance."""
    step = 1e-3
    slopes = [(_corners(values + step * unit) - _corners(values)).ravel() / step for unit in np.eye(10)]
    corners = np.stack(slopes, axis=1)
    each = np.diag(corners @ spread @ corners.T).reshape(4, 2).sum(axis=1)
    return float(np.sqrt(each.max()))


def moved_quads(matrix: Points, quads: Points) -> Points:
    """Quads [n, 4, 2] under a homography."""
    return moved(matrix, quads.reshape(-1, 2)).reshape(-1, 4, 2)


def _tiles(place: TablePlace, marks: Sequence[Mark]) -> _Tiles:
    faces, tops = raised(place), raised(place, 2 * TILE_DEEP_MM)
    quads = np.array([mark.quad for mark in marks], np.float64).reshape(-1, 4, 2)
    on_wall = [mark.purpose is Purpose.WALL and mark.is_back for mark in marks]
    # A wall is two tiles high: seen from the camera, its tops appear farther away than they are.
    lifted = tops.flat(faces.pixels(quads.reshape(-1, 2))).reshape(-1, 4, 2)
    quads[on_wall] = lifted[on_wall]
    flat = (quads - 0.5) * TABLE_MM
    middles = flat.mean(axis=1)
    walls = _grouped(marks, middles, Purpose.WALL, FEW_OF_WALL)
    rivers = [(side, _first_row(side, some)) for side, some in _grouped(marks, middles, Purpose.RIVER, 1)]
    told = tuple((side, row) for side, row in rivers if len(row) >= FEW_OF_RIVER)
    one, other = _both_edges(flat)
    long = np.where((np.linalg.norm(one, axis=1) > np.linalg.norm(other, axis=1))[:, None], one, other)
    off = np.abs(np.arctan2(np.abs(long).min(axis=1), np.abs(long).max(axis=1)))
    kept = off < STRAIGHT
    runs = np.abs(long[:, 0]) > np.abs(long[:, 1])
    return _Tiles(flat[kept], runs[kept], ~np.array(on_wall, np.bool_)[kept], walls, told, _steps(walls))


def _steps(walls: Sequence[tuple[Side, Points]]) -> Points:
    found = []
    for side, middles in walls:
        row = middles[np.argsort(_seen_from(side, middles)[:, 0])]
        low, high = (TILE_MM[0] * share for share in TOUCHING)
        found += [pair for pair in pairwise(row) if low < np.hypot(*(pair[1] - pair[0])) < high]
    return np.array(found, np.float64).reshape(-1, 2, 2)


def _grouped(
    marks: Sequence[Mark], middles: Points, purpose: Purpose, few: int
) -> tuple[tuple[Side, Points], ...]:
    """For each side, the middles of the tiles of its wall, or of its river."""
    is_back = purpose is Purpose.WALL
    found = []
    for side in Side:
        which = [m.purpose is purpose and m.side is side and m.is_back == is_back for m in marks]
        if sum(which) >= few:
            found.append((side, middles[which]))
    return tuple(found)


def _seen_from(side: Side, points: Points) -> Points:
    """Points from the middle as a side sees them: to its right, and towards it."""
    own = Side((4 - side.value) % 4)
    flat = np.array(turned([(x / TABLE_MM + 0.5, y / TABLE_MM + 0.5) for x, y in points], own), np.float64)
    return np.asarray((flat - 0.5) * TABLE_MM, np.float64)


def _first_row(side: Side, middles: Points) -> Points:
    own = _seen_from(side, middles)
    row = own[:, 1] - own[:, 1].min() < _SAME_ROW
    return np.asarray(middles[row][np.argsort(own[row, 0])], np.float64)


def _matrix(values: Points) -> Points:
    """A homography near the identity; each value moves points of a table by about as many millimetres."""
    half = TABLE_MM / 2
    a, b, x, c, d, y, g, h = values[:8]
    return np.array(
        [[1 + a / half, b / half, x], [c / half, 1 + d / half, y], [g / half**2, h / half**2, 1.0]],
        np.float64,
    )


def _residuals(tiles: _Tiles, values: Points) -> tuple[Points, Points]:
    """The residuals, in standard deviations: of single tiles, and of all else, which is never doubted."""
    matrix, size = _matrix(values), values[8]
    skew, length = _edges(tiles, moved_quads(matrix, tiles.quads), size)
    corners = (SQUARE - 0.5) * TABLE_MM
    beside = moved(matrix, corners) - corners
    together = beside.mean(axis=0)
    rest = [((beside - together) / TAPPED_MM).ravel(), together / TOGETHER_MM, values[8:]]
    rest += _alike(tiles.walls, matrix, _wall)
    rest += _alike(tiles.rivers, matrix, _row)
    apart = moved(matrix, tiles.steps.reshape(-1, 2)).reshape(-1, 2, 2)
    steps = np.linalg.norm(apart[:, 1] - apart[:, 0], axis=1) - TILE_MM[0] * (1 + TILE_SIZE * values[9])
    return np.concatenate([skew / EDGE_MM, length / SIZE_MM, steps / STEP_MM]), np.concatenate(rest)


def _both_edges(quads: Points) -> tuple[Points, Points]:
    """The edges of quads as vectors: the mean of each pair of opposite edges."""
    one = (quads[:, (0, 1)] - quads[:, (3, 2)]).mean(axis=1)
    return one, (quads[:, (1, 2)] - quads[:, (0, 3)]).mean(axis=1)


def _edges(tiles: _Tiles, quads: Points, size: float) -> tuple[Points, Points]:
    """How far edges are from straight, and how much too long they are."""
    one, other = _both_edges(quads)
    along_x = np.where((np.abs(one[:, 0]) > np.abs(one[:, 1]))[:, None], one, other)
    along_y = np.where((np.abs(one[:, 0]) > np.abs(one[:, 1]))[:, None], other, one)
    short, long = (mm * (1 + TILE_SIZE * size) for mm in TILE_MM)
    wide, high = np.where(tiles.runs, long, short), np.where(tiles.runs, short, long)
    skew = np.concatenate([along_x[:, 1], along_y[:, 0]])
    more = np.concatenate([np.abs(along_x[:, 0]) - wide, np.abs(along_y[:, 1]) - high])
    return skew, more * np.concatenate([tiles.lies, tiles.lies])


def _alike(
    groups: Sequence[tuple[Side, Points]], matrix: Points, of: Callable[[Points], Points]
) -> list[Points]:
    """How far each side is from the mean of all sides in what should be the same on each."""
    each = [of(_seen_from(side, moved(matrix, middles))) for side, middles in groups]
    if len(each) < 2:
        return []
    usual = np.mean(each, axis=0)
    return [one - usual for one in each]


def _wall(own: Points) -> Points:
    """How far away a wall is and how it is turned, in standard deviations."""
    right, away = own.T
    slope = np.polyfit(right, away, 1)[0] if np.ptp(right) > 5 * TILE_MM[0] else 0.0
    return np.array([away.mean() / WALL_MM, slope / ASLANT])


def _row(own: Points) -> Points:
    """Where the first row of a river begins, and how far away it is, in standard deviations."""
    return np.array([own[0, 0] / ROW_MM, own[:, 1].mean() / ROW_MM])


def _least(of: Callable[[Points], tuple[Points, Points]], values: Points) -> tuple[Points, Points]:
    """The values with the smallest residuals, by the Gauss-Newton method, and their covariance [n, n].

    Single tiles far off count less.
    """
    spread = np.eye(len(values))
    for _ in range(ROUNDS):
        tiles, rest = of(values)
        weights = np.concatenate(
            [np.minimum(1.0, DOUBTED / np.maximum(np.abs(tiles), 1e-9)), np.ones(len(rest))]
        )
        now = np.concatenate([tiles, rest])
        step = 1e-3
        columns = [(np.concatenate(of(values + step * unit)) - now) / step for unit in np.eye(len(values))]
        slopes = np.stack(columns, axis=1)
        weighted = slopes * weights[:, None]
        spread = np.asarray(np.linalg.inv(weighted.T @ slopes + 1e-9 * np.eye(len(values))), np.float64)
        change = spread @ (-weighted.T @ now)
        values = values + change
        if float(np.abs(change).max()) < 1e-3:
            break
    return values, spread
