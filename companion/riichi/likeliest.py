"""The hand that uncertain readings most likely show: a complete one if possible.

Pure. It does not know how the tiles were read; the caller shows the answer to a person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import log
from typing import Final

from companion.riichi import shape
from companion.riichi.tiles import COPIES, Tile

__all__ = ["Doubt", "likeliest_hand"]

Doubt = tuple[tuple[Tile, float], ...]
"""What one tile may be, with its chances, the likeliest first."""

MOST_OTHERWISE: Final = 2
"""At most this many tiles of one hand may differ from their likeliest reading."""
LEAST_CHANCE: Final = 0.0005
"""A reading with a smaller chance than this is ignored."""


@dataclass(frozen=True, slots=True)
class _Way:
    tiles: tuple[Tile, ...]
    cost: float


def likeliest_hand(read: Sequence[Doubt], others: Iterable[Tile] = ()) -> tuple[Tile, ...]:
    """The tiles of the hand in the order of `read`. `others` lie elsewhere and count as copies, too.

    A complete hand is preferred, as far as the readings allow it, because a photographed winning
    hand is complete. If no hand can be complete, the likeliest is returned, without a fifth copy of a
    tile if possible.
    """
    elsewhere = Counter(tile.kind for tile in others)
    possible = [way for way in _ways(read) if _are_copies_left(way.tiles, elsewhere)]
    if not possible:
        return tuple(doubt[0][0] for doubt in read)
    whole = [way for way in possible if shape.is_complete(shape.counts_of(way.tiles))]
    return min(whole or possible, key=lambda way: way.cost).tiles


def _ways(read: Sequence[Doubt]) -> Iterator[_Way]:
    first = tuple(doubt[0][0] for doubt in read)
    yield _Way(first, 0.0)
    for count in range(1, MOST_OTHERWISE + 1):
        for places in combinations(range(len(read)), count):
            for choice in product(*(_others(read[at]) for at in places)):
                tiles = list(first)
                cost = 0.0
                for at, (tile, chance) in zip(places, choice, strict=True):
                    tiles[at] = tile
                    cost += log(read[at][0][1]) - log(chance)
                yield _Way(tuple(tiles), cost)


def _others(doubt: Doubt) -> list[tuple[Tile, float]]:
    return [(tile, chance) for tile, chance in doubt[1:] if chance >= LEAST_CHANCE]


def _are_copies_left(tiles: Sequence[Tile], elsewhere: Counter[int]) -> bool:
    counts = Counter(tile.kind for tile in tiles) + elsewhere
    return all(count <= COPIES for count in counts.values())
