"""What each thing that is observed says for and against a story, in nats: a function for each kind.

Each weighs one observation and knows no story: how a tile lies, that it is missing, that one lies where none
was told, a key; and what one reading of a face, or several of one tile, say of each face. `comparing` adds up
what is seen, `proposals` adds what was pressed, and `Story.cost` is the sum of both and of what earlier
looks said. Sticks and answers are not weighed; they confirm (`riichi_discards`, `asking`).

Readings of one tile are not independent witnesses: a worn tile is misread every time. And a reading that was
merely repeated, because nobody looked again, says nothing new.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp, log
from typing import Final

from companion.evidence.sights import SeenMeld, SeenTile, is_half
from companion.riichi.calls import Action
from companion.riichi.tiles import ALL, Tile
from companion.scribe import weights


def chances(seen: SeenTile) -> dict[Tile, float]:
    """The faces that a reading names, each with its chance; none for a back or an unreadable face."""
    if seen.tile is None:
        return {}
    named = {tile: max(chance, weights.FLOOR) for tile, chance in seen.others}
    named[seen.tile] = max(seen.confidence, weights.FLOOR)
    return named


def against(seen: SeenTile, tile: Tile | None) -> float:
    """What a reading says against a face, compared with the face it likes best."""
    if tile is None or seen.tile is tile:
        return 0.0
    if seen.tile is None:
        return weights.MISREAD_MOST if seen.is_back else 0.0
    best, named = seen.confidence, weights.FLOOR
    for face, chance in seen.others:
        best = max(best, chance)
        if face is tile:
            named = max(chance, weights.FLOOR)
    return min(weights.MISREAD_MOST, log(best / min(best, named)))


@dataclass(frozen=True)
class Pool:
    """The last different readings of one physical tile, the newest last."""

    readings: tuple[SeenTile, ...] = ()
    looks: int = 0
    """How many rests have shown it, whether or not they gave a new reading."""

    def with_reading(self, seen: SeenTile) -> Pool:
        """The pool after one more rest. What is hidden, cannot be read or merely repeats says nothing new."""
        if seen.is_hidden:
            return self
        if seen.tile is None or (self.readings and _is_same(self.readings[-1], seen)):
            return Pool(self.readings, self.looks + 1)
        return Pool((*self.readings, seen)[-weights.MOST_READINGS :], self.looks + 1)

    @property
    def crop(self) -> int:
        """The number of the tile's newest picture; 0 where there is none."""
        return next((seen.crop for seen in reversed(self.readings) if seen.crop), 0)

    def likelihoods(self) -> Mapping[Tile, float]:
        """How likely each face is that any reading names, from 0 to 1, not nats, by this tile alone."""
        return self._summed.named

    @property
    def unnamed(self) -> float:
        """The likelihood of all faces together that no reading names, where the best face has 1."""
        return self._summed.unnamed / max(self._summed.named.values(), default=1.0)

    def chance(self, tile: Tile) -> float:
        """How likely a face is, from 0 to 1, by what was read of this tile alone."""
        whole = sum(self._summed.named.values()) + self._summed.unnamed
        return self._summed.named.get(tile, 0.0) / whole if whole else 0.0

    @cached_property
    def _summed(self) -> _Summed:
        return _sum_of(self.readings)


_PLACE: Final = {tile: place for place, tile in enumerate(ALL)}


@dataclass(frozen=True, slots=True)
class _Summed:
    """What several readings say together."""

    named: Mapping[Tile, float]
    """The likelihood of each face that any of them names, in the order of the tiles."""
    unnamed: float
    """The likelihood of all faces together that none of them names."""


def _sum_of(readings: Sequence[SeenTile]) -> _Summed:
    groups: dict[Tile, list[_Read]] = {}
    for seen in readings:
        if seen.tile is not None:
            groups.setdefault(seen.tile, []).append(_read(seen))
    faces = {tile for reads in groups.values() for one in reads for tile in one.named}
    if not faces:
        return _Summed({}, 0.0)
    named = {face: exp(-_against_all(face, groups)) for face in sorted(faces, key=_PLACE.__getitem__)}
    return _Summed(named, max(exp(-_against_all(None, groups)), weights.FLOOR * max(named.values())))


@dataclass(frozen=True, slots=True)
class _Read:
    """What one reading says against each face, compared with the one that it likes best."""

    named: Mapping[Tile, float]
    other: float
    """What it says against any face that it does not name."""
    none: float
    """What it says against all of those faces together."""

    def against(self, face: Tile | None) -> float:
        return self.none if face is None else self.named.get(face, self.other)


