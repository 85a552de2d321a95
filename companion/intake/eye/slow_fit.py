"""How far a camera has crept, judged by the tiles of each hand, and what to correct automatically. Pure.

Judged by its tiles, the table is a few millimetres from where it really is, but always by the same amount for
one camera. So the newest hands are compared with the first ones since somebody last set the corners, or since
the companion was started.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["HANDS", "MOST_MM", "Creeping", "Shift"]

Shift = tuple[float, float]
"""In millimetres, to the right and down."""
Beside = Sequence[Sequence[float]]
"""In millimetres, to the right and down: how far each of the four corners is from where it is kept."""
HANDS: Final = 4
"""How many hands are averaged: four give the table's place to about 2 mm."""
LEAST_MM: Final = 5.0
"""A smaller shift is not corrected."""
MOST_MM: Final = 12.0
"""The table is never moved automatically farther than this from where people showed it."""


class Creeping:
    """The fits of one evening with one camera.

    `crept` is the sum of the automatic corrections since somebody last set the corners, even on earlier
    evenings.
    """

    def __init__(self, crept: Shift = (0.0, 0.0)) -> None:
        self.crept = crept
        self._first: list[Shift] = []
        self._newest: list[Shift] = []

    def hear(self, beside: Beside) -> Shift | None:
        """Take in the fit of one more hand; returns the shift to correct now, None for none."""
        shift = _mean([(x, y) for x, y in beside])
        if len(self._first) < HANDS:
            self._first.append(shift)
            return None
        self._newest = [*self._newest, shift][-HANDS:]
        if len(self._newest) < HANDS:
            return None
        (x0, y0), (x1, y1) = _mean(self._first), _mean(self._newest)
        x, y = x1 - x0, y1 - y0
        return (x, y) if _far((x, y)) >= LEAST_MM and _far(self.after((x, y))) <= MOST_MM else None

    def moved(self, shift: Shift) -> None:
        """Note that the table was moved: fits are relative to its new place from now on."""
        self.crept, self._newest = self.after(shift), []

    def after(self, shift: Shift) -> Shift:
        """What `crept` would be after one more correction."""
        return self.crept[0] + shift[0], self.crept[1] + shift[1]


def _mean(shifts: Sequence[Shift]) -> Shift:
    return sum(x for x, _ in shifts) / len(shifts), sum(y for _, y in shifts) / len(shifts)


def _far(shift: Shift) -> float:
    return float((shift[0] ** 2 + shift[1] ** 2) ** 0.5)
