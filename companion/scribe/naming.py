"""Names: what each spot holds, put into what was told as far as the rules accept it; and what stays in doubt.

A name that the rules refuse was misread, there or elsewhere: it is never dropped in silence, and no other
name goes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.board import Board, group_of
from companion.scribe.following import Retold
from companion.scribe.identities import Identity, Way, identity
from companion.scribe.mind import Doubt, Mind, Tables, Trust
from companion.scribe.policy import LIKELY_ENOUGH, MOST_ASKED
from companion.scribe.questions import QuestionCode
from companion.scribe.spots import Names, Spot, retold, tile_at

__all__ = ["Naming", "newly_named"]

Fold = Callable[[tuple[KyokuFact, ...]], Tables]
"""Folds facts into the tables after them; raises IllegalFactError where the rules refuse one."""


@dataclass(frozen=True, slots=True)
class Naming:
    """When tiles are named, how sure a name has to be, and how facts become tables."""

    at_ns: int
    trust: Trust
    fold: Fold


@dataclass(frozen=True, slots=True)
class _Renamed:
    """What is told now, and the names that the rules refuse."""

    told: Retold
    refused: Names


def newly_named(
    mind: Mind, begun: Kyoku, told: Retold, looked: frozenset[Spot], naming: Naming
) -> tuple[Retold, Mapping[Spot, Doubt]]:
    """What is told with the names of its tiles, and what is in doubt; a refused name is not given."""
    looked |= _open_tiles(mind, told.kyoku)
    names, doubts = _found(told.kyoku, mind, looked, naming)
    after = _renamed(begun, told, names, naming.fold)
    if after.refused:
        names, doubts = _found(after.told.kyoku, mind, looked, naming, after.refused)
        after = _renamed(begun, after.told, names, naming.fold)
    return after.told, doubts


def _found(
    kyoku: Kyoku,
    mind: Mind,
    looked: frozenset[Spot],
    naming: Naming,
    refused: Names = MappingProxyType({}),
) -> tuple[Names, Mapping[Spot, Doubt]]:
    """The names in each group that was read anew or is in doubt, and what is in doubt now."""
    board = Board(kyoku, mind.pools, mind.people.settled, (naming.trust.sure, naming.trust.ahead))
    names: dict[Spot, Tile | None] = {}
    # A tile in doubt that was called is read together with its meld from then on.
    doubts = {spot: doubt for spot, doubt in mind.unsure.doubts.items() if group_of(kyoku, spot) == spot}
    for group in sorted({group_of(kyoku, spot) for spot in looked} | doubts.keys()):
        found = identity(board, group, refused.get(group))
        names.update(_news(found, kyoku, mind.people.settled))
        if not found.is_sure and _is_open(found, kyoku):
            doubts[group] = _doubt(group, found, mind, naming.at_ns)
        else:
            doubts.pop(group, None)
    return names, doubts


def _news(found: Identity, kyoku: Kyoku, settled: frozenset[Spot]) -> Iterator[tuple[Spot, Tile | None]]:
    """The names that differ from what was told; what people have named stays."""
    for spot, tile in found.told:
        if spot not in settled and tile_at(kyoku, spot) is not tile:
            yield spot, tile


def _is_open(found: Identity, kyoku: Kyoku) -> bool:
    """Whether a told tile still has no name, or is no longer likely enough."""
    if not found.ways:
        return False
    if found.ways[0][1] < LIKELY_ENOUGH:
        return True
    told = [(tile_at(kyoku, spot), tile) for spot, tile in found.ways[0][0]]
    return any(was is None or (tile is not None and was is not tile) for was, tile in told)


def _doubt(group: Spot, found: Identity, mind: Mind, at_ns: int) -> Doubt:
    pools = [mind.pools[spot] for spot in _open_first(found.ways) if spot in mind.pools]
    looks = max((pool.looks for pool in pools), default=0)
    crop = next((seen.crop for pool in pools for seen in reversed(pool.readings) if seen.crop), 0)
    before = mind.unsure.doubts.get(group)
    code = QuestionCode.FIFTH_COPY if found.is_elsewhere else QuestionCode.WHICH_TILE
    ways = found.ways[:MOST_ASKED]
    if before is not None:
        return replace(before, code=code, ways=ways, crop=crop)
    return Doubt(code, ways, looks, at_ns, crop)


def _open_first(ways: Sequence[Way]) -> list[Spot]:
    """The spots of the likeliest way; first those that another way names differently, to be asked about."""
    first = dict(ways[0][0])
    return sorted(first, key=lambda spot: all(dict(names).get(spot) is first[spot] for names, _ in ways))


def _open_tiles(mind: Mind, kyoku: Kyoku) -> frozenset[Spot]:
    """Tiles that were read but have no name, and that no person has named."""
    return frozenset(
        spot
        for spot, pool in mind.pools.items()
        if pool.readings and spot not in mind.people.settled and tile_at(kyoku, spot) is None
    )


def _renamed(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> _Renamed:
    """The facts with these names, as far as the rules accept them."""
    if not names:
        return _Renamed(told, {})
    try:
        return _Renamed(_retold(begun, told, names, fold), {})
    except IllegalFactError:
        return _one_by_one(begun, told, names, fold)


def _one_by_one(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> _Renamed:
    """Gives one name after another; refused ones are tried again at the end: another may have made room."""
    left, before = dict(names), len(names) + 1
    while left and len(left) < before:
        before = len(left)
        for spot, tile in list(left.items()):
            try:
                told = _retold(begun, told, {spot: tile}, fold)
            except IllegalFactError:
                continue
            del left[spot]
    return _Renamed(told, left)


def _retold(begun: Kyoku, told: Retold, names: Names, fold: Fold) -> Retold:
    facts = retold(begun, told.facts, names)
    tables = fold(facts)
    return Retold(facts, tables[-1][1], tables)
