"""What is settled beside the points, computed by hand (割れ目, 祝儀, 飛び賞, 焼き鳥)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.riichi.errors import IllegalFactError
from companion.riichi.extras import Extras, extra_points
from companion.riichi.facts import HanchanEnded, KyokuEnded, KyokuStarted
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.house_facts import ChipsTaken
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Wind
from companion.riichi.settlement import settle
from companion.riichi.tea_facts import RulesChanged
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import E, play, table, until_live

WAREME = replace(TENHOU, wareme=True)
CHIPS = replace(TENHOU, chip_points=500)


def moved(kyoku) -> tuple[int, ...]:
    return tuple(map(int.__sub__, settle(kyoku).points, kyoku.points_before))


def refused(kyoku, sentence: str) -> Reason:
    with pytest.raises(IllegalFactError) as refusal:
        play(kyoku, sentence)
    return refusal.value.reason


@pytest.mark.parametrize(
    ("who", "script", "expected"),
    [
        # South pays 5,200 for the hand and 300 for the honba; at the break the hand is twice as dear.
        ("N", "S draws, S discards 1z, W rons worth 3/40", (0, -5_500, 5_500, 0)),
        ("S", "S draws, S discards 1z, W rons worth 3/40", (0, -10_700, 10_700, 0)),
        ("W", "S draws, S discards 1z, W rons worth 3/40", (0, -10_700, 10_700, 0)),
        # A tsumo of 1,300 and 2,600: who sits at the break pays twice, or gets everything twice.
        ("N", "S draws, S tsumos worth 3/40", (-2_700, 6_800, -1_400, -2_700)),
        ("S", "S draws, S tsumos worth 3/40", (-5_300, 10_700, -2_700, -2_700)),
    ],
)
def test_whose_wall_was_broken_pays_and_gets_twice(who: str, script: str, expected: tuple[int, ...]) -> None:
    kyoku = play(table(WAREME, honba=1), f"{who} breaks, E draws, E discards 9p, {script}")
    assert moved(kyoku) == expected


def test_it_may_be_said_when_the_result_lies_there_and_put_right() -> None:
    kyoku = play(table(WAREME), "S breaks, E draws, E tsumos worth 1/30")
    assert moved(kyoku) == (2_000, -1_000, -500, -500)
    assert moved(play(kyoku, "E breaks")) == (3_000, -1_000, -1_000, -1_000)


def test_noten_payments_and_riichi_sticks_stay_single() -> None:
    kyoku = play(table(WAREME), "E breaks, E draws, E riichi, E discards 1z, E pays")
    assert moved(play(until_live(kyoku, 0), "ends exhaustive tenpai E")) == (2_000, -1_000, -1_000, -1_000)
    assert refused(table(TENHOU), "E breaks") is Reason.NO_WAREME


def test_chips_come_from_one_or_from_each_of_the_others() -> None:
    kyoku = play(table(CHIPS), "S gets from W chips 2, E gets chips 1")
    assert kyoku.chips == (3, 1, -3, -1)
    assert kyoku.points == (25_000,) * 4


@pytest.mark.parametrize("sentence", ["S gets from S chips 2", "S gets chips 0", "S gets chips 1001"])
def test_nobody_gets_chips_of_their_own_or_none(sentence: str) -> None:
    assert refused(table(CHIPS), sentence) is Reason.CHIPS_CANNOT_BE
    assert refused(table(TENHOU), "S gets chips 1") is Reason.NO_CHIPS


def played(rules, *hands: str, points: tuple[int, ...] = (25_000,) * 4) -> Hanchan:
    game = begin(rules)
    for hand in hands:
        game = apply_to_hanchan(game, KyokuStarted(Wind.EAST, E, 0, 0, points))
        for sentence in sentences_in(hand):
            game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
        game = apply_to_hanchan(game, KyokuEnded())
        points = game.points
    return game


def extra(game: Hanchan) -> list[float]:
    return [final.extra for final in final_scores(game)]


def test_chips_are_in_the_final_score_and_not_in_the_points() -> None:
    told = (
        "E draws, E tsumos worth 1/30, E gets chips 1",
        "E draws, E discards 1z, S gets from N chips 4, W chombo",
    )
    game = played(CHIPS, *told)
    plain = played(TENHOU, "E draws, E tsumos worth 1/30", "E draws, E discards 1z, W chombo")
    assert extra(game) == [1.5, 1.5, -0.5, -2.5]
    assert game.points == plain.points
    assert [final.score for final in final_scores(game)] == [
        round(final.score + more, 1) for final, more in zip(final_scores(plain), extra(game), strict=True)
    ]


POOR = (900, 24_100, 25_000, 50_000)


def test_who_sends_somebody_below_zero_has_the_bonus() -> None:
    rules = replace(TENHOU, bust_points=10_000)
    assert extra(played(rules, "E draws, E discards 1z, S rons worth 1/30", points=POOR)) == [-10, 10, 0, 0]
    assert extra(played(rules, "E draws, E discards 1z, S rons worth 1/30")) == [0, 0, 0, 0]
    broke = (-100, 25_100, 25_000, 50_000)
    assert extra(played(rules, "E draws, E discards 1z, S rons worth 1/30", points=broke)) == [0, 0, 0, 0]
    two = "E draws, E discards 1z, W rons worth 1/30, S rons worth 1/30"
    assert extra(played(rules, two, points=POOR)) == [-10, 10, 0, 0]
    kyoku = until_live(table(rules, points=POOR), 0)
    drawn = apply_to_hanchan(begin(rules), KyokuStarted(Wind.EAST, E, 0, 0, POOR))
    drawn = replace(drawn, kyoku=play(kyoku, "ends exhaustive tenpai S"))
    assert extra(apply_to_hanchan(drawn, KyokuEnded())) == [0, 0, 0, 0]


@pytest.mark.parametrize(("then", "later"), [(0, 10_000), (10_000, 0), (10_000, 20_000)])
def test_the_bonus_is_that_of_the_rules_of_its_hand(then: int, later: int) -> None:
    rules = replace(TENHOU, bust=False, bust_points=then)
    game = played(rules, "E draws, E discards 1z, S rons worth 1/30", points=POOR)
    game = apply_to_hanchan(game, RulesChanged(replace(rules, bust_points=later), ("bust_points",)))
    game = apply_to_hanchan(game, KyokuStarted(Wind.EAST, SEATS[1], 0, 0, game.points))
    assert game.rules.bust_points == later
    assert extra(game) == [-then / 1_000, then / 1_000, 0, 0]


def test_who_won_nothing_pays_everybody_who_did() -> None:
    rules = replace(TENHOU, yakitori_points=5_000)
    won = "E draws, E tsumos worth 1/30", "E draws, E discards 1z, S rons worth 1/30"
    assert extra(played(rules, *won)) == [10, 10, -10, -10]
    assert extra(played(rules, won[0])) == [15, -5, -5, -5]
    assert extra(played(rules, "E draws, E chombo")) == [0, 0, 0, 0]


rules_sets = st.builds(
    replace,
    st.sampled_from((TENHOU, TENHOU_3P)),
    chip_points=st.sampled_from((0, 500)),
    bust_points=st.sampled_from((0, 10_000)),
    yakitori_points=st.sampled_from((0, 5_000)),
)


@given(
    rules_sets,
    st.tuples(*(st.integers(0, 3) for _ in SEATS)),
    st.lists(st.integers(-9, 9), min_size=2, max_size=2),
)
def test_all_extras_together_are_nothing(rules, wins, chips) -> None:
    told = Extras((chips[0], chips[1], -sum(chips), 0), wins[: rules.players] + (0,) * (4 - rules.players))
    assert sum(extra_points(told, rules)) == 0


def test_chips_of_three_players_come_from_two() -> None:
    rules = replace(TENHOU_3P, chip_points=500)
    assert play(table(rules, dora="9p"), "S gets chips 2").chips == (-2, 4, -2, 0)


def test_chips_of_a_hand_in_which_people_stop_stay_where_they_are() -> None:
    dealt = apply_to_hanchan(begin(CHIPS), KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4))
    stopped = apply_to_hanchan(apply_to_hanchan(dealt, ChipsTaken(E, None, 2)), HanchanEnded())
    assert [final.extra for final in final_scores(stopped)] == [3, -1, -1, -1]
