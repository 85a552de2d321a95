"""Places, uma, oka, ties, sticks left and rounding [rules 1.1] (終局)."""

from dataclasses import replace

import pytest

from companion.projections.table_view import seat_views
from companion.riichi.facts import HanchanEnded, KyokuStarted
from companion.riichi.final_score import final_scores
from companion.riichi.game_end import ranking
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.presets import EMA, JPML_A, M_LEAGUE, MAHJONG_SOUL, SAIKOUISEN, TENHOU, TENHOU_3P, WRC
from companion.riichi.ruleset import ScoreRounding, SticksLeft
from companion.riichi.seats import Wind
from tests.toolbox.tables import S

SPREAD = (42_100, 28_300, 19_700, 9_900)


def game(rules, points=SPREAD, **given) -> Hanchan:
    return replace(begin(rules), points=points, next_deal=None, **given)


def scores(hanchan: Hanchan) -> list[float]:
    return [final.score for final in final_scores(hanchan)]


def places(hanchan: Hanchan) -> list[int]:
    return [final.place for final in final_scores(hanchan)]


@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        (TENHOU, [52.1, 8.3, -20.3, -40.1]),
        (MAHJONG_SOUL, [32.1, 8.3, -10.3, -30.1]),
        (M_LEAGUE, [62.1, 8.3, -20.3, -50.1]),
        (SAIKOUISEN, [42.1, 8.3, -20.3, -50.1]),
    ],
)
def test_uma_and_oka_by_house(rules, expected) -> None:
    assert scores(game(rules)) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((45_000, 29_000, 26_000, 20_000), [15 + 12, -1 - 1, -4 - 3, -10 - 8]),
        ((40_000, 35_000, 25_000, 20_000), [10 + 8, 5 + 4, -5 - 4, -10 - 8]),
        ((32_000, 31_000, 30_000, 27_000), [2 + 8, 1 + 3, 0 + 1, -3 - 12]),
        ((30_000,) * 4, [0, 0, 0, 0]),
    ],
)
def test_uma_by_the_number_of_players_who_are_up(points, expected) -> None:
    assert scores(game(JPML_A, points)) == expected


def test_with_three_players_scores_add_up_to_nothing_too() -> None:
    assert scores(game(TENHOU_3P, (60_000, 30_000, 15_000))) == [55, -10, -45]


def test_equal_points_go_by_seat_order() -> None:
    level = game(TENHOU, (30_000, 20_000, 30_000, 20_000))
    assert places(level) == [1, 3, 2, 4]
    assert ranking(level.points, TENHOU) == (0, 2, 1, 3)
    assert scores(level) == [40, -20, 10, -30]


@pytest.mark.parametrize("rules", [EMA, WRC], ids=lambda rules: rules.name)
def test_or_share_their_places(rules) -> None:
    assert scores(game(rules, (40_000, 40_000, 20_000, 20_000))) == [20, 20, -20, -20]
    assert scores(game(rules, (30_000,) * 4)) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("points", "shared", "by_seat"),
    [
        ((30_000, 20_000, 30_000, 20_000), [1, 3, 1, 3], [1, 3, 2, 4]),
        ((10_000, 30_000, 30_000, 30_000), [4, 1, 1, 1], [4, 1, 2, 3]),
        ((40_000, 30_000, 20_000, 10_000), [1, 2, 3, 4], [1, 2, 3, 4]),
    ],
)
def test_equal_points_have_one_place_where_places_are_shared(points, shared, by_seat) -> None:
    assert places(game(M_LEAGUE, points)) == shared
    assert places(game(TENHOU, points)) == by_seat
    assert [seat.place for seat in seat_views(game(M_LEAGUE, points), None)] == shared


def test_sticks_left_on_the_table_go_to_the_first() -> None:
    left = game(TENHOU, (41_100, 28_300, 19_700, 8_900), kyoutaku=2)
    assert [final.points for final in final_scores(left)] == [43_100, 28_300, 19_700, 8_900]


def test_equal_firsts_share_them_where_ties_are_shared() -> None:
    left = game(M_LEAGUE, (33_000, 33_000, 33_000, 0), kyoutaku=1)
    assert [final.points for final in final_scores(left)] == [33_400, 33_300, 33_300, 0]
    assert scores(left) == [20.1, 20, 19.9, -60]


@pytest.mark.parametrize(
    ("rules", "points", "expected"),
    [
        (M_LEAGUE, (30_000, 10_000, 30_000, 30_000), [16.7, -50, 16.7, 16.6]),
        (JPML_A, (29_700, 30_900, 29_700, 29_700), [-4.3, 12.9, -4.3, -4.3]),
        (
            replace(M_LEAGUE, uma=(20, 10, -10, -25)),
            (40_000, 20_000, 20_000, 20_000),
            [50, -18.3, -18.3, -18.4],
        ),
    ],
)
def test_what_three_equal_players_share_adds_up_too(rules, points, expected) -> None:
    assert scores(game(rules, points)) == expected


def test_or_they_stay_on_the_table() -> None:
    left = game(WRC, (50_000, 30_000, 20_000, 18_000), kyoutaku=2)
    assert WRC.sticks_left is SticksLeft.STAY
    assert scores(left) == [35, 5, -15, -27]


def test_chombo_is_taken_from_the_score() -> None:
    assert scores(game(EMA, (30_000,) * 4, chombo=(0, 2, 0, 0))) == [0, -40, 0, 0]


@pytest.mark.parametrize("rounding", [ScoreRounding.FIVE_UP, ScoreRounding.FIVE_DOWN])
def test_rounded_scores_are_whole_and_add_up(rounding) -> None:
    rounded = scores(game(replace(TENHOU, score_rounding=rounding), (40_500, 30_500, 20_500, 8_500)))
    assert sum(rounded) == 0
    assert all(score == int(score) for score in rounded)


def test_five_hundred_is_rounded_up_or_down_as_the_house_says() -> None:
    points = (40_600, 30_500, 20_400, 8_500)
    up = game(replace(TENHOU, score_rounding=ScoreRounding.FIVE_UP), points)
    down = game(replace(TENHOU, score_rounding=ScoreRounding.FIVE_DOWN), points)
    assert scores(up)[1:] == [1 + 10, -10 - 10, -21 - 20]
    assert scores(down)[1:] == [0 + 10, -10 - 10, -22 - 20]


def test_points_below_zero_are_rounded_by_their_size() -> None:
    up = game(replace(TENHOU, score_rounding=ScoreRounding.FIVE_UP), (60_000, 30_000, 11_500, -1_500))
    assert scores(up)[3] == -2 - 30 - 20


def test_a_game_that_stops_in_mid_hand_keeps_the_sticks_that_people_set_with_the_deal() -> None:
    begun = KyokuStarted(Wind.EAST, S, 0, 2, (24_000, 24_000, 25_000, 25_000))
    stopped = apply_to_hanchan(apply_to_hanchan(begin(TENHOU), begun), HanchanEnded())
    assert [final.points for final in final_scores(stopped)] == [24_000, 24_000, 27_000, 25_000]
