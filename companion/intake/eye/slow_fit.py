"""How a camera creeps from hand to hand, by the tiles of each hand; what of it is put right by itself. Pure.

Where tiles have the table is a few millimetres beside the truth, but always alike before one camera. So the
hands of now are compared with the first ones after somebody showed the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["HANDS", "MOST_MM", "Creeping", "Shift"]

Shift = tuple[float, float]
"""In millimetres, to the right and below."""
Beside = Sequence[Sequence[float]]
"""How far each of the four corners lies beside where it was shown, as such shifts."""
HANDS: Final = 4
"""Four hands together say where the table is to about 2 mm."""
LEAST_MM: Final = 5.0
MOST_MM: Final = 12.0
"""Farther than this from where people showed it the table is never moved by itself."""


class Creeping:
    """The fits of one evening before one camera; `crept` is how far the table was moved by itself so far."""

    def __init__(self, crept: Shift = (0.0, 0.0)) -> None:
        self.crept = crept
        self._first: list[Shift] = []
        self._newest: list[Shift] = []

    def hear(self, beside: Beside) -> Shift | None:
        """The fit of one more hand; by how much the table is to be moved now, None for not at all."""
        shift = _mean([(x, y) for x, y in beside])
        if len(self._first) < HANDS:
            self._first.append(shift)
            return None
        self._newest = [*self._newest, shift][-HANDS:]
        if len(self._newest) < HANDS:
            return None
        (x0, y0), (x1, y1) = _mean(self._first), _mean(self._newest)
        x, y = x1 - x0, y1 - y0
        return (x, y) if _far((x, y)) >= LEAST_MM and _far(self._after((x, y))) <= MOST_MM else None

    def moved(self, shift: Shift) -> None:
        """The table was moved so: fits are told from there from now on."""
        self.crept, self._newest = self._after(shift), []

    def _after(self, shift: Shift) -> Shift:
        return self.crept[0] + shift[0], self.crept[1] + shift[1]


def _mean(shifts: Sequence[Shift]) -> Shift:
    return sum(x for x, _ in shifts) / len(shifts), sum(y for _, y in shifts) / len(shifts)


def _far(shift: Shift) -> float:
    return float((shift[0] ** 2 + shift[1] ** 2) ** 0.5)
