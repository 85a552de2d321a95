"""Whether a fit of the table to its tiles is good enough to be offered to people. Pure."""

from __future__ import annotations

from typing import Final

from vision.place.marks import PlaneDoubt
from vision.place.plane import PlaneFit

__all__ = ["doubt_of"]

MOST_LEFT_MM: Final = 1.5
"""The most that edges may be off, in the median; those of tiles that people laid are off by 0.6 mm."""
MOST_LARGER: Final = 0.15
"""The largest share by which tiles may differ from the usual size; the largest sets are a tenth larger."""
MOST_UNSURE_MM: Final = 12.0
"""The largest standard deviation of a corner."""
MOST_MOVED_MM: Final = 60.0
"""The farthest that a corner may move: nobody misses one by a twelfth of the table."""
LEAST_MOVED_MM: Final = 20.0
"""If no corner moves this far, one fit alone says nothing: it moves even exact corners by up to 19 mm."""


def doubt_of(fit: PlaneFit | None) -> PlaneDoubt | None:
    """Why this fit is not offered; None for one that is."""
    if fit is None:
        return PlaneDoubt.FEW
    if fit.left_mm > MOST_LEFT_MM:
        return PlaneDoubt.LOOSE
    if abs(fit.larger) > MOST_LARGER:
        return PlaneDoubt.SIZE
    if fit.unsure_mm > MOST_UNSURE_MM:
        return PlaneDoubt.UNSURE
    if max(fit.moved_mm) > MOST_MOVED_MM:
        return PlaneDoubt.FAR
    return PlaneDoubt.NEAR if max(fit.moved_mm) < LEAST_MOVED_MM else None
