"""A quick look at a whole frame: what moves, what differs from the last rest, and whether it is a hand.

No tile is read. What differs is judged on a small picture of the flat table, without changes of the light;
what moves, on its plain brightness; the lens and whether the camera was bumped, on the whole small frame.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera.lens import LensReport, judge_grey
from vision.place.rectify import MARGIN, TABLE_MM, TILE_MM, Points, TablePlace, flat_to_square, moved

Picture = NDArray[np.uint8]
Small = NDArray[np.int16]
"""Logarithms of brightness, in steps: integers of two bytes are compared in half the time of floats."""

SIDE = 256
"""The side of the small picture of the table, in pixels, with its margin."""
WIDTH = 640
"""Frames are first reduced to about this width, by a whole factor."""
MOVING = 14
"""A larger difference of brightness between two frames is motion, not noise."""
STEPS = 2048
"""How many steps make one unit of the logarithm: twice the largest value still fits into two bytes."""
DIFFERENT = round(0.24 * STEPS)
"""A larger difference between logarithms of brightness, in steps, is not noise."""
LEAST_PIXELS = 5
"""The smallest difference that counts, after opening by one pixel; a tile has about 49."""
_PER_TABLE = SIDE / (1 + 2 * MARGIN)
TILE_PIXELS = float(TILE_MM[0] * TILE_MM[1] * (_PER_TABLE / TABLE_MM) ** 2)
"""The area of a tile in the small picture, in pixels."""
HAND_TILES = 5.0
"""What reaches in from outside and covers more tiles than this is a hand or an arm, unless it is a meld."""
MELD_TILES, MELD_DEEP = 10.0, round(0.2 * _PER_TABLE)
"""A meld and its shadow cover no more tiles than this, and reach no more pixels than this inwards."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A box on the flat table, with its edges along those of the table."""

    x0: float
    y0: float
    x1: float
    y1: float

    def grown(self, by: float) -> Patch:
        """The same, larger on every side."""
        return Patch(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies in it."""
        return self.x0 <= x <= self.x1 and self.y0 <= y <= self.y1

    def meets(self, other: Patch) -> bool:
        """Whether two have a point in common."""
        return self.x0 <= other.x1 and other.x0 <= self.x1 and self.y0 <= other.y1 and other.y0 <= self.y1

    def is_within(self, other: Patch) -> bool:
        """Whether the other holds all of this one."""
        return other.holds(self.x0, self.y0) and other.holds(self.x1, self.y1)

    def cut_to(self, other: Patch) -> Patch:
        """The part of it that lies within another."""
        return Patch(
            max(self.x0, other.x0), max(self.y0, other.y0), min(self.x1, other.x1), min(self.y1, other.y1)
        )

    def joined(self, other: Patch) -> Patch:
        """The box around both."""
        return Patch(
            min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1)
        )


_LOGARITHMS = np.round(STEPS * np.log(np.arange(256) + 12.0)).astype(np.int16)
TABLE = Patch(0.0, 0.0, 1.0, 1.0)
"""The table without its margin."""
WHOLE = Patch(-MARGIN, -MARGIN, 1 + MARGIN, 1 + MARGIN)
"""The table with its margin."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs between two small pictures of the table."""

    share: float
    """The share of all pixels that differ."""
    patches: tuple[Patch, ...]
    """Boxes around what differs, but does not reach in from outside."""
    hands: tuple[Patch, ...]
    """Boxes around what reaches in from outside."""
    mask: NDArray[np.uint8]
    """[SIDE, SIDE], 1 where the pictures differ."""

    def tiles_in(self, patch: Patch) -> float:
        """How much differs in a patch, measured in tiles."""
        x0, y0, x1, y1 = (
            min(SIDE, max(0, round((value + MARGIN) * _PER_TABLE)))
            for value in (patch.x0, patch.y0, patch.x1, patch.y1)
        )
        return float(self.mask[y0:y1, x0:x1].sum()) / TILE_PIXELS


@dataclass(frozen=True, slots=True)
class SmallFrame:
    """A frame made small: grey as the camera saw it, in colour from above, and how good it is."""

    grey: Picture
    scale: float
    """Its width, as a share of the frame's width."""
    table: Small
    """Logarithms of red, green and blue in steps, [3, SIDE, SIDE]: a sleeve may be as bright as the cloth."""
    flat_grey: Picture
    """Brightness, [SIDE, SIDE]."""
    lens: LensReport


def small_frame(pixels: Picture, place: TablePlace) -> SmallFrame:
    """Make a frame small."""
    factor = max(1, pixels.shape[1] // WIDTH)
    size = (max(1, pixels.shape[1] // factor), max(1, pixels.shape[0] // factor))
    reduced = pixels if factor == 1 else cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(reduced, cv2.COLOR_RGB2GRAY), np.uint8)
    matrix = flat_to_square(SIDE) @ place.to_flat @ np.diag([factor, factor, 1.0])
    flat = cv2.warpPerspective(
        reduced, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    table = np.empty((3, SIDE, SIDE), np.int16)
    for plane, light in zip(table, cv2.split(flat), strict=True):
        cv2.LUT(light, _LOGARITHMS, dst=plane)
    flat_grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_RGB2GRAY), np.uint8)
    return SmallFrame(grey, 1 / factor, table, flat_grey, judge_grey(grey))


def moving_share(now: SmallFrame, before: SmallFrame) -> float:
    """The share of the table that differs from the frame before."""
    return float(np.count_nonzero(cv2.absdiff(now.flat_grey, before.flat_grey) > MOVING)) / SIDE**2


def with_surroundings_of(now: SmallFrame, before: SmallFrame) -> SmallFrame:
    """The old table in the present surroundings: after a bump, another part of the floor is in view."""
    table = now.table.copy()
    rim = round(MARGIN * _PER_TABLE)
    table[:, rim:-rim, rim:-rim] = before.table[:, rim:-rim, rim:-rim]
    return replace(now, table=table)


def difference(now: Small, before: Small) -> Difference:
    """What differs, apart from light that changes smoothly across the table."""
    parts = _lights(now - before)
    parts += before
    np.subtract(now, np.minimum(parts, _WHITE, out=parts), out=parts)
    white = before >= _WHITE
    if white.any():  # what was overexposed may have been brighter still
        parts[white & (parts > 0)] = 0
    residue = np.zeros((SIDE, SIDE), np.int16)
    for part in parts:
        blurred = cv2.blur(part, (3, 3))
        np.maximum(residue, np.abs(blurred, out=blurred), out=residue)
    mask = np.asarray(
        cv2.morphologyEx((residue > DIFFERENT).astype(np.uint8), cv2.MORPH_OPEN, _TWO), np.uint8
    )
    patches, hands = _sorted_out(mask) if mask.any() else ((), ())
    return Difference(float(np.count_nonzero(mask)) / SIDE**2, patches, hands, mask)


_TWO, _FIVE = np.ones((2, 2), np.uint8), np.ones((5, 5), np.uint8)
_WHITE = _LOGARITHMS[254]
_BLOCKS = 16
_TERMS = np.stack(
    [np.ones(_BLOCKS**2), *(np.mgrid[:_BLOCKS, :_BLOCKS].reshape(2, -1)[::-1] / (_BLOCKS - 1.0))], axis=1
)
_ALONG = np.arange(SIDE) / (SIDE - 1)
_FARTHEST = 10_000
"""The largest change of the light, in steps: added to any logarithm it still fits into two bytes."""


def _lights(raw: Small) -> Small:
    """For each colour, a plane through most differences: what a lamp, a cloud or the exposure changed."""
    block = SIDE // _BLOCKS
    by_rows = raw.reshape(3, _BLOCKS, block, SIDE).sum(axis=2, dtype=np.int32)
    sums = by_rows.reshape(3, _BLOCKS**2, block).sum(axis=2)
    coarse = sums / (block**2 * STEPS)
    middles = np.median(coarse, axis=1)
    planes = middles[:, None] * np.array([1.0, 0.0, 0.0])
    kept = np.abs(coarse - middles[:, None]) < 0.5
    for reach in (0.3, 0.1):
        terms = (kept[:, :, None] * _TERMS).transpose(0, 2, 1)
        solved = np.linalg.solve(terms @ _TERMS + 1e-6 * np.eye(3), terms @ coarse[:, :, None])
        planes = np.where(kept.sum(axis=1)[:, None] >= 40, solved[:, :, 0], planes)
        kept = np.abs(coarse - planes @ _TERMS.T) < reach
    a, b, c = planes.T[:, :, None] * STEPS
    across, down = (
        np.clip(part, -_FARTHEST / 2, _FARTHEST / 2).astype(np.int16) for part in (a + b * _ALONG, c * _ALONG)
    )
    return np.asarray(across[:, None, :] + down[:, :, None], np.int16)


def followed(before: Small, now: Small) -> Small:
    """The old picture of the table, blended a tenth of the way to the new one: light changes slowly."""
    return np.asarray(cv2.addWeighted(before, 0.9, now, 0.1, 0), np.int16)


def _sorted_out(mask: NDArray[np.uint8]) -> tuple[tuple[Patch, ...], tuple[Patch, ...]]:
    """Differences as patches, near ones merged; and separately what reaches in from outside."""
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, _FIVE)
    count, _, boxes, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    patches: list[Patch] = []
    hands: list[Patch] = []
    for x, y, wide, high, area in boxes[1:count].tolist():
        if area < LEAST_PIXELS:
            continue
        patch = _patch(x, y, x + wide, y + high)
        (hands if _is_hand((x, y, x + wide, y + high), area) else patches).append(patch)
    return merged_patches(patches), tuple(hands)


def _is_hand(box: tuple[int, int, int, int], area: int) -> bool:
    """Whether something reaches in from outside; a meld in a corner only touches the edge of the picture."""
    x0, y0, x1, y1 = box
    reaches = [inside for edge, inside in ((x0, x1), (y0, y1)) if edge <= 1]
    reaches += [SIDE - inside for edge, inside in ((x1, x0), (y1, y0)) if edge >= SIDE - 1]
    if not reaches or area <= HAND_TILES * TILE_PIXELS:
        return False
    return area > MELD_TILES * TILE_PIXELS or max(reaches) > MELD_DEEP


def merged_patches(patches: list[Patch]) -> tuple[Patch, ...]:
    """The patches, with those that meet or nearly meet merged into one."""
    waiting, done = list(patches), []
    while waiting:
        one = waiting.pop()
        near = [other for other in waiting if other.meets(one.grown(0.03))]
        if near:
            waiting = [other for other in waiting if other not in near]
            for other in near:
                one = one.joined(other)
            waiting.append(one)
        else:
            done.append(one)
    return tuple(sorted(done, key=lambda patch: (patch.y0, patch.x0)))


def _patch(x0: int, y0: int, x1: int, y1: int) -> Patch:
    return Patch(*(value / _PER_TABLE - MARGIN for value in (x0, y0, x1, y1)))


def drifted(before: SmallFrame, now: SmallFrame) -> Points | None:
    """How the whole picture moved, as a homography in the frames' own pixels; None if no motion fits.

    A good part of what is seen must have moved in the same way: a table on which much changed was not bumped.
    """
    finder = cv2.ORB.create(600)
    old_points, old_marks = finder.detectAndCompute(before.grey, None)
    new_points, new_marks = finder.detectAndCompute(now.grey, None)
    if len(old_points) < 30 or len(new_points) < 30:
        return None
    pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(old_marks, new_marks)
    if len(pairs) < 24:
        return None
    source = np.array([old_points[pair.queryIdx].pt for pair in pairs], np.float32)
    target = np.array([new_points[pair.trainIdx].pt for pair in pairs], np.float32)
    matrix, agreeing = cv2.findHomography(source, target, cv2.USAC_MAGSAC, 3.0)
    if matrix is None or agreeing.sum() < max(20, 0.35 * len(pairs)):
        return None
    finer = _finer(before.grey, now.grey, source[agreeing.ravel() > 0], np.asarray(matrix, np.float64))
    to_small, from_small = (
        np.diag([before.scale, before.scale, 1]),
        np.diag([1 / now.scale, 1 / now.scale, 1]),
    )
    return np.asarray(from_small @ finer @ to_small, np.float64)


def _finer(before: Picture, now: Picture, points: NDArray[np.float32], matrix: Points) -> Points:
    """The same motion to a fraction of a pixel.

    Marks are found to a whole pixel only; at the table's corners, far from most of them, that error grows.
    """
    guess = moved(matrix, points).astype(np.float32)
    found, is_seen, _ = cv2.calcOpticalFlowPyrLK(
        before,
        now,
        points[:, None],
        guess[:, None].copy(),
        winSize=(15, 15),
        maxLevel=1,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    is_same = (is_seen.ravel() > 0) & (np.linalg.norm(found[:, 0] - guess, axis=1) < 3)
    if is_same.sum() < 20:
        return matrix
    finer, _ = cv2.findHomography(points[is_same], found[is_same], cv2.USAC_MAGSAC, 0.5)
    return matrix if finer is None else np.asarray(finer, np.float64)


def corners_after(place: TablePlace, matrix: Points) -> Points:
    """Where the table's corners are after the picture moved."""
    return moved(matrix, np.array(place.corners))
