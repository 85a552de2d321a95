"""The tiles that show where the table is. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.intake.eye.places import placed_readings
from companion.intake.eye.rows import size_of
from companion.riichi.hanchan import SIDES
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.place.marks import Mark, written
from vision.place.zones import Purpose
from vision.sighting import Sighting
from vision.wire import from_line

__all__ = ["Corners", "marks_of", "marks_told"]

Corners = Sequence[Sequence[float]]
"""In shares of a picture: upper left, upper right, lower right, lower left of the flat table."""


def marks_told(line: str) -> list[list[Any]]:
    """The tiles of a sighting that came as a line, each ready for JSON; empty if the line holds no sighting.

    Raises:
        WorkerProtocolError: the line says something that no eye of this version says.
    """
    told = from_line(line.encode())
    # Before a game nobody has said who sits where: then each side may have its river.
    return [written(mark) for mark in marks_of(told, SIDES)] if isinstance(told, Sighting) else []


def marks_of(sighting: Sighting, sides: str) -> tuple[Mark, ...]:
    """The tiles of a sighting, each with the river, wall or melds to which it most likely belongs.

    `sides` has a letter for each seat.
    """
    size = size_of([tile for zone in sighting.zones for tile in zone.tiles])
    _, likeliest = next(placed_readings(sighting, sides, size))
    return tuple(_marks(likeliest))


def _marks(sighting: Sighting) -> Iterator[Mark]:
    for zone in sighting.zones:
        purpose, _, letter = zone.name.partition(".")
        if letter not in Side.__members__ or purpose not in {Purpose.RIVER, Purpose.WALL, Purpose.MELDS}:
            continue
        for view in zone.tiles:
            is_rim = view.label == BACK and purpose == Purpose.MELDS
            if view.label != UNKNOWN and not view.is_hidden and not is_rim:
                yield Mark(view.quad, Purpose(purpose), Side[letter], view.label == BACK)
