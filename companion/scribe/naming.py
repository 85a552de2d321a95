"""Names: what each spot holds, put into what was told as far as the rules accept it; and what stays in doubt.

A name that the rules refuse was misread, there or elsewhere: it is never dropped in silence, and no other
name goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from companion.riichi.kyoku import Kyoku
from companion.riichi.spots import Spot, tile_at
from companion.riichi.tiles import Tile
from companion.scribe.board import Board
from companion.scribe.identities import Identity, Way, group_of, identity, is_added
from companion.scribe.mind import Doubt, Mind, Trust
from companion.scribe.observations import Pool
from companion.scribe.policy import LIKELY_ENOUGH, MOST_ASKED
from companion.scribe.questions import QuestionCode
from companion.scribe.spots import Names, Telling


def newly_named(mind: Mind, looked: frozenset[Spot], at_ns: int, trust: Trust) -> Mind:
    """The mind that tells the names of its tiles, and what is in doubt; no refused name is given."""
    looked |= _open_tiles(mind)
    names, doubts = _found(mind, looked, at_ns, trust)
    told, refused = _renamed(mind.told, names)
    if refused:
        mind = replace(mind, told=told)
        names, doubts = _found(mind, looked, at_ns, trust, refused)
        told, _ = _renamed(told, names)
    return replace(mind, told=told, unsure=replace(mind.unsure, doubts=doubts))


def _found(
    mind: Mind, looked: frozenset[Spot], at_ns: int, trust: Trust, refused: Names = MappingProxyType({})
) -> tuple[Names, Mapping[Spot, Doubt]]:
    """The names in each group that was read anew or is in doubt, and what is in doubt now."""
    kyoku = mind.kyoku
    board = Board(kyoku, mind.pools, mind.people.settled, (trust.sure, trust.ahead))
    names: dict[Spot, Tile | None] = {}
    # A tile in doubt that was called is read together with its meld from then on.
    doubts = {spot: doubt for spot, doubt in mind.unsure.doubts.items() if group_of(kyoku, spot) == spot}
    for group in sorted({group_of(kyoku, spot) for spot in looked} | doubts.keys()):
        found = identity(board, group, refused.get(group))
        names.update(_news(found, kyoku, mind.people.settled))
        if not found.is_sure and _is_open(found, kyoku):
            doubts[group] = _doubt(group, found, mind, at_ns)
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
    crop = next((pool.crop for pool in pools if pool.crop), 0)
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


def _open_tiles(mind: Mind) -> frozenset[Spot]:
    """Tiles without a name that were read, or were added to a pon (加槓), which gives their kind."""
    unnamed = (spot for spot in mind.told.standing if tile_at(mind.kyoku, spot) is None)
    return frozenset(
        spot
        for spot in unnamed
        if spot not in mind.people.settled
        if mind.pools.get(spot, Pool()).readings or is_added(mind.kyoku, spot)
    )


def _renamed(told: Telling, names: Names) -> tuple[Telling, Names]:
    """The telling with these names as far as the rules accept them, and those that they refuse.

    Where not all are accepted at once, each is given by itself, and again as long as another makes room.
    """
    after = told.with_names(names)
    if after is not None:
        return after, {}
    left, before = dict(names), len(names) + 1
    while left and len(left) < before:
        before = len(left)
        for spot, tile in list(left.items()):
            after = told.with_names({spot: tile})
            if after is not None:
                told = after
                del left[spot]
    return told, left
