"""翻訳: from what the eye tells to what lies on the table: sides become seats, labels become tiles. Pure.

Nothing is concluded here: what came to lie there, and why, is for the scribe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from companion.intake.eye.grouping import Group, grouped
from companion.intake.eye.rows import Size, Spot, edges_of, in_rows, size_of, spot_of
from companion.riichi.tiles import Tile
from companion.scribe.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from hardware.profile import Side
from vision.labels import BACK, UNKNOWN
from vision.sighting import Sighting, TileView, ZoneView

__all__ = ["seen"]

FAR = 3.0
"""In tile heights: a discard that lies farther from all others was set down in passing."""
NARROW = 0.88
"""In usual widths: the end of a wall, seen from the side, looks like a narrow face …"""
DOUBTFUL = 0.97
"""… of which the eye is not sure either. An indicator is as wide as any tile, or is read surely."""
LIKE_AN_END = "2s"
"""As this the eye reads the end of a wall, as wide and as surely as a face: two bars, one over the other."""
BESIDE = 1.7
"""In usual widths: so near the next tile of a wall lies."""
TAKEN_OUT = 1.4
"""裏ドラ In tile heights: so near its own indicator a tile is laid that was taken out from under it."""


def seen(sighting: Sighting, sides: str) -> TableSeen:
    """The table in seats. `sides` has one letter for each seat: at which side of the table it sits."""
    zones = {zone.name: zone for zone in sighting.zones}
    size = size_of([tile for zone in sighting.zones for tile in zone.tiles])
    walls = [zone for zone in sighting.zones if zone.name.startswith("wall.")]
    indicators, strays = _indicators(walls, size)
    return TableSeen(
        sighting.at_ns,
        tuple(_seat(zones, Side[letter], size, strays, len(sides)) for letter in sides),
        tuple(_tile(view) for view in indicators),
        sighting.camera,
        has_walls=any(tile.label == BACK for wall in walls for tile in wall.tiles),
    )


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
    """The river in reading order, and what lies apart from it."""
    open_ones = [spot for spot in spots if spot.view.label != BACK]
    apart = [spot for spot in open_ones if _is_apart(spot, open_ones, size)]
    rows = in_rows([spot for spot in open_ones if spot not in apart], size)
    return [spot for row in rows for spot in row], [spot.view for spot in apart]


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


def _indicators(walls: Sequence[ZoneView], size: Size) -> tuple[list[TileView], list[tuple[Side, TileView]]]:
    """表示牌 Open faces on the walls, from the first one on, and open faces that lie before a wall.

    Tiles are drawn clockwise, so the dead wall goes on the other way round from where it was broken:
    each player's own wall is read from left to right, and goes on with the wall of the next player.
    """
    on: list[tuple[float, TileView]] = []
    strays: list[tuple[Side, TileView]] = []
    for wall in walls:
        side = Side[wall.name.rpartition(".")[2]]
        spots = [spot_of(view, side.value) for view in wall.tiles]
        backs = [spot for spot in spots if spot.view.label == BACK]
        faces = [spot for spot in spots if spot.view.label not in {BACK, UNKNOWN}]
        faces = [spot for spot in faces if not _is_an_end(spot, spots, size)]
        in_line = [spot for spot in faces if _is_on(spot, backs, size)]
        for spot in faces:
            if spot in in_line or any(_is_under(spot, dora, size) for dora in in_line):
                on.append((side.value + spot.x, spot.view))
            else:
                strays.append((side, spot.view))
    return list(_from_the_first(sorted(on, key=lambda one: one[0]))), strays


def _is_an_end(face: Spot, spots: Sequence[Spot], size: Size) -> bool:
    """Whether what looks like a face is rather the side of the two tiles with which a wall ends.

    An indicator has tiles at both hands, unless the dead wall goes round a corner just there.
    """
    view = face.view
    if view.confidence < DOUBTFUL and edges_of(view)[0] < NARROW * size.width:
        return True
    steps = [spot.x - face.x for spot in spots if abs(spot.x - face.x) < BESIDE * size.width]
    return view.label == LIKE_AN_END and not (min(steps) < 0 < max(steps))


def _is_on(face: Spot, backs: Sequence[Spot], size: Size) -> bool:
    """Whether an open face lies in line with what is left of the wall; where nothing is, nobody knows."""
    if not backs:
        return True
    nearest = min(backs, key=lambda back: abs(back.x - face.x))
    return abs(nearest.y - face.y) < 0.75 * size.height


def _is_under(face: Spot, dora: Spot, size: Size) -> bool:
    """裏ドラ Whether a face lies right before or behind an indicator: taken out from under it."""
    return abs(face.x - dora.x) < 0.6 * size.width and abs(face.y - dora.y) < TAKEN_OUT * size.height


def _from_the_first(on: list[tuple[float, TileView]]) -> Iterator[TileView]:
    """Round the table, beginning after the widest free stretch."""
    if not on:
        return
    round_again = [*on, (on[0][0] + len(Side), on[0][1])]
    gaps = [after[0] - before[0] for before, after in pairwise(round_again)]
    first = (gaps.index(max(gaps)) + 1) % len(on)
    yield from (view for _, view in [*on[first:], *on[:first]])
