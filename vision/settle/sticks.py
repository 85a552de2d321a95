"""Which sides have a riichi stick in front of their river (千点棒): a white bar, a red dot in its middle.

The dot is looked for first, and then a bar around it that is white from end to end and free on all sides.
Missing one does no harm, because people forget to put it down; but nothing else may pass for one. Sticks
are looked for only when a sighting is reported anyway.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profile import Side
from vision.place.rectify import TABLE_MM, Picture, Points, TablePlace
from vision.place.zones import Purpose, ZoneMap, turned
from vision.settle.glance import Patch

__all__ = ["StickPlace", "Sticks", "has_stick", "shows_stick", "stick_places"]

Plane = NDArray[np.float32]
Mask = NDArray[np.uint8]

PER_MM = 1.25
"""Pixels of a strip per millimetre of the table."""
BEFORE_MM, BEYOND_MM, ASIDE_MM = 42.0, 28.0, 80.0
"""How far a strip reaches from where the river begins: towards the middle, the owner, and either side."""
RED = 36
"""In a dot, red exceeds the other two colours by more than this (of 255)."""
DOT_MM = (1.8, 9.0)
"""The least and the greatest width of a dot, with what the lens blurs."""
DOT_MM2 = (5.0, 60.0)
TURNS = np.radians(np.arange(-20.0, 20.1, 2.0))
ALIKE = 0.97
"""Directions in which the bar is at least this fraction as bright as in the best one are averaged."""
REACH, HALF = 60, 11
"""What is looked at around a dot, in millimetres along the bar and away from it."""
WHITE, COLOURED = 105.0, 0.3
"""White's darkest channel is at least this bright, and its channels differ by at most this share."""
EVEN, DARK = 0.68, 0.6
"""No part of the bar is darker than the first share of its median, unlike a row of tiles with ink and gaps;
what it lies on is darker than the second."""
ENDS_MM = (29, 54)
"""How far from the dot an end is, at least and at most."""
CROOKED_MM = 10
"""One end may be this much farther from the dot than the other: a neighbour's stick may touch it there."""
WIDTH_MM = (3.0, 11.0)
FREE = 0.85
"""At least this share of what is beside the bar is dark cloth or a known tile."""

_ALONG = np.arange(-REACH, REACH + 1)
_AWAY = np.arange(-HALF, HALF + 1)
_STEPS = np.array([*range(-38, -5, 4), *range(6, 39, 4)]) * PER_MM
_NEAR = np.abs(_STEPS) <= 26 * PER_MM
_RAYS = np.stack([np.cos(TURNS)[:, None] * _STEPS, np.sin(TURNS)[:, None] * _STEPS], axis=-1)
_BODY = (np.abs(_ALONG) >= 6) & (np.abs(_ALONG) <= 24)
_CORE = np.abs(_AWAY) <= 1


@dataclass(frozen=True, slots=True)
class StickPlace:
    """Where the stick of a side lies, if there is one."""

    side: Side
    corners: tuple[tuple[float, float], ...]
    """On the flat table, as the owner sees it: far left, far right, near right, near left."""

    @property
    def patch(self) -> Patch:
        """The upright box around it."""
        across, down = zip(*self.corners, strict=True)
        return Patch(min(across), min(down), max(across), max(down))


class Sticks:
    """Remembers which sides have a stick; where something is in the way, what was seen last counts."""

    def __init__(self, places: Sequence[StickPlace]) -> None:
        self._places = places
        self._lying: frozenset[Side] = frozenset()

    def seen(
        self, picture: Picture, table: TablePlace, tiles: Sequence[Points], hands: Sequence[Patch]
    ) -> tuple[str, ...]:
        """The letters of the sides that have one; `tiles` are the quads of all that lies on the table."""
        known = np.array(tiles, np.float64).reshape(-1, 4, 2)
        self._lying = frozenset(
            place.side
            for place in self._places
            if (
                place.side in self._lying
                if any(hand.meets(place.patch) for hand in hands)
                else has_stick(picture, table, place, known)
            )
        )
        return tuple(side.name for side in Side if side in self._lying)


def stick_places(zones: ZoneMap) -> tuple[StickPlace, ...]:
    """A place for each side that has a river: in front of its first row."""
    return tuple(_places(zones))


def _places(zones: ZoneMap) -> Iterator[StickPlace]:
    for zone in zones.zones:
        purpose, side = zone.name.partition(".")[0], zone.side
        if purpose != Purpose.RIVER.value or side is None:
            continue
        own = turned(zone.corners, Side((4 - side.value) % 4))
        begins = min(y for _, y in own)
        aside = ASIDE_MM / TABLE_MM
        far, near = begins - BEFORE_MM / TABLE_MM, begins + BEYOND_MM / TABLE_MM
        box = ((0.5 - aside, far), (0.5 + aside, far), (0.5 + aside, near), (0.5 - aside, near))
        yield StickPlace(side, turned(box, side))


def has_stick(picture: Picture, table: TablePlace, place: StickPlace, tiles: Points) -> bool:
    """Whether a riichi stick lies there; `tiles` are the quads [n, 4, 2] of the known tiles."""
    size = (round(2 * ASIDE_MM * PER_MM), round((BEFORE_MM + BEYOND_MM) * PER_MM))
    frame = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    matrix = cv2.getPerspectiveTransform(table.pixels(place.corners).astype(np.float32), frame)
    strip = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
    return shows_stick(np.asarray(strip, np.uint8), lambda: _known(tiles, place, size))


