"""A record that is taken in at a table during a round does not count in it, and is not shown there."""

from dataclasses import replace

import pytest

from companion.club.reading import CopiesReader
from companion.club.season import season_in
from companion.club.serials import held_games
from companion.evidence import Cause
from companion.journal import Draft
from companion.riichi.facts import HanchanStarted
from companion.tournament.changes import GameChosen
from tests.club.tables import NOON
from tests.club.test_restored_results import PEOPLE, PLACE, Evening, played
from tests.reliability.made_games import made_game
from tests.toolbox.quick_folder import quick_folder


@pytest.fixture
def evening():
    with quick_folder() as folder:
        evening = Evening(folder)
        yield evening
        evening.room.copies.close()


def takes_in(evening, which: int, names=PEOPLE) -> int:
    """A record of these people comes from a file, at once, as the page and `companion games` take it in."""
    game, journal = made_game(which), evening.table.journal
    told = [replace(one, names=names) if isinstance(one, HanchanStarted) else one for one in game.facts]
    at = journal.next_game("import", game.rules, NOON)
    journal.append(at, [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in told], f"record {which}")
    evening.look()
    return at.number


@pytest.mark.parametrize("names", [PEOPLE, ("W", "X", "Y", "Z")])
def test_before_between_and_after_games_it_counts_in_no_round(evening, names):
    takes_in(evening, 5, names)
    evening.start()
    takes_in(evening, 6, names)
    assert (evening.points, evening.board.scores.results[0].doubts) == ([()], ())
    evening.play(made_game(0))
    takes_in(evening, 7, names)
    evening.play_round(made_game(1))
    takes_in(evening, 8, names)
    evening.start()
    assert evening.points == [*played(0, 1), ()]
    assert all(not result.doubts for result in evening.board.scores.results)


def test_a_game_that_was_begun_early_counts_although_a_record_was_taken_in_before_the_round(evening):
    evening.play(made_game(0), but=3)
    takes_in(evening, 6)
    evening.start()
    evening.look()
    assert evening.board.scores.results[0].game == (PLACE, 1)


def test_it_counts_where_the_organiser_says_so(evening):
    evening.start()
    number = takes_in(evening, 6)
    evening.file.say(GameChosen(1, 1, PLACE, number))
    assert evening.points == played(6)
    evening.play_round(made_game(1))
    assert evening.points == played(6, 1)


def test_where_it_counts_it_does_so_in_the_season_too_after_the_next_evening_has_begun(evening, tmp_path):
    evening.start()
    evening.file.say(GameChosen(1, 1, PLACE, takes_in(evening, 6)))
    evening.look()
    folder = evening.room._file.parent
    season = [(row.name, row.total) for row in season_in(folder, evening.board.scores.games, tmp_path).rows]
    assert len(season) == 4
    evening.begin()
    takes_in(evening, 7)
    evening.start()
    evening.look()
    later = season_in(folder, evening.board.scores.games, tmp_path).rows
    assert [(row.name, row.total) for row in later] == season


def test_what_is_on_the_table_stays_the_game_that_is_played_there(evening):
    evening.start()
    evening.play(made_game(0), but=3)
    reader = CopiesReader(evening.room._file)
    try:
        before = reader.newest(PLACE)
        takes_in(evening, 6)
        assert reader.newest(PLACE) == before
        assert reader.newest(PLACE, before.key, before.entries[-1][0]).entries == ()
        assert reader.as_of(before.key[0], 10**9) == before
    finally:
        reader.close()


def test_a_game_that_is_forgotten_while_a_page_asks_was_not_played(evening):
    evening.play(made_game(0))
    evening.play(made_game(1))
    reader = CopiesReader(evening.room._file)
    try:
        held = held_games(reader, reader.copies())
        evening.table.journal.forget(evening.table.journal.games()[0])
        evening.look()
        assert [reader.is_played(game) for game in held] == [False, True]
    finally:
        reader.close()
