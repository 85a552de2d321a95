"""The board: all that is known of the tiles on the table, and what room it leaves for a name.

There are four of each kind, and as many red fives as the set has. If a name needs one copy too many, another
tile, told elsewhere, must be something else: which one, and what it is then, is part of the way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, perm

from companion.riichi.copies import copies_left, faces_of_kind
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.observations import Pool
from companion.scribe.spots import Spot, SpotKind, discard_called_into, told_at
from companion.scribe.weights import FLOOR, MISREAD_MOST

__all__ = ["Board", "Weighed", "group_of", "share_of", "taken", "with_room"]


@dataclass(frozen=True, slots=True)
class Board:
    """All that is known of the tiles on the table."""

    kyoku: Kyoku
    """The hand as it was told."""
    pools: Mapping[Spot, Pool]
    settled: frozenset[Spot]
    """The spots whose tiles people have named."""
    margins: tuple[float, float]
    """How likely a tile must be to be told (a share), and how many times as likely as the next one."""

    def told(self, spot: Spot) -> Tile | None:
        """What was told to lie there."""
        return told_at(self.kyoku, spot)

    def read(self, spot: Spot) -> Mapping[Tile, float]:
        """The weight of each face that was read, 1 for the best one; empty where nothing was read."""
        told = self.told(spot)
        if spot in self.settled and told is not None:
            return {told: 1.0}
        weights = self.pools.get(spot, Pool()).weights()
        best = max(weights.values(), default=1.0)
        return {tile: weight / best for tile, weight in weights.items()}


@dataclass(frozen=True, slots=True)
class Weighed:
    """One way to name some spots, and how much speaks for it."""

    names: Mapping[Spot, Tile | None]
    weight: float
    may_be: bool = True
    """Whether enough copies are left for it."""
    is_elsewhere: bool = False


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
    """The way, if enough copies are left; else one for each tile elsewhere that may have been misread."""
    told = [board.told(spot) for spot in names]
    tiles = [tile for tile in names.values() if tile is not None]
    count = taken(board.kyoku, tiles, told)
    if count:
        yield Weighed(names, weight * count)
        return
    has_room = False
    for spot, other in _told_alike(board, names, tiles):
        count = taken(board.kyoku, tiles, [*told, other])
        for instead, share in _others(board, spot, other).items() if count else ():
            has_room = True
            yield Weighed({**names, spot: instead}, weight * count * share, is_elsewhere=True)
    if not has_room:
        yield Weighed(names, weight * exp(-MISREAD_MOST), may_be=False)


def _told_alike(
    board: Board, names: Mapping[Spot, Tile | None], tiles: Sequence[Tile]
) -> Iterator[tuple[Spot, Tile]]:
    """Tiles of these kinds that were told elsewhere, and not by a person.

    A meld's own tiles say what it is made of, but not which of two fives is the red one.
    """
    kinds = {tile.kind for tile in tiles if len(names) == 1 or len(faces_of_kind(tile.kind)) > 1}
    for spot in board.pools:
        other = board.told(spot)
        if other is not None and other.kind in kinds and spot not in names and spot not in board.settled:
            yield spot, other


def taken(kyoku: Kyoku, tiles: Sequence[Tile], but: Sequence[Tile | None]) -> float:
    """How many ways there are to take these from the tiles left, as a share of the most with other reds."""
    if len(tiles) == 1 and len(faces_of_kind(tiles[0].kind)) == 1:
        return float(copies_left(kyoku, tiles[0], but) > 0)
    share = 1.0
    for kind in dict.fromkeys(tile.kind for tile in tiles):
        number, red = _counts(tiles, kind)
        plain, *reds = faces_of_kind(kind)
        left = copies_left(kyoku, plain, but)
        if not reds:
            share *= left >= number
            continue
        left_red = copies_left(kyoku, reds[0], but)
        ways = perm(left, number - red) * perm(left_red, red)
        most = max(perm(left, number - one) * perm(left_red, one) for one in range(number + 1))
        share *= ways / most if ways else 0.0
    return share


def _counts(tiles: Sequence[Tile], kind: int) -> tuple[int, int]:
    """How many of these tiles are of a kind, and how many of those are red."""
    alike = [tile.is_red for tile in tiles if tile.kind == kind]
    return len(alike), sum(alike)


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
