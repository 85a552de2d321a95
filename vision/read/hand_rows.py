"""Finds the tiles that somebody laid in a row for a photograph, from left to right, and no others.

Whether they are a hand, and what it is worth, is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, FLOWER, UNKNOWN
from vision.read.detect import Reading

__all__ = ["HandRow", "hand_row"]

Points = NDArray[np.float64]

NEIGHBOURS: Final = 2.2
"""The middles of neighbours are at most this many tile widths apart: the last tile may lie a little aside."""
OF_ONE_SIZE: Final = 1.7
"""No tile of a row looks more than this many times as tall as its neighbour."""
ACROSS: Final = 0.45
"""A neighbour is off the line of its row by no more than this share of a tile's height."""
STRAIGHT: Final = 1.5
"""The middles of a row lie within this many tile heights of each other across it: it may bend a little."""
UPRIGHT, LEANING = 0.94, 0.34
"""Cosines: neighbours of a row are turned alike, or one lies crosswise; in a heap tiles lie at any angle."""
APART: Final = 1.35
"""A tile that is more than this many usual steps from its neighbour lies apart."""


@dataclass(frozen=True, slots=True)
class HandRow:
    """One row of tiles, from the left to the right of whoever reads it."""

    tiles: tuple[Reading, ...]
    gaps: tuple[int, ...] = ()
    """The indices, from 0, of the tiles that have a wider gap before them."""


@dataclass(frozen=True, slots=True)
class _Face:
    reading: Reading
    middle: Points
    width: float
    height: float
    along: Points
    """A step of one pixel along its upper and lower edges, in either direction."""
    right: Points
    """Such a step towards the right of whoever reads it; zero if its shape does not say."""


def hand_row(readings: Sequence[Reading], wanted: int = 14) -> HandRow:
    """The row that is most likely a hand of this many tiles.

    It is the longest; a row of more tiles counts as if it had that number, and stays whole. Of equally long
    ones it is a straight one, of those one with just that number, and of those the nearest. Backs and unknown
    things are not part of it; a flower may lie in the row, and is left out of the hand. Empty where no face
    was read.
    """
    named = [one for one in readings if one.tile not in (BACK, UNKNOWN)]
    if not named:
        return HandRow(())

    def much(row: list[_Face]) -> tuple[int, bool, bool, float]:
        count, width = len(row), median(face.width for face in row)
        return min(count, wanted), _is_straight(row), count == wanted, width

    # From low down even upright tiles look wider than high: then only the reader knows how they lie.
    as_shaped, as_read = (
        max(_rows(_apart([_face(one, by_shape=by_shape) for one in named])), key=much)
        for by_shape in (True, False)
    )
    return _ordered(as_read if much(as_read)[0] > much(as_shaped)[0] else as_shaped)


def _face(reading: Reading, *, by_shape: bool) -> _Face:
    """A face as it lies: as its shape says, its shorter edges being its upper and lower ones, or as read."""
    quad = np.asarray(reading.quad, np.float64)
    across = ((quad[1] - quad[0]) + (quad[2] - quad[3])) / 2
    down = ((quad[3] - quad[0]) + (quad[2] - quad[1])) / 2
    wide, high = (max(1e-6, float(np.hypot(*edge))) for edge in (across, down))
    if wide <= high or not by_shape:
        return _Face(reading, quad.mean(axis=0), wide, high, across / wide, across / wide)
    # Some sets carve the bird (1s) so that it is read a quarter turn off.
    return _Face(reading, quad.mean(axis=0), high, wide, down / high, np.zeros(2))


def _apart(faces: list[_Face]) -> list[_Face]:
    """The faces, where the surer one of two at the same place is kept."""
    kept: list[_Face] = []
    for face in sorted(faces, key=lambda one: -one.reading.score * one.reading.confidence):
        least = 0.45 * face.width
        if all(float(np.hypot(*(face.middle - other.middle))) > least for other in kept):
            kept.append(face)
    return kept


def _rows(faces: list[_Face]) -> list[list[_Face]]:
    """Groups of faces, each linked with a neighbour beside it."""
    group = list(range(len(faces)))
    for at, one in enumerate(faces):
        for to, other in enumerate(faces[:at]):
            if group[at] != group[to] and _are_neighbours(one, other):
                gone, stays = group[at], group[to]
                group = [stays if each == gone else each for each in group]
    return [[faces[at] for at, of in enumerate(group) if of == name] for name in sorted(set(group))]


def _is_straight(row: list[_Face]) -> bool:
    """Whether the tiles lie along one line: in a heap each may have a neighbour, too, and lie anywhere."""
    middles = np.array([face.middle for face in row])
    across = np.linalg.svd(middles - middles.mean(axis=0))[2][1]
    return float(np.ptp(middles @ across)) < STRAIGHT * median(face.height for face in row)


def _are_neighbours(one: _Face, other: _Face) -> bool:
    larger, smaller = max(one.height, other.height), min(one.height, other.height)
    if larger > OF_ONE_SIZE * smaller:
        return False
    turn = abs(float(one.along @ other.along))
    if LEANING < turn < UPRIGHT:
        return False
    step = other.middle - one.middle
    width = (one.width + other.width) / 2
    return any(
        abs(float(step @ face.along)) < NEIGHBOURS * width
        and abs(float(step @ np.array([-face.along[1], face.along[0]]))) < ACROSS * smaller
        for face in (one, other)
    )


def _ordered(row: list[_Face]) -> HandRow:
    """From left to right as most of them are turned."""
    right = np.sum([face.right for face in row], axis=0)
    tiles = sorted(row, key=lambda face: float(face.middle @ right))
    steps = [float(np.hypot(*(b.middle - a.middle))) / ((a.width + b.width) / 2) for a, b in pairwise(tiles)]
    usual = median(steps) if steps else 1.0
    kept, gaps = list[Reading](), list[int]()
    for face, step in zip(tiles, [0.0, *steps], strict=True):
        if face.reading.tile != FLOWER:
            if kept and step > APART * usual:
                gaps.append(len(kept))
            kept.append(face.reading)
    return HandRow(tuple(kept), tuple(gaps))
