"""Identities: which tile lies in each spot, by all that was read of it and of its neighbours.

Tiles that belong together are named together: a tile by itself, a meld, a closed kan. Each way to name them
has a weight: what is read of every tile, times how many such tiles are left. There are four of each kind, and
as many red fives as the set has: if a way needs a copy that was told elsewhere, it takes one of those to be a
different tile, and pays what it costs to contradict that reading. A chance is a share of all weights, and the
chance of a tile in one spot is the sum over all ways that have it there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from math import exp, prod

from companion.riichi.copies import copies_in_set, faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.melds import MeldKind, runs_with
from companion.riichi.spots import Spot, SpotKind, discard_called_into
from companion.riichi.tiles import Tile
from companion.scribe.board import Board
from companion.scribe.observations import Pool
from companion.scribe.policy import CONFIRMED, FAINT_WAY, HOPELESS, MOST_ASKED
from companion.scribe.weights import FLOOR, MISREAD_MOST

Names = tuple[tuple[Spot, Tile | None], ...]
"""Some spots with the tiles they hold; None for a tile left open."""
Way = tuple[Names, float]
"""One way to name some spots, and its chance."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One way to name some spots, and how much speaks for it."""

    names: Mapping[Spot, Tile | None]
    weight: float
    may_be: bool = True
    """Whether it can be told: enough copies are left and, of a closed kan, enough has been read or said."""
    is_elsewhere: bool = False
    """Whether it takes a tile that was told elsewhere to be another one."""


def group_of(kyoku: Kyoku, spot: Spot) -> Spot:
    """The spot that stands for all tiles that are named together with this one."""
    if spot.kind is SpotKind.OWN:
        return spot._replace(at=0)
    if spot.kind is SpotKind.INDICATOR:
        return spot
    caller = kyoku.players[spot.seat].discards[spot.number].called_by
    for number in range(0 if caller is None else len(kyoku.players[caller].melds)):
        if caller is not None and discard_called_into(kyoku, caller, number) == spot:
            return Spot(SpotKind.OWN, caller, number, 0)
    return spot


def share_of(read: Mapping[Tile, float], tile: Tile) -> float:
    """How much speaks for a face, never 0; 1 where nothing was read."""
    return max(FLOOR, read.get(tile, 0.0)) if read else 1.0


def with_room(board: Board, names: Mapping[Spot, Tile | None], weight: float) -> Iterator[Weighed]:
    """The way, if enough copies are left; else one for each other face that a tile elsewhere may have."""
    count = board.left_for(names)
    if count:
        yield Weighed(names, weight * count)
        return
    has_room = False
    for spot, other in board.told_alike(names):
        count = board.left_for(names, other)
        for instead, share in _others(board, spot, other).items() if count else ():
            has_room = True
            yield Weighed({**names, spot: instead}, weight * count * share, is_elsewhere=True)
    if not has_room:
        yield Weighed(names, weight * exp(-MISREAD_MOST), may_be=False)


def _others(board: Board, spot: Spot, told: Tile) -> dict[Tile | None, float]:
    """What else a told tile may be, and how likely compared with it; empty where its meld settles it."""
    read, group = board.read(spot), group_of(board.kyoku, spot)
    here = read.get(told, 1.0)
    if group.kind is not SpotKind.OWN:
        faces = {face: share for face, share in read.items() if face is not told}
        return {None: board.pools[spot].unnamed / here} | {face: faces[face] / here for face in faces}
    is_open = board.kyoku.players[group.seat].melds[group.number].is_open
    faces_here = faces_of_kind(told.kind) if is_open else ()
    return {face: share_of(read, face) / here for face in faces_here if face is not told}


@dataclass(frozen=True, slots=True)
class Identity:
    """What some spots that belong together hold: the ways that people may be offered, the likeliest first."""

    ways: tuple[Way, ...] = ()
    told: Names = ()
    """What is sure, whichever way is the right one."""
    is_sure: bool = False
    """Whether all of the likeliest way is sure."""
    is_elsewhere: bool = False
    """Whether a tile that was told elsewhere may be the one that is wrong."""


def is_sure(chances: Sequence[float], sure: float, ahead: float) -> bool:
    """Whether the first chance is great enough, and so far ahead of the second that nobody need be asked."""
    if not chances or chances[0] < sure:
        return False
    return len(chances) == 1 or chances[0] >= ahead * chances[1]


def identity(board: Board, group: Spot, refused: Tile | None = None) -> Identity:
    """What the tiles of a group are; a face that the rules have refused is unlikely."""
    is_one = group.kind is not SpotKind.OWN
    if is_one and group in board.settled:
        return Identity()
    told = {spot: board.told(spot) for spot in ((group,) if is_one else _spots_of_meld(board.kyoku, group))}
    if refused is None and _is_read_surely(board, told):
        return Identity(told=(*told.items(),), is_sure=True)
    return _of_one(board, group, refused) if is_one else _of_meld(board, group, [*told])


