"""Which game is which round's, whose score is whose, and what is doubtful."""

from dataclasses import replace

import pytest

from companion.riichi.final_score import final_scores
from companion.riichi.presets import EMA, TENHOU
from companion.tournament.changes import GameChosen, PlayersSwapped, ResultTyped, TableGiven
from companion.tournament.companions import tables_given
from companion.tournament.doubts import DoubtKind
from companion.tournament.results import ResultState, results_of
from companion.tournament.table_games import FollowedGame
from tests.tournament.evenings import POINTS, Evening


def begun(**args) -> Evening:
    evening = Evening(8, 3, **args)
    evening.plan()
    evening.start()
    return evening


def result(evening: Evening, number: int, table: int):
    found = results_of(evening.now, evening.games)
    return next(one for one in found if (one.round, one.table) == (number, table))


def fixed_four(rounds: int) -> Evening:
    """One table, at which the same four play every round."""
    evening = Evening(4, rounds)
    evening.plan()
    return evening


def kinds(one) -> list[DoubtKind]:
    return [doubt.kind for doubt in one.doubts]


def test_a_table_waits_runs_and_is_finished():
    evening = begun()
    assert result(evening, 1, 1).state is ResultState.WAITING
    evening.play(1, hands=0, is_finished=False)
    assert result(evening, 1, 1).state is ResultState.WAITING
    evening.games.clear()
    evening.play(1, hands=3, is_finished=False)
    running = result(evening, 1, 1)
    assert (running.state, running.hands) == (ResultState.RUNNING, 3)
    evening.games.clear()
    game = evening.play(1)
    finished = result(evening, 1, 1)
    assert finished.state is ResultState.FINISHED
    assert [one.score for one in finished.seats] == [one.score for one in final_scores(game.hanchan)]
    assert [one.name for one in finished.seats] == evening.people(1, 1)
    assert not finished.doubts


def test_uma_and_oka_are_those_of_the_tournament_and_other_rules_are_said():
    evening = begun()
    evening.play(1, rules=replace(EMA, name="ours", uma=(99, 0, 0, -99), kuikae="allowed"))
    found = result(evening, 1, 1)
    assert [one.score for one in found.seats] == [25.0, 5.0, -7.0, -23.0]
    assert kinds(found) == [DoubtKind.OTHER_RULES]
    assert found.is_final


def test_a_game_that_began_with_other_points_is_not_counted():
    evening = begun()
    evening.play(1, (30_000, 25_000, 25_000, 20_000), rules=TENHOU)
    found = result(evening, 1, 1)
    assert (found.state, found.seats, kinds(found)) == (ResultState.UNCLEAR, (), [DoubtKind.OTHER_POINTS])
    assert "25,000 points each" in found.doubts[0].sentence


def test_of_a_game_that_cannot_be_read_nobody_says_by_which_points_it_began():
    evening = begun()
    unread = FollowedGame.unreadable(evening.now.companions[1], 1, "a newer companion plays").game
    evening.games.append(unread)
    found = result(evening, 1, 1)
    assert (found.state, kinds(found)) == (ResultState.UNCLEAR, [DoubtKind.BROKEN])


def test_a_score_is_of_whom_the_table_names_and_wrong_people_are_noticed():
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.play(1, names=[there[0], *here[1:]])
    found = result(evening, 1, 1)
    assert found.seats[0].name == there[0]
    (doubt,) = found.doubts
    assert doubt.kind is DoubtKind.WRONG_PEOPLE
    assert [evening.now.name(one) for one in (doubt.one, doubt.other)] == [there[0], here[0]]
    assert doubt.sentence == f"{there[0]} sits at table 1 instead of {here[0]}"


def test_one_swap_puts_it_right_and_the_scores_follow_the_people():
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.play(1, names=[there[0], *here[1:]])
    evening.play(2, POINTS[2], names=[here[0], *there[1:]])
    before = [result(evening, 1, table) for table in (1, 2)]
    evening.say(PlayersSwapped(1, evening.now.called(here[0]).number, evening.now.called(there[0]).number))
    after = [result(evening, 1, table) for table in (1, 2)]
    assert [one.doubts for one in after] == [(), ()]
    assert [one.seats for one in after] == [one.seats for one in before]


def test_a_swap_afterwards_holds_against_names_that_were_taken_from_the_plan():
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.play(1)
    evening.play(2, POINTS[2])
    evening.say(PlayersSwapped(1, evening.now.called(here[0]).number, evening.now.called(there[3]).number))
    one, other = result(evening, 1, 1), result(evening, 1, 2)
    assert (one.seats[0].name, one.seats[0].points) == (there[3], 40_000)
    assert (other.seats[3].name, other.seats[3].points) == (here[0], 40_000)
    assert not one.doubts
    assert not other.doubts


