"""Finds the table by four printed stickers in its corners, and draws the stickers for printing.

Sticker 0 lies at the upper left of the flat table; the others follow clockwise: 1 upper right, 2 lower right,
3 lower left. How a sticker is turned does not matter: its outermost corner counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.rectify import Picture, Points, TableNotLocated, TablePlace, WhyNot, moved, placed

STICKERS = 4
Stickers = dict[int, Points]
"""The corners [4, 2] of one sticker of each number."""
UNEVEN: Final = 1.5
"""Stickers of one table are alike and square: if a longest side or diagonal is more than this many times a
shortest one, they are of two tables."""
CLEARLY: Final = 1.15
"""Stickers of several tables fit together worse than those of one by at least this factor; else nobody knows
which table is meant."""
STRAIN: Final = 0.5
"""In sides of a sticker: stickers of one table are nearer than this to where one movement takes them."""
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def seen_stickers(picture: Picture) -> dict[int, list[Points]]:
    """The corners [4, 2] of each sticker that can be seen, by its number; another table may have the same."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # The library's own types do not say that it answers None if it sees nothing.
    answer: Any = cv2.aruco.ArucoDetector(_DICTIONARY, settings).detectMarkers(grey)
    quads, numbers = answer[0], answer[1]
    found: dict[int, list[Points]] = {}
    for number, quad in zip(() if numbers is None else numbers.ravel(), quads, strict=True):
        if number < STICKERS:
            found.setdefault(int(number), []).append(np.asarray(quad, np.float64).reshape(4, 2))
    return found


def of_one_table(
    seen: dict[int, list[Points]], size: tuple[int, int], before: Stickers | None
) -> Stickers | TableNotLocated:
    """One sticker of each number: those of the table that was seen before, or that alone are a table.

    Where nobody knows which of several tables is meant, that is the answer.
    """
    if before is not None:
        alike = _moved_alike({k: _nearest(seen[k], before[k]) for k in seen}, size, before)
        return alike if alike or not seen else _unclear(seen)
    ways = [dict(zip(seen, way, strict=True)) for way in product(*seen.values())]
    if len(ways) == 1:
        return ways[0]
    fitting = sorted(_of_tables(ways, size), key=lambda one: one[0])
    if not fitting or (len(fitting) > 1 and fitting[1][0] < CLEARLY * fitting[0][0]):
        return _unclear(seen)
    return fitting[0][1]


def _unclear(seen: dict[int, list[Points]]) -> TableNotLocated:
    """Why stickers that are seen are not those of one table: some are of another, or some are hidden."""
    is_of_several = len(seen) == STICKERS or any(len(quads) > 1 for quads in seen.values())
    return TableNotLocated(WhyNot.SEVERAL_TABLES if is_of_several else WhyNot.FEW_STICKERS)


def _nearest(quads: Sequence[Points], was: Points) -> Points:
    """The sticker that is nearest to where it was."""
    return min(quads, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - was.mean(axis=0))))


def _moved_alike(way: Stickers, size: tuple[int, int], before: Stickers) -> Stickers:
    """Those that moved together, as a table does; where one is hidden, its number may be another table's."""
    threes = [dict(three) for three in combinations(way.items(), STICKERS - 1)]
    strains = [_strain(three, before) for three in threes]
    # A lens that bends lines strains them, too, and somebody may have stuck all four on anew.
    if max(strains, default=0.0) < STRAIN or any(_of_tables([way], size)):
        return way
    return threes[int(np.argmin(strains))] if min(strains) < STRAIN else {}


def _strain(three: Stickers, before: Stickers) -> float:
    """By how many sides of a sticker the one movement that suits them best misses a corner of one of them."""
    old, new = np.concatenate([before[k] for k in three]), np.concatenate([*three.values()])
    # The library's own types do not say that it answers None if there is no such movement.
    matrix: Any = cv2.findHomography(old.astype(np.float32), new.astype(np.float32))[0]
    if matrix is None:
        return np.inf
    sides = [np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1) for quad in three.values()]
    return float(np.abs(moved(np.asarray(matrix, np.float64), old) - new).max() / np.mean(sides))


def _of_tables(ways: Sequence[Stickers], size: tuple[int, int]) -> Iterator[tuple[float, Stickers]]:
    """Those that may be the stickers of one table, and how uneven they are on it."""
    for way in ways:
        place = _place_of(way, size) if len(way) == STICKERS else None
        if isinstance(place, TablePlace) and (uneven := _unevenness(way, place)) < UNEVEN:
            yield uneven, way


def _unevenness(way: Stickers, place: TablePlace) -> float:
    """How many times as long as the shortest one the longest side of a sticker is on the flat table.

    Each diagonal counts as the side of the square that it would be in.
    """
    flat = np.array([place.flat(quad) for quad in way.values()])
    steps = [np.roll(flat, -1, axis=1) - flat, (flat - np.roll(flat, 2, axis=1)) / 2**0.5]
    long = np.linalg.norm(np.concatenate(steps), axis=-1)
    return float(long.max() / max(1e-9, long.min()))


def find_by_stickers(
    seen: Stickers, size: tuple[int, int], before: tuple[TablePlace, Stickers] | None
) -> TablePlace | TableNotLocated:
    """Locate the table by the stickers seen in a picture; three are enough after one that showed all four."""
    if len(seen) == STICKERS:
        return _place_of(seen, size)
    if before is not None and len(seen) == STICKERS - 1:
        return _followed(before[0], before[1], seen, size)
    return TableNotLocated(WhyNot.FEW_STICKERS if seen else WhyNot.NO_STICKERS)


def _place_of(seen: Stickers, size: tuple[int, int]) -> TablePlace | TableNotLocated:
    middle = np.mean([quad.mean(axis=0) for quad in seen.values()], axis=0)
    return placed(np.array([_outermost(seen[k], middle) for k in range(STICKERS)]), size)


def _outermost(quad: Points, middle: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(quad[np.linalg.norm(quad - middle, axis=1).argmax()], np.float64)


def _followed(
    place: TablePlace, old: Stickers, new: Stickers, size: tuple[int, int]
) -> TablePlace | TableNotLocated:
    """The old place, at which all four were seen, moved in the same way as those that are still seen."""
    source = np.concatenate([old[k] for k in new]).astype(np.float32)
    target = np.concatenate([*new.values()]).astype(np.float32)
    matrix: Any = cv2.findHomography(source, target, cv2.RANSAC, 3.0)[0]
    if matrix is None:
        return TableNotLocated(WhyNot.FEW_STICKERS)
    return placed(moved(np.asarray(matrix, np.float64), np.array(place.corners)), size)


def sheet() -> Picture:
    """All four stickers on an A4 page (200 dots per inch), 6 cm each, labelled with their corners."""
    page = np.full((2339, 1654, 3), 255, np.uint8)
    places = ("C and D", "C and B", "A and B", "A and D")
    for number, sides in enumerate(places):
        x, y = 240 + 700 * (number % 2), 300 + 900 * (number // 2)
        page[y : y + 472, x : x + 472] = sticker(number, 472)
        words = f"{number}: corner of {sides}"
        cv2.putText(page, words, (x, y + 530), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (90, 90, 90), 2, cv2.LINE_AA)
    return page


def sticker(number: int, side: int) -> Picture:
    """One sticker for printing, with the white rim that it needs to be found."""
    rim = max(2, side // 8)
    black = cv2.aruco.generateImageMarker(_DICTIONARY, number, side - 2 * rim)
    framed = cv2.copyMakeBorder(black, rim, rim, rim, rim, cv2.BORDER_CONSTANT, value=(255,))
    return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2RGB), np.uint8)
