"""読み: what a reading of a tile says for and against each face, and what several readings say together.

Readings of one tile are no independent witnesses: a worn tile is misread every time. And a reading that was
merely repeated, because nobody looked again, says nothing new.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
IN_PASSING: Final = 4.0
"""What it says against a face, at most, that it was read as another in passing, and more often right."""
UNNAMED: Final = 10
"""Among so many faces is shared what a reading leaves open."""


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
        """How much speaks for each face that any reading names, before anything is known of the others."""
        return _weights(self._groups())

    def posterior(self, prior: Mapping[Tile, float]) -> tuple[tuple[Tile, float], ...]:
        """Each face with its chance, the likeliest first, given what the other tiles leave of it."""
        groups = self._groups()
        weights = _weights(groups)
        if not weights:
            return ()
        weighed = {tile: weight * prior.get(tile, 1.0) for tile, weight in weights.items()}
        unnamed = max(exp(-_against_all(None, groups)), FLOOR * max(weights.values()))
        whole = sum(weighed.values()) + unnamed
        ranked = sorted(weighed.items(), key=lambda named: (-named[1], named[0]))
        return tuple((tile, weight / whole) for tile, weight in ranked)

    def _groups(self) -> dict[Tile, list[_Read]]:
        """The readings by the face that each likes best."""
        groups: dict[Tile, list[_Read]] = {}
        for seen in self.readings:
            if seen.tile is not None:
                groups.setdefault(seen.tile, []).append(_read(seen))
        return groups


@dataclass(frozen=True, slots=True)
class _Read:
    """One reading as chances."""

    best: float
    named: Mapping[Tile, float]
    left: float
    """The chance that it is none of the faces that it names."""


def _read(seen: SeenTile) -> _Read:
    named = chances(seen)
    return _Read(max(seen.confidence, FLOOR), named, max(FLOOR, 1 - sum(named.values())))


def _weights(groups: Mapping[Tile, Sequence[_Read]]) -> dict[Tile, float]:
    faces = sorted({tile for readings in groups.values() for one in readings for tile in one.named})
    return {face: exp(-_against_all(face, groups)) for face in faces}


def _against_all(face: Tile | None, groups: Mapping[Tile, Sequence[_Read]]) -> float:
    """What all readings say against a face; None: against every face that none of them names."""
    agreeing = len(groups.get(face, ())) if face is not None else 0
    return sum(_cost(face, agreeing, readings) for read_as, readings in groups.items() if read_as is not face)


def _cost(face: Tile | None, agreeing: int, readings: Sequence[_Read]) -> float:
    """What the readings that agree on another face say against this one.

    A tile may be misread always as the same, so the middle one speaks, and more
    of them say only little more. Or it was misread in passing: then it is read right more often.
    """
    worn = sorted(log(one.best / min(one.best, _chance(one, face))) for one in readings)
    cost = worn[(len(worn) - 1) // 2] * (1 + AGREEING * log(len(worn)))
    return min(cost, IN_PASSING * len(worn)) if agreeing > len(worn) else cost


def _chance(one: _Read, face: Tile | None) -> float:
    if face is None:
        return one.left
    return one.named.get(face) or max(FLOOR, one.left / UNNAMED)


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return (
        one.tile is other.tile
        and one.sideways is other.sideways
        and one.confidence == other.confidence
        and one.others == other.others
    )
