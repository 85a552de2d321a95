"""相違: where the table that is seen is not the one that is written, zone by zone, as plain values.

What follows from a difference is decided elsewhere; pages have the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat, seats
from companion.riichi.tiles import Tile
from companion.scribe.predict import visible
from companion.scribe.sights import SeenMeld, SeenTile, TableSeen

__all__ = ["Difference", "Zone", "differences"]

LIKELY_ENOUGH: Final = 0.25
"""A tile that may be the written one with such a chance is no difference."""


class Zone(StrEnum):
    """Where on the table; stable, pages have the words."""

    RIVER = "river"
    MELDS = "melds"
    INDICATORS = "indicators"
    ASIDE = "aside"
    """北抜き Norths set aside."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One zone that is not as it is written. A tile that nobody knows or can read is None."""

    zone: Zone
    seat: Seat | None
    """None: the indicators, which are nobody's."""
    missing: tuple[Tile | None, ...] = ()
    """Written, and not there."""
    extra: tuple[Tile | None, ...] = ()
    """There, and not written."""
    other: tuple[tuple[Tile | None, Tile | None], ...] = ()
    """In one place: as it is written, and as it is seen."""
    places: tuple[int, ...] = ()
    """Where in the zone those of `other` lie, from 0."""

    def __bool__(self) -> bool:
        return bool(self.missing or self.extra or self.other)


def differences(kyoku: Kyoku, seen: TableSeen) -> tuple[Difference, ...]:
    """Every zone in which the table is not as it is written, in the order of the seats."""
    written = visible(kyoku)
    found: list[Difference] = []
    for seat in seats(kyoku.rules.players):
        mine, theirs = written.seats[seat], seen.seats[seat]
        found += (
            _between(Zone.RIVER, seat, mine.river, theirs.river),
            _between_melds(seat, mine.melds, theirs.melds),
            _between(Zone.ASIDE, seat, mine.aside, theirs.aside),
        )
    faces = [face for face in seen.indicators if not face.is_back]
    found.append(_between(Zone.INDICATORS, None, written.indicators, faces))
    return tuple(filter(None, found))


def _between(
    zone: Zone, seat: Seat | None, written: Sequence[SeenTile], seen: Sequence[SeenTile]
) -> Difference:
    pairs = tuple(_aligned(written, seen))
    wrong = [(mine, theirs) for mine, theirs in pairs if mine is not None and theirs is not None]
    wrong = [(mine, theirs) for mine, theirs in wrong if not _agree(written[mine], seen[theirs])]
    return Difference(
        zone,
        seat,
        missing=tuple(written[mine].tile for mine, theirs in pairs if mine is not None and theirs is None),
        extra=tuple(seen[theirs].tile for mine, theirs in pairs if mine is None and theirs is not None),
        other=tuple((written[mine].tile, seen[theirs].tile) for mine, theirs in wrong),
        places=tuple(mine for mine, _ in wrong),
    )


def _agree(written: SeenTile, seen: SeenTile) -> bool:
    """Whether the tile that is seen can well be the one that is written."""
    if written.is_back or seen.is_back:
        return written.is_back is seen.is_back or seen.tile is None
    if written.tile is None or seen.tile is None or seen.tile is written.tile:
        return True
    return dict(seen.others).get(written.tile, 0.0) >= LIKELY_ENOUGH


def _aligned(
    written: Sequence[SeenTile], seen: Sequence[SeenTile]
) -> Iterator[tuple[int | None, int | None]]:
    """The two rows beside each other with as few differences as can be; None where one has no twin."""
    cost = [[0] * (len(seen) + 1) for _ in range(len(written) + 1)]
    for mine in range(len(written), -1, -1):
        for theirs in range(len(seen), -1, -1):
            cost[mine][theirs] = min(_steps(cost, written, seen, mine, theirs), default=0)
    mine = theirs = 0
    while mine < len(written) or theirs < len(seen):
        here = cost[mine][theirs]
        both = mine < len(written) and theirs < len(seen)
        if both and here == _price(written[mine], seen[theirs]) + cost[mine + 1][theirs + 1]:
            yield mine, theirs
            mine, theirs = mine + 1, theirs + 1
        elif mine < len(written) and here == 2 + cost[mine + 1][theirs]:
            yield mine, None
            mine += 1
        else:
            yield None, theirs
            theirs += 1


def _price(written: SeenTile, seen: SeenTile) -> int:
    """Another tile in one place is one mistake, not one tile too few and one too many."""
    return 0 if _agree(written, seen) else 3


def _steps(
    cost: list[list[int]], written: Sequence[SeenTile], seen: Sequence[SeenTile], mine: int, theirs: int
) -> Iterator[int]:
    if mine < len(written):
        yield 2 + cost[mine + 1][theirs]
    if theirs < len(seen):
        yield 2 + cost[mine][theirs + 1]
    if mine < len(written) and theirs < len(seen):
        yield _price(written[mine], seen[theirs]) + cost[mine + 1][theirs + 1]


def _between_melds(seat: Seat, written: Sequence[SeenMeld], seen: Sequence[SeenMeld]) -> Difference:
    """Melds are compared whole, each with the one that it is most like; where they lie does not matter."""
    left = list(seen)
    missing: list[Tile | None] = []
    other: list[tuple[Tile | None, Tile | None]] = []
    extra: list[Tile | None] = []
    for meld in written:
        twin = max(left, key=lambda one: _common(meld, one), default=None)
        if twin is None or not _common(meld, twin):
            missing += _tiles(meld)
            continue
        left.remove(twin)
        part = _between(Zone.MELDS, seat, _row(meld), _row(twin))
        missing, extra, other = [*missing, *part.missing], [*extra, *part.extra], [*other, *part.other]
    extra += (tile for meld in left for tile in _tiles(meld))
    return Difference(Zone.MELDS, seat, tuple(missing), tuple(extra), tuple(other))


def _row(meld: SeenMeld) -> tuple[SeenTile, ...]:
    """All tiles of a meld in one order, whichever of them lies across."""
    tiles = (*meld.tiles, *((meld.added,) if meld.added else ()))
    return tuple(sorted(tiles, key=lambda one: (one.is_back, one.tile is None, one.tile or _ANY)))


_ANY: Final = Tile("1m")


def _tiles(meld: SeenMeld) -> tuple[Tile | None, ...]:
    return tuple(tile.tile for tile in _row(meld))


def _common(one: SeenMeld, other: SeenMeld) -> int:
    """How many tiles two melds have in common."""
    mine, theirs = (Counter(tile.kind for tile in _tiles(meld) if tile) for meld in (one, other))
    return (mine & theirs).total()
