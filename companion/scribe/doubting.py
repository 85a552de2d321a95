"""Which tiles are in doubt, what they may be, and when it is time to ask a person. No words here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from types import MappingProxyType
from typing import Final

from companion.riichi.copies import copies_left, faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind
from companion.riichi.seats import SEATS
from companion.riichi.tiles import COPIES, Tile
from companion.scribe.either_red import either_red
from companion.scribe.mind import Doubt, Mind, Trust
from companion.scribe.naming import Naming, Way, is_sure, name_closed, name_meld, name_tile
from companion.scribe.placing import tile_at
from companion.scribe.predict import Spot, SpotKind, discard_called_into
from companion.scribe.questions import MOST_CHOICES, QuestionCode
from companion.scribe.readings import FLOOR, Pool

__all__ = ["named"]


SHAKEN: Final = 0.9
"""A tile that was told is asked about when it is less likely than this."""


@dataclass(frozen=True, slots=True)
class Named:
    """What the spots that were looked at hold now, and what of them is in doubt."""

    names: Mapping[Spot, Tile | None]
    doubts: Mapping[Spot, Doubt]


def named(
    kyoku: Kyoku,
    mind: Mind,
    looked: frozenset[Spot],
    at_ns: int,
    trust: Trust,
    *,
    refused: Mapping[Spot, Tile | None] = MappingProxyType({}),
) -> Named:
    """The names of all spots of which something new was read, and of those in doubt: other tiles tell too.

    What the rules have refused a tile to be it hardly is.
    """
    names: dict[Spot, Tile | None] = {}
    in_melds = _in_melds(kyoku)
    # A tile in doubt that was called is read together with its meld from then on.
    doubts = {spot: doubt for spot, doubt in mind.doubts.items() if in_melds.get(spot, spot) == spot}
    for group in sorted({in_melds.get(spot, spot) for spot in looked} | doubts.keys()):
        code, naming = _naming(group, kyoku, mind, trust, refused.get(group))
        names.update(_news(naming.told, kyoku, mind.settled))
        if not naming.is_sure and _is_open(naming, kyoku):
            doubts[group] = _doubt(group, code, naming, mind, at_ns)
        else:
            doubts.pop(group, None)
    return Named(names, doubts)


def _in_melds(kyoku: Kyoku) -> Mapping[Spot, Spot]:
    """For each tile in a meld the first of the owner's in it: a meld is named as a whole."""
    in_melds: dict[Spot, Spot] = {}
    for seat, player in enumerate(kyoku.players):
        for number, meld in enumerate(player.melds):
            first = Spot(SpotKind.OWN, SEATS[seat], number, 0)
            called = discard_called_into(kyoku, first.seat, number)
            spots = [first._replace(at=at) for at in range(len(meld.own))]
            in_melds |= dict.fromkeys((*spots, *(() if called is None else (called,))), first)
    return in_melds


def _naming(
    group: Spot, kyoku: Kyoku, mind: Mind, trust: Trust, refused: Tile | None
) -> tuple[QuestionCode, Naming]:
    margins = (trust.sure, trust.ahead)
    if _is_closed(kyoku, group):
        return QuestionCode.WHICH_TILE, name_closed(kyoku, group, mind.pools, mind.settled, margins)
    if group.kind is SpotKind.OWN:
        naming = name_meld(kyoku, group, mind.pools, mind.settled, margins)
        either = either_red(kyoku, naming, mind.pools, mind.settled, margins)
        return (QuestionCode.WHICH_TILE, naming) if either is None else (QuestionCode.FIFTH_COPY, either)
    if group in mind.settled:
        return QuestionCode.WHICH_TILE, Naming((), is_sure=False)
    pool = mind.pools.get(group, Pool())
    naming = name_tile(kyoku, group, pool, margins, refused)
    if naming.is_sure or not _is_baffling(kyoku, group, pool, trust):
        return QuestionCode.WHICH_TILE, naming
    fifth = _fifth_copy(kyoku, group, mind, trust)
    if fifth.is_sure and len(fifth.ways[0][0]) == 1:
        return QuestionCode.WHICH_TILE, naming  # it is this one that is another tile: which, is to be read
    return QuestionCode.FIFTH_COPY, fifth


def _is_closed(kyoku: Kyoku, spot: Spot) -> bool:
    """Whether the tile lies in a closed kan (暗槓): it is what the other three are."""
    melds = kyoku.players[spot.seat].melds
    return (
        spot.kind is SpotKind.OWN and spot.number < len(melds) and melds[spot.number].kind is MeldKind.ANKAN
    )


def _news(
    names: Iterable[tuple[Spot, Tile | None]], kyoku: Kyoku, settled: frozenset[Spot]
) -> Iterator[tuple[Spot, Tile | None]]:
    """What is named otherwise than it was told; what people have said stays, as does what was known."""
    for spot, tile in names:
        if spot not in settled and tile is not None and tile_at(kyoku, spot) is not tile:
            yield spot, tile