def _spots_of_meld(kyoku: Kyoku, group: Spot) -> tuple[Spot, ...]:
    """The tiles of a meld, the called one first."""
    called = discard_called_into(kyoku, group.seat, group.number)
    own = kyoku.players[group.seat].melds[group.number].own
    return (*(() if called is None else (called,)), *(group._replace(at=at) for at in range(len(own))))


def _is_read_surely(board: Board, told: Mapping[Spot, Tile | None]) -> bool:
    """Whether readings alone leave no doubt of what was told: then no other face has to be weighed."""
    sure, ahead = board.margins
    least = max(sure, ahead / (1 + ahead))
    pools = ((board.pools.get(spot, Pool()), tile) for spot, tile in told.items())
    is_read = all(tile is not None and pool.chance(tile) >= least for pool, tile in pools)
    return is_read and board.left_for(told) == 1.0


def _of_one(board: Board, spot: Spot, refused: Tile | None) -> Identity:
    pool, read = board.pools.get(spot, Pool()), board.read(spot)
    likeliest = max(read, key=lambda face: read[face], default=None)
    is_sure_alone = likeliest is not None and pool.chance(likeliest) >= board.margins[0]
    insists = likeliest if is_sure_alone else None
    ways: list[Weighed] = []
    for face, weight in read.items():
        count = board.left_for({spot: face})
        # Another tile makes room for a face only where the reading insists on it.
        if count and (face is insists or face is not refused):
            ways.append(Weighed({spot: face}, weight * count))
        elif face is insists:
            ways += with_room(board, {spot: face}, weight)
        else:
            ways.append(Weighed({spot: face}, weight * exp(-MISREAD_MOST), may_be=count > 0))
    ways.append(Weighed({spot: None}, pool.unnamed))
    found = _ranked(board, ways, (spot,))
    # A confident reading that cannot be true was a misreading: then the next likeliest face is no better.
    is_misread = insists is not None and dict(found.told).get(spot, insists) is not insists
    return replace(found, told=(), is_sure=False) if is_misread else found


def _of_meld(board: Board, group: Spot, spots: Sequence[Spot]) -> Identity:
    """What the tiles of a meld are: together they make a run, a triplet or a kan (副露).

    A closed kan is named by two open faces, or by what people have said (暗槓).
    """
    kyoku = board.kyoku
    meld = kyoku.players[group.seat].melds[group.number]
    own = spots[len(spots) - len(meld.own) :]
    read = [board.read(spot) for spot in spots]
    said = {tile.kind for spot in own if spot in board.settled and (tile := board.told(spot)) is not None}
    is_shown = meld.is_open or bool(said) or sum(map(bool, read)) >= CONFIRMED
    named = sorted((not meld.is_open and said) or {tile.kind for one in read for tile in one})
    order = 1 if meld.is_open else -1  # in a closed kan the red one comes first if nobody saw which it is
    likely = [
        (prod(share_of(one, tile) for one, tile in zip(read, tiles, strict=True)), tiles)
        for kinds in _patterns(meld.kind, named, len(spots), has_called=len(own) < len(spots))
        for tiles in product(*(_faces(kyoku, kind)[::order] for kind in kinds))
    ]
    least = max((weight for weight, _ in likely), default=0.0) * exp(-HOPELESS)
    ways = [
        way if is_shown else replace(way, may_be=False)
        for weight, tiles in likely
        if weight > least
        for way in with_room(board, dict(zip(spots, tiles, strict=True)), weight)
    ]
    # A caller's own tiles have no order: swapping two makes no other meld, so they stay as they were told.
    alike = own[:-1] if meld.kind is MeldKind.KAKAN else own
    guessed = own[-1:] if _may_lie_elsewhere(board, own[-1]) else ()
    found = _ranked(board, _merged(board, ways, alike), spots, guessed)
    if meld.is_open or said:
        return found
    return replace(found, ways=tuple(way for way in found.ways if board.left_for(dict(way[0]))))


def _faces(kyoku: Kyoku, kind: int) -> tuple[Tile, ...]:
    """The plain tile of a kind, and the red one where the set has one."""
    plain, *red = faces_of_kind(kind)
    return (plain, *(face for face in red if copies_in_set(kyoku.rules, face)))


def _patterns(
    kind: MeldKind, named: Sequence[int], size: int, *, has_called: bool
) -> Iterator[tuple[int, ...]]:
    """The melds that have a kind which was read, each as kinds; a caller's own tiles of a run may swap."""
    if kind is not MeldKind.CHI:
        yield from ((one,) * size for one in named)
        return
    for run in sorted({run for one in named for run in runs_with(one)}):
        orders = permutations(run)
        yield from orders if has_called else dict.fromkeys(order[1:] for order in orders)


