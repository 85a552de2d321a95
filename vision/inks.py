"""Says whether a five is red by its paint, compared with the red dragon and its suit's fours and sixes.

The paint of a face is measured elsewhere; nothing is read here.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.labels import FIVES

__all__ = ["Inks"]

Array = NDArray[np.float32]

ALL_RED = "7z"
"""The red dragon (中) is painted in red only, and so is a red five."""
NEIGHBOURS = {five: ("4" + five[1], "6" + five[1]) for five in FIVES}
"""A plain five has the colours of the four and the six of its suit."""
FEWEST, MOST = 2, 12
LEAST_APART = 0.04
"""If red and plain paint are nearer to each other than this, they prove nothing."""
STEEP = 8.0
"""How fast the answer becomes clear, away from half way between the two."""
MOST_SAID = 2.0
"""Ink never counts for more than this, as a logarithm."""


class Inks:
    """The paints of one table's tiles, as shares of red, green and blue [3]."""

    def __init__(self) -> None:
        kinds = (ALL_RED, *(kind for both in NEIGHBOURS.values() for kind in both))
        self._paints: dict[str, deque[Array]] = {kind: deque(maxlen=MOST) for kind in kinds}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds whose paint is worth learning."""
        return tuple(self._paints)

    def learn(self, kind: str, paint: Array) -> None:
        """Learn the paint of a tile that was read surely; a red five counts as all red."""
        self._paints[ALL_RED if kind in FIVES else kind].append(paint)

    def says(self, five: str, paint: Array) -> float:
        """How much the paint speaks for a red five, as a logarithm; below 0 it speaks for a plain one."""
        sides = [known for kind in NEIGHBOURS[five] if len(known := self._paints[kind]) >= FEWEST]
        if not sides or len(self._paints[ALL_RED]) < FEWEST:
            return 0.0
        plain = np.mean([np.median(known, axis=0) for known in sides], axis=0)
        step = np.median(self._paints[ALL_RED], axis=0) - plain
        apart = float(np.linalg.norm(step))
        if apart < LEAST_APART:
            return 0.0
        way = float((paint - plain) @ step) / apart**2
        return float(np.clip(STEEP * (way - 0.5), -MOST_SAID, MOST_SAID))
