"""A laid row beside a seen one: the quick way to lay them beside each other finds what the slow way finds."""

from dataclasses import replace
from functools import cache
from math import exp
from random import Random

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.player import RiverTile
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import weights
from companion.scribe.observations import against
from companion.scribe.rows import (
    SeenRow,
    _against_lying,
    _alike_from_the_start,
    _best_pairs,
    _is_best,
    fit_row,
)

FACES = parse_tiles("1234m05p7z")


def laid(random: Random) -> RiverTile:
    tile = None if random.random() < 0.15 else random.choice(FACES)
    return RiverTile(tile, sideways=random.random() < 0.1)


def read(tile: RiverTile, random: Random) -> SeenTile:
    face = tile.tile if tile.tile is not None and random.random() < 0.7 else random.choice(FACES)
    others = ((random.choice(FACES), random.uniform(0.01, 0.4)),)
    return SeenTile(face, random.uniform(0.3, 1.0), sideways=random.random() < 0.1, others=others)


def rows(random: Random) -> tuple[list[RiverTile], list[SeenTile]]:
    """A row, and what is seen of it: some tiles not at all, and some that do not lie there."""
    row = [laid(random) for _ in range(random.randint(0, 9))]
    seen: list[SeenTile] = []
    for tile in row:
        if random.random() < 0.15:
            seen.append(SeenTile(random.choice(FACES), random.uniform(0.3, 0.9)))
        if random.random() < 0.85:
            seen.append(read(tile, random))
    return row, seen


def least_cost(row: list[RiverTile], seen: list[SeenTile], missed: list[float], stray: list[float]) -> float:
    """What the cheapest of all ways costs, every one of them tried."""

    @cache
    def rest(one: int, other: int) -> float:
        ways = []
        if one < len(row) and other < len(seen):
            ways.append(_against_lying(row[one], seen[other]) + rest(one + 1, other + 1))
        if one < len(row):
            ways.append(missed[one] + rest(one + 1, other))
        if other < len(seen):
            ways.append(stray[other] + rest(one, other + 1))
        return min(ways, default=0.0)

    return rest(0, 0)


@pytest.mark.parametrize("seed", range(300))
def test_no_way_to_lay_two_rows_beside_each_other_is_cheaper(seed: int) -> None:
    random = Random(seed)
    row, seen = rows(random)
    missed = [random.choice((1.0, 4.5, 7.5)) for _ in row]
    stray = [random.choice((2.5, 7.0, 10.0)) for _ in seen]
    cost, pairs = _best_pairs([SeenRow(seen, stray).against(one) for one in row], missed, stray)
    assert cost == pytest.approx(least_cost(row, seen, missed, stray))
    told, found = {one for one, _ in pairs}, {other for _, other in pairs}
    paired = sum(_against_lying(row[one], seen[other]) for one, other in pairs)
    left = sum(cost for at, cost in enumerate(missed) if at not in told)
    over = sum(cost for at, cost in enumerate(stray) if at not in found)
    assert cost == pytest.approx(paired + left + over)
    assert pairs == sorted(pairs)


@pytest.mark.parametrize("seed", range(300))
def test_rows_that_are_laid_beside_each_other_without_a_gap_agree_best_so(seed: int) -> None:
    random = Random(seed)
    row, seen = rows(random)
    size = min(len(row), len(seen))
    row, seen = row[:size], seen[:size]
    missed, stray = [4.5] * size, [random.choice((2.5, 7.0)) for _ in seen]
    straight = sum(_against_lying(one, other) for one, other in zip(row, seen, strict=True))
    if _is_best(straight, missed, stray):
        assert straight == pytest.approx(least_cost(row, seen, missed, stray))


def test_whatever_is_laid_next_a_row_hardly_ever_costs_less() -> None:
    """Only where tiles are paired that have nothing in common may a later one set them right."""
    tried = less = 0
    for seed in range(300):
        random = Random(seed)
        row, seen = rows(random)
        missed = [random.choice((1.0, 4.5)) for _ in row]
        there = SeenRow(seen, [random.choice((2.5, 7.0)) for _ in seen])
        whole = fit_row(row, there, missed).cost
        least = [fit_row(row[:length], there, missed[:length]).least for length in range(len(row))]
        tried += len(least)
        less += sum(one > whole + 1e-9 for one in least)
    assert less <= tried / 100