def test_nobody_has_said_names_so_the_plan_says_them():
    evening = begun()
    evening.play(1, names=())
    found = result(evening, 1, 1)
    assert [one.name for one in found.seats] == evening.people(1, 1)
    assert all(one.is_by_plan for one in found.seats)


def test_an_unknown_name_stays_unknown():
    evening = begun()
    evening.play(1, names=["Nobody", *evening.people(1, 1)[1:]])
    found = result(evening, 1, 1)
    assert (found.seats[0].player, found.seats[0].name) == (None, "Nobody")
    assert [(one.kind, one.name) for one in found.doubts] == [(DoubtKind.UNKNOWN_NAME, found.seats[0].name)]


def test_a_name_in_a_game_that_was_made_nobodys_is_no_players():
    """A seat of that game, and a player whose name was taken out of the tournament, are both "Player 1"."""
    evening = begun()
    game = evening.play(1, names=[f"Player {number}" for number in range(1, 5)])
    evening.games[-1] = replace(game, is_anonymised=True)
    evening.play(2)
    found = result(evening, 1, 1)
    assert [seat.player for seat in found.seats] == [None] * 4
    assert kinds(found) == [DoubtKind.UNKNOWN_NAME] * 4
    assert kinds(result(evening, 1, 2)) == []


def test_who_seems_to_sit_twice_is_known_at_neither_place_until_it_is_said():
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.play(1)
    evening.play(2, names=[here[0], *there[1:]])
    assert result(evening, 1, 1).seats[0].player is None
    assert result(evening, 1, 2).seats[0].player is None
    assert DoubtKind.TWICE in kinds(result(evening, 1, 1))


def test_each_game_belongs_to_one_round_even_if_a_table_is_early_or_late():
    evening = begun()
    first = evening.play(1)
    early = evening.play(1, hands=2, is_finished=False, names=evening.people(2, 1))
    evening.play(2, hands=5, is_finished=False)
    evening.start()
    assert result(evening, 1, 1).game == (first.companion, first.number)
    assert result(evening, 2, 1).game == (early.companion, early.number)
    late = result(evening, 1, 2)
    assert (late.state, late.hands) == (ResultState.RUNNING, 5)
    assert result(evening, 2, 2).state is ResultState.WAITING
    evening.play(2, POINTS[1])
    assert result(evening, 2, 2).is_final


def test_a_game_that_was_given_up_is_not_the_result():
    evening = begun()
    evening.play(1, hands=1, is_finished=False)
    evening.play(1, POINTS[1])
    assert result(evening, 1, 1).seats[0].points == 35_000


def test_of_two_finished_games_the_organiser_says_which_counts():
    evening = begun()
    evening.play(1)
    second = evening.play(1, POINTS[1])
    found = result(evening, 1, 1)
    assert (found.state, kinds(found)) == (ResultState.UNCLEAR, [DoubtKind.SEVERAL_GAMES])
    assert found.doubts[0].sentence == "table 1 has game 1 and game 2 in round 1: say which counts"
    evening.say(GameChosen(1, 1, second.companion, second.number))
    assert result(evening, 1, 1).seats[0].points == 35_000


def test_of_two_games_the_one_with_the_planned_people_counts():
    evening = begun()
    evening.play(1, names=["Guest", "Friend", "Other", "Last"])
    evening.play(1, POINTS[1])
    assert result(evening, 1, 1).seats[0].points == 35_000


def test_a_spare_takes_over_in_the_middle_and_the_rounds_before_stay():
    evening = begun()
    evening.play(1)
    evening.play(2)
    evening.start()
    evening.play(1, hands=2, is_finished=False)
    evening.say(TableGiven(1, "5ca1ab1e"))
    evening.play(1, POINTS[2], companion="5ca1ab1e")
    assert result(evening, 1, 1).seats[0].points == 40_000
    assert result(evening, 2, 1).seats[0].points == 20_000


def test_before_a_hand_has_ended_the_game_is_that_of_the_present_companion():
    evening = begun()
    evening.play(1, hands=0, is_finished=False)
    evening.say(TableGiven(1, "00000000"))
    evening.play(1, hands=0, is_finished=False, companion="00000000")
    assert result(evening, 1, 1).game == ("00000000", 1)


def test_a_companion_that_was_given_the_wrong_table_counts_where_its_people_are_planned():
    evening = begun()
    mine = evening.now.companions[1]
    evening.say(TableGiven(2, mine))
    game = evening.play(2, companion=mine)
    assert (result(evening, 1, 1).state, kinds(result(evening, 1, 1))) == (ResultState.WAITING, [])
    found = result(evening, 1, 2)
    assert (found.game, found.is_final, kinds(found)) == ((mine, game.number), True, [])


