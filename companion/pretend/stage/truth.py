"""What a perfect eye right above every tile would report of a stage, as a sighting.

Readings are measured against it, and with it the scribe can be tried without any picture.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from companion.pretend.painting.things import HIGH, TABLE, WIDE, Pose, Stance
from companion.riichi.tiles import Tile
from hardware import Side
from vision.sighting import Sighting, TileView, ZoneView

if TYPE_CHECKING:
    from vision.place.zones import TableZone, ZoneMap

__all__ = ["flat_quad", "perfect_sighting"]

BACK = "back"
Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


def perfect_sighting(
    poses: Mapping[int, Pose],
    tiles: Mapping[int, Tile],
    *,
    number: int = 1,
    camera: str = "stage",
) -> Sighting:
    """Every zone of the usual table with what lies in it; a tile that another one covers is not seen."""
    held: dict[str, list[TileView]] = {name: [] for name in _usual_zones().names}
    upper = [pose for pose in poses.values() if pose.z > 0]
    for piece, pose in poses.items():
        if pose.stance is Stance.STANDING or (pose.z == 0 and _is_covered(pose, upper)):
            continue
        zone = _zone_at(round(pose.x, 1), round(pose.y, 1))
        is_back = pose.stance is Stance.DOWN
        if zone is None or (is_back and zone.name.startswith("showing")):
            continue
        label = BACK if is_back else tiles[piece].text
        held[zone.name].append(TileView(label, 1.0, flat_quad(pose), _is_across(pose, zone.side)))
    views = (ZoneView(name, tuple(sorted(found, key=_order))) for name, found in held.items())
    return Sighting(camera, 0, number, tuple(views))


def _is_covered(lower: Pose, upper: Sequence[Pose]) -> bool:
    # People lay tiles a little off, so the one above is never exactly above.
    return any(abs(one.x - lower.x) < WIDE / 2 and abs(one.y - lower.y) < WIDE / 2 for one in upper)


@cache
def _usual_zones() -> ZoneMap:
    from vision.place.zones import zones_of

    return zones_of(())


@lru_cache(maxsize=4096)
def _zone_at(x: float, y: float) -> TableZone | None:
    """The zone at a place; cached, because most tiles stay where they are."""
    return _usual_zones().zone_of((x / TABLE + 0.5, y / TABLE + 0.5))


def flat_quad(pose: Pose) -> Quad:
    """The corners of a lying tile on the flat table, as shares of its side, clockwise from the upper left."""
    right = (cos(pose.turn), -sin(pose.turn))
    up = (-sin(pose.turn), -cos(pose.turn))
    a, b, c, d = (
        (
            (pose.x + right[0] * w * WIDE / 2 + up[0] * h * HIGH / 2) / TABLE + 0.5,
            (pose.y + right[1] * w * WIDE / 2 + up[1] * h * HIGH / 2) / TABLE + 0.5,
        )
        for w, h in ((-1, 1), (1, 1), (1, -1), (-1, -1))
    )
    return a, b, c, d


def _is_across(pose: Pose, side: Side | None) -> bool:
    own = 0 if side is None else side.value
    return bool(round((pose.turn - own * pi / 2) / (pi / 2)) % 2)


def _order(tile: TileView) -> tuple[float, float]:
    middle = [sum(corner[axis] for corner in tile.quad) / 4 for axis in (0, 1)]
    return round(middle[1], 3), middle[0]
