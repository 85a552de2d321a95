"""Rows: how well a river, or the indicators, agree with what is seen of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.evidence.sights import SeenTile
from companion.riichi.player import RiverTile
from companion.riichi.tiles import Tile
from companion.scribe.observations import against, direction
from companion.scribe.weights import NEVER_SEEN, STRAY

_Pairs = tuple[tuple[int, int], "_Pairs | None"]
"""Pairs of places, the first one and then the rest."""
_Way = tuple[float, _Pairs | None]


@dataclass(frozen=True, slots=True)
class RowFit:
    """A row of tiles, compared with what is seen of it."""

    cost: float
    pairs: tuple[tuple[int, int], ...]
    """Pairs of places, in the row and in what is seen, that hold the same tile."""
    new: tuple[int, ...]
    """Places of tiles seen after the last matched one: perhaps laid since."""
    strays: tuple[int, ...]
    """Places of tiles seen before the last matched one that match none."""
    unseen: tuple[int, ...]
    """Places in the row whose tiles are not seen."""
    least: float = 0.0
    """How much of `cost` stays, whatever comes next: that of the tiles before the first stray, but not of the
    last one of the row, which may be called."""


@dataclass(frozen=True, slots=True)
class SeenRow:
    """A row that is seen, and what it says of each tile that may have been laid there."""

    tiles: Sequence[SeenTile]
    stray: Sequence[float]
    """What each costs if it does not belong to the row."""
    either_way: int = 0
    """For this many tiles from the start it does not matter which way they lie."""
    others: Mapping[int, bool] = field(default_factory=dict)
    """Places of tiles that people say are not of the row. True: it needs no explanation; False: it does
    until a later tile is of the row. Of several alike, people meant the first that does not belong to it."""
    known: dict[tuple[Tile | None, bool], list[float]] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What was worked out already: stories share most of their tiles."""

    def straight(self, row: Sequence[RiverTile]) -> list[float]:
        """What speaks against each tile being the one in the same place, as far as both rows go."""
        pairs = enumerate(zip(row, self.tiles, strict=False))
        return [0.0 if _is_same(one, seen) else self.against(one)[at] for at, (one, seen) in pairs]

    def against(self, laid: RiverTile) -> list[float]:
        """What speaks against each of the seen tiles being this one, as it was laid."""
        costs = self.known.get((laid.tile, laid.sideways))
        if costs is None:
            ways = enumerate(self.tiles)
            costs = [_against_lying(laid, one, either_way=at < self.either_way) for at, one in ways]
            self.known[laid.tile, laid.sideways] = costs
        return costs


def fit_row(row: Sequence[RiverTile], seen: SeenRow, missed: Sequence[float]) -> RowFit:
    """The best alignment of a row of tiles with a seen row, both in their order.

    `missed` is what it costs if each tile of the row is not seen.
    """
    straight = seen.straight(row)
    cost, pairs = _aligned(row, seen, straight, missed)
    end = pairs[-1][1] + 1 if pairs else 0
    new = tuple(range(end, len(seen.tiles)))
    strays = tuple(sorted({*range(end)}.difference(other for _, other in pairs)))
    unseen = tuple(sorted({*range(len(row))}.difference(one for one, _ in pairs)))
    held = [(one, other) for one, other in pairs if one < len(row) - 1 and other < (*strays, end)[0]]
    least = sum(straight[one] if one == other else seen.against(row[one])[other] for one, other in held)
    least += sum(missed[one] for one in unseen if held and one < held[-1][0])
    known = _known_others(seen, strays, new)
    new, strays = (tuple(at for at in places if at not in known) for places in (new, strays))
    cost += sum(seen.stray[at] for at in (*strays, *new) if seen.others.get(at))
    cost -= sum(seen.stray[at] for at in known if not seen.others[at])
    return RowFit(cost, tuple(pairs), new, strays, unseen, least)


def _known_others(seen: SeenRow, strays: Sequence[int], new: Sequence[int]) -> set[int]:
    """Which of the tiles that do not belong to the row need no explanation."""
    known: dict[Tile | None, int] = {}
    for at in (*strays, *new):
        if seen.others.get(at) or (at in strays and at in seen.others):
            known.setdefault(seen.tiles[at].tile, at)
    return {*known.values()}


def _aligned(
    row: Sequence[RiverTile], seen: SeenRow, straight: Sequence[float], missed: Sequence[float]
) -> tuple[float, list[tuple[int, int]]]:
    """The best alignment, as if tiles that are explained already cost nothing."""
    explained = [at for at, is_known in seen.others.items() if is_known]
    stray = [0.0 if at in explained else cost for at, cost in enumerate(seen.stray)]
    if not explained and len(row) <= len(stray) and _is_best(sum(straight), missed, stray):
        return sum(straight) + sum(stray[len(row) :]), [(at, at) for at in range(len(row))]
    start = min((_alike_from_the_start(row, straight), *explained))
    costs = [seen.against(one)[start:] for one in row[start:]]
    cost, rest = _best_pairs(costs, missed[start:], stray[start:])
    pairs = [(at, at) for at in range(start)] + [(start + one, start + other) for one, other in rest]
    return sum(straight[:start]) + cost, pairs


def _is_best(straight: float, missed: Sequence[float], stray: Sequence[float]) -> bool:
    """Whether two rows that agree this well tile by tile need no other alignment; what is new lies last.

    If both are of one length, every other way misses a tile and leaves a stray one.
    """
    return straight < (min(missed) + min(stray) if len(missed) == len(stray) > 0 else STRAY)


def _against_lying(laid: RiverTile, seen: SeenTile, *, either_way: bool = False) -> float:
    """What speaks against a seen tile being the one that was laid there, lying as it was or `either_way`."""
    if _is_same(laid, seen):
        return 0.0
    lying = 0.0 if either_way else direction(seen, is_across=laid.sideways)
    return against(seen, laid.tile) + lying


def _is_same(laid: RiverTile, seen: SeenTile) -> bool:
    return laid.tile is seen.tile and laid.sideways is seen.sideways


def _alike_from_the_start(row: Sequence[RiverTile], straight: Sequence[float]) -> int:
    """How many tiles from the beginning are certainly the same.

    One that nobody has read yet may be any that lies near it: only the tiles after it tell.
    """
    alike = 0
    for at, cost in enumerate(straight):
        if at > alike + 1:
            break
        if row[at].tile is not None:
            if cost > NEVER_SEEN:
                break
            alike = at + 1
    return alike


def _best_pairs(
    costs: Sequence[Sequence[float]], missed: Sequence[float], stray: Sequence[float]
) -> tuple[float, list[tuple[int, int]]]:
    """The cheapest way to lay two rows beside each other, from their ends to their beginnings.

    `costs` has what speaks against each pair. Of ways that cost the same the first counts: tiles are paired
    early, and what is new lies last.
    """
    below: list[_Way] = [(0.0, None)]
    for cost in reversed(stray):
        below.append((cost + below[-1][0], None))
    below.reverse()
    for one in range(len(costs) - 1, -1, -1):
        here = [(missed[one] + cost, rest) for cost, rest in below]
        against_one = costs[one]
        for other in range(len(stray) - 1, -1, -1):
            cost, rest = below[other + 1]
            paired = cost + against_one[other]
            if paired <= here[other][0]:
                here[other] = (paired, ((one, other), rest))
            if (alone := stray[other] + here[other + 1][0]) < here[other][0]:
                here[other] = (alone, here[other + 1][1])
        below = here
    cost, pairs = below[0]
    found = []
    while pairs is not None:
        pair, pairs = pairs
        found.append(pair)
    return cost, found
