"""Figures of the eye on labelled photographs: what was found, what was read right, and how sure the eye was.

Printing them is elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from lab.train.photographs import Photograph
from vision.find.quads import box_overlaps, boxes_of
from vision.labels import BACK, NAMELESS, plain_of
from vision.read.detect import Reading


@dataclass(frozen=True, slots=True)
class Judged:
    """One labelled tile that was found, and how it was read."""

    group: str
    path: str
    truth: str
    read: str
    confidence: float
    pixels: float
    """The longer side of the found quad."""
    quad: NDArray[np.float32]
    alternatives: tuple[tuple[str, float], ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the kind is right; a red five counts as a plain one."""
        return plain_of(self.read) == plain_of(self.truth)


@dataclass(slots=True)
class Tally:
    """Everything that was seen in some photographs, such as those of one physical set."""

    judged: list[Judged] = field(default_factory=list)
    missed: list[tuple[str, str, NDArray[np.float32]]] = field(default_factory=list)
    """Labelled faces that were not found, or not named: the picture's path, the label, and its corners."""
    invented: list[tuple[str, Reading]] = field(default_factory=list)
    """Named readings that match no label, or only one that a surer reading has; with the picture's path."""
    counts_inventions: bool = True
    """Whether all labels are complete, so that a find without one is false."""

    @property
    def found(self) -> tuple[int, int]:
        """How many labelled faces were found and named, of all; backs count only if taken for faces."""
        return len(self.judged), len(self.judged) + len(self.missed)

    @property
    def true(self) -> tuple[int, int]:
        """How many named finds match a label, of these and the invented ones."""
        return len(self.judged), len(self.judged) + len(self.invented)

    @property
    def right_kind(self) -> tuple[int, int]:
        """Tiles whose kind is right, of all found; a red five counts as a plain one."""
        return sum(j.is_right for j in self.judged), len(self.judged)

    @property
    def right_red(self) -> tuple[int, int]:
        """How many fives were rightly read as red or plain, of those whose kind is right."""
        fives = [j for j in self.judged if j.truth[0] in "05" and j.truth[1] != "z" and j.is_right]
        return sum(j.read == j.truth for j in fives), len(fives)


def wilson(right: int, of: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval of a share: at 95 %, unless `z` says otherwise."""
    if of == 0:
        return 0.0, 1.0
    share = right / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * np.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return max(0.0, float(middle - half)), min(1.0, float(middle + half))


def calibration_error(judged: Sequence[Judged], bins: int = 15) -> float:
    """Expected calibration error: the mean gap between how sure the eye was and how often it was right."""
    return gap([j.confidence for j in judged], [j.is_right for j in judged], bins)


def gap(sureness: Sequence[float] | NDArray, rightness: Sequence[bool] | NDArray, bins: int = 15) -> float:
    """The calibration error, from how sure the eye was each time and whether it was right."""
    if not len(sureness):
        return 0.0
    sure, right = np.asarray(sureness, float), np.asarray(rightness, float)
    which = np.minimum((sure * bins).astype(int), bins - 1)
    parts = [(which == k) for k in range(bins)]
    return float(sum(abs(sure[p].mean() - right[p].mean()) * p.mean() for p in parts if p.any()))


def matched(
    quads: NDArray[np.float32], scores: NDArray[np.float32], labelled: NDArray[np.float32]
) -> NDArray[np.int64]:
    """Which label each find has, or -1: the surest finds choose first.

    What the boxes share must be at least half of what they cover together.
    """
    out = np.full(len(quads), -1, np.int64)
    if not len(quads) or not len(labelled):
        return out
    boxes, found = boxes_of(labelled), boxes_of(quads)
    free = np.ones(len(boxes), bool)
    for index in np.argsort(-scores, kind="stable"):
        overlaps = np.where(free, box_overlaps(found[index], boxes), 0)
        if overlaps.max() >= 0.5:
            out[index] = overlaps.argmax()
            free[out[index]] = False
    return out


def tally(photograph: Photograph, readings: Sequence[Reading], into: Tally) -> None:
    """Match readings to labels, and add the results to `into`."""
    into.counts_inventions &= photograph.complete
    named = [r for r in readings if r.tile not in NAMELESS]
    quads = np.array([r.quad for r in named], np.float32).reshape(-1, 4, 2)
    numbers = matched(quads, np.array([r.score for r in named], np.float32), photograph.quads)
    for reading, number in zip(named, numbers, strict=True):
        if number >= 0:
            side = float(np.linalg.norm(np.roll(reading.quad, -1, 0) - reading.quad, axis=1).max())
            into.judged.append(
                Judged(
                    photograph.group, str(photograph.path), photograph.tiles[number],
                    reading.tile, reading.confidence, side, reading.quad, reading.alternatives,
                )
            )  # fmt: skip
        elif photograph.complete and not is_ignored(reading, photograph):
            into.invented.append((str(photograph.path), reading))
    for number, tile in enumerate(photograph.tiles):
        if number not in numbers and tile != BACK:
            into.missed.append((str(photograph.path), tile, photograph.quads[number]))


def is_ignored(reading: Reading, photograph: Photograph) -> bool:
    """Whether a reading's middle lies where the labels say nothing."""
    middle = reading.quad.mean(axis=0)
    return any(x0 <= middle[0] <= x1 and y0 <= middle[1] <= y1 for x0, y0, x1, y1 in photograph.ignored)


def by_size(judged: Sequence[Judged], edges: Sequence[float]) -> list[tuple[float, float, int, int]]:
    """Each range of a tile's longer side in pixels, with the tiles read right and all tiles in it."""
    out = []
    for low, high in pairwise(edges):
        part = [j for j in judged if low <= j.pixels < high]
        out.append((low, high, sum(j.is_right for j in part), len(part)))
    return out
