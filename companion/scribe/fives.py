"""Which fives of a meld are red (赤): what is read of each, and how many of either kind are still to come.

The eye has learned as many red fives as plain ones; at a table three plain ones lie to each red one.
Pure counting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import perm, prod
from typing import Final

from companion.riichi.copies import copies_in_set, copies_left, faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import COPIES, Tile
from companion.scribe.readings import FLOOR

__all__ = ["IMPOSSIBLE", "FaceWay", "face_ways", "red_beside_plain"]

IMPOSSIBLE: Final = 0.002
"""A tile of which all copies were seen: one of them may have been misread."""


@dataclass(frozen=True, slots=True)
class FaceWay:
    """One way in which the tiles of a meld may be red or plain."""

    tiles: tuple[Tile, ...]
    chance: float
    may_be: bool
    """Whether there are so many red and plain ones."""


def red_beside_plain(kyoku: Kyoku, tile: Tile, but: Tile | None) -> float:
    """How likely a red five is beside a plain one before anybody looks; 1 for every other tile."""
    if not tile.is_red:
        return 1.0
    plain, red = copies_left(kyoku, tile.plain, (but,)), copies_left(kyoku, tile, (but,))
    return min(1.0, red / plain) if plain else 1.0


def face_ways(
    kyoku: Kyoku,
    pattern: Sequence[int],
    read: Sequence[Mapping[Tile, float]],
    told: Sequence[Tile | None],
    alike: slice,
) -> tuple[FaceWay, ...]:
    """Every way in which tiles of these kinds may be red or plain, the likeliest first.

    Some lie in no order: which of them is the red one makes no other meld, and stays as it was told.
    """
    chances: dict[tuple[Tile, ...], float] = {}
    likeliest: dict[tuple[Tile, ...], FaceWay] = {}
    for tiles in product(*(_faces(kyoku, kind) for kind in pattern)):
        way = _weighed(kyoku, tiles, read, told)
        name = (*tiles[: alike.start], *sorted(tiles[alike]), *tiles[alike.stop :])
        chances[name] = chances.get(name, 0.0) + way.chance
        if name not in likeliest or _standing(way, told) > _standing(likeliest[name], told):
            likeliest[name] = way
    whole = sum(chances.values())
    ways = [FaceWay(way.tiles, chances[name] / whole, way.may_be) for name, way in likeliest.items()]
    return tuple(sorted(ways, key=lambda way: (-way.chance, way.tiles)))


def _standing(way: FaceWay, told: Sequence[Tile | None]) -> tuple[int, float]:
    """How many tiles are as they were told, and the chance."""
    return sum(tile is was for tile, was in zip(way.tiles, told, strict=True)), way.chance


def _faces(kyoku: Kyoku, kind: int) -> tuple[Tile, ...]:
    plain, *red = faces_of_kind(kind)
    return (plain, *(face for face in red if copies_in_set(kyoku.rules, face)))


def _weighed(
    kyoku: Kyoku, tiles: Sequence[Tile], read: Sequence[Mapping[Tile, float]], told: Sequence[Tile | None]
) -> FaceWay:
    """What is read of the fives, times the number of ways to take them from those that are left."""
    fives = [at for at, tile in enumerate(tiles) if len(_faces(kyoku, tile.kind)) > 1]
    if not fives:
        return FaceWay(tuple(tiles), 1.0, may_be=True)
    plain, red = (copies_left(kyoku, face, told) for face in faces_of_kind(tiles[fives[0]].kind))
    reds = sum(tiles[at].is_red for at in fives)
    ways = perm(plain, len(fives) - reds) * perm(red, reds)
    count = ways or IMPOSSIBLE * perm(COPIES, len(fives))
    weight = prod(_share(read[at], tiles[at]) for at in fives)
    return FaceWay(tuple(tiles), weight * count, may_be=ways > 0)


def _share(read: Mapping[Tile, float], tile: Tile) -> float:
    """How much speaks for a face, of what speaks for a five of either kind."""
    both = {face: max(FLOOR, read.get(face, 0.0)) for face in faces_of_kind(tile.kind)}
    return both[tile] / sum(both.values())
