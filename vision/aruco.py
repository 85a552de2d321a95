"""Finds the table by four printed stickers in its corners, and draws the stickers for printing.

Sticker 0 lies at the upper left of the flat table; the others follow clockwise: 1 upper right, 2 lower right,
3 lower left. How a sticker is turned does not matter: its outermost corner counts.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import Picture, Points, TableNotLocated, TablePlace, WhyNot, moved, placed

STICKERS = 4
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def seen_stickers(picture: Picture) -> dict[int, Points]:
    """The corners [4, 2] of each sticker of the table that can be seen."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    # The library's own types do not say that it answers None if it sees nothing.
    answer: Any = cv2.aruco.ArucoDetector(_DICTIONARY, settings).detectMarkers(grey)
    quads, numbers = answer[0], answer[1]
    found: dict[int, Points] = {}
    for number, quad in zip(() if numbers is None else numbers.ravel(), quads, strict=True):
        if number < STICKERS and number not in found:
            found[int(number)] = np.asarray(quad, np.float64).reshape(4, 2)
    return found


def find_by_stickers(
    seen: dict[int, Points], size: tuple[int, int], before: tuple[TablePlace, dict[int, Points]] | None
) -> TablePlace | TableNotLocated:
    """Locate the table by the stickers seen in a picture; three are enough after one that showed all four."""
    if len(seen) == STICKERS:
        middle = np.mean([quad.mean(axis=0) for quad in seen.values()], axis=0)
        return placed(np.array([_outermost(seen[k], middle) for k in range(STICKERS)]), size)
    if before is not None and len(seen) == STICKERS - 1:
        return _followed(before[0], before[1], seen, size)
    return TableNotLocated(WhyNot.FEW_STICKERS if seen else WhyNot.NO_STICKERS)


def _outermost(quad: Points, middle: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(quad[np.linalg.norm(quad - middle, axis=1).argmax()], np.float64)


def _followed(
    place: TablePlace, old: dict[int, Points], new: dict[int, Points], size: tuple[int, int]
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
