"""A game that nobody has closed before the next evening begins belongs to its own evening."""

from dataclasses import replace

import pytest

from companion.tournament.changes import GameChosen, ResultTyped
from companion.tournament.results import ResultState, results_of
from tests.tournament.evenings import POINTS, Evening


def played() -> Evening:
    """Two rounds; nobody has closed the last game at table 2."""
    evening = Evening(8, 2)
    evening.plan()
    evening.play_round()
    evening.start()
    evening.play(1, POINTS[1])
    evening.play(2, POINTS[2], is_finished=False)
    return evening


def following(former: Evening, seed: int = 2) -> Evening:
    evening = Evening(8, 2)
    evening.plan(seed)
    evening.games, evening.former = former.games, former.now
    return evening


def newest(evening: Evening) -> list[int]:
    """By table."""
    return [evening.now.rounds[0].newest[companion] for companion in evening.now.companions.values()]


def states(evening: Evening) -> list[ResultState]:
    return [one.state for one in results_of(evening.now, evening.games)]


def test_the_last_game_of_an_evening_counts_there_although_nobody_has_closed_it():
    evening = following(played())
    evening.start()
    assert newest(evening) == [2, 2]
    assert states(evening) == [ResultState.WAITING, ResultState.WAITING]


def test_a_game_that_the_people_of_the_first_round_have_begun_early_counts_in_that_round():
    evening = following(played())
    evening.play(1, hands=2, is_finished=False, names=evening.people(1, 1))
    evening.play(2, hands=2, is_finished=False, names=evening.people(1, 2))
    evening.start()
    assert newest(evening) == [2, 2]
    assert states(evening) == [ResultState.RUNNING, ResultState.RUNNING]


@pytest.mark.parametrize("names", [None, ()])
def test_a_game_that_the_same_people_have_begun_early_is_none_of_the_last_evening_which_had_ended(names):
    former = played()
    former.games[-1] = replace(former.games[-1], is_finished=True)
    evening = following(former, seed=1)
    evening.play(2, hands=2, is_finished=False, names=evening.people(1, 2) if names is None else names)
    evening.start()
    assert newest(evening) == [2, 2]
    assert states(evening) == [ResultState.WAITING, ResultState.RUNNING]


def test_points_that_were_typed_leave_no_game_open():
    former = played()
    del former.games[-1]
    former.say(ResultTyped(2, 2, POINTS[2]))
    evening = following(former)
    evening.play(2, hands=2, is_finished=False, names=())
    evening.start()
    assert newest(evening) == [2, 1]
    assert states(evening) == [ResultState.WAITING, ResultState.RUNNING]


def test_a_game_that_was_begun_early_is_not_lost_where_the_same_people_have_left_one_open_before():
    former = Evening(4, 2)
    former.plan()
    former.play_round()
    former.start()
    former.play(1, is_finished=False)
    evening = Evening(4, 2)
    evening.plan()
    evening.games, evening.former = former.games, former.now
    evening.play(1, hands=1, is_finished=False, names=evening.people(1, 1))
    evening.start()
    assert newest(evening) == [2]
    assert states(evening) == [ResultState.RUNNING]


def test_an_evening_that_is_begun_anew_while_people_play_keeps_their_games():
    former = Evening(8, 2)
    former.plan()
    former.start()
    for table in (1, 2):
        former.play(table, hands=2, is_finished=False)
    evening = following(former, seed=1)
    evening.start()
    assert states(evening) == [ResultState.RUNNING, ResultState.RUNNING]
    evening.games = [replace(game, is_finished=True) for game in evening.games]
    assert states(evening) == [ResultState.FINISHED, ResultState.FINISHED]


def test_the_game_that_the_organiser_chose_is_the_one_that_was_left_open():
    former = played()
    again = former.play(2, POINTS[2], is_finished=False)
    former.say(GameChosen(2, 2, again.companion, again.number))
    evening = following(former)
    evening.start()
    assert newest(evening) == [2, 3]
    assert states(evening) == [ResultState.WAITING, ResultState.WAITING]
