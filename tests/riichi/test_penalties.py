"""A dead hand plays on and wins nothing; a small penalty is paid and the hand goes on (アガリ放棄, 罰符)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.riichi.apply import apply
from companion.riichi.draws import nagashi_seats
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    HanchanEnded,
    KyokuEnded,
    KyokuStarted,
    Ryuukyoku,
    RyuukyokuKind,
)
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import HOUSE, TENHOU, TENHOU_3P, WRC
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import PenaltyTo
from companion.riichi.seats import Wind
from companion.riichi.settlement import settle
from tests.toolbox.sentences import fact_of, sentences_in
from tests.toolbox.tables import E, S, W, play, table, until_live

TO_OTHERS = replace(HOUSE, penalty_to=PenaltyTo.OTHERS)
TO_TABLE = replace(HOUSE, penalty_to=PenaltyTo.TABLE)
TO_SCORE = replace(HOUSE, penalty_to=PenaltyTo.SCORE)
DEAL = KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4)


def refused(kyoku, sentence: str) -> Reason:
    with pytest.raises(IllegalFactError) as refusal:
        play(kyoku, sentence)
    return refusal.value.reason


def moved(kyoku) -> tuple[int, ...]:
    return tuple(map(int.__sub__, settle(kyoku).points, kyoku.points_before))


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ("E draws, E discards 5p", "S rons worth 1/30"),
        ("E draws, E discards 5p", "S chis 5p with 46p"),
        ("E draws, E discards 5p", "S pons 5p"),
        ("E draws, E discards 5p", "S kans 5p"),
        ("E draws, E discards 5p, S draws", "S tsumos worth 1/30"),
        ("E draws, E discards 5p, S draws", "S closes 3s"),
        ("E draws, E discards 5p, S draws", "S riichi"),
        ("E draws, E discards 5p, S draws", "ends kyuushu by S"),
    ],
)
def test_a_dead_hand_neither_wins_nor_calls(before: str, sentence: str) -> None:
    living = play(table(HOUSE), before)
    play(living, sentence)
    assert refused(play(living, "S dies"), sentence) is Reason.HAND_IS_DEAD


def test_it_goes_on_drawing_and_discarding_and_others_win_on_it() -> None:
    kyoku = play(table(HOUSE), "S dies, E draws, E discards 5p, S draws, S discards 1z, W rons worth 3/40")
    assert moved(kyoku) == (0, -5_200, 5_200, 0)


def test_a_riichi_that_died_shows_nothing_and_pays_as_noten_and_its_stick_stays() -> None:
    kyoku = play(table(HOUSE), "E draws, E riichi, E discards 5p, E pays")
    kyoku = until_live(kyoku, 0)
    assert refused(kyoku, "ends exhaustive tenpai S") is Reason.RIICHI_MUST_SHOW
    drawn = play(kyoku, "E dies, ends exhaustive tenpai S")
    assert moved(drawn) == (-2_000, 3_000, -1_000, -1_000)
    assert settle(drawn).kyoutaku == 1


def test_it_is_no_tenpai_and_no_nagashi() -> None:
    kyoku = play(until_live(table(HOUSE), 0), "S dies")
    assert refused(kyoku, "ends exhaustive tenpai S") is Reason.HAND_IS_DEAD
    orphans = "E draws, E discards 1z, S draws, S discards 1m"
    assert nagashi_seats(play(table(HOUSE), orphans)) == (0, 1)
    assert nagashi_seats(play(table(HOUSE), f"S dies, {orphans}")) == (0,)


def test_it_may_be_said_when_the_hands_are_shown() -> None:
    drawn = play(until_live(table(HOUSE), 0), "ends exhaustive tenpai ES")
    assert moved(play(drawn, "S dies")) == (3_000, -1_000, -1_000, -1_000)
    won = play(table(HOUSE), "E draws, E tsumos worth 1/30")
    assert refused(won, "S dies") is Reason.KYOKU_OVER


def test_a_draw_whose_only_nagashi_mangan_was_of_a_dead_hand_is_an_exhaustive_draw() -> None:
    kyoku = until_live(table(HOUSE), 0)
    nagashi = Ryuukyoku(RyuukyokuKind.NAGASHI_MANGAN, tenpai=(E,), nagashi=(S, W))
    drawn = apply(kyoku, nagashi)
    one_left = play(drawn, "S dies")
    assert (one_left.ryuukyoku.kind, one_left.ryuukyoku.nagashi) == (nagashi.kind, (W,))
    assert moved(play(one_left, "W dies")) == (3_000, -1_000, -1_000, -1_000)


def test_a_dealer_whose_hand_died_passes_the_deal() -> None:
    game = apply_to_hanchan(begin(HOUSE), DEAL)
    game = replace(game, kyoku=play(until_live(game.kyoku, 0), "E dies, ends exhaustive tenpai S"))
    assert apply_to_hanchan(game, KyokuEnded()).next_deal.dealer == S


def test_where_no_hand_dies_it_can_be_allowed_once() -> None:
    assert refused(table(TENHOU), "S dies") is Reason.NO_DEAD_HANDS
    assert refused(play(table(HOUSE), "S dies"), "S dies") is Reason.DEAD_ALREADY


@pytest.mark.parametrize(
    ("rules", "points", "after", "sticks"),
    [
        (TO_OTHERS, 3_000, (26_000, 22_000, 26_000, 26_000), 0),
        (TO_TABLE, 2_000, (25_000, 23_000, 25_000, 25_000), 2),
        (TO_SCORE, 500, (25_000, 25_000, 25_000, 25_000), 0),
    ],
)
def test_a_penalty_goes_where_the_house_says(rules, points: int, after: tuple[int, ...], sticks: int) -> None:
    kyoku = play(table(rules), f"S penalty of {points}")
    assert (kyoku.points, kyoku.kyoutaku) == (after, sticks)


@pytest.mark.parametrize(
    ("rules", "points"), [(TO_OTHERS, 1_000), (TO_TABLE, 500), (TO_SCORE, 50), (TO_SCORE, 0)]
)
def test_a_penalty_can_be_paid_with_what_lies_there(rules, points: int) -> None:
    assert refused(table(rules), f"S penalty of {points}") is Reason.PENALTY_CANNOT_BE


@pytest.mark.parametrize("rules", [TO_OTHERS, TO_TABLE, TO_SCORE])
def test_a_penalty_is_paid_once_however_often_people_say_that_the_game_is_over(rules) -> None:
    game = apply_to_hanchan(begin(rules), DEAL)
    game = replace(game, kyoku=play(game.kyoku, "S penalty of 3000"))
    closed = apply_to_hanchan(game, HanchanEnded())
    assert apply_to_hanchan(closed, HanchanEnded()) == closed


def test_where_there_is_no_penalty_but_chombo() -> None:
    assert refused(table(TENHOU), "S penalty of 1000") is Reason.NO_PENALTIES


def test_sticks_of_a_penalty_are_the_winners_and_stay_paid_after_chombo() -> None:
    won = play(table(TO_TABLE), "S penalty of 1000, E draws, E discards 1z, W rons worth 3/40")
    assert moved(won) == (-5_200, -1_000, 6_200, 0)
    void = play(table(TO_TABLE), "S penalty of 1000, E draws, E riichi, E discards 1z, E pays, W chombo")
    assert (void.points, void.kyoutaku) == ((25_000, 24_000, 25_000, 25_000), 1)


def test_a_penalty_of_the_score_is_taken_at_the_end() -> None:
    game = apply_to_hanchan(begin(WRC), replace(DEAL, points=(30_000,) * 4))
    for sentence in sentences_in("S penalty of 1000, S penalty of 500, E draws, E tsumos worth 1/30"):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    game = apply_to_hanchan(game, KyokuEnded())
    assert game.points == (31_500, 29_500, 29_500, 29_500)
    assert [score.penalty for score in final_scores(game)] == [0, 1.5, 0, 0]
    assert final_scores(game)[1].score == final_scores(game)[2].score - 1.5


@pytest.mark.parametrize(
    ("rules", "points", "sticks", "taken"),
    [
        (TO_OTHERS, (26_000, 22_000, 26_000, 26_000), 0, 0),
        (TO_TABLE, (25_000, 22_000, 25_000, 25_000), 3, 0),
        (TO_SCORE, (25_000,) * 4, 0, 3),
    ],
)
def test_where_people_stop_in_mid_hand_penalties_and_chips_stay_and_riichi_goes_back(
    rules, points: tuple[int, ...], sticks: int, taken: int
) -> None:
    game = apply_to_hanchan(begin(replace(rules, chip_points=500)), DEAL)
    for sentence in sentences_in(
        "S penalty of 3000, E gets chips 2, E draws, E riichi, E discards 1z, E pays"
    ):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    game = apply_to_hanchan(game, HanchanEnded())
    assert (game.points, game.kyoutaku, game.extras.chips) == (points, sticks, (6, -2, -2, -2))
    assert [score.penalty for score in final_scores(game)] == [0, taken, 0, 0]


@given(
    st.sampled_from((TO_OTHERS, TO_TABLE, replace(TENHOU_3P, penalty_to=PenaltyTo.OTHERS))),
    st.lists(st.tuples(st.integers(0, 2), st.integers(1, 9)), max_size=5),
)
def test_no_point_is_lost(rules, given_penalties) -> None:
    kyoku = table(rules, dora="9p")
    for seat, times in given_penalties:
        kyoku = play(kyoku, f"{'ESW'[seat]} penalty of {6_000 * times}")
    assert sum(kyoku.points) + 1_000 * kyoku.kyoutaku == rules.players * rules.start_points
    assert len(kyoku.penalties) == len(given_penalties)
