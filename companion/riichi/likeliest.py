"""Which hand tiles are that were read with doubt: the likeliest, and complete where it may be.

Pure. How they were read is not known here; whoever asks shows the answer to a person.
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
"""This many tiles of one hand are taken for something else than they were read as, at most."""
LEAST_CHANCE: Final = 0.0005
"""What was read with less is not what it is."""


@dataclass(frozen=True, slots=True)
class _Way:
    tiles: tuple[Tile, ...]
    cost: float


def likeliest_hand(read: Sequence[Doubt], others: Iterable[Tile] = ()) -> tuple[Tile, ...]:
    """The tiles in their order. Others lie elsewhere on the table: no fifth tile of a kind is told.

    A complete hand goes before one that is none, as far as that is what may have been read: whoever
    photographs a hand that has won shows one. Where none can be complete, it is the likeliest.
    """
    elsewhere = Counter(tile.kind for tile in others)
    possible = [way for way in _ways(read) if _there_are_so_many(way.tiles, elsewhere)]
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


def _there_are_so_many(tiles: Sequence[Tile], elsewhere: Counter[int]) -> bool:
    counts = Counter(tile.kind for tile in tiles) + elsewhere
    return all(count <= COPIES for count in counts.values())
