"""A five is read as red while the red one of its suit was told elsewhere: one of the two is plain.

As with a fifth copy nobody can say which by the rules alone; both truths are weighed, and both are offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log

from companion.riichi.copies import faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile, red_of
from companion.scribe.naming import Naming, is_sure
from companion.scribe.placing import tile_at
from companion.scribe.predict import Spot
from companion.scribe.readings import FLOOR, Pool

__all__ = ["either_red"]

Names = Mapping[Spot, Tile | None]


def either_red(
    kyoku: Kyoku,
    naming: Naming,
    pools: Mapping[Spot, Pool],
    settled: frozenset[Spot],
    trust: tuple[float, float],
) -> Naming | None:
    """What a meld and the other red five hold; None where no five of the meld is one red five too many."""
    if naming.is_sure or not naming.ways:
        return None
    names = dict(naming.ways[0][0])
    for spot, tile in names.items():
        if tile is None or spot in settled or len(faces_of_kind(tile.kind)) == 1:
            continue
        red = red_of(tile.plain)
        others = [
            one for one in pools if one not in names and one not in settled and _told(kyoku, one) is red
        ]
        weights = pools.get(spot, Pool()).weights()
        if others and weights.get(red, 0.0) > weights.get(red.plain, 0.0):
            return _weighed(names, spot, red, {one: pools[one] for one in (spot, *others)}, trust)
    return None


def _weighed(
    names: Names, spot: Spot, red: Tile, pools: Mapping[Spot, Pool], trust: tuple[float, float]
) -> Naming:
    """Every way in which one of these is plain and the others are red."""
    ways: list[tuple[float, Names]] = []
    for plain, pool in pools.items():
        reds = {} if plain == spot else {spot: red}
        ways.append((_cost(pool, red), {**names, **reds, plain: red.plain}))
    ways.sort(key=lambda way: way[0])
    whole = sum(exp(-cost) for cost, _ in ways)
    ranked = tuple((tuple(way.items()), exp(-cost) / whole) for cost, way in ways)
    return Naming(ranked, is_sure([chance for _, chance in ranked], *trust))


def _cost(pool: Pool, red: Tile) -> float:
    """What speaks against it that what is read as the red five is a plain one."""
    weights = pool.weights()
    best, plain = max(FLOOR, weights.get(red, 0.0)), max(FLOOR, weights.get(red.plain, 0.0))
    return log(best / min(best, plain))


def _told(kyoku: Kyoku, spot: Spot) -> Tile | None:
    try:
        return tile_at(kyoku, spot)
    except IndexError:
        return None
