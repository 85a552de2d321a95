"""Points that an organiser has typed, beside what the table tells itself."""

import pytest

from companion.tournament.changes import GameChosen, PlayersSwapped, ResultTyped
from companion.tournament.doubts import DoubtKind
from companion.tournament.results import ResultState, results_of
from tests.tournament.evenings import POINTS, Evening


@pytest.fixture
def evening() -> Evening:
    evening = Evening(8, 3)
    evening.plan()
    evening.start()
    return evening


def result(evening: Evening, table: int = 1):
    return results_of(evening.now, evening.games)[table - 1]


def test_points_typed_at_the_wrong_table_are_doubted_once_its_own_game_has_ended(evening):
    evening.say(ResultTyped(1, 1, POINTS[0]))
    assert result(evening).doubts == ()
    evening.play(1, POINTS[1], hands=5, is_finished=False)
    assert result(evening).doubts == ()
    game = evening.play(1, POINTS[1])
    found = result(evening)
    assert (found.state, [seat.points for seat in found.seats]) == (ResultState.TYPED, list(POINTS[0]))
    assert [(one.kind, one.games) for one in found.doubts] == [
        (DoubtKind.TYPED_OTHERWISE, ((game.companion, game.number),))
    ]
    evening.say(GameChosen(1, 1, game.companion, game.number))
    chosen = result(evening)
    assert (chosen.state, chosen.doubts) == (ResultState.FINISHED, ())


def test_points_typed_as_the_table_tells_them_are_no_doubt_in_whichever_order_people_sit(evening):
    evening.say(ResultTyped(1, 1, POINTS[1]))
    first, *others = evening.people(1, 1)
    first_points, *other_points = POINTS[1]
    evening.play(1, (*other_points, first_points), names=(*others, first))
    assert (result(evening).state, result(evening).doubts) == (ResultState.TYPED, ())


def test_points_typed_for_other_people_of_the_same_table_are_doubted(evening):
    first, second, *rest = POINTS[0]
    evening.say(ResultTyped(1, 1, (second, first, *rest)))
    evening.play(1, POINTS[0])
    assert [one.kind for one in result(evening).doubts] == [DoubtKind.TYPED_OTHERWISE]


def test_typed_points_are_by_plan_until_the_organiser_says_who_sits_there(evening):
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.say(ResultTyped(1, 1, POINTS[0]))
    assert [(one.is_by_plan, one.is_settled) for one in result(evening).seats] == [(True, False)] * 4
    evening.say(PlayersSwapped(1, evening.now.called(here[0]).number, evening.now.called(there[3]).number))
    told, *others = result(evening).seats
    assert (told.name, told.is_by_plan, told.is_settled) == (there[3], False, True)
    assert all(one.is_by_plan and not one.is_settled for one in others)


def test_a_table_that_names_nobody_is_compared_by_its_points(evening):
    evening.say(ResultTyped(1, 1, POINTS[2]), ResultTyped(1, 2, POINTS[1]))
    evening.play(1, POINTS[2], names=("Guest",) * 4)
    evening.play(2, POINTS[0], names=("Guest",) * 4)
    assert result(evening, 1).doubts == ()
    assert [one.kind for one in result(evening, 2).doubts] == [DoubtKind.TYPED_OTHERWISE]
