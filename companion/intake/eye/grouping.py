"""Which tiles beside a hand belong together: three or four, one of them sideways. Pure.

Melds may touch each other, so the gaps alone do not decide; what the tiles are counts too. Two
tiles that lie as in a meld whose third tile is not found are reported as the rest of a meld.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final

from companion.intake.eye.blanks import may_be_a_back
from companion.intake.eye.rows import Size, Spot, in_rows
from vision.labels import BACK, BLANK, UNKNOWN, plain_of

__all__ = ["Group", "grouped"]

ALONE: Final = 3.0
"""The cost of a tile that belongs to no meld."""
NOT_ONE: Final = 1.5
"""The cost of tiles that do not read as a meld: one of them may be misread."""
ONE_TOO_MANY: Final = 4.5
"""What four tiles cost if the one at an end clearly does not belong to the meld of the others, if they are
clearly two pairs, or if one is a back and the faces differ: some belong to another meld, or to none."""
HALF: Final = 4.0
"""The cost of two tiles of a meld, one of them sideways, whose third is not found or not laid yet."""
HALF_UPRIGHT: Final = 5.0
"""The cost of two tiles of a meld if neither lies sideways (the third one does), or if both seem to: on some
tiles the rows of circles mislead."""
A_BACK: Final = 3.5
"""The cost of a back beside a sideways tile: no open meld has one face down, so it is a rim, or misread."""
TOUCHING: Final = 0.3
"""In tile widths: the most room between two tiles of a meld that people have pushed together."""
A_TILE: Final = (0.6, 1.7)
"""In tile widths: the least and the most room that a missing tile leaves between two others."""
SURELY: Final = 0.9
"""The least confidence of a reading that counts as sure."""
CLOSED: Final = [BACK, UNKNOWN, UNKNOWN, BACK]
"""A closed kan (暗槓) of which no face could be named."""
NORTH: Final = "4z"


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that lie together, left to right."""

    spots: tuple[Spot, ...]
    added: Spot | None = None
    """The fourth tile of an added kan (加槓), laid beside the sideways one, toward the middle."""

    @property
    def is_meld(self) -> bool:
        """Whether there is more than one tile."""
        return len(self.spots) > 1


def grouped(spots: Sequence[Spot], size: Size, *, may_set_aside: bool = False) -> tuple[Group, ...]:
    """All groups, the one nearest the owner's right corner first; a tile that fits nowhere is alone in one.

    `may_set_aside`: whether a north may lie alone (北抜き).
    """
    over = _laid_over(spots, size)
    added = {id(top) for top in over.values()}
    rows = in_rows([spot for spot in spots if id(spot) not in added], size)
    found = [group for row in reversed(rows) for group in reversed(_split(row, size, may_set_aside))]
    return tuple(Group(group, _added(group, over)) for group in found)


def _added(group: tuple[Spot, ...], over: dict[int, Spot]) -> Spot | None:
    return next((over[id(spot)] for spot in group if id(spot) in over), None)


def _laid_over(spots: Sequence[Spot], size: Size) -> dict[int, Spot]:
    """The tile laid above a sideways tile, toward the middle, by the `id` of the one below."""
    across = sorted((spot for spot in spots if spot.wide), key=lambda spot: -spot.y)
    return {
        id(below): above
        for below in across
        for above in across
        if 0.55 * size.width < below.y - above.y < 1.25 * size.width
        and abs(below.x - above.x) < 0.5 * size.height
        and _may_be_alike([below, above])
    }


def _split(row: tuple[Spot, ...], size: Size, may_set_aside: bool) -> list[tuple[Spot, ...]]:
    """The row cut into groups at the least cost; the cost of each remainder is worked out once."""

    @cache
    def cheapest(begin: int) -> tuple[float, tuple[int, ...]]:
        if begin == len(row):
            return 0.0, ()
        ways = []
        for count in (1, 2, 3, 4):
            end = begin + count
            if end <= len(row):
                rest, cuts = cheapest(end)
                edge = _edge_cost(row, end, size)
                cost = _cost(_closed(row[begin:end]), size, may_set_aside)
                ways.append((cost + edge + rest, (end, *cuts)))
        return min(ways)

    begins = (0, *cheapest(0)[1])
    return [_closed(row[begin:end]) for begin, end in pairwise(begins)]


def _closed(spots: tuple[Spot, ...]) -> tuple[Spot, ...]:
    """Four tiles with blank ends round two alike: only a closed kan (暗槓) lies so, its ends face down."""
    if len(spots) != 4 or not all(may_be_a_back(end.view) for end in (spots[0], spots[-1])):
        return spots
    kinds = {plain_of(spot.view.label) for spot in spots[1:3]} - {UNKNOWN}
    if len(kinds) != 1 or not kinds.isdisjoint({BACK, BLANK}):
        return spots
    first, last = (replace(end, view=replace(end.view, label=BACK)) for end in (spots[0], spots[-1]))
    return (first, *spots[1:3], last)