@pytest.mark.parametrize("names", [None, ()])
def test_a_companion_that_moves_on_after_a_round_takes_no_result_along(names):
    evening = begun()
    evening.play(1, names=names)
    evening.play(2, POINTS[1], names=names)
    evening.say(TableGiven(2, evening.now.companions[1]))
    assert [result(evening, 1, table).seats[0].points for table in (1, 2)] == [40_000, 35_000]


def test_a_machine_that_came_over_to_go_on_leaves_it_to_the_organiser_which_game_counts():
    evening = begun()
    other = evening.now.companions[2]
    evening.play(2, names=())
    evening.play(1, names=(), hands=1)
    evening.say(TableGiven(1, other))
    evening.play(1, POINTS[1], names=(), companion=other)
    found = result(evening, 1, 1)
    assert (found.state, found.game) == (ResultState.UNCLEAR, None)


def test_a_game_without_names_that_may_be_that_of_two_tables_counts_where_the_organiser_says():
    evening = begun()
    mine = evening.now.companions[1]
    evening.say(TableGiven(2, mine))
    game = evening.play(2, names=(), companion=mine)
    for table in (1, 2):
        found = result(evening, 1, table)
        assert (found.state, kinds(found)) == (ResultState.UNCLEAR, [DoubtKind.SEVERAL_TABLES])
        assert found.doubts[0].games == ((mine, game.number),)
    assert found.doubts[0].sentence == (
        "game 1 in round 1 may be that of table 1 or table 2: say where it counts"
    )
    evening.say(GameChosen(1, 2, mine, game.number))
    assert result(evening, 1, 1).state is ResultState.WAITING
    assert result(evening, 1, 2).game == (mine, game.number)


def test_a_table_without_a_companion_is_typed():
    evening = begun()
    evening.say(TableGiven(2, ""))
    evening.start()
    assert kinds(result(evening, 2, 2)) == [DoubtKind.NO_COMPANION]
    evening.say(ResultTyped(2, 2, (40_000, 30_000, 30_000, 20_000)))
    found = result(evening, 2, 2)
    assert found.state is ResultState.TYPED
    assert [one.score for one in found.seats] == [25.0, 0.0, 0.0, -25.0]


def test_of_typed_points_and_a_chosen_game_the_one_that_was_said_last_counts():
    evening = begun()
    game = evening.play(1)
    typed, chosen = ResultTyped(1, 1, POINTS[2]), GameChosen(1, 1, game.companion, game.number)
    for said, state, points in (
        (typed, ResultState.TYPED, 20_000),
        (chosen, ResultState.FINISHED, 40_000),
        (typed, ResultState.TYPED, 20_000),
    ):
        evening.say(said)
        found = result(evening, 1, 1)
        assert (found.state, found.seats[0].points) == (state, points)


def test_a_game_that_the_organiser_has_given_to_a_round_is_that_of_no_other_round():
    evening = begun()
    evening.play(1, hands=1)
    late = evening.play(1, POINTS[1], hands=5, is_finished=False)
    evening.start()
    evening.games[-1] = late = replace(late, is_finished=True)
    evening.say(GameChosen(1, 1, late.companion, late.number))
    assert result(evening, 1, 1).game == (late.companion, late.number)
    assert result(evening, 2, 1).state is ResultState.WAITING
    evening.say(ResultTyped(1, 1, POINTS[1]))
    assert result(evening, 2, 1).state is ResultState.WAITING
    own = evening.play(1, POINTS[2], hands=3, is_finished=False)
    assert result(evening, 2, 1).game == (own.companion, own.number)


def test_a_swap_leaves_people_at_the_seats_in_which_their_table_names_them():
    """Somebody sat at another table, and the four there drew their seats anew."""
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    evening.play(1, names=[here[1], there[0], *here[2:]])
    evening.play(2, POINTS[2])
    evening.say(PlayersSwapped(1, evening.now.called(here[0]).number, evening.now.called(there[0]).number))
    one, other = result(evening, 1, 1), result(evening, 1, 2)
    assert [(seat.name, seat.points) for seat in one.seats] == list(
        zip([here[1], there[0], *here[2:]], POINTS[0], strict=True)
    )
    assert (other.seats[0].name, other.seats[0].points) == (here[0], 20_000)
    assert kinds(one) + kinds(other) == []


def test_a_swap_settles_where_somebody_began_even_after_people_have_changed_seats():
    evening = begun()
    here, there = evening.people(1, 1), evening.people(1, 2)
    game = evening.play(1)
    sitting = replace(game.hanchan.sitting, at=(1, 0, 2, 3))
    evening.games[-1] = replace(game, hanchan=replace(game.hanchan, sitting=sitting))
    evening.play(2, POINTS[2], names=[there[0], here[0], *there[2:]])
    evening.say(PlayersSwapped(1, evening.now.called(here[0]).number, evening.now.called(there[0]).number))
    assert [seat.name for seat in result(evening, 1, 1).seats] == [here[1], there[0], *here[2:]]
    assert result(evening, 1, 1).seats[1].player == evening.now.called(there[0]).number


