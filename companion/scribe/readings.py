"""読み: what a reading of a tile says for and against each face, and what several readings say together.

Readings of one tile are no independent witnesses: a worn tile is misread every time. And a reading that was
merely repeated, because nobody looked again, says nothing new.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp, log
from typing import Final

from companion.riichi.tiles import Tile
from companion.scribe.sights import SeenTile
from companion.scribe.weights import MISREAD_MOST, TURNED

__all__ = ["Pool", "against", "chances"]

FLOOR: Final = 0.0015
"""No reading is so sure that a face has less chance than this."""
MOST_READINGS: Final = 6
AGREEING: Final = 0.15
"""How much more several readings say than one, for each time that they are e times as many."""


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
    best, named = seen.confidence, FLOOR
    for face, chance in seen.others:
        best = max(best, chance)
        if face is tile:
            named = max(chance, FLOOR)
    return min(MISREAD_MOST, log(best / min(best, named)))


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
        """How much speaks for each face that any reading names, before anything is known of the others.

        A tile may be misread once in passing, or always as the same: so of all readings that agree the
        middle one speaks against every other face, and more of them say only little more.
        """
        named = [chances(seen) for seen in self.readings]
        faces = sorted({tile for one in named for tile in one})
        readings: dict[Tile, list[dict[Tile, float]]] = {}
        for seen, one in zip(self.readings, named, strict=True):
            if seen.tile is not None:
                readings.setdefault(seen.tile, []).append(one)
        return {face: exp(-sum(_cost(face, *group) for group in readings.items())) for face in faces}

    def posterior(self, prior: Mapping[Tile, float]) -> tuple[tuple[Tile, float], ...]:
        """Each face with its chance, the likeliest first, given what the other tiles leave of it."""
        weighed = {tile: weight * prior.get(tile, 1.0) for tile, weight in self.weights().items()}
        whole = sum(weighed.values()) + FLOOR
        ranked = sorted(weighed.items(), key=lambda named: (-named[1], named[0]))
        return tuple((tile, weight / whole) for tile, weight in ranked)


def _cost(face: Tile, read_as: Tile, readings: list[dict[Tile, float]]) -> float:
    """What the readings that agree on one face say against another."""
    if face is read_as:
        return 0.0
    against_each = sorted(log(one[read_as] / min(one[read_as], one.get(face, FLOOR))) for one in readings)
    return against_each[(len(against_each) - 1) // 2] * (1 + AGREEING * log(len(readings)))


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return (
        one.tile is other.tile
        and one.sideways is other.sideways
        and one.confidence == other.confidence
        and one.others == other.others
    )
