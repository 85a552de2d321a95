"""Who is where: sums, penalties, ties, teams, substitutes, byes, and a cut that carries points over."""

import pytest

from companion.riichi.presets import EMA
from companion.tournament.changes import (
    CutMade,
    LengthSet,
    PenaltyGiven,
    PlayerLeft,
    PlayerReturned,
    PlayersSwapped,
    RoundsSeated,
    RulesSet,
    TeamSet,
    TieBreak,
)
from companion.tournament.cutting import cut_to
from companion.tournament.folding import ChangeRefused
from companion.tournament.results import results_of
from companion.tournament.standings import Standings, standings_of
from tests.tournament.evenings import POINTS, Evening


def standings(evening: Evening) -> Standings:
    return standings_of(evening.now, results_of(evening.now, evening.games))


def played(rounds: int = 2, **args) -> Evening:
    evening = Evening(8, 3, **args)
    evening.plan()
    for _ in range(rounds):
        evening.play_round()
    return evening


def of(found: Standings, player: int):
    return next(one for one in (*found.players, *found.substitutes) if one.player == player)


def test_a_total_is_the_sum_of_the_rounds_and_all_totals_are_nothing():
    found = standings(played())
    assert found.is_complete
    assert [len(one.rounds) for one in found.players] == [2] * 8
    assert all(one.total == round(sum(one.rounds), 1) for one in found.players)
    assert sum(one.total for one in found.players) == pytest.approx(0)
    totals = [one.total for one in found.players]
    assert totals == sorted(totals, reverse=True)
    assert found.players[0].place == 1


def test_a_game_that_is_played_counts_as_it_stands_and_is_said_to_be_provisional():
    evening = played(1)
    evening.start()
    evening.play(1, POINTS[0], hands=2, is_finished=False)
    found = standings(evening)
    leader = of(found, evening.now.rounds[1].tables[0][0])
    assert leader.is_provisional
    assert leader.rounds[1] == 25.0
    assert sum(leader.places) == 1
    assert not found.is_complete
    assert of(found, evening.now.rounds[1].tables[1][0]).rounds[1] is None


def test_a_penalty_is_taken_off():
    evening = played()
    before = of(standings(evening), 3)
    evening.say(PenaltyGiven(3, 20_000, "chombo", 2), PenaltyGiven(3, 500))
    after = of(standings(evening), 3)
    assert (after.total, after.penalty) == (round(before.total - 20.5, 1), 20.5)


def test_equal_totals_share_a_place_unless_places_decide():
    evening = Evening(8, 1)
    evening.say(RulesSet(EMA, TieBreak.NONE))
    evening.plan()
    evening.start()
    evening.play(1)
    evening.play(2)
    assert [one.place for one in standings(evening).players] == [1, 1, 3, 3, 5, 5, 7, 7]


@pytest.mark.parametrize(("tie_break", "places"), [(TieBreak.NONE, [4, 4]), (TieBreak.PLACES, [4, 5])])
def test_more_first_places_decide_between_equal_totals_where_that_is_said(tie_break, places):
    evening = Evening(8, 2)
    evening.say(RulesSet(EMA, tie_break))
    tables = ((1, 2, 3, 4), (5, 6, 7, 8))
    evening.say(RoundsSeated(1, (tables, tables)))
    # Player 1 is first and then last, player 5 is second twice: both come to nothing.
    second = (25_000, 55_000, 22_000, 18_000)
    for points in ((40_000, 30_000, 28_000, 22_000), (20_000, 40_000, 34_000, 26_000)):
        evening.start()
        evening.play(1, points)
        evening.play(2, second)
    found = standings(evening)
    assert [of(found, one).total for one in (1, 5)] == [0.0, 0.0]
    assert [of(found, one).place for one in (1, 5)] == places


def test_a_team_has_the_sum_of_its_players():
    evening = played()
    evening.say(*(TeamSet(number, "North" if number % 2 else "South") for number in range(1, 9)))
    found = standings(evening)
    assert [one.place for one in found.teams] == ([1, 2] if found.teams[0].total else [1, 1])
    for team in found.teams:
        assert team.total == pytest.approx(sum(of(found, one).total for one in team.players))


def test_a_substitute_plays_for_somebody_who_left_and_has_no_place():
    evening = Evening(8, 2, substitutes=1)
    evening.plan()
    evening.play_round()
    evening.say(PlayerLeft(3))
    evening.plan()
    evening.play_round()
    found = standings(evening)
    assert of(found, 3).rounds[1] is None
    assert of(found, 3).is_away
    assert [one.player for one in found.substitutes] == [9]
    assert 9 not in [one.player for one in found.players]
    assert found.is_complete


