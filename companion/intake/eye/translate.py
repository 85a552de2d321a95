"""Turns what the eye reports into what lies on the table: sides become seats, labels become tiles. Pure.

Nothing is concluded here: what happened, and why, is for the scribe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.intake.eye.grouping import Group, grouped
from companion.intake.eye.places import placed_readings
from companion.intake.eye.rows import Size, Spot, in_rows, size_of, spot_of
from companion.intake.eye.walls import indicators, stacks_of
from companion.riichi.tiles import Tile
from companion.scribe.weights import NOWHERE
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.sighting import Sighting, TileView, ZoneView

__all__ = ["seen"]

FAR = 3.0
"""In tile heights: a tile that lies farther than this from all others of a river is not a discard, once the
river has four tiles."""
ROOM = 0.75
"""A sideways tile and the upright one beside it are at least this share of the distance apart at which they
would touch. Of 121 such tiles in drawn pictures, all but one that was found wrongly had 0.82 or more."""


def seen(sighting: Sighting, sides: str) -> TableSeen:
    """The table by seats. `sides` has one letter for each seat: the side of the table at which it sits.

    Where tiles may belong to either of two places, or a blank on a wall may be an indicator, the other
    readings are in `otherwise`, with their costs.
    """
    size = size_of([tile for zone in sighting.zones for tile in zone.tiles])
    ways = [
        (cost + more, table)
        for cost, placed in placed_readings(sighting, sides, size)
        for more, table in _seen(placed, sides, size)
    ]
    (_, table), *others = ways
    return replace(table, otherwise=tuple((cost + _loosened(way, table), way) for cost, way in others))


def _loosened(way: TableSeen, table: TableSeen) -> float:
    """The cost of the tiles that belong nowhere in a reading, beyond those of the first one."""
    more, loose = (sum(len(seat.loose) for seat in one.seats) for one in (way, table))
    return NOWHERE * max(0, more - loose)


def _seen(sighting: Sighting, sides: str, size: Size) -> Iterator[tuple[float, TableSeen]]:
    zones = {zone.name: zone for zone in sighting.zones}
    walls = [zone for zone in sighting.zones if zone.name.startswith("wall.")]
    ways, strays = indicators(walls, size, len(sides), sighting.over)
    seats = tuple(
        replace(_seat(zones, Side[letter], size, strays, len(sides)), stick=letter in sighting.sticks)
        for letter in sides
    )
    has_walls = any(tile.label == BACK for wall in walls for tile in wall.tiles)
    stacks = stacks_of(walls, size)
    for cost, turned in ways:
        faces = tuple(_tile(view) for view in turned)
        yield cost, TableSeen(sighting.at_ns, seats, faces, sighting.camera, has_walls, stacks)


def _seat(
    zones: dict[str, ZoneView], side: Side, size: Size, strays: Iterable[tuple[Side, TileView]], players: int
) -> SeenSeat:
    def spots(purpose: str) -> list[Spot]:
        zone = zones.get(f"{purpose}.{side.name}")
        return [spot_of(view, side.value) for view in (zone.tiles if zone else ())]

    river, apart = _river(spots("river"), size)
    groups = grouped(spots("melds"), size, may_set_aside=players == 3)
    alone = [group.spots[0].view for group in groups if not group.is_meld]
    aside = [view for view in alone if players == 3 and view.label == "4z"]
    loose = [*apart, *(view for view in alone if view not in aside and view.label not in {BACK, UNKNOWN})]
    loose += [view for stray, view in strays if stray is side]
    return SeenSeat(
        river=tuple(_tile(spot.view) for spot in river),
        melds=tuple(_meld(group) for group in groups if group.is_meld),
        showing=tuple(_tile(spot.view) for row in in_rows(spots("showing"), size) for spot in row),
        loose=tuple(_tile(view) for view in loose),
        aside=tuple(_tile(view) for view in aside),
    )


def _river(spots: Sequence[Spot], size: Size) -> tuple[list[Spot], list[TileView]]:
    """The open tiles of the river in reading order, and those that lie apart from it."""
    open_ones = [spot for spot in spots if spot.view.label != BACK]
    apart = [spot for spot in open_ones if _is_apart(spot, open_ones, size)]
    rows = in_rows([spot for spot in open_ones if spot not in apart], size)
    return [_with_room(spot, row, size) for row in rows for spot in row], [spot.view for spot in apart]


def _with_room(spot: Spot, row: Sequence[Spot], size: Size) -> Spot:
    """The tile as it can lie: where its neighbour is so near that a sideways one would lie on it, upright."""
    room = ROOM * (size.width + size.height) / 2
    if spot.wide and any(abs(other.x - spot.x) < room for other in row if other is not spot):
        return replace(spot, view=replace(spot.view, sideways=False))
    return spot


def _is_apart(spot: Spot, spots: Sequence[Spot], size: Size) -> bool:
    others = [other for other in spots if other is not spot]
    far = FAR * size.height
    return len(others) > 2 and all(
        max(abs(spot.x - other.x), abs(spot.y - other.y)) > far for other in others
    )


def _meld(group: Group) -> SeenMeld:
    added = None if group.added is None else _tile(group.added.view)
    return SeenMeld(tuple(_tile(spot.view) for spot in group.spots), added)


def _tile(view: TileView) -> SeenTile:
    return SeenTile(
        _read(view.label),
        view.confidence,
        is_back=view.label == BACK,
        sideways=view.sideways,
        others=tuple((tile, chance) for label, chance in view.alternatives if (tile := _read(label))),
        crop=view.crop,
        is_hidden=view.is_hidden,
    )


def _read(label: str) -> Tile | None:
    return None if label in {BACK, UNKNOWN} else Tile(label)