@lru_cache(maxsize=512)
def _read(seen: SeenTile) -> _Read:
    named = chances(seen)
    best, left = max(seen.confidence, weights.FLOOR), max(weights.FLOOR, 1 - sum(named.values()))
    costs = {face: _behind(chance, best) for face, chance in named.items()}
    return _Read(costs, _behind(max(weights.FLOOR, left / weights.UNNAMED), best), _behind(left, best))


def _behind(chance: float, best: float) -> float:
    return log(best / min(best, chance))


def _against_all(face: Tile | None, groups: Mapping[Tile, Sequence[_Read]]) -> float:
    """What all readings say against a face; None: against every face that none of them names."""
    agreeing = len(groups.get(face, ())) if face is not None else 0
    return sum(_cost(face, agreeing, reads) for read_as, reads in groups.items() if read_as is not face)


def _cost(face: Tile | None, agreeing: int, reads: Sequence[_Read]) -> float:
    """What the readings that agree on another face say against this one.

    A tile may be misread as the same face every time: so the mean of all but the surest readings counts, and
    more of them add only a little. Or it was misread only for a moment: then it is read right more often.
    """
    number = len(reads)
    cost = reads[0].against(face) if number == 1 else _mean_but_surest([one.against(face) for one in reads])
    if cost >= weights.SAYS_ENOUGH:
        cost *= 1 + weights.AGREEING * log(number)
    return min(cost, weights.IN_PASSING * number) if agreeing > number else cost


def _mean_but_surest(costs: Sequence[float]) -> float:
    """The mean of costs without the greatest quarter of them: of two, the greater counts half."""
    kept = (1 - weights.SUREST) * len(costs)
    return sum(min(1.0, kept - at) * cost for at, cost in enumerate(sorted(costs)) if at < kept) / kept


def _is_same(one: SeenTile, other: SeenTile) -> bool:
    return (
        one.tile is other.tile
        and one.sideways is other.sideways
        and one.confidence == other.confidence
        and one.others == other.others
    )


CALL_KEYS: Final = (Action.CHI, Action.PON, Action.DAIMINKAN)
"""The keys with which a discard is called."""


def direction(seen: SeenTile, *, is_across: bool) -> float:
    """What the way a tile lies says against a story that laid it sideways or straight; if hidden, nothing."""
    if seen.sideways is is_across or seen.is_hidden:
        return 0.0
    return weights.STRAIGHT_LAID_ACROSS if is_across else weights.ACROSS_LAID_STRAIGHT


def speaks_for_riichi(pool: Pool, *, hears_keys: bool) -> float:
    """What speaks for riichi: the readings that show a discard sideways, less those that show it straight.

    Riichi is rare, and rarer where people press keys and nobody has pressed this one (`hears_keys`).
    """
    across = sum(seen.sideways and seen.confidence >= weights.SURE for seen in pool.readings)
    straight, rare = sum(not seen.sideways for seen in pool.readings), weights.RIICHI * (1 + hears_keys)
    return weights.ACROSS_LAID_STRAIGHT * across - weights.SEEN_STRAIGHT * straight - rare


def absence(tile: Tile | None, rests: int) -> float:
    """What a missing tile says if it was missing at this many rests before; None: it was never read."""
    return weights.NEVER_SEEN if tile is None else weights.MISSED + weights.STILL_MISSED * rests


def stray_tile(seen: SeenTile, rests: int) -> float:
    """What a tile seen where none was laid says, if it was seen there at this many rests before."""
    return (weights.STRAY_SURE if seen.confidence >= weights.SURE else weights.STRAY) + weights.STEADY * rests


def stray_meld(seen: SeenMeld, rests: int) -> float:
    """What a meld seen where none was laid says; two tiles alone need not be part of one."""
    return weights.MELD_TILE_MISSED if is_half(seen) else weights.STRAY_SURE + weights.STEADY * rests


def call_key(pressed: Collection[Action], *calls: Action) -> float:
    """What a player's keys say against these calls: whoever pressed pon hardly ever laid a run or a kan."""
    if any(key in calls for key in pressed):
        return weights.PRESS_AGREES
    return weights.PRESS_OTHER if any(key in CALL_KEYS for key in pressed) else weights.UNPRESSED_CALL


def riichi_key(pressed: Collection[Action]) -> float:
    """What a player's keys say against a discard that does not declare riichi (立直)."""
    return weights.PRESS_UNUSED if Action.RIICHI in pressed else 0.0
