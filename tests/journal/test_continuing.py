"""A journal that another machine goes on with: the same entries under the same numbers, and sound."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from companion.club.uplink import Uplink
from companion.errors import JournalCorrupt, JournalTooNew
from companion.journal import SqliteJournal, SqliteReader
from companion.journal.continuing import CarriedGame, CarriedJournal, write_carried
from companion.journal.origin import Origin
from companion.journal.rows import game_row
from tests.journal.conftest import drawn, retraction
from tests.journal.test_forgetting import evening


@pytest.fixture
def source(tmp_path: Path):
    with closing(SqliteJournal(tmp_path / "source.sqlite")) as journal:
        yield journal


def carried(journal: SqliteReader, since: int = 1) -> CarriedJournal:
    """What a hub would know of it, from a game on."""
    times = journal.rewritten()
    games = tuple(
        CarriedGame(*game_row(game), times=times.get(game.number, 0))
        for game in journal.games()
        if game.number >= since
    )
    known = {game.number for game in games}
    entries = tuple(one for one in journal.texts(0, 10**6) if one.game in known)
    origin = Origin(journal.origin.journal, "e" * 32)
    gone = (one.game for one in journal.forgotten())
    newest = max((*gone, *(game.number for game in journal.games())))
    return CarriedJournal(origin, 6, journal.last_seq, newest, games, entries)


def head(journal: SqliteReader, since: int = 1) -> str:
    return Uplink(journal, "f" * 16, since)._chains.head


def written(told: CarriedJournal, folder: Path) -> SqliteJournal:
    write_carried(told, folder / "target.sqlite")
    return SqliteJournal(folder / "target.sqlite")


def test_it_goes_on_with_the_same_numbers_in_an_epoch_of_its_own(source, tmp_path):
    for number in range(3):
        evening(source, f"tap-{number}")
    with closing(written(carried(source), tmp_path)) as target:
        target.check()
        assert target.texts(0, 1000) == source.texts(0, 1000)
        assert target.games() == source.games()
        assert (target.origin.journal, target.origin.epoch) == (source.origin.journal, "e" * 32)
        game = target.games()[-1]
        added = target.append(game, [drawn(1)])
        assert added[0].seq == source.last_seq + 1
        assert target.written_by("tap-1") == source.written_by("tap-1")
        assert target.append(game, [retraction(added[0].seq)])[0].retracts == added[0].seq
        target.check()


@pytest.mark.parametrize("gone", [(0,), (1,), (0, 1), (2,), (0, 2)])
def test_what_the_copy_does_not_hold_stays_used(source, tmp_path, gone):
    games = [evening(source) for _ in range(3)]
    # The numbers of two games can stand between one another: something was put right in the first.
    source.append(games[0], [retraction(source.entries(1)[-1].seq)])
    for at in gone:
        source.forget(games[at])
    with closing(written(carried(source), tmp_path)) as target:
        target.check()
        assert target.last_seq == source.last_seq
        assert target.next_game("table", games[0].rules, games[0].started).number == 4
        again = evening(target)
        assert target.entries(again.number)[0].seq == source.last_seq + 1
        target.check()


def test_earlier_games_that_stayed_at_the_table_are_not_there(source, tmp_path):
    for _ in range(3):
        evening(source)
    with closing(written(carried(source, since=3), tmp_path)) as target:
        target.check()
        assert [game.number for game in target.games()] == [3]
        assert head(target, 3) == head(source, 3)


def test_how_often_the_people_were_taken_out_is_known_there_too(source, tmp_path):
    first, _ = evening(source), evening(source)
    source.anonymise(first)
    with closing(written(carried(source), tmp_path)) as target:
        assert target.rewritten() == source.rewritten()
        assert head(target) == head(source)


def test_what_does_not_fit_together_leaves_nothing(source, tmp_path):
    evening(source)
    told = carried(source)
    one = told.entries[2]
    for broken, error in (
        (replace(told, games=()), JournalCorrupt),
        (replace(told, form=99), JournalTooNew),
        (replace(told, entries=(*told.entries[:2], replace(one, text="{}"))), JournalCorrupt),
        (replace(told, entries=(*told.entries[:2], replace(one, text=told.entries[0].text))), JournalCorrupt),
        (replace(told, games=(replace(told.games[0], number=2),)), JournalCorrupt),
        (replace(told, last_game=2), JournalCorrupt),
    ):
        with pytest.raises(error):
            write_carried(broken, tmp_path / "target.sqlite")
        assert not list(tmp_path.glob("target*"))
    (tmp_path / "target.sqlite").write_text("mine")
    with pytest.raises(FileExistsError):
        write_carried(told, tmp_path / "target.sqlite")
    assert (tmp_path / "target.sqlite").read_text() == "mine"