def test_a_shadow_before_a_worn_tile_is_too_much_and_every_other_tile_keeps_its_place() -> None:
    row = [RiverTile(tile) for tile in parse_tiles("1m4p7z2s9m")]
    seen = [SeenTile(tile, 0.95) for tile in parse_tiles("1m3z4p7z3s9m")]
    found = fit_row(row, SeenRow(seen, [2.5] * len(seen)), [4.5] * len(row))
    assert found.pairs == ((0, 0), (1, 2), (2, 3), (3, 4), (4, 5))
    assert (found.strays, found.new, found.unseen) == ((1,), (), ())


def test_what_is_seen_after_the_last_tile_may_be_new() -> None:
    row = [RiverTile(tile) for tile in parse_tiles("1m4p7z")]
    seen = [SeenTile(tile, 0.95) for tile in parse_tiles("1m5p7z2s")]
    assert fit_row(row, SeenRow(seen, [7.0] * 4), [4.5] * 3).new == (3,)


def test_a_tile_that_nobody_sees_is_missed_where_it_was_laid() -> None:
    row = [RiverTile(Tile(text)) for text in ("1m", "4p", "7z", "2s")]
    seen = [SeenTile(tile, 0.95) for tile in parse_tiles("1m7z2s")]
    assert fit_row(row, SeenRow(seen, [7.0] * 3), [4.5] * 4).unseen == (1,)


ROW = [RiverTile(Tile("1m")), RiverTile(Tile("2m")), RiverTile(Tile("3m"))]
SEEN = [SeenTile(Tile(face)) for face in ("1m", "2m", "3m")]


def cost(row, seen, *, either_way: int = 0) -> float:
    return fit_row(row, SeenRow(seen, [7.0] * len(seen), either_way), [4.5] * len(row)).cost


def test_a_tile_that_is_not_seen_costs_what_its_place_says() -> None:
    assert fit_row(ROW, SeenRow(SEEN[:2], [7.0] * 2), [4.0, 5.0, 6.0]).cost == 6.0


def test_how_a_tile_lies_says_nothing_where_it_may_lie_either_way() -> None:
    across = [replace(one, sideways=True) for one in SEEN]
    assert cost(ROW, across, either_way=3) == 0.0
    assert cost(ROW, across, either_way=2) == weights.ACROSS_LAID_STRAIGHT
    assert cost([replace(ROW[0], sideways=True), *ROW[1:]], SEEN, either_way=1) == 0.0


def test_a_tile_that_lies_either_way_after_a_shadow_keeps_its_place() -> None:
    seen = [SEEN[0], SeenTile(Tile("9p")), replace(SEEN[1], sideways=True), SEEN[2]]
    free, held = (fit_row(ROW, SeenRow(seen, [2.5] * 4, at), [4.5] * 3) for at in (3, 2))
    assert (free.pairs, free.cost) == (((0, 0), (1, 2), (2, 3)), 2.5)
    assert held.pairs != free.pairs


def test_a_tile_that_looks_turned() -> None:
    across = [replace(SEEN[0], sideways=True), *SEEN[1:]]
    assert cost(ROW, across) == weights.ACROSS_LAID_STRAIGHT
    assert cost([RiverTile(Tile("1m"), sideways=True), *ROW[1:]], SEEN) == weights.STRAIGHT_LAID_ACROSS


def test_a_row_is_the_same_from_its_start_on_as_far_as_readings_say_little_against_it() -> None:
    assert _alike_from_the_start(ROW, [0.0, weights.NEVER_SEEN, 0.0]) == 3
    assert _alike_from_the_start(ROW, [0.0, weights.NEVER_SEEN + 0.01, 0.0]) == 1


@pytest.mark.parametrize("more", [-0.1, 0.1])
def test_rows_that_agree_well_enough_tile_by_tile_are_not_shifted(more: float) -> None:
    """The second tile fits better, but the first may be it."""
    worn = 1 / (1 + exp(-weights.STRAY - more))
    first = SeenTile(Tile("7m"), worn, others=((Tile("1m"), 1 - worn),))
    assert against(first, Tile("1m")) == pytest.approx(weights.STRAY + more)
    found = fit_row(ROW[:1], SeenRow([first, SEEN[0]], [0.0, 0.0]), [4.5])
    assert found.pairs == (((0, 0),) if more < 0 else ((0, 1),))