def _edge_cost(row: tuple[Spot, ...], end: int, size: Size) -> float:
    """A cut between tiles that touch costs a little."""
    if end == len(row):
        return 0.0
    return 0.5 * max(0.0, TOUCHING - _room(row[end - 1], row[end], size))


def _cost(spots: tuple[Spot, ...], size: Size, may_set_aside: bool) -> float:
    if len(spots) == 1:
        is_north = may_set_aside and spots[0].view.label == NORTH
        return 0.0 if is_north else ALONE
    if len(spots) == 2:
        return _half_cost(spots[0], spots[1], size)
    rooms = [_room(one, other, size) for one, other in pairwise(spots)]
    if _is_rim(spots, max(rooms)):
        return ALONE * (len(spots) + 1)
    room = sum(max(0.0, one - TOUCHING) for one in rooms)
    return 3.0 * room + _form_cost(spots) + _reading_cost(spots)


def _is_rim(spots: tuple[Spot, ...], widest: float) -> bool:
    """Whether it may be what lies beside the cloth: no face is named, and it is not clearly a closed kan.

    `widest`: the widest gap between them, in tile widths. People push the tiles of a kan together; the tops
    of a standing hand are read here and there.
    """
    labels = [spot.view.label for spot in spots]
    if not set(labels) <= {BACK, UNKNOWN}:
        return False
    is_sure = all(spot.view.confidence >= SURELY for spot in spots if spot.view.label == BACK)
    is_closed = is_sure and widest <= TOUCHING and labels in ([BACK] * 4, CLOSED)
    return any(spot.wide for spot in spots) or not is_closed


def _half_cost(one: Spot, other: Spot, size: Size) -> float:
    """The cost of two tiles as the rest of a meld; more than that of single tiles if they cannot be one."""
    across, room = one.wide + other.wide, _room(one, other, size)
    is_read = {one.view.label, other.view.label}.isdisjoint({BACK, UNKNOWN})
    lies_close = room < TOUCHING or A_TILE[0] < room < A_TILE[1]
    may_be = _may_be_meld((one, other)) if across < 2 else _may_be_alike((one, other))
    if not is_read or not lies_close or not may_be:
        return 3 * ALONE
    return HALF if across == 1 else HALF_UPRIGHT


def _reading_cost(spots: tuple[Spot, ...]) -> float:
    if _may_be_meld(spots):
        return 0.0
    if len(spots) == 3:
        return NOT_ONE
    ends = ((spots[0], spots[1:]), (spots[-1], spots[:-1]))
    has_back = any(spot.view.label == BACK for spot in spots)
    is_two = has_back or _are_two_pairs(spots) or any(_is_of_another(*end) for end in ends)
    return ONE_TOO_MANY if is_two else NOT_ONE


def _is_sure(spot: Spot) -> bool:
    return spot.view.confidence >= SURELY and spot.view.label not in {BACK, UNKNOWN}


def _are_two_pairs(spots: tuple[Spot, ...]) -> bool:
    """Whether two kinds are read twice each, with confidence."""
    kinds = Counter(plain_of(spot.view.label) for spot in spots if _is_sure(spot))
    return list(kinds.values()) == [2, 2]


def _is_of_another(end: Spot, others: tuple[Spot, ...]) -> bool:
    """Whether a tile clearly does not belong to the whole meld that lies beside it."""
    return _is_sure(end) and sum(spot.wide for spot in others) == 1 and _may_be_meld(others)


def _room(one: Spot, other: Spot, size: Size) -> float:
    """The free room between two neighbours, in tile widths; below zero where they are pushed together."""
    halves = sum(size.height if spot.wide else size.width for spot in (one, other)) / 2
    return (other.x - one.x - halves) / size.width


def _form_cost(spots: tuple[Spot, ...]) -> float:
    """The cost of an odd layout: 0 for one tile sideways, or four, none sideways, with at least two backs."""
    across = sum(spot.wide for spot in spots)
    backs = sum(spot.view.label == BACK for spot in spots)
    if len(spots) == 4 and backs >= 2:
        return 0.0 if across == 0 else 1.0
    return {0: 2.0, 1: 0.0}.get(across, 3.0) + (A_BACK if across else 2.0) * backs


def _may_be_meld(spots: tuple[Spot, ...]) -> bool:
    """Whether what can be read of it makes three alike, four alike, or a run, or what is left of one."""
    if _may_be_alike(spots):
        return True
    kinds = sorted(plain_of(spot.view.label) for spot in spots if spot.view.label not in {BACK, UNKNOWN})
    if len(spots) > 3 or len({kind[1] for kind in kinds}) > 1 or kinds[0][1] == "z":
        return False
    ranks = sorted({int(kind[0]) for kind in kinds})
    return len(ranks) == len(kinds) and ranks[-1] - ranks[0] <= 2


def _may_be_alike(spots: Sequence[Spot]) -> bool:
    return len({plain_of(spot.view.label) for spot in spots} - {BACK, UNKNOWN}) <= 1
