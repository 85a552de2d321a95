"""A player's name is corrected in the middle of an evening: games that name the earlier one stay theirs."""

import pytest

from companion.tournament.changes import (
    Entrant,
    GameChosen,
    PlayerRenamed,
    PlayersAdded,
    PlayersSwapped,
    TableGiven,
    Undone,
)
from companion.tournament.doubts import DoubtKind
from companion.tournament.results import results_of
from companion.tournament.standings import standings_of
from tests.tournament.evenings import POINTS, Evening


@pytest.fixture
def evening():
    """A round that is over, and one in which table 1 plays and table 2 has not dealt."""
    one = Evening(8, 3)
    one.plan()
    one.play_round()
    one.start()
    one.play(1, hands=3, is_finished=False)
    return one


def rounds_of(evening):
    found = results_of(evening.now, evening.games)
    return {row.player: row.rounds for row in standings_of(evening.now, found).players}


def doubts(evening):
    return [doubt.kind for one in results_of(evening.now, evening.games) for doubt in one.doubts]


def test_the_scores_before_and_those_of_the_game_that_is_played_stay(evening):
    before = rounds_of(evening)
    for number in (evening.now.rounds[1].tables[0][0], evening.now.rounds[1].tables[1][2]):
        evening.say(PlayerRenamed(number, f"Renamed {number}"))
        evening.say(PlayerRenamed(number, f"Renamed again {number}"))
    assert rounds_of(evening) == before
    assert doubts(evening) == []
    shown = {seat.name for one in results_of(evening.now, evening.games) for seat in one.seats}
    assert shown <= {one.name for one in evening.now.players}
    evening.play(2, names=evening.people(2, 2))
    assert doubts(evening) == []


def test_a_table_that_deals_by_the_plan_it_had_plays_for_whoever_was_renamed(evening):
    names = evening.people(2, 2)
    evening.say(PlayerRenamed(evening.now.called(names[0]).number, "Renamed"))
    evening.play(2, POINTS[1], names=names)
    assert doubts(evening) == []
    assert all(len([one for one in rounds if one is not None]) == 2 for rounds in rounds_of(evening).values())


def test_which_of_two_games_counts_is_known_as_before(evening):
    names = evening.people(2, 1)
    other = [f"Guest {seat}" for seat in range(4)]
    evening.play(1, names=other, hands=2, is_finished=False)
    before = results_of(evening.now, evening.games)
    evening.say(PlayerRenamed(evening.now.called(names[1]).number, "Renamed"))
    after = results_of(evening.now, evening.games)
    assert [(one.state, one.game) for one in after] == [(one.state, one.game) for one in before]


def test_a_game_of_a_companion_of_two_tables_stays_where_its_people_are(evening):
    evening.say(TableGiven(2, evening.now.companions[1]))
    before = [(one.table, one.game) for one in results_of(evening.now, evening.games)]
    for number in evening.now.rounds[1].tables[0]:
        evening.say(PlayerRenamed(number, f"Renamed {number}"))
    assert [(one.table, one.game) for one in results_of(evening.now, evening.games)] == before


def test_an_earlier_name_that_somebody_else_has_now_is_theirs(evening):
    one = evening.now.rounds[1].tables[0][0]
    name = evening.now.name(one)
    evening.say(PlayerRenamed(one, "Renamed"), PlayersAdded((Entrant(name, is_substitute=True),)))
    new = evening.now.called(name).number
    found = results_of(evening.now, evening.games)[2]
    assert found.seats[0].player == new
    assert [(doubt.kind, doubt.one, doubt.other) for doubt in found.doubts] == [
        (DoubtKind.WRONG_PEOPLE, new, one)
    ]


def test_an_earlier_name_of_two_players_is_nobodys(evening):
    one, other = evening.now.rounds[0].tables[0][0], evening.now.rounds[0].tables[1][0]
    name = evening.now.name(one)
    evening.say(PlayerRenamed(one, "Renamed"), PlayerRenamed(other, name), PlayerRenamed(other, "Other"))
    assert DoubtKind.UNKNOWN_NAME in doubts(evening)


def test_a_renaming_that_is_undone_leaves_nothing(evening):
    before = evening.now
    revision = evening.say(PlayerRenamed(1, "Renamed"))
    assert evening.now.earlier_names
    evening.say(Undone(revision))
    assert evening.now.earlier_names == before.earlier_names == {}


def test_who_sat_there_by_the_organisers_word_stays_so(evening):
    one, other = evening.now.rounds[0].tables[0][0], evening.now.rounds[0].tables[1][0]
    evening.say(PlayersSwapped(1, *sorted((one, other))))
    before = rounds_of(evening)
    evening.say(PlayerRenamed(one, "Renamed"), PlayerRenamed(other, "Other"))
    assert rounds_of(evening) == before
    game = evening.games[0]
    evening.say(GameChosen(1, 1, game.companion, game.number))
    assert rounds_of(evening) == before


def test_of_two_players_who_exchange_names_neither_is_known_by_the_name_of_the_other(evening):
    one, other = evening.now.rounds[1].tables[0][:2]
    first, second = evening.now.name(one), evening.now.name(other)
    evening.say(PlayerRenamed(one, "Meanwhile"), PlayerRenamed(other, first), PlayerRenamed(one, second))
    assert first not in evening.now.known_as(one)
    assert second not in evening.now.known_as(other)
    assert "meanwhile" in {name.casefold() for name in evening.now.known_as(one)}
