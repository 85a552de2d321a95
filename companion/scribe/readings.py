"""読み: what a reading of a tile says for and against each face, and what several readings say together.

Readings of one tile are no independent witnesses: a worn tile is misread every time. So the logarithms of
`n` readings are added and divided by the root of `n`, and a reading that was merely repeated does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log, sqrt
from typing import Final

from companion.riichi.tiles import Tile
from companion.scribe.sights import SeenTile
from companion.scribe.weights import MISREAD_MOST, TURNED

__all__ = ["Pool", "against", "chances"]

FLOOR: Final = 0.0015
"""No reading is so sure that a face has less chance than this."""
MOST_READINGS: Final = 6


def chances(seen: SeenTile) -> dict[Tile, float]:
    """The faces that a reading names, each with its chance; nothing for a back or an unreadable face."""
    if seen.tile is None:
        return {}
    named = {tile: max(chance, FLOOR) for tile, chance in seen.others}
    named[seen.tile] = max(seen.confidence, FLOOR)
    return named


def against(seen: SeenTile, tile: Tile | None) -> float:
    """What a reading says against a face, compared with the face it likes best."""
    if tile is None or seen.tile is tile:
        return 0.0
    if seen.tile is None:
        return TURNED if seen.is_back else 0.0
    named = chances(seen)
    best = max(named.values())
    return min(MISREAD_MOST, log(best / min(best, named.get(tile, FLOOR))))


@dataclass(frozen=True, slots=True)
class Pool:
    """Everything that was read of one physical tile, the newest last."""

    readings: tuple[SeenTile, ...] = ()
    looks: int = 0
    """How many rests have shown it, with a reading of its own or a repeated one."""

    def with_reading(self, seen: SeenTile) -> Pool:
        """One rest more. What is hidden, cannot be read or merely repeats says nothing new."""
        if seen.is_hidden:
            return self
        if seen.tile is None or (self.readings and _is_same(self.readings[-1], seen)):
            return replace(self, looks=self.looks + 1)
        return Pool((*self.readings, seen)[-MOST_READINGS:], self.looks + 1)

    def newest(self) -> Pool:
        """What was read last, alone: the tile may have been another one before."""
        return replace(self, readings=self.readings[-1:])

    def weights(self) -> dict[Tile, float]:
        """How much speaks for each face that any reading names, before anything is known of the others."""
        named = [chances(seen) for seen in self.readings]
        faces = {tile for one in named for tile in one}
        share = 1 / sqrt(len(named)) if named else 1.0
        return {tile: exp(share * sum(log(one.get(tile, FLOOR)) for one in named)) for tile in sorted(faces)}

    def posterior(self, prior: Mapping[Tile, float]) -> tuple[tuple[Tile, float], ...]:
        """Each face with its chance, the likeliest first, given what the other tiles leave of it."""
        weighed = {tile: weight * prior.get(tile, 1.0) for tile, weight in self.weights().items()}
        share = 1 / sqrt(max(1, len(self.readings)))
        whole = sum(weighed.values()) + exp(share * len(self.readings) * log(FLOOR))
        ranked = sorted(weighed.items(), key=lambda named: (-named[1], named[0]))
        return tuple((tile, weight / whole) for tile, weight in ranked)


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return one.tile is other.tile and one.confidence == other.confidence and one.others == other.others
