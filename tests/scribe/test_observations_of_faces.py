"""What several readings of one tile say together."""

from math import exp, log

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.tiles import Tile
from companion.scribe.observations import Pool, against, chances
from companion.scribe.weights import (
    AGREEING,
    FLOOR,
    IN_PASSING,
    MISREAD_MOST,
    MOST_READINGS,
    SAYS_ENOUGH,
    SUREST,
    UNNAMED,
)

ONE, SEVEN = Tile("1m"), Tile("7m")


def seen(tile: Tile, confidence: float, *others: tuple[Tile, float]) -> SeenTile:
    return SeenTile(tile, confidence, others=others)


def pooled(*readings: SeenTile) -> dict[Tile, float]:
    pool = Pool()
    for one in readings:
        pool = pool.with_reading(one)
    return {tile: pool.chance(tile) for tile in pool.likelihoods()}


def test_a_tile_that_is_misread_again_and_again_does_not_become_sure() -> None:
    worn = [seen(SEVEN, 0.6 + 0.02 * number, (ONE, 0.3)) for number in range(6)]
    assert pooled(*worn)[SEVEN] < 0.9


def test_of_looks_that_agree_the_surest_quarter_is_left_out_and_the_others_count_by_their_mean() -> None:
    """A worn three of characters was read as a two at 0.892 and 0.991."""
    worse, better = seen(ONE, 0.892, (SEVEN, 0.107)), seen(ONE, 0.991, (SEVEN, 0.009))
    low, high = log(0.892 / 0.107), log(0.991 / 0.009)
    assert says(worse, better) == pytest.approx((low + high / 2) / 1.5)
    assert says(worse, better) < log(20)
    assert says(worse, better, worse, worse) == pytest.approx(low)
    assert says(worse, better, better, better) == pytest.approx(
        (low + 2 * high) / 3 * (1 + AGREEING * log(4))
    )
    assert SUREST == 0.25


def test_one_bad_look_among_good_ones_is_outweighed() -> None:
    good = [seen(ONE, 0.97 + number / 100) for number in range(3)]
    assert pooled(seen(SEVEN, 0.7, (ONE, 0.2)), *good)[ONE] > 0.95


def test_two_sure_readings_that_disagree_leave_it_open() -> None:
    chances = pooled(seen(ONE, 0.98), seen(SEVEN, 0.99))
    assert max(chances.values()) < 0.7


def test_what_is_repeated_hidden_or_unreadable_says_nothing_new() -> None:
    once = Pool().with_reading(seen(ONE, 0.8))
    assert once.with_reading(seen(ONE, 0.8)).readings == once.readings
    assert once.with_reading(SeenTile(None, 0.2)).readings == once.readings
    assert once.with_reading(SeenTile(SEVEN, 0.99, is_hidden=True)) == once


def test_what_a_reading_leaves_open_makes_no_face_sure() -> None:
    assert pooled(seen(ONE, 0.5))[ONE] < 0.6
    assert pooled(seen(ONE, 0.5, (SEVEN, 0.01)))[SEVEN] < 0.05


def test_a_slip_in_passing_is_no_reason_to_doubt_what_is_read_right_more_often() -> None:
    right = [seen(SEVEN, 0.97 + number / 100, (ONE, 0.01)) for number in range(3)]
    slip = seen(Tile("7p"), 0.9, (Tile("8p"), 0.06))
    for place in range(4):
        chances = pooled(*right[:place], slip, *right[place:])
        assert chances[SEVEN] > 0.9
        assert chances[SEVEN] > 20 * chances[Tile("7p")]


def test_a_worn_tile_is_not_read_surely_by_being_read_often() -> None:
    """Six looks at one tile, none of which is sure by itself; it was a 7s."""
    looks = ((0.8, 0.17), (0.9, 0.07), (0.92, 0.067), (0.915, 0.067), (0.914, 0.07), (0.55, 0.36))
    chances = pooled(*(seen(ONE, sure, (SEVEN, other)) for sure, other in looks))
    assert chances[ONE] < 20 * chances[SEVEN]


def test_a_reading_speaks_against_what_it_does_not_name() -> None:
    assert against(seen(ONE, 0.9), ONE) == 0
    assert against(seen(ONE, 0.9, (SEVEN, 0.09)), SEVEN) < against(seen(ONE, 0.9), SEVEN)
    assert against(SeenTile(None), ONE) == 0
    assert against(SeenTile(None, is_back=True), ONE) > 0


def test_how_much_a_reading_says_against_another_face_at_most() -> None:
    assert against(seen(ONE, 1.0), SEVEN) == pytest.approx(MISREAD_MOST)
    assert against(SeenTile(None, is_back=True), ONE) == MISREAD_MOST
    assert against(seen(ONE, 0.9, (SEVEN, 0.00001)), SEVEN) == pytest.approx(
        min(MISREAD_MOST, log(0.9 / FLOOR))
    )


def test_no_face_has_less_than_the_least_chance() -> None:
    assert chances(seen(ONE, 0.9, (SEVEN, 0.00001)))[SEVEN] == FLOOR
    assert pytest.approx(0.0015, rel=0.01) == FLOOR


def test_so_many_readings_are_kept() -> None:
    pool = Pool()
    for number in range(MOST_READINGS + 2):
        pool = pool.with_reading(seen(ONE, 0.9 + number / 1000))
    assert len(pool.readings) == MOST_READINGS
    assert pool.looks == MOST_READINGS + 2


def says(*readings: SeenTile, other: Tile = SEVEN) -> float:
    """What the readings say against another face, beside the one that they like best."""
    found = Pool(readings).likelihoods()
    return log(found[ONE] / found[other])


def test_readings_that_agree_say_a_little_more_where_one_says_enough() -> None:
    sure, unsure = (SEVEN, 0.9 * exp(-SAYS_ENOUGH) / 1.01), (SEVEN, 0.9 * exp(-SAYS_ENOUGH) * 1.01)
    one = says(seen(ONE, 0.9, sure))
    assert says(*[seen(ONE, 0.9, sure)] * 3) == pytest.approx(one * (1 + AGREEING * log(3)))
    assert says(*[seen(ONE, 0.9, unsure)] * 3) == pytest.approx(says(seen(ONE, 0.9, unsure)))
    assert (AGREEING, SAYS_ENOUGH) == (0.25, 3.0)


def test_a_slip_says_only_so_much_against_what_is_read_more_often() -> None:
    slip = seen(SEVEN, 0.999, (ONE, 0.0005))
    alone = Pool((slip,)).likelihoods()
    assert log(alone[SEVEN] / alone[ONE]) > IN_PASSING
    right = [seen(ONE, 0.6, (SEVEN, 0.4))] * 2
    assert Pool((*right, slip)).likelihoods()[ONE] == pytest.approx(exp(-IN_PASSING))


def test_what_a_reading_leaves_open_is_shared_among_many_faces() -> None:
    other = Tile("9p")
    named = Pool((seen(ONE, 0.5), seen(other, 0.5))).likelihoods()
    assert named[ONE] == pytest.approx(0.5 / UNNAMED / 0.5)
    assert UNNAMED == 10
