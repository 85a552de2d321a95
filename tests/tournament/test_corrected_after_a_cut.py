"""A result of the rounds before a cut is corrected: the cut stays, and the organiser is told."""

import pytest

from companion.tournament.changes import PenaltyGiven, PlayerLeft, PlayerReturned, ResultTyped, Undone
from companion.tournament.cutting import OtherCut, cut_now, cut_to
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from tests.tournament.evenings import Evening

POINTS = (45_000, 32_000, 25_000, 18_000), (44_000, 33_000, 24_000, 19_000)


def results(evening):
    return results_of(evening.now, evening.games)


def other(evening):
    return cut_now(evening.now, results(evening))


def cut(evening, players=4):
    evening.say(cut_to(evening.now, standings_of(evening.now, results(evening)), players, 50))


@pytest.fixture
def evening():
    one = Evening(8, 2)
    one.plan()
    one.start()
    for table, points in enumerate(POINTS, 1):
        one.say(ResultTyped(1, table, points))
    return one


def seat(evening, table, at):
    return evening.now.rounds[0].tables[table - 1][at]


def test_as_long_as_nothing_changes_nothing_is_said(evening):
    assert other(evening) is None
    cut(evening)
    assert other(evening) is None
    evening.plan()
    evening.start()
    evening.say(ResultTyped(2, 1, POINTS[0]))
    assert other(evening) is None


def test_who_would_go_on_and_who_would_not_is_said(evening):
    cut(evening)
    evening.say(ResultTyped(1, 1, (45_000, 25_000, 32_000, 18_000)))
    assert other(evening) == OtherCut(1, (seat(evening, 1, 2),), (seat(evening, 1, 1),))
    evening.plan()
    evening.start()
    assert other(evening) == OtherCut(1, (seat(evening, 1, 2),), (seat(evening, 1, 1),))
    evening.say(ResultTyped(1, 1, POINTS[0]))
    assert other(evening) is None


def test_another_order_of_those_who_go_on_is_no_other_cut(evening):
    cut(evening)
    evening.say(ResultTyped(1, 1, (32_000, 45_000, 18_000, 25_000)))
    assert other(evening) is None


def test_a_tie_at_the_last_place_is_no_other_cut(evening):
    cut(evening)
    evening.say(ResultTyped(1, 1, (45_000, 28_500, 28_500, 18_000)))
    assert other(evening) is None


def test_a_penalty_given_after_the_cut_changes_no_cut(evening):
    cut(evening)
    evening.say(PenaltyGiven(seat(evening, 1, 0), 900_000))
    assert other(evening) is None


def test_a_penalty_that_is_taken_back_is_a_change(evening):
    revision = evening.say(PenaltyGiven(seat(evening, 1, 0), 900_000, "", 2))
    cut(evening)
    assert seat(evening, 1, 0) not in evening.now.cut.players
    assert other(evening) is None
    evening.say(Undone(revision))
    assert other(evening).better == (seat(evening, 1, 0),)


def test_somebody_who_had_left_and_comes_back_could_not_have_gone_on(evening):
    best = seat(evening, 1, 0)
    evening.say(PlayerLeft(best))
    cut(evening)
    evening.say(PlayerReturned(best))
    assert other(evening) is None


def test_as_long_as_a_result_is_missing_nothing_is_said():
    evening = Evening(8, 2)
    evening.plan()
    evening.start()
    evening.play(1, POINTS[0])
    evening.play(2, POINTS[1])
    cut(evening)
    game = evening.games.pop(0)
    assert other(evening) is None
    evening.games.append(game)
    assert other(evening) is None