def test_somebody_who_was_swapped_for_a_bye_has_the_score():
    evening = Evening(9, 2)
    evening.plan()
    evening.start()
    resting = next(
        one.number for one in evening.now.players if evening.now.current.place_of(one.number) is None
    )
    away = evening.now.current.tables[0][0]
    evening.play(1)
    evening.play(2)
    evening.say(PlayersSwapped(1, away, resting))
    found = standings(evening)
    assert of(found, resting).rounds == (25.0,)
    assert of(found, away).rounds == (None,)


@pytest.mark.parametrize(("carried", "left"), [(100, 1.0), (50, 0.5), (0, 0.0)])
def test_after_a_cut_some_go_on_with_a_part_of_their_total(carried, left):
    evening = played()
    evening.say(PenaltyGiven(1, 1_000, "", 1), LengthSet(4))
    before = standings(evening)
    best = tuple(one.player for one in before.players[:4])
    evening.say(CutMade(2, best, carried))
    evening.plan()
    assert [len(each.tables) for each in evening.now.rounds] == [2, 2, 1, 1]
    evening.play_round()
    after = standings(evening)
    assert {one.player for one in after.players[:4]} == set(best)
    for player in best:
        row = of(after, player)
        assert row.carried == pytest.approx(of(before, player).total * left, abs=0.06)
        assert row.total == pytest.approx(row.carried + row.rounds[2], abs=0.01)
    for row in after.players[4:]:
        assert (row.is_in_final, row.carried, row.total) == (False, None, of(before, row.player).total)
    assert after.players[4].place == 5


def test_nobody_is_cut_by_name_where_several_share_the_last_place_that_goes_on():
    evening = Evening(8, 2)
    evening.plan()
    evening.start()
    evening.play(1, (40_000, 30_000, 28_000, 22_000))
    evening.play(2, (40_000, 29_000, 28_000, 23_000))
    first, *_, last = (row.player for row in standings(evening).players if row.place == 5)
    third = next(row.player for row in standings(evening).players if row.place == 3)
    names = " and ".join(sorted(map(evening.now.name, (first, last))))
    evening.say(PlayerLeft(third))
    with pytest.raises(ChangeRefused, match=f"{names} share place 5, and not all of them can go on"):
        cut_to(evening.now, standings(evening), 4, 100)
    evening.say(PlayerLeft(first))
    made = cut_to(evening.now, standings(evening), 4, 100)
    assert (last in made.players, first in made.players) == (True, False)
    evening.say(made, PlayerReturned(first))
    assert sorted(one.number for one in evening.now.active) == sorted(made.players)


def test_before_the_first_round_nobody_is_cut_and_nobody_waits_for_a_table():
    evening = played(0)
    with pytest.raises(ChangeRefused, match="no round was played yet"):
        cut_to(evening.now, standings(evening), 4, 100)


def test_a_penalty_that_is_given_after_a_cut_is_taken_whole():
    evening = played()
    evening.say(LengthSet(4), PenaltyGiven(1, 2_000), CutMade(2, (1, 2, 3, 4), 0))
    assert (of(standings(evening), 1).total, of(standings(evening), 1).penalty) == (0.0, 2.0)
    evening.say(PenaltyGiven(1, 20_000), PenaltyGiven(5, 500))
    row, left_out = (of(standings(evening), player) for player in (1, 5))
    assert (row.total, row.carried, row.penalty) == (-20.0, 0.0, 22.0)
    assert left_out.total == round(sum(left_out.rounds) - 0.5, 1)


def test_a_penalty_for_the_round_before_a_cut_is_taken_whole_too_once_the_cut_is_made():
    evening = played()
    evening.say(LengthSet(4), CutMade(2, (1, 2, 3, 4), 0))
    evening.say(PenaltyGiven(1, 20_000, "", 2), PenaltyGiven(5, 500, "", 2))
    row, left_out = (of(standings(evening), player) for player in (1, 5))
    assert (row.total, row.carried, row.penalty) == (-20.0, 0.0, 20.0)
    assert left_out.total == round(sum(left_out.rounds) - 0.5, 1)


def test_somebody_who_plays_after_a_cut_for_one_who_left_has_that_score_in_the_total():
    evening = Evening(8, 3, substitutes=1)
    evening.plan()
    evening.play_round()
    best = tuple(one.player for one in standings(evening).players[:4])
    evening.say(CutMade(1, best, 50), PlayerLeft(best[0]))
    evening.plan()
    evening.play_round()
    (row,) = standings(evening).substitutes
    assert row.rounds[0] is None
    assert row.total == row.rounds[1] != 0
