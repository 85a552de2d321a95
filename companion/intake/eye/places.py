"""A sighting with every tile in the river or wall to which it belongs, in each likely way. Pure.

The eye says in which zone of a usual table a tile lies. That depends on where somebody tapped the corners;
how tiles lie beside each other does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from companion.intake.eye.belonging import Kind, Lie, Place, Reading, TileSize, readings
from companion.intake.eye.rows import Size
from hardware.profile import Side
from vision.labels import BACK
from vision.place.zones import ZoneMap, default_zones
from vision.sighting import Sighting, TileView, ZoneView

__all__ = ["placed_readings"]

BESIDE: Final = 0.06
"""As a fraction of the table's side: a tile farther from its usual zone must be in a zone of the profile."""
_KINDS: Final = {kind.value for kind in Kind}


def placed_readings(sighting: Sighting, sides: str, size: Size) -> Iterator[tuple[float, Sighting]]:
    """The sighting in each likely reading, with its cost in nats, the likeliest first.

    `sides` has a letter for each seat. Where the profile has moved a zone, only the sighting itself is given.
    """
    told = [(zone.name, view) for zone in sighting.zones for view in zone.tiles if _is_of_concern(zone.name)]
    lies = [_lie(name, view) for name, view in told]
    if not told or any(_is_of_own_zone(name, lie) for (name, _), lie in zip(told, lies, strict=True)):
        yield 0.0, sighting
        return
    seated = [Side[letter].value for letter in sides]
    for reading in readings(lies, seated, TileSize(size.width, size.height)):
        yield reading.cost, _as_read(sighting, told, lies, reading)


def _is_of_concern(zone: str) -> bool:
    kind, _, side = zone.partition(".")
    return kind in _KINDS and side in Side.__members__


def _lie(zone: str, view: TileView) -> Lie:
    x, y = (sum(values) / 4 for values in zip(*view.quad, strict=True))
    is_odd = Side[zone.partition(".")[2]] in {Side.B, Side.D}
    return Lie(x, y, view.sideways == is_odd, view.label == BACK)


@cache
def _usual() -> ZoneMap:
    return ZoneMap(default_zones())


def _is_of_own_zone(name: str, lie: Lie) -> bool:
    """Whether a profile must have moved the zone, because the tile is not where the zone usually is."""
    return _usual().beside(name, (lie.x, lie.y)) > BESIDE


def _as_read(
    sighting: Sighting, told: Sequence[tuple[str, TileView]], lies: Sequence[Lie], reading: Reading
) -> Sighting:
    """The sighting with each tile in the zone that the reading says."""
    held: dict[str, list[TileView]] = {zone.name: [] for zone in sighting.zones}
    for zone in sighting.zones:
        if not _is_of_concern(zone.name):
            held[zone.name] += zone.tiles
    for (name, view), lie, place in zip(told, lies, reading.places, strict=True):
        new = name if place is None else _name(place)
        is_across = view.sideways if place is None else lie.seen_from(place.side)[2]
        moved = view if is_across == view.sideways else replace(view, sideways=is_across)
        held.setdefault(new, []).append(moved)
    return replace(sighting, zones=tuple(ZoneView(name, tuple(views)) for name, views in held.items()))


def _name(place: Place) -> str:
    return f"{place.kind.value}.{Side(place.side).name}"
