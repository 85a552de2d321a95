"""What counts and what does not: the corners of the statistics, one small game each."""

import csv
from dataclasses import asdict, replace

import pytest

from companion.evenings.csv_writer import write_csv
from companion.evenings.statistics import Counts, figures_of
from companion.journal.forgetting import NOBODY
from companion.riichi import facts as f
from companion.riichi import house_facts as h
from companion.riichi.presets import HOUSE, M_LEAGUE, TENHOU
from companion.riichi.ruleset import PenaltyTo
from companion.riichi.seats import SEATS, Wind
from tests.evenings.games import looked_back, statistics_of

A, B, C, D = SEATS
NAMES = ("Aki", "Ben", "Chie", "Dai")
DEAL = f.KyokuStarted(Wind.EAST, A, 2, 1, (25_000, 25_000, 25_000, 24_000))
POINTS = (f.PlayUnfollowed(),)
TURNS = (f.Drawn(A), f.Discarded(A), f.Drawn(B), f.Discarded(B), f.Drawn(C), f.Discarded(C), f.Drawn(D))


def ron(seat, giver, han=2, **more):
    return f.Won(seat, f.WinBy.RON, giver, value=f.HandValue(han, 30), **more)


ENDS = (f.KyokuEnded(), f.HanchanEnded())


def counted(*facts, names=NAMES, ends=ENDS):
    game = looked_back((f.HanchanStarted(names, "tenhou"), DEAL, *facts, *ends), TENHOU)
    assert not game.failure, game.failure
    return {one.name: one.counts for one in statistics_of([game])}


def test_honba_and_sticks_are_not_the_value_of_a_hand():
    counts = counted(*POINTS, ron(B, C))
    assert (counts["Ben"].won, counts["Ben"].valued) == (2_000, 1)
    assert (counts["Chie"].paid, counts["Chie"].dealt_in_valued) == (2_000, 1)


def test_two_winners_are_one_hand_dealt_in():
    counts = counted(*TURNS, f.Discarded(D), ron(A, D), ron(B, D, 3))
    assert (counts["Dai"].dealt_in, counts["Dai"].paid) == (1, 2_900 + 3_900)
    assert (counts["Aki"].wins, counts["Ben"].wins) == (1, 1)


def test_a_chombo_voids_its_hand():
    counts = counted(*POINTS, *(f.RiichiDeclared(B), f.RiichiAccepted(B)), f.Chombo(B))
    assert (counts["Ben"].chombo, counts["Ben"].hands, counts["Ben"].riichi) == (1, 0, 0)
    # Second with 25,000: 25 - 30 + 10, and twenty taken off.
    assert counts["Ben"].score == -15.0


def test_dead_hands_and_penalties_are_counted():
    house = replace(HOUSE, penalty_to=PenaltyTo.SCORE)
    told = (*POINTS, h.HandDied(B), h.PenaltyGiven(B, 1_000), h.PenaltyGiven(C, 2_000), ron(A, C))
    game = looked_back((f.HanchanStarted(NAMES, "house"), DEAL, *told, *ENDS), house)
    counts = {one.name: one.counts for one in statistics_of([game])}
    assert [(counts[name].dead, counts[name].penalties) for name in NAMES] == [(0, 0), (1, 1), (0, 1), (0, 0)]
    assert counts["Ben"].score == 25 - 30 + 10 - 1


def won_with_yaku_of_the_house():
    house = replace(HOUSE, name="club", local_yaku=(("=HYPERLINK(A1)", 2), ("三連刻", 1)))
    value = f.HandValue(3, 30, 0, (("=HYPERLINK(A1)", 2), ("riichi", 1)))
    won = (replace(ron(A, C), value=value), *ENDS)
    return looked_back((f.HanchanStarted(NAMES, "club"), DEAL, *POINTS, *won), house)


def test_wins_with_a_yaku_of_the_house_are_counted():
    counts = {one.name: one.counts for one in statistics_of([won_with_yaku_of_the_house()])}
    assert [counts[name].local for name in NAMES] == [1, 0, 0, 0]


def test_the_name_of_a_yaku_is_no_formula_in_a_spreadsheet():
    columns, line, *_ = csv.reader(write_csv(won_with_yaku_of_the_house()).splitlines())
    assert line[columns.index("yaku")] == "'=HYPERLINK(A1) 2, riichi 1"


@pytest.mark.parametrize(("rules", "firsts", "seconds"), [(M_LEAGUE, 3, 0), (TENHOU, 1, 1)])
def test_equal_firsts_are_all_first_where_places_are_shared(rules, firsts, seconds):
    # Dai has fewer points from the deal on; Aki, Ben and Chie end as they began.
    told = (f.HanchanStarted(NAMES, rules.name), replace(DEAL, kyoutaku=0), *POINTS)
    none = f.Ryuukyoku(f.RyuukyokuKind.EXHAUSTIVE)
    game = looked_back((*told, none, *ENDS), rules)
    assert not game.failure, game.failure
    counts = [one.counts for one in statistics_of([game])]
    assert sum(each.first for each in counts) == firsts
    assert sum(each.second for each in counts) == seconds


