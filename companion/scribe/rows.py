"""Aligns a row of tiles as it was told with the row that is seen. One row at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import inf, isclose

from companion.riichi.player import RiverTile
from companion.scribe.observations import absence, against, direction
from companion.scribe.sights import SeenTile
from companion.scribe.weights import NEVER_SEEN, STRAY

__all__ = ["RowFit", "fit_row"]

_BOTH, _MISSED, _STRAY = (True, True), (True, False), (False, True)
"""The steps of an alignment: whether each moves on in the row as told, and in what is seen."""


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
    end = _alike_from_the_end(row, seen, both - start)
    missed = [absence(laid.tile, steady + gone.get(at, 0)) for at, laid in enumerate(row)]
    mine, theirs = slice(start, len(row) - end), slice(start, len(seen) - end)
    rest_cost, rest = _best_pairs(row[mine], seen[theirs], missed[mine], stray[theirs])
    pairs = [(at, at) for at in range(start)] + [(start + one, start + other) for one, other in rest]
    pairs += [(len(row) - at, len(seen) - at) for at in range(end, 0, -1)]
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


def _alike_from_the_end(row: Sequence[RiverTile], seen: Sequence[SeenTile], most: int) -> int:
    """How many tiles from the end are read just as they were told."""
    alike = 0
    for at in range(most):
        if at > alike + 1:
            break
        laid = row[-1 - at]
        if laid.tile is not None:
            if _against_lying(laid, seen[-1 - at]) > 0.0:
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
    rows, width = len(row), len(seen)
    lead, lag = _reach(row, seen, missed, stray)
    steps = [[_STRAY] * (width + 1) for _ in range(rows + 1)]
    below: list[float] = []
    for one in range(rows, -1, -1):
        here = [inf] * (width + 1)
        for other in range(min(width, one + lead), max(0, one - lag) - 1, -1):
            best, step = (inf, _STRAY) if one < rows or other < width else (0.0, _STRAY)
            if one < rows:
                if other < width:
                    best, step = _against_lying(row[one], seen[other]) + below[other + 1], _BOTH
                if missed[one] + below[other] < best:
                    best, step = missed[one] + below[other], _MISSED
            if other < width and stray[other] + here[other + 1] < best:
                best, step = stray[other] + here[other + 1], _STRAY
            here[other], steps[one][other] = best, step
        below = here
    return below[0], _walk(steps)


def _reach(
    row: Sequence[RiverTile], seen: Sequence[SeenTile], missed: Sequence[float], stray: Sequence[float]
) -> tuple[int, int]:
    """How far the seen row may be ahead of the other, and how far behind.

    Each step aside costs a missed tile or a stray one, and so does each step back: whatever is farther aside
    costs more than laying the rows straight on from one of their ends.
    """
    more = len(seen) - len(row)
    from_start = _straight_cost(row, seen, missed, stray)
    from_end = _straight_cost(row[::-1], seen[::-1], missed[::-1], stray[::-1])
    most = min(from_start, from_end)
    strays, misses = _cheapest(stray), _cheapest(missed)
    lead, lag = max(0, more), max(0, -more)
    while (
        lead < len(seen)
        and lead - more < len(row)
        and _is_at_most(strays[lead + 1] + misses[lead + 1 - more], most)
    ):
        lead += 1
    while (
        lag < len(row)
        and lag + more < len(seen)
        and _is_at_most(misses[lag + 1] + strays[lag + 1 + more], most)
    ):
        lag += 1
    return lead, lag


def _is_at_most(cost: float, most: float) -> bool:
    """Whether one sum is no larger than another, but for rounding."""
    return cost < most or isclose(cost, most)


def _straight_cost(
    row: Sequence[RiverTile], seen: Sequence[SeenTile], missed: Sequence[float], stray: Sequence[float]
) -> float:
    """What it costs to lay the rows tile beside tile; what is left over at the end is missed, or stray."""
    paired = sum(_against_lying(laid, one) for laid, one in zip(row, seen, strict=False))
    return paired + sum(missed[len(seen) :]) + sum(stray[len(row) :])


def _cheapest(costs: Sequence[float]) -> list[float]:
    """What the cheapest one costs, the cheapest two together, and so on; nothing for none."""
    return list(accumulate(sorted(costs), initial=0.0))


def _walk(steps: Sequence[Sequence[tuple[int, int]]]) -> list[tuple[int, int]]:
    pairs: list[tuple[int, int]] = []
    one = other = 0
    while one < len(steps) - 1 or other < len(steps[0]) - 1:
        step = steps[one][other]
        if step == _BOTH:
            pairs.append((one, other))
        one, other = one + step[0], other + step[1]
    return pairs