def shows_stick(strip: Picture, known: Callable[[], Mask]) -> bool:
    """Whether a stick lies roughly along a picture from above, of `PER_MM` pixels for a millimetre.

    `known` makes a mask of the tiles that lie there; it is called only if a white bar is found.
    """
    red, green, blue = cv2.split(strip)
    dots = _dots(np.asarray(cv2.subtract(red, cv2.max(green, blue)), np.uint8))
    if not dots:
        return False
    dark = np.asarray(cv2.min(cv2.min(red, green), blue), np.uint8)
    bars = list(_bars(dark, np.array(dots)))
    if not bars:
        return False
    planes = dark, np.asarray(cv2.max(cv2.max(red, green), blue), np.uint8), known()
    return any(_is_stick(planes, dot, turn) for dot, turn in bars)


def _dots(redness: Mask) -> list[tuple[float, float]]:
    """The middles of red spots that are as large as the dot."""
    mask = (redness > RED).astype(np.uint8)
    count, _, boxes, middles = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for (_, _, wide, high, area), (x, y) in zip(
        boxes[1:count].tolist(), middles[1:count].tolist(), strict=True
    ):
        low, most = DOT_MM[0] * PER_MM, DOT_MM[1] * PER_MM
        is_small = low <= wide <= most and low <= high <= most
        if is_small and DOT_MM2[0] <= area / PER_MM**2 <= DOT_MM2[1]:
            found.append((float(x), float(y)))
    return found


def _bars(dark: Mask, dots: Points) -> Iterator[tuple[Points, float]]:
    """The dots with white on both sides, each with the mean of the directions in which that is so."""
    high, wide = dark.shape
    at = dots[:, None, None] + _RAYS  # [dot, turn, step, 2]
    x, y = np.round(at[..., 0]).astype(np.int32), np.round(at[..., 1]).astype(np.int32)
    is_within = (x >= 0) & (x < wide) & (y >= 0) & (y < high)
    light = dark[y.clip(0, high - 1), x.clip(0, wide - 1)] * is_within
    near = light[..., _NEAR]
    is_white = near.min(axis=2) >= np.maximum(WHITE * EVEN, EVEN * near.max(axis=2))
    whole = np.where(is_white, light.sum(axis=2, dtype=np.int32), 0)
    for dot, lights in zip(dots, whole, strict=True):
        if lights.any():
            yield dot, float(TURNS[lights >= ALIKE * lights.max()].mean())


def _known(tiles: Points, place: StickPlace, size: tuple[int, int]) -> Mask:
    """A mask of the strip that is 255 where known tiles lie."""
    mask = np.zeros((size[1], size[0]), np.uint8)
    first, right, near = (np.array(place.corners[at]) for at in (0, 1, 3))
    across, down = (right - first) / np.hypot(*(right - first)), (near - first) / np.hypot(*(near - first))
    own = (tiles.reshape(-1, 4, 2) - first) @ np.stack([across, down], axis=1) * (TABLE_MM * PER_MM)
    middles = own.mean(axis=1)
    for quad in own[((middles > 0) & (middles < size)).all(axis=1)]:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), (255,))
    return mask


def _is_stick(planes: Sequence[Mask], dot: Points, turn: float) -> bool:
    """Whether a bar lies around a dot in this direction: a row of the patch is a line along it."""
    c, s = float(np.cos(turn)) * PER_MM, float(np.sin(turn)) * PER_MM
    matrix = np.array(
        [[c, -s, dot[0] - REACH * c + HALF * s], [s, c, dot[1] - REACH * s - HALF * c]], np.float64
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    size = (len(_ALONG), len(_AWAY))
    dark, light, known = (  # outside the strip counts as white, so no bar ends at its edge
        np.asarray(cv2.warpAffine(plane, matrix, size, flags=flags, borderValue=beyond), np.float32)
        for plane, beyond in zip(planes, ((255,), (255,), (0,)), strict=True)
    )
    core = dark[_CORE].mean(axis=0)
    level = float(np.median(core[_BODY]))
    colour = 1 - level / max(1.0, float(np.median(light[_CORE][:, _BODY])))
    if level < WHITE or colour > COLOURED or core[_BODY].min() < EVEN * level:
        return False
    seen = np.where((known[_CORE] > 128).any(axis=0), 0, core)
    ends = [_end(seen[::step], level) for step in (-1, 1)]
    if not all(ENDS_MM[0] <= end <= ENDS_MM[1] for end in ends) or abs(ends[0] - ends[1]) > CROOKED_MM:
        return False
    inside = (-ends[0] + 3 <= _ALONG) & (ends[1] - 3 >= _ALONG) & (np.abs(_ALONG) >= 5)
    return bool(core[inside].min() >= EVEN * level) and _is_free(dark[:, inside], known[:, inside], level)


def _end(core: Plane, level: float) -> int:
    """How far from the dot the bar ends with nothing white soon after it; 0 where it does not."""
    ahead = core[REACH:]
    is_dark = ahead < DARK * level
    is_dark[:6] = False  # the dot
    first = int(np.argmax(is_dark)) if is_dark.any() else 0
    return first if first and bool(is_dark[first + 1 : first + 4].all()) else 0


def _is_free(dark: Plane, known: Plane, level: float) -> bool:
    """Whether the bar is as wide as a stick in the median, uncovered, and beside dark cloth or a tile."""
    is_bar = (dark > DARK * level) & (known < 128)
    widths = is_bar[HALF - 6 : HALF + 7].sum(axis=0)
    if not WIDTH_MM[0] <= float(np.median(widths)) <= WIDTH_MM[1] or (known[_CORE] > 128).any():
        return False
    return all(_is_side_free(dark[rows], known[rows], level) for rows in (slice(0, 4), slice(-4, None)))


def _is_side_free(dark: Plane, known: Plane, level: float) -> bool:
    is_free = (dark < DARK * level) | (known > 128)
    return float(is_free.mean()) >= FREE
