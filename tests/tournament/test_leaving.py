"""Somebody goes home while the own table still plays: the organiser is asked whose score it will be."""

from companion.tournament.changes import (
    Entrant,
    PlayerLeft,
    PlayerReturned,
    PlayersAdded,
    PlayersSwapped,
    ResultTyped,
)
from companion.tournament.doubts import DoubtKind
from companion.tournament.results import ResultState, results_of
from tests.tournament.evenings import Evening


def begun() -> Evening:
    evening = Evening(8, 3)
    evening.plan()
    evening.start()
    return evening


def result(evening: Evening, number: int, table: int):
    found = results_of(evening.now, evening.games)
    return next(one for one in found if (one.round, one.table) == (number, table))


def kinds(one) -> list[DoubtKind]:
    return [doubt.kind for doubt in one.doubts]


def test_somebody_who_leaves_in_the_middle_of_a_game_is_asked_about_until_it_is_over():
    evening = begun()
    evening.play(1, hands=3, is_finished=False)
    one, other = evening.now.rounds[0].tables[0][1], evening.now.rounds[0].tables[1][0]
    evening.say(PlayersAdded((Entrant("Sub", is_substitute=True),)), PlayerLeft(one), PlayerLeft(other))
    running, waiting = result(evening, 1, 1), result(evening, 1, 2)
    assert (running.state, waiting.state) == (ResultState.RUNNING, ResultState.WAITING)
    for found, who in ((running, one), (waiting, other)):
        (doubt,) = found.doubts
        assert (doubt.kind, doubt.one) == (DoubtKind.HAS_LEFT, who)
        assert f"{evening.now.name(who)} has left" in doubt.sentence
    sub = evening.now.called("Sub").number
    evening.say(PlayersSwapped(1, *sorted((one, sub))))
    assert kinds(result(evening, 1, 1)) == []
    assert result(evening, 1, 1).seats[1].player == sub
    evening.say(PlayerReturned(other))
    assert kinds(result(evening, 1, 2)) == []


def test_whoever_leaves_after_the_own_game_is_asked_about_nowhere():
    evening = begun()
    evening.play(1)
    evening.play(2, hands=3, is_finished=False)
    one, other = evening.now.rounds[0].tables[0][1], evening.now.rounds[0].tables[1][0]
    evening.say(PlayerLeft(one), PlayerLeft(other))
    assert kinds(result(evening, 1, 1)) == []
    assert kinds(result(evening, 1, 2)) == [DoubtKind.HAS_LEFT]
    evening.say(ResultTyped(1, 2, (40_000, 30_000, 20_000, 10_000)))
    assert DoubtKind.HAS_LEFT not in kinds(result(evening, 1, 2))
    assert result(evening, 1, 2).seats[0].player == other


def test_a_table_that_names_whoever_plays_on_asks_about_that_person_alone():
    evening = begun()
    names = evening.people(1, 1)
    gone = evening.now.called(names[2]).number
    evening.say(PlayersAdded((Entrant("Sub", is_substitute=True),)), PlayerLeft(gone))
    evening.play(1, names=[*names[:2], "Sub", names[3]], hands=3, is_finished=False)
    assert kinds(result(evening, 1, 1)) == [DoubtKind.WRONG_PEOPLE]
    evening.games.clear()
    evening.play(1, names=[*names[:2], "Sub", names[3]], hands=0, is_finished=False)
    assert kinds(result(evening, 1, 1)) == [DoubtKind.WRONG_PEOPLE]