def _is_open(naming: Naming, kyoku: Kyoku) -> bool:
    """Whether what was told is unseen still, or is no longer as likely as it was."""
    if not naming.ways:
        return False
    if naming.ways[0][1] < SHAKEN:
        return True
    told = [(tile_at(kyoku, spot), tile) for spot, tile in naming.ways[0][0]]
    return any(was is None or (tile is not None and was is not tile) for was, tile in told)


def _doubt(group: Spot, code: QuestionCode, naming: Naming, mind: Mind, at_ns: int) -> Doubt:
    pools = [mind.pools[spot] for spot in _open_first(naming.ways) if spot in mind.pools]
    looks = max((pool.looks for pool in pools), default=0)
    crop = next((seen.crop for pool in pools for seen in reversed(pool.readings) if seen.crop), 0)
    before = mind.doubts.get(group)
    ways = naming.ways[:MOST_CHOICES]
    if before is not None:
        return replace(before, code=code, ways=ways, crop=crop)
    return Doubt(code, ways, looks, at_ns, crop)


def _open_first(ways: Sequence[Way]) -> list[Spot]:
    """The spots of the likeliest way, those first that another way names otherwise: that is what is asked."""
    first = dict(ways[0][0])
    return sorted(first, key=lambda spot: all(dict(names).get(spot) is first[spot] for names, _ in ways))


def _is_baffling(kyoku: Kyoku, spot: Spot, pool: Pool, trust: Trust) -> bool:
    """Whether the tile is read surely, if one looks at nothing else, and cannot be."""
    ranked = pool.posterior({})
    if not is_sure([chance for _, chance in ranked], trust.sure, trust.ahead):
        return False
    return not copies_left(kyoku, ranked[0][0], (tile_at(kyoku, spot),))


def _fifth_copy(kyoku: Kyoku, spot: Spot, mind: Mind, trust: Trust) -> Naming:
    """Too many were read as this tile: this one or one of the others is another; the least sure first."""
    tile = max(mind.pools[spot].weights().items(), key=lambda one: one[1])[0]
    others = [
        other
        for other in mind.pools
        if other != spot
        and other not in mind.settled
        and not _is_bound(kyoku, other)
        and _clashes(kyoku, spot, tile, _told(kyoku, other))
    ]
    costs = [_otherwise(mind.pools[other], _told(kyoku, other), other, ((spot, tile),)) for other in others]
    costs = sorted((*costs, _otherwise(mind.pools[spot], tile, spot, ())), key=lambda one: one[0])
    whole = sum(exp(-cost) for cost, _ in costs)
    ways = tuple((names, exp(-cost) / whole) for cost, names in costs)
    is_named = all(tile is not None for _, tile in ways[0][0])
    return Naming(ways, is_named and is_sure([chance for _, chance in ways], trust.sure, trust.ahead))


def _is_bound(kyoku: Kyoku, spot: Spot) -> bool:
    """Whether the other tiles of its meld say what kind of tile it is; of red fives they do not."""
    if spot.kind is SpotKind.INDICATOR:
        return False
    told = _told(kyoku, spot)
    if spot.kind is SpotKind.DISCARD and kyoku.players[spot.seat].discards[spot.number].called_by is None:
        return False
    return _is_closed(kyoku, spot) or told is None or len(faces_of_kind(told.kind)) == 1


def _clashes(kyoku: Kyoku, spot: Spot, tile: Tile, other: Tile | None) -> bool:
    """Whether both cannot be: a fifth copy of the kind, or one red or plain five too many."""
    if other is None or other.kind != tile.kind:
        return False
    told = tile_at(kyoku, spot)
    is_fifth = kyoku.seen[tile.kind] - (told is not None and told.kind == tile.kind) >= COPIES
    return is_fifth or other is tile


def _told(kyoku: Kyoku, spot: Spot) -> Tile | None:
    try:
        return tile_at(kyoku, spot)
    except IndexError:
        return None


def _otherwise(
    pool: Pool, tile: Tile | None, spot: Spot, more: tuple[tuple[Spot, Tile | None], ...]
) -> tuple[float, tuple[tuple[Spot, Tile | None], ...]]:
    """What it costs to read a tile as another one: the likeliest other face, or none that anybody named."""
    weights = pool.weights()
    here = weights.get(tile, 1.0) if tile is not None else 1.0
    others = [(weight, face) for face, weight in weights.items() if face is not tile]
    best: tuple[float, Tile | None] = max(others, default=(FLOOR, None), key=lambda one: one[0])
    return log(here / min(here, max(FLOOR, best[0]))), (*more, (spot, best[1]))
