"""The same four play several rounds, and the hub heard of no game in one of them: which game is which?"""

from dataclasses import replace

import pytest

from companion.riichi.presets import EMA, TENHOU
from companion.riichi.ruleset import RuleSet
from companion.tournament.changes import GameChosen, ResultTyped
from companion.tournament.doubts import DoubtKind
from companion.tournament.results import ResultState, results_of
from tests.tournament.evenings import POINTS, Evening

SEVERAL = (ResultState.UNCLEAR, [DoubtKind.SEVERAL_ROUNDS])


@pytest.fixture
def evening() -> Evening:
    return in_round_two()


def in_round_two(rules: RuleSet = EMA) -> Evening:
    """Round 2 has begun, and of round 1 the table has told nothing."""
    evening = Evening(4, 4, rules=rules)
    evening.plan()
    evening.start()
    evening.start()
    return evening


def states(evening: Evening) -> list:
    return [
        (one.state, [doubt.kind for doubt in one.doubts]) for one in results_of(evening.now, evening.games)
    ]


def games(evening: Evening) -> list[int]:
    """By round: the number of its game; 0 where it has none."""
    return [one.game[1] if one.game else 0 for one in results_of(evening.now, evening.games)]


def test_one_game_that_comes_late_counts_in_no_round_until_somebody_says_in_which(evening):
    game = evening.play(1)
    assert states(evening) == [SEVERAL, SEVERAL]
    (doubt,) = results_of(evening.now, evening.games)[1].doubts
    assert doubt.games == ((game.companion, game.number),)
    assert "round 1 or round 2" in doubt.sentence
    evening.say(GameChosen(1, 1, game.companion, game.number))
    assert games(evening) == [1, 0]
    evening.play(1, POINTS[1])
    assert games(evening) == [1, 2]


def test_of_two_games_the_second_follows_once_the_first_has_its_round(evening):
    first = evening.play(1)
    evening.play(1, POINTS[1], hands=3, is_finished=False)
    assert states(evening) == [SEVERAL, SEVERAL]
    evening.say(GameChosen(1, 1, first.companion, first.number))
    assert games(evening) == [1, 2]


def test_the_game_counts_in_the_round_that_is_played_if_it_is_chosen_there(evening):
    game = evening.play(1)
    evening.say(GameChosen(2, 1, game.companion, game.number))
    assert games(evening) == [0, 1]


def test_points_typed_for_the_silent_round_leave_the_game_to_the_other_one(evening):
    evening.play(1, POINTS[1], hands=4, is_finished=False)
    evening.say(ResultTyped(1, 1, POINTS[0]))
    assert states(evening) == [(ResultState.TYPED, []), (ResultState.RUNNING, [])]


def test_a_game_that_ended_with_the_points_that_were_typed_is_that_of_the_silent_round(evening):
    """They were typed from paper, and then the table had a network again."""
    evening.say(ResultTyped(1, 1, POINTS[1]))
    evening.play(1, POINTS[1])
    assert states(evening) == [(ResultState.TYPED, []), (ResultState.WAITING, [])]
    evening.play(1, POINTS[2])
    assert games(evening) == [0, 2]


def test_sticks_that_lay_there_at_the_end_are_in_the_points_that_were_typed():
    evening = in_round_two(rules=TENHOU)
    evening.say(ResultTyped(1, 1, (40_000, 30_000, 20_000, 10_000)))
    game = evening.play(1, (39_000, 30_000, 20_000, 10_000))
    evening.games[-1] = replace(game, hanchan=replace(game.hanchan, kyoutaku=1))
    assert states(evening) == [(ResultState.TYPED, []), (ResultState.WAITING, [])]


def test_a_game_that_ended_with_the_points_typed_for_the_round_that_is_played_is_that_of_this_round(evening):
    evening.play(1, POINTS[1])
    evening.say(ResultTyped(2, 1, POINTS[1]))
    assert states(evening) == [(ResultState.WAITING, []), (ResultState.TYPED, [])]


def test_games_after_one_that_has_its_round_are_not_those_of_an_earlier_silent_round(evening):
    game = evening.play(1)
    evening.say(GameChosen(2, 1, game.companion, game.number))
    assert games(evening) == [0, 1]
    evening.start()
    evening.play(1, POINTS[1])
    assert games(evening) == [0, 1, 2]
    evening.start()
    evening.play(1, POINTS[2])
    assert games(evening) == [0, 1, 2, 3]
    assert all(doubts == [] for _, doubts in states(evening))


def test_a_second_game_in_the_round_that_is_played_is_not_that_of_the_silent_round_before(evening):
    game = evening.play(1)
    evening.say(GameChosen(2, 1, game.companion, game.number))
    evening.play(1, POINTS[1], hands=2, is_finished=False)
    assert states(evening) == [(ResultState.WAITING, []), (ResultState.FINISHED, [])]


def test_points_typed_for_the_round_that_is_played_say_nothing_of_the_silent_one(evening):
    evening.play(1)
    evening.say(ResultTyped(2, 1, POINTS[2]))
    assert states(evening) == [SEVERAL, (ResultState.TYPED, [])]


def test_a_game_without_any_hand_is_no_question(evening):
    evening.play(1, hands=0, is_finished=False)
    assert states(evening) == [(ResultState.WAITING, [])] * 2


def test_two_silent_rounds_of_the_same_people_are_a_question_too(evening):
    evening.start()
    evening.play(1)
    assert states(evening) == [SEVERAL] * 3
