"""Aligns a row of tiles as it was told with the row that is seen. One row at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from companion.riichi.player import RiverTile
from companion.scribe.observations import absence, against, direction
from companion.scribe.sights import SeenTile
from companion.scribe.weights import NEVER_SEEN, STRAY

__all__ = ["RowFit", "fit_row"]

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


def fit_row(
    row: Sequence[RiverTile],
    seen: Sequence[SeenTile],
    stray: Sequence[float],
    steady: int,
    gone: Mapping[int, int],
) -> RowFit:
    """The best alignment of a row of tiles with a seen row, both in their order.

    `stray` is what it costs if a seen tile does not belong to the row; `steady`, at how many earlier rests
    something was not explained; `gone`, at how many each tile was not seen.
    """
    straight = [_against_lying(laid, one) for laid, one in zip(row, seen, strict=False)]
    both = len(straight)
    if len(row) <= len(seen) and (cost := sum(straight)) < STRAY:  # no other alignment is better
        new = tuple(range(both, len(seen)))
        return RowFit(
            cost + sum(stray[both:]), tuple(zip(range(both), range(both), strict=True)), new, (), ()
        )
    start = _alike_from_the_start(row, straight)
    missed = [absence(laid.tile, steady + gone.get(at, 0)) for at, laid in enumerate(row)]
    rest_cost, rest = _best_pairs(row[start:], seen[start:], missed[start:], stray[start:])
    pairs = [(at, at) for at in range(start)] + [(start + one, start + other) for one, other in rest]
    return _row_fit(len(row), len(seen), sum(straight[:start]) + rest_cost, pairs)


def _against_lying(laid: RiverTile, seen: SeenTile) -> float:
    """What speaks against a seen tile being the one that was laid there."""
    if laid.tile is seen.tile and laid.sideways is seen.sideways:
        return 0.0
    return against(seen, laid.tile) + direction(seen, is_across=laid.sideways)


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


def _row_fit(row: int, seen: int, cost: float, pairs: Sequence[tuple[int, int]]) -> RowFit:
    end = pairs[-1][1] + 1 if pairs else 0
    taken = {other for _, other in pairs}
    matched = {one for one, _ in pairs}
    strays = tuple(at for at in range(end) if at not in taken)
    return RowFit(
        cost,
        tuple(pairs),
        tuple(range(end, seen)),
        strays,
        tuple(at for at in range(row) if at not in matched),
    )


def _best_pairs(
    row: Sequence[RiverTile], seen: Sequence[SeenTile], missed: Sequence[float], stray: Sequence[float]
) -> tuple[float, list[tuple[int, int]]]:
    """The cheapest way to lay two rows beside each other, from their ends to their beginnings.

    Of ways that cost the same the first counts: tiles are paired early, and what is new lies last.
    """
    below: list[_Way] = []
    for one in range(len(row), -1, -1):
        here: list[_Way] = [(0.0, None)] * (len(seen) + 1)
        for other in range(len(seen), -1, -1):
            ways: list[_Way] = []
            if one < len(row) and other < len(seen):
                cost, rest = below[other + 1]
                ways.append((_against_lying(row[one], seen[other]) + cost, ((one, other), rest)))
            if one < len(row):
                ways.append((missed[one] + below[other][0], below[other][1]))
            if other < len(seen):
                ways.append((stray[other] + here[other + 1][0], here[other + 1][1]))
            here[other] = min(ways, key=itemgetter(0), default=(0.0, None))
        below = here
    cost, pairs = below[0]
    found = []
    while pairs is not None:
        pair, pairs = pairs
        found.append(pair)
    return cost, found
