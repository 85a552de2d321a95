"""To whose river or wall a tile belongs; what speaks against it, in nats, is one term of a story's cost.

This module weighs how a tile is turned, which row it lies in, and how far it is from where such tiles lie;
what lay there before and whose turn it can be are weighed where a reading is compared with the record. A tile
that could lie in either of two places is one tile with two readings. No fixed zones or diagonals divide the
table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from companion.scribe.policy import A_FEW, FAR_FETCHED, HOPELESS, MOST_EVENTS
from companion.scribe.weights import (
    A_HOLE,
    A_LITTLE,
    APART,
    FIRST_ROW,
    NEAR,
    NOWHERE,
    RIICHI,
    SOFT,
)
from hardware.profile import Side
from vision.place.zones import TableZone, default_zones

__all__ = ["Kind", "Lie", "Place", "Reading", "TileSize", "against", "readings"]


class Kind(StrEnum):
    """What a place is for."""

    RIVER = "river"
    WALL = "wall"


class Place(NamedTuple):
    """A river or a wall, by the side of the table in front of which it lies."""

    kind: Kind
    side: int


class TileSize(NamedTuple):
    """How large a tile is, as a share of the table's side."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Room:
    """Where tiles of a river or a wall usually lie: distances from the middle, as the owner sees them."""

    right: tuple[float, float]
    away: tuple[float, float]

    def beyond(self, right: float, away: float) -> float:
        """What it costs to lie outside it, in nats."""
        aside = max(self.right[0] - right, 0.0, right - self.right[1])
        apart = max(self.away[0] - away, 0.0, away - self.away[1])
        return min(HOPELESS, (aside * aside + apart * apart) / (2 * SOFT * SOFT))


def _room(zone: TableZone) -> _Room:
    """Where a zone of side A lies, as its owner sees it."""
    across, down = zip(*zone.corners, strict=True)
    return _Room((min(across) - 0.5, max(across) - 0.5), (min(down) - 0.5, max(down) - 0.5))


_ROOMS: Final = {
    kind: _room(zone)
    for kind in Kind
    for zone in default_zones((Side.A,))
    if zone.name == f"{kind.value}.{Side.A.name}"
}


@dataclass(frozen=True, slots=True)
class Lie:
    """How a tile lies on the flat table; `x` and `y` (0 to 1) run right and down as side A sees them."""

    x: float
    y: float
    is_upright: bool
    """Its long edges run up and down as side A sees them."""
    is_back: bool = False

    def seen_from(self, side: int) -> tuple[float, float, bool]:
        """As seen from a side: how far right of the middle, how far out from it, and whether sideways."""
        right, away = self.x - 0.5, self.y - 0.5
        for _ in range(side):
            right, away = -away, right
        return right, away, self.is_upright == bool(side % 2)


class Reading(NamedTuple):
    """One way to say where every tile belongs."""

    cost: float
    """How much more speaks against it than against the likeliest one, in nats."""
    places: tuple[Place | None, ...]
    """The place of each tile; None where it belongs to none."""


def against(lie: Lie, place: Place, there: Iterable[Lie], size: TileSize, *, is_begun: bool = True) -> float:
    """What speaks against a tile belonging to a place, in nats, `HOPELESS` at most.

    `there` are the tiles near this one that belong to the place; `is_begun`: whether any does, near or far.
    """
    right, away, is_across = lie.seen_from(place.side)
    cost = _ROOMS[place.kind].beyond(right, away)
    if place.kind is Kind.WALL:
        return min(HOPELESS, cost + NOWHERE * is_across + _no_wall(lie, place, there, size))
    if lie.is_back:
        return HOPELESS
    cost += RIICHI * is_across
    if not is_begun:
        return min(HOPELESS, cost + APART * (right > 0 or away > FIRST_ROW))
    steps = (_step(lie, other, place.side, size) for other in there)
    return min(HOPELESS, cost + min(steps, default=APART))


def _no_wall(lie: Lie, place: Place, there: Iterable[Lie], size: TileSize) -> float:
    """What speaks against a face on a wall: nothing where a stack stands at its side, or right before it."""
    if lie.is_back:
        return 0.0
    backs = (other for other in there if other.is_back)
    is_there = any(_step(lie, other, place.side, size) <= A_HOLE for other in backs)
    return 0.0 if is_there else NOWHERE


def _step(lie: Lie, other: Lie, side: int, size: TileSize) -> float:
    """What speaks against a tile lying in a row with another one, or right in front of it or behind it."""
    right, away, is_across = lie.seen_from(side)
    its_right, its_away, is_its = other.seen_from(side)
    aside, apart = abs(right - its_right), abs(away - its_away)
    if apart < A_LITTLE * size.height:
        halves = sum(size.height if one else size.width for one in (is_across, is_its)) / 2
        room = (aside - halves) / size.width
        if abs(room) < A_LITTLE:
            return 0.0
        return A_HOLE if 0 < room < 1 + A_LITTLE else APART
    is_under = aside < size.width and abs(apart / size.height - 1) < A_LITTLE
    return 0.0 if is_under else APART