def is_added(kyoku: Kyoku, spot: Spot) -> bool:
    """Whether this tile was added to a pon (加槓): it is the last of its meld."""
    if spot.kind is not SpotKind.OWN:
        return False
    meld = kyoku.players[spot.seat].melds[spot.number]
    return meld.kind is MeldKind.KAKAN and spot.at == len(meld.own) - 1


def _may_lie_elsewhere(board: Board, spot: Spot) -> bool:
    """Whether this tile was added, nobody has seen it, and there is another pon on which it may lie."""
    is_unseen = is_added(board.kyoku, spot) and not board.pools.get(spot, Pool()).readings
    return is_unseen and any(meld.kind is MeldKind.PON for meld in board.kyoku.players[spot.seat].melds)


def _merged(board: Board, ways: Sequence[Weighed], alike: Sequence[Spot]) -> list[Weighed]:
    """Merges ways that differ only in the order of these spots: the one nearest to what was told stays."""
    groups: dict[object, list[Weighed]] = {}
    for way in ways:
        rest = tuple((spot, tile) for spot, tile in way.names.items() if spot not in alike)
        groups.setdefault((rest, *sorted(way.names[spot] or _NONE for spot in alike)), []).append(way)
    return [
        replace(
            max(group, key=lambda way: (_standing(board, way), way.weight)),
            weight=sum(way.weight for way in group),
        )
        for group in groups.values()
    ]


_NONE = Tile("7z")


def _standing(board: Board, way: Weighed) -> int:
    """How many tiles are as they were told."""
    return sum(board.told(spot) is tile for spot, tile in way.names.items())


def _ranked(
    board: Board, ways: Sequence[Weighed], spots: Sequence[Spot], guessed: Collection[Spot] = ()
) -> Identity:
    """The ways that may be offered, and what of them is sure; what is only guessed stays open."""
    whole = sum(way.weight for way in ways)
    ranked = sorted(ways, key=lambda way: -way.weight)
    if not whole:
        return Identity()  # nothing was read
    found = [
        (tuple(one for one in way.names.items() if one[0] not in guessed), way.weight / whole)
        for way in ranked
    ]
    near = [way for way in ranked[:MOST_ASKED] if way.weight * board.margins[1] > ranked[0].weight]
    is_elsewhere = any(way.is_elsewhere for way in near)
    likely = _offered(found, spots, is_elsewhere=is_elsewhere)
    if not ranked[0].may_be:
        return Identity(likely, is_elsewhere=is_elsewhere)
    open_spots = [spot for spot in {**ranked[0].names, **dict.fromkeys(spots)} if spot not in guessed]
    told = dict(_marginals(board, found, open_spots))
    is_whole = all(told.get(spot) is not None for spot in open_spots)
    return Identity(likely, tuple(told.items()), is_whole, is_elsewhere)


def _offered(ways: Sequence[Way], spots: Sequence[Spot], *, is_elsewhere: bool) -> tuple[Way, ...]:
    """What a person may choose from: ways to name these spots, with others only where those are in doubt."""
    chances: defaultdict[Names, float] = defaultdict(float)
    for names, chance in ways:
        chances[names if is_elsewhere else tuple(one for one in names if one[0] in spots)] += chance
    least = FAINT_WAY if len(spots) > 1 else 0.0
    ranked = [way for way in sorted(chances.items(), key=lambda way: -way[1]) if way[1] >= least]
    # Nobody can say yes to an unnamed tile. But where a tile elsewhere is in doubt, too, and fewer than two
    # ways are named, "that one is another tile" may be chosen.
    named = [way for way in ranked if all(tile is not None for _, tile in way[0])]
    return tuple(ranked if is_elsewhere and len(named) < 2 else named)


def _marginals(
    board: Board, ways: Sequence[Way], spots: Sequence[Spot]
) -> Iterator[tuple[Spot, Tile | None]]:
    """Each spot whose tile is sure by itself; and, with None, each whose told tile is certainly wrong."""
    held_with = [(dict(names), chance) for names, chance in ways]
    for spot in spots:
        chances: defaultdict[Tile | None, float] = defaultdict(float)
        told = board.told(spot)
        for held, chance in held_with:
            chances[held.get(spot, told)] += chance
        whole = sum(chances.values())
        left_open = chances.pop(None, 0.0)  # many faces together: none of them is a rival
        ranked = sorted(chances.items(), key=lambda one: -one[1])
        otherwise = whole - chances[told] if told is not None else 0.0
        if ranked and is_sure([chance for _, chance in ranked], *board.margins):
            yield spot, ranked[0][0]
        elif left_open and is_sure([otherwise, whole - otherwise], *board.margins):
            yield spot, None