@pytest.mark.parametrize("played_before", [0, 1])
def test_games_that_the_hub_hears_of_a_round_late_belong_to_the_round_of_their_people(played_before):
    """The hub was off, or the tables had no network, for a whole round: the first or a later one."""
    evening = Evening(8, 4)
    evening.plan()
    for _ in range(played_before):
        evening.play_round()
    evening.start()
    number = evening.now.begun
    evening.start()
    for table in (1, 2):
        evening.play(table, POINTS[table], names=evening.people(number, table))
    points = [result(evening, number, table).seats[0].points for table in (1, 2)]
    assert points == [POINTS[1][0], POINTS[2][0]]
    assert [result(evening, number + 1, table).state for table in (1, 2)] == [ResultState.WAITING] * 2
    running = evening.play(1, hands=3, is_finished=False)
    evening.start()
    assert result(evening, number + 1, 1).game == (running.companion, running.number)
    assert result(evening, number + 2, 1).state is ResultState.WAITING


def test_games_finished_before_their_round_was_started_count_in_that_round():
    """The organiser plays, too, and forgot to start them; each table is offered its next people."""
    evening = begun()
    for number in (1, 2, 3):
        evening.play(1, POINTS[number - 1], names=evening.people(number, 1))
    evening.play(2)
    evening.start()
    evening.play(2, POINTS[1])
    evening.start()
    assert [result(evening, number, 1).seats[0].points for number in (1, 2, 3)] == [40_000, 35_000, 20_000]
    assert [result(evening, number, 2).state for number in (1, 2, 3)] == [
        *[ResultState.FINISHED] * 2,
        ResultState.WAITING,
    ]


def test_games_of_a_companion_that_is_new_after_a_round_count_in_the_rounds_in_which_they_began():
    """The same four play every round, and the first one was typed."""
    evening = fixed_four(3)
    evening.start()
    evening.say(ResultTyped(1, 1, POINTS[2]))
    evening.start()
    second = evening.play(1, POINTS[1])
    assert result(evening, 2, 1).game == (second.companion, second.number)
    evening.start()
    third = evening.play(1)
    games = [one.game for one in results_of(evening.now, evening.games)]
    assert games == [None, (second.companion, second.number), (third.companion, third.number)]


def test_typed_points_count_and_leave_a_chosen_game_at_its_table():
    """Its companion has followed another table since."""
    evening = begun()
    mine = evening.now.companions[1]
    game = evening.play(1, POINTS[1], hands=5, is_finished=False)
    evening.say(TableGiven(2, mine), GameChosen(1, 1, mine, game.number), ResultTyped(1, 1, POINTS[0]))
    found = result(evening, 1, 1)
    assert (found.state, kinds(found)) == (ResultState.TYPED, [])
    assert result(evening, 1, 2).state is ResultState.WAITING


@pytest.mark.parametrize("has_chosen", [True, False])
def test_a_game_is_not_that_of_another_table_once_its_people_have_their_result(has_chosen):
    evening = begun()
    mine = evening.now.companions[1]
    evening.play(1, hands=5, is_finished=False)
    said = ResultTyped(1, 1, POINTS[0])
    if has_chosen:
        said = GameChosen(1, 1, mine, evening.play(1).number)
    evening.say(TableGiven(2, mine), said)
    assert result(evening, 1, 1).is_final
    assert result(evening, 1, 2).state is ResultState.WAITING
    own = evening.play(2, companion=mine)
    assert result(evening, 1, 2).game == (mine, own.number)


def test_a_game_without_names_is_that_of_the_table_that_has_no_typed_points():
    evening = begun()
    mine = evening.now.companions[1]
    game = evening.play(1, names=())
    evening.say(TableGiven(2, mine), ResultTyped(1, 1, POINTS[0]))
    assert result(evening, 1, 2).game == (mine, game.number)


def test_a_machine_that_gets_the_table_of_one_that_left_has_no_result_in_the_round_before():
    evening = begun()
    game = evening.play(1, POINTS[1], names=())
    evening.play(2)
    evening.play(1, POINTS[2], names=(), companion="99999999")
    joined = (evening.now.companions[2], "99999999")
    evening.say(*tables_given(evening.now, joined))
    assert result(evening, 1, 1).game == (game.companion, game.number)
    evening.start(*joined)
    assert result(evening, 1, 1).game == (game.companion, game.number)
    assert result(evening, 2, 1).state is ResultState.WAITING
    own = evening.play(1)
    assert own.companion == "99999999"
    assert result(evening, 2, 1).game == (own.companion, own.number)