def test_chips_are_counted_and_stand_in_the_score():
    house = replace(TENHOU, chip_points=500)
    told = (*POINTS, ron(A, C), h.ChipsTaken(A, None, 2))
    game = looked_back((f.HanchanStarted(NAMES, "house"), DEAL, *told, *ENDS), house)
    counts = {one.name: one.counts for one in statistics_of([game])}
    assert [counts[name].chips for name in NAMES] == [6, -2, -2, -2]
    plain = counted(*POINTS, ron(A, C))
    assert [counts[name].score - plain[name].score for name in NAMES] == [3, -1, -1, -1]


def test_what_is_paid_beside_the_play_stays_paid_in_a_hand_within_which_the_game_ends():
    house = replace(TENHOU, name="club", chip_points=500, penalty_to=PenaltyTo.SCORE)
    told = (*POINTS, h.ChipsTaken(A, None, 2), h.PenaltyGiven(C, 1_000), f.HanchanEnded())
    game = looked_back((f.HanchanStarted(NAMES, "club"), DEAL, *told), house)
    counts = {one.name: one.counts for one in statistics_of([game])}
    assert [counts[name].chips for name in NAMES] == [*game.hanchan.extras.chips] == [6, -2, -2, -2]
    assert [counts[name].penalties for name in NAMES] == [0, 0, 1, 0]
    assert [counts[name].hands for name in NAMES] == [0, 0, 0, 0]


def test_a_liable_player_pays_and_the_discarder_half():
    yakuman = f.HandValue(0, 0, 1, (("daisangen", 13),))
    counts = counted(*POINTS, f.Won(B, f.WinBy.RON, C, value=yakuman, liable=D))
    assert (counts["Ben"].won, counts["Chie"].paid, counts["Dai"].dealt_in) == (32_000, 16_000, 0)


def test_who_is_not_followed_has_no_calls_and_no_turn():
    counts = counted(*POINTS, ron(B, C))
    assert (counts["Ben"].followed, counts["Ben"].called, counts["Ben"].turned) == (0, 0, 0)
    assert figures_of(counts["Ben"]).call_rate is None


def test_a_closed_kan_opens_nothing():
    kan = (
        f.Drawn(A),
        f.AnkanDeclared(A, (None,) * 4),
        f.IndicatorRevealed(None),
        f.RinshanDrawn(A),
        f.Discarded(A),
    )
    counts = counted(*kan, ron(B, A))
    assert (counts["Aki"].followed, counts["Aki"].called) == (1, 0)
    assert (counts["Ben"].turns, counts["Ben"].turned) == (1, 1)


def test_a_pon_opens_the_hand():
    pon = (f.Drawn(A), f.Discarded(A), f.PonCalled(C, A, None, (None, None)), f.Discarded(C))
    counts = counted(*pon, f.Drawn(D), f.Discarded(D), ron(A, D))
    assert (counts["Chie"].called, counts["Aki"].called) == (1, 0)


@pytest.mark.parametrize(("winner", "turn"), [(f.Won(D, f.WinBy.TSUMO, D, value=f.HandValue(2, 30)), 1)])
def test_a_tsumo_is_won_in_the_turn_that_has_begun(winner, turn):
    counts = counted(*TURNS, winner)
    assert (counts["Dai"].turns, counts["Dai"].tsumo, counts["Dai"].won) == (turn, 1, 2_000)


def test_a_riichi_counts_where_its_discard_was_won_on():
    told = (f.Drawn(A), f.RiichiDeclared(A), f.Discarded(A), ron(B, A))
    counts = counted(*told)
    assert (counts["Aki"].riichi, counts["Aki"].riichi_won, counts["Aki"].dealt_in) == (1, 0, 1)


def test_three_ron_that_are_a_draw_are_no_win():
    wins = (ron(A, D), ron(B, D), f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU, (A, B, C)))
    counts = counted(*TURNS, f.Discarded(D), *wins)
    assert [counts[name].wins for name in NAMES] == [0] * 4
    assert (counts["Dai"].dealt_in, counts["Dai"].draws, counts["Dai"].hands) == (0, 0, 1)


def test_a_win_without_a_value_counts_as_a_win_alone():
    counts = counted(*POINTS, f.Won(B, f.WinBy.RON, C))
    assert (counts["Ben"].wins, counts["Ben"].valued, counts["Chie"].dealt_in_valued) == (1, 0, 0)
    assert figures_of(counts["Ben"]).win_value is None


@pytest.mark.parametrize("names", [NOBODY, ("", "  ", "", ""), ("NoName", "NoName", "", "")])
def test_nobody_is_counted_for_nobody(names):
    assert counted(*POINTS, ron(B, C), names=names) == {}


def test_a_game_that_is_still_played_counts_for_nobody():
    assert counted(*POINTS, ron(B, C), ends=(f.KyokuEnded(),)) == {}
    assert counted(*POINTS, ron(B, C), ends=()) == {}


def test_the_same_name_with_blanks_around_it_is_the_same_player():
    assert set(counted(*POINTS, ron(B, C), names=(" Aki", "Ben ", "Chie", "Dai"))) == set(NAMES)


def test_a_name_of_an_old_game_counts_in_the_form_in_which_it_is_entered_today():
    names = ("A\u3000 ki", "Chloe\u0301", "Chie\u200d", "Dai")
    assert set(counted(*POINTS, ron(B, C), names=names)) == {"A ki", "Chloé", "Chie", "Dai"}


def test_nothing_is_divided_by_nothing():
    assert set(asdict(figures_of(Counts())).values()) == {None}