def readings(lies: Sequence[Lie], sides: Sequence[int], size: TileSize) -> list[Reading]:
    """How all tiles may belong to walls and to the rivers of these sides, the likeliest first.

    There are at most `A_FEW`; each of the others differs from the likeliest in one tile.
    """
    board = _Board(lies, sides, size)
    board.settle()
    best = tuple(board.places)
    found = [Reading(0.0, best)]
    others = sorted(board.others())
    for cost, number, place in others[: A_FEW - 1]:
        found.append(Reading(cost, (*best[:number], place, *best[number + 1 :])))
    return found


class _Board:
    """All tiles, each in a place; they are moved until none fits better in another."""

    def __init__(self, lies: Sequence[Lie], sides: Sequence[int], size: TileSize) -> None:
        self._lies, self._size = lies, size
        self._near = _neighbours(lies, NEAR * size.width)
        self._may = [dict(_candidates(lie, sides)) for lie in lies]
        self.places = [min(may, key=lambda one: may[one], default=None) for may in self._may]
        self._open = [number for number, may in enumerate(self._may) if len(may) > 1]
        self._body: frozenset[int] = frozenset()
        """The tiles in the largest group of a river, or in any group of a wall: strays make no river."""

    def settle(self) -> None:
        """Lay each tile where it fits best beside the others, as long as that moves any."""
        for _ in range(MOST_EVENTS):
            self._body = self._bodies()
            moved = False
            for number in self._open:
                costs = self._costs(number)
                place = min(costs, key=lambda one: costs[one])
                moved |= place != self.places[number]
                self.places[number] = place
            if not moved:
                return

    def others(self) -> Iterator[tuple[float, int, Place]]:
        """Each other place that a tile could have, and how much more speaks against it."""
        for number in self._open:
            costs, here = self._costs(number), self.places[number]
            for place, cost in costs.items():
                if place != here and here is not None and cost - costs[here] < FAR_FETCHED:
                    yield max(0.0, cost - costs[here]), number, place

    def _costs(self, number: int) -> Mapping[Place, float]:
        lie = self._lies[number]
        begun = {self.places[at] for at in self._body if at != number}
        there = defaultdict[Place | None, list[Lie]](list)
        for at in self._near[number]:
            if at in self._body:
                there[self.places[at]].append(self._lies[at])
        return {
            place: against(lie, place, there[place], self._size, is_begun=place in begun)
            for place in self._may[number]
        }

    def _bodies(self) -> frozenset[int]:
        """For each place, the tiles that lie together in its largest group; for a wall, in every group."""
        largest: dict[Place, list[int]] = {}
        left = {number for number, place in enumerate(self.places) if place is not None}
        while left:
            part = self._together(left)
            left.difference_update(part)
            place = self.places[part[0]]
            if place is not None and (place.kind is Kind.WALL or len(part) > len(largest.get(place, ()))):
                largest[place] = [*part, *(largest.get(place, ()) if place.kind is Kind.WALL else ())]
        return frozenset(number for part in largest.values() for number in part)

    def _together(self, left: set[int]) -> list[int]:
        """One tile of those that are left, and all that lie in rows with it."""
        first = min(left)
        place, part = self.places[first], [first]
        for number in part:
            for at in self._near[number]:
                is_new = at in left and at not in part and self.places[at] == place
                if is_new and place and self._goes_on(number, at, place):
                    part.append(at)
        return part

    def _goes_on(self, one: int, other: int, place: Place) -> bool:
        return _step(self._lies[one], self._lies[other], place.side, self._size) <= A_HOLE


def _candidates(lie: Lie, sides: Sequence[int]) -> Iterator[tuple[Place, float]]:
    """The places that a tile may have by itself, with what speaks against each."""
    for kind in Kind:
        if kind is Kind.RIVER and lie.is_back:
            continue
        for side in sides if kind is Kind.RIVER else range(4):  # a wall also stands where nobody sits
            right, away, is_across = lie.seen_from(side)
            beyond = _ROOMS[kind].beyond(right, away)
            if beyond < HOPELESS:
                cost = NOWHERE if kind is Kind.WALL else RIICHI
                yield Place(kind, side), beyond + cost * is_across


def _neighbours(lies: Sequence[Lie], near: float) -> list[list[int]]:
    """For each tile, by its number: the numbers of the tiles near it."""
    cells = defaultdict[tuple[int, int], list[int]](list)
    for number, lie in enumerate(lies):
        cells[int(lie.x / near), int(lie.y / near)].append(number)
    found: list[list[int]] = []
    for number, lie in enumerate(lies):
        column, row = int(lie.x / near), int(lie.y / near)
        around = (
            at for dx in (-1, 0, 1) for dy in (-1, 0, 1) for at in cells.get((column + dx, row + dy), ())
        )
        found.append([at for at in around if at != number and _apart(lie, lies[at]) < near])
    return found


def _apart(one: Lie, other: Lie) -> float:
    return max(abs(one.x - other.x), abs(one.y - other.y))
