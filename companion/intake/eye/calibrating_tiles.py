"""The table by the tiles that lie on it, as the eye tells them. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from companion.intake.eye.places import placed_readings
from companion.intake.eye.rows import size_of
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.plane import Mark, PlaneFit, fitted
from vision.rectify import TablePlace
from vision.sighting import Sighting
from vision.zones import Purpose

__all__ = ["fitted_by_tiles"]


def fitted_by_tiles(sighting: Sighting, sides: str, cloth: TablePlace) -> PlaneFit | None:
    """The table on which these tiles lie, each in the river or wall to which it most likely belongs.

    `sides` has a letter for each seat; `cloth` is the table as it was shown when this was seen. None: too
    few tiles lie there to say.
    """
    size = size_of([tile for zone in sighting.zones for tile in zone.tiles])
    _, likeliest = next(placed_readings(sighting, sides, size))
    return fitted(cloth, _marks(likeliest))


def _marks(sighting: Sighting) -> Iterator[Mark]:
    for zone in sighting.zones:
        purpose, _, letter = zone.name.partition(".")
        if letter not in Side.__members__ or purpose not in {Purpose.RIVER, Purpose.WALL, Purpose.MELDS}:
            continue
        for view in zone.tiles:
            is_rim = view.label == BACK and purpose == Purpose.MELDS
            if view.label != UNKNOWN and not view.is_hidden and not is_rim:
                yield Mark(view.quad, Purpose(purpose), Side[letter], view.label == BACK)
