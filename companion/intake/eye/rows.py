"""Tiles on the flat table as their owner reads them: turned to a side, in rows, left to right. Pure.

What a row means is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from vision.sighting import TileView

__all__ = ["USUAL", "Size", "Spot", "edges_of", "in_rows", "seen_from", "size_of", "spot_of"]


@dataclass(frozen=True, slots=True)
class Size:
    """How large a tile is, as a share of the table's side."""

    width: float
    height: float


USUAL = Size(19 / 700, 26 / 700)
"""The size of usual tiles on a usual table, for when too few tiles lie there to be measured."""
FEW = 3
"""Fewer tiles than this are too few to be measured."""
STEEPEST = 0.35
"""The steepest slope of a row: nobody lays one that rises more."""
SAME_ROW = 0.45
"""In tile heights: the largest step outward, beside the slope, from one tile of a row to the next."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One tile as the owner of its zone sees it."""

    x: float
    """From the owner's left hand to the right."""
    y: float
    """Towards the owner: 0 at the opposite edge of the table, 1 at the owner's."""
    view: TileView

    @property
    def wide(self) -> bool:
        """Whether it lies sideways."""
        return self.view.sideways


def spot_of(view: TileView, turns: int) -> Spot:
    """A tile seen from a side: A is 0 turns from the table's own view, B one, and so on."""
    middle = sum(corner[0] for corner in view.quad) / 4, sum(corner[1] for corner in view.quad) / 4
    return Spot(*seen_from(middle, turns), view)


def seen_from(place: tuple[float, float], turns: int) -> tuple[float, float]:
    """A place on the flat table as a side sees it, to its right and towards it."""
    x, y = place
    for _ in range(turns):
        x, y = 1 - y, x
    return x, y


def size_of(views: Sequence[TileView]) -> Size:
    """The median size of the tiles; the usual size where there are fewer than FEW."""
    edges = [edges_of(view) for view in views]
    if len(edges) < FEW:
        return USUAL
    return Size(median(short for short, _ in edges), median(long for _, long in edges))


def edges_of(view: TileView) -> tuple[float, float]:
    """The lengths of the shorter and the longer edge of a tile."""
    a, b, c, d = view.quad
    one = (_length(a, b) + _length(c, d)) / 2
    other = (_length(b, c) + _length(d, a)) / 2
    return min(one, other), max(one, other)


def _length(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def in_rows(spots: Sequence[Spot], size: Size) -> tuple[tuple[Spot, ...], ...]:
    """The rows, from the middle of the table outward, each from left to right; they may be crooked."""
    slope = _slope(spots, size)
    order = sorted(spots, key=lambda spot: spot.y - slope * spot.x)
    rows: list[list[Spot]] = []
    for spot in order:
        is_near = rows and _step(rows[-1][-1], spot, slope) < SAME_ROW * size.height
        if is_near:
            rows[-1].append(spot)
        else:
            rows.append([spot])
    parted = [part for row in rows for part in _parted(row, slope, size)]
    return tuple(tuple(sorted(row, key=lambda spot: spot.x)) for row in parted)


def _step(one: Spot, other: Spot, slope: float) -> float:
    return (other.y - slope * other.x) - (one.y - slope * one.x)


def _slope(spots: Sequence[Spot], size: Size) -> float:
    """How steeply the rows rise: the median slope between neighbours."""
    rises = [
        (other.y - one.y) / (other.x - one.x)
        for one in spots
        for other in spots
        if 0.6 * size.width < other.x - one.x < 1.7 * size.width and abs(other.y - one.y) < 0.5 * size.height
    ]
    return max(-STEEPEST, min(STEEPEST, median(rises))) if len(rises) >= FEW - 1 else 0.0


def _parted(row: list[Spot], slope: float, size: Size) -> list[list[Spot]]:
    """Split a row in which one tile lies above another: it is really two."""
    across = sorted(row, key=lambda spot: spot.x)
    over = next((pair for pair in pairwise(across) if pair[1].x - pair[0].x < 0.5 * size.width), None)
    if over is None:
        return [row]
    first, last = sorted(row.index(spot) for spot in over)
    cut = max(range(first, last), key=lambda at: _step(row[at], row[at + 1], slope)) + 1
    return [*_parted(row[:cut], slope, size), *_parted(row[cut:], slope, size)]
