"""Names that were found, put into what was told, as far as the rules take them.

A name that the rules refuse was misread, there or elsewhere: it is never dropped in silence, and no other
name goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.doubting import named
from companion.scribe.mind import Doubt, Mind, Tables, Trust
from companion.scribe.placing import retold, tile_at
from companion.scribe.predict import Spot
from companion.scribe.riichi_tile import Retold

__all__ = ["Naming", "newly_named", "open_tiles"]

Names = Mapping[Spot, Tile | None]
Fold = Callable[[tuple[KyokuFact, ...]], Tables]
"""The tables after facts; raises where the rules refuse one of them."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """What is told now, and the names that the rules do not take."""

    told: Retold
    refused: Names


@dataclass(frozen=True, slots=True)
class Naming:
    """When tiles are named, how sure one has to be, and how facts become tables."""

    at_ns: int
    trust: Trust
    fold: Fold


def newly_named(
    mind: Mind, begun: Kyoku, told: Retold, looked: frozenset[Spot], naming: Naming
) -> tuple[Retold, Mapping[Spot, Doubt]]:
    """What is told with the names of its tiles, and what is in doubt; a refused name is no name."""
    looked |= open_tiles(mind, told.kyoku)
    found = named(told.kyoku, mind, looked, naming.at_ns, naming.trust)
    after = renamed(begun, told, found.names, naming.fold)
    if after.refused:
        found = named(after.told.kyoku, mind, looked, naming.at_ns, naming.trust, refused=after.refused)
        after = renamed(begun, after.told, found.names, naming.fold)
    return after.told, found.doubts


def open_tiles(mind: Mind, kyoku: Kyoku) -> frozenset[Spot]:
    """Tiles of which something was read and that have no name."""
    return frozenset(
        spot
        for spot, pool in mind.pools.items()
        if pool.readings and spot not in mind.settled and tile_at(kyoku, spot) is None
    )


def renamed(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> Renamed:
    """The facts with these names, as far as the rules take them."""
    if not names:
        return Renamed(told, {})
    try:
        return Renamed(_retold(begun, told, names, fold), {})
    except IllegalFactError:
        return _one_by_one(begun, told, names, fold)


def _one_by_one(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> Renamed:
    """One name after the other; those that are refused once more at the end: another may have made room."""
    left, before = dict(names), len(names) + 1
    while left and len(left) < before:
        before = len(left)
        for spot, tile in list(left.items()):
            try:
                told = _retold(begun, told, {spot: tile}, fold)
            except IllegalFactError:
                continue
            del left[spot]
    return Renamed(told, left)


def _retold(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> Retold:
    facts = retold(begun, told.facts, names)
    tables = fold(facts)
    return Retold(facts, tables[-1][1], tables)
