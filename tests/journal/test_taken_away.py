"""The file is removed or replaced under its writer: nothing is acknowledged that nobody finds again."""

from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalGone
from companion.journal import SqliteJournal, SqliteReader
from companion.journal.opening import require_in_place
from companion.riichi.presets import TENHOU
from tests.journal.conftest import NOON, drawn
from tests.toolbox.taking_away import DEEDS, remove, rename, rename_folder


@pytest.fixture
def evening(path: Path):
    journal = SqliteJournal(path)
    game = journal.next_game("evening", TENHOU, NOON)
    journal.append(game, [drawn()], "tap-1")
    yield journal, game
    journal.close()


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_noticed_with_the_next_entry(evening, path, deed):
    journal, game = evening
    deed(path)
    for tap in ("tap-2", "tap-2", "tap-1"):
        with pytest.raises(JournalGone, match="was removed or replaced"):
            journal.append(game, [drawn()], tap)
    with pytest.raises(JournalGone):
        journal.anonymise(game)
    assert not journal.is_in_place


@pytest.mark.parametrize("deed", DEEDS)
def test_it_is_noticed_between_the_entry_and_its_acknowledgement(evening, path, deed, monkeypatch):
    journal, game = evening
    insert = journal._insert

    def insert_and_then(*row):
        insert(*row)
        deed(path)

    monkeypatch.setattr(journal, "_insert", insert_and_then)
    with pytest.raises(JournalGone):
        journal.append(game, [drawn()], "tap-2")


def test_it_is_noticed_in_the_moment_of_the_commit(evening, path, monkeypatch):
    """Between the last look and the commit itself: it is written then, and yet nobody is told so."""
    journal, game = evening
    looks = []

    def look_and_then(*where):
        require_in_place(*where)
        looks.append(where)
        if len(looks) == LAST_LOOK_BEFORE:
            remove(path)

    monkeypatch.setattr("companion.journal.sqlite.require_in_place", look_and_then)
    with pytest.raises(JournalGone):
        journal.append(game, [drawn()], "tap-2")
    assert len(looks) == LAST_LOOK_BEFORE


LAST_LOOK_BEFORE = 2
"""The first is before a tap that comes again is answered."""


def test_what_was_refused_is_not_there_when_the_file_is_put_back(evening, path, monkeypatch):
    """It waits and is written then: it may not be in the file already."""
    journal, game = evening
    insert = journal._insert

    def insert_and_then(*row):
        insert(*row)
        rename(path)

    with monkeypatch.context() as patched:
        patched.setattr(journal, "_insert", insert_and_then)
        with pytest.raises(JournalGone):
            journal.append(game, [drawn()])
    path.with_name("elsewhere").rename(path)
    assert [entry.seq for entry in journal.append(game, [drawn()])] == [2]


@pytest.mark.parametrize(("deed", "place"), [(rename, "file"), (rename_folder, "folder")])
def test_when_it_is_put_back_the_evening_goes_on(evening, path, deed, place):
    journal, game = evening
    deed(path)
    with pytest.raises(JournalGone):
        journal.append(game, [drawn()], "tap-2")
    if place == "file":
        path.with_name("elsewhere").rename(path)
    else:
        path.parent.with_name("elsewhere").rename(path.parent)
    assert journal.is_in_place
    assert [entry.seq for entry in journal.append(game, [drawn()], "tap-2")] == [2]
    with closing(SqliteReader(path)) as reader:
        reader.check()
        assert reader.last_seq == 2


def test_nobody_who_only_looks_into_the_file_takes_it_away(evening, path):
    journal, game = evening
    for _ in range(3):
        with closing(SqliteReader(path)) as reader:
            reader.check()
        journal.append(game, [drawn()])
    journal.forget(game)
    assert journal.is_in_place
