"""Which patch of the flat table is whose: rivers, melds, walls, and where a winning hand is laid open.

A table's own profile says so, or these defaults do. What lies there is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from hardware.profile import Side, Zone

Corners = tuple[tuple[float, float], ...]


class Purpose(StrEnum):
    """What a zone is for."""

    RIVER = "river"
    MELDS = "melds"
    WALL = "wall"
    """The wall in front of a side; a face that is open there is an indicator."""
    SHOWING = "showing"
    """Where a side lays its hand open; only tiles that lie flat are reported."""


USUAL: dict[Purpose, tuple[float, float, float, float]] = {
    Purpose.RIVER: (0.35, 0.575, 0.7, 0.76),
    Purpose.WALL: (0.2, 0.76, 0.8, 0.86),
    Purpose.MELDS: (0.66, 0.86, 1.055, 1.055),
    Purpose.SHOWING: (0.1, 0.86, 0.66, 1.0),
}
"""For side A, below: left, top, right, bottom. On a usual table of 70 cm rivers begin 5 cm from the middle
and have four rows; walls stand 19 to 24 cm from it; melds go to the right hand."""

EDGE = 0.015
"""As a share of the table's side: how far beside a river, or behind a wall, a tile of it may seem to lie."""


@dataclass(frozen=True)
class TableZone:
    """One patch of the flat table."""

    name: str
    """Such as `river.A`."""
    corners: Corners

    @property
    def side(self) -> Side | None:
        """The side that it belongs to; None if its name does not say."""
        label = self.name.rpartition(".")[2]
        return Side[label] if label in Side.__members__ else None

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        across, down = zip(*self.corners, strict=True)
        return min(across), min(down), max(across), max(down)

    def beside(self, x: float, y: float) -> float:
        """How far a point is from the box around it, along the axis on which it is farther off."""
        x0, y0, x1, y1 = self._bounds
        return max(x0 - x, x - x1, y0 - y, y - y1, 0.0)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point of the flat table lies in it.

        It does where a ray to the right crosses the rim an odd number of times.

        >>> square = TableZone("river.A", ((0, 0), (1, 0), (1, 1), (0, 1)))
        >>> square.holds(0.5, 0.5), square.holds(1.5, 0.5)
        (True, False)
        """
        x0, y0, x1, y1 = self._bounds
        if not (x0 <= x <= x1 and y0 <= y <= y1):
            return False  # most points are far from most zones
        crossings = 0
        for (ax, ay), (bx, by) in zip(self.corners, self.corners[1:] + self.corners[:1], strict=True):
            crossings += (ay > y) != (by > y) and ax + (y - ay) * (bx - ax) / (by - ay) > x
        return crossings % 2 == 1


@dataclass(frozen=True, slots=True)
class ZoneMap:
    """All zones of a table, in the order in which they are asked."""

    zones: tuple[TableZone, ...]

    def zone_of(self, point: Iterable[float]) -> TableZone | None:
        """The first zone in which a point of the flat table lies; None if it lies in none."""
        x, y = (float(value) for value in point)
        return next((zone for zone in self.zones if zone.holds(x, y)), None)

    def home_of(self, point: Iterable[float]) -> TableZone | None:
        """The zone to which what lies at a point belongs: a river or wall right beside it before any other.

        Where corners were tapped a little off, the first row of a river seems to lie nearer to the middle of
        the table, and a wall farther from it. A zone that is asked before that wall keeps what lies in it.
        """
        found = self.zone_of(point)
        if found is None:
            return _right_beside(point, Purpose.RIVER, self.zones)
        if found.name.startswith((Purpose.MELDS, Purpose.SHOWING)):
            before = self.zones[: self.zones.index(found)]
            return _right_beside(point, Purpose.WALL, before) or found
        return found

    def beside(self, name: str, point: Iterable[float]) -> float:
        """How far a point of the flat table is from the box around a zone; 0 inside it.

        Without a zone of that name it is 0, too.
        """
        x, y = (float(value) for value in point)
        return min((zone.beside(x, y) for zone in self.zones if zone.name == name), default=0.0)

    @property
    def names(self) -> tuple[str, ...]:
        """Their names, in order."""
        return tuple(zone.name for zone in self.zones)


def _right_beside(point: Iterable[float], purpose: Purpose, zones: Iterable[TableZone]) -> TableZone | None:
    """The nearest of these zones for a purpose, if the point lies no farther from it than the edge."""
    x, y = (float(value) for value in point)
    fitting = (zone for zone in zones if zone.name.startswith(purpose))
    found = min(fitting, key=lambda zone: zone.beside(x, y), default=None)
    return found if found is not None and found.beside(x, y) < EDGE else None


def turned(corners: Sequence[tuple[float, float]], side: Side) -> Corners:
    """A patch of side A, turned into the same patch of another side; B sits to the right of A."""
    points = corners
    for _ in range(side.value):
        points = [(y, 1 - x) for x, y in points]
    return tuple((float(x), float(y)) for x, y in points)


def _shape(purpose: Purpose, box: tuple[float, float, float, float]) -> Corners:
    """A box; that of a river ends at the diagonals of the table, where the neighbours' rivers begin."""
    left, top, right, bottom = box
    if purpose is not Purpose.RIVER:
        return _box(*box)
    return ((1 - top, top), (top, top), (right, right), (right, bottom), (left, bottom), (left, 1 - left))


def default_zones(sides: Iterable[Side] = tuple(Side)) -> tuple[TableZone, ...]:
    """The zones of a usual table."""
    return tuple(
        TableZone(f"{purpose.value}.{side.name}", turned(_shape(purpose, box), side))
        for purpose, box in USUAL.items()
        for side in sides
    )


def zones_of(profile_zones: Iterable[Zone], sides: Iterable[Side] = tuple(Side)) -> ZoneMap:
    """The zones that a profile names, then the usual ones that it does not."""
    own = tuple(TableZone(zone.name, zone.corners) for zone in profile_zones)
    names = {zone.name for zone in own}
    return ZoneMap(own + tuple(zone for zone in default_zones(sides) if zone.name not in names))


def _box(left: float, top: float, right: float, bottom: float) -> Corners:
    return ((left, top), (right, top), (right, bottom), (left, bottom))
