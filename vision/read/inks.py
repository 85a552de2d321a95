"""Says whether a five is red by its paint, compared with red tiles and with plain ones of its suit."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import INNER
from vision.labels import FIVES
from vision.weights import BY_PAINT, FEWEST, MOST, PAINTS_APART

__all__ = ["Inks", "paint_of"]

Array = NDArray[np.float32]

ALL_RED = "7z"
"""The red dragon (中) is painted in red only, and so is a red five."""
NEIGHBOURS = {five: ("4" + five[1], five, "6" + five[1]) for five in FIVES}
"""A plain five has the colours of other plain ones, and of the four and the six of its suit."""


def paint_of(crop: NDArray[np.uint8]) -> Array:
    """The shares of red, green and blue that the paint of a face takes away from its white [3]."""
    inner = crop[INNER, INNER].reshape(-1, 3).astype(np.float32)
    taken = np.clip(np.percentile(inner, 85, axis=0) - inner, 0, None)
    # The more a pixel takes away, the more it counts: shade takes away a little, everywhere.
    whole = taken.sum(axis=1) @ taken
    return np.asarray(whole / max(1.0, float(whole.sum())), np.float32)


class Inks:
    """The paints of one table's tiles, as shares of red, green and blue [3]."""

    def __init__(self) -> None:
        kinds = (ALL_RED, *(kind for some in NEIGHBOURS.values() for kind in some))
        self._paints: dict[str, deque[Array]] = {kind: deque(maxlen=MOST) for kind in kinds}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds whose paint is worth learning; of fives, the plain ones."""
        return tuple(self._paints)

    def learn(self, kind: str, paint: Array) -> None:
        """Learn the paint of a tile that was read confidently, and is not a red five."""
        self._paints[kind].append(paint)

    def learn_red(self, paint: Array) -> None:
        """Learn the paint of a red five that was read confidently."""
        self._paints[ALL_RED].append(paint)

    def says(self, five: str, paint: Array) -> float:
        """How much the paint speaks for a red five, in nats; below 0 it speaks for a plain one."""
        sides = [known for kind in NEIGHBOURS[five] if len(known := self._paints[kind]) >= FEWEST]
        if not sides or len(self._paints[ALL_RED]) < FEWEST:
            return 0.0
        plain = np.mean([np.median(known, axis=0) for known in sides], axis=0)
        step = np.median(self._paints[ALL_RED], axis=0) - plain
        apart = float(np.linalg.norm(step))
        if apart < PAINTS_APART:
            return 0.0
        way = float((paint - plain) @ step) / apart**2
        return BY_PAINT * (min(max(way, 0.0), 1.0) - 0.5)
