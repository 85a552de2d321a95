"""What is read beside the play: old games, so that nobody waits for them, and so that damage is found."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.clock import ManualClock
from companion.errors import JournalCorrupt
from companion.evenings.archive import Archive
from companion.evidence import SourceState
from companion.journal import MemoryJournal
from companion.keeping.readiness import Seen
from companion.keeping.reading_ahead import ReadingAhead
from companion.keeping.upkeep import Attached, Upkeep
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.table_loop.play import game, observed


@pytest.fixture
def played():
    """Two finished games."""
    journal = MemoryJournal()
    keeper = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    for _ in range(2):
        keeper.take(observed(*game(2)))
    return journal


class Counted:
    """A journal's reader, and which games were read."""

    def __init__(self, journal):
        self.read = []
        self._journal = journal

    def __call__(self):
        return self

    def __getattr__(self, name):
        return getattr(self._journal, name)

    def entries(self, number):
        self.read.append(number)
        return self._journal.entries(number)


def test_the_newest_game_is_read_first_and_nobody_waits_afterwards(played):
    counted = Counted(played)
    archive = Archive(counted)
    archive.read_ahead(lambda: True)
    assert counted.read == [2, 1]
    told = archive.statistics()
    assert (counted.read, told) == ([2, 1], Archive(played.reader).statistics())
    assert [one.name for one in archive.summaries()] == ["table-2", "table-1"]


def test_it_ends_where_there_is_no_time(played):
    counted = Counted(played)
    archive = Archive(counted)
    archive.read_ahead(lambda: False)
    assert counted.read == [2]
    assert len(archive.summaries()) == 2


def test_a_game_that_goes_on_is_read_anew(played):
    archive = Archive(played.reader)
    archive.read_ahead(lambda: True)
    TableKeeper(played, TENHOU, ManualClock(), trust=Trust).take(observed(*game(1)))
    assert [one.hands for one in archive.summaries()] == [1, 2, 2]


def test_what_cannot_be_read_is_complained_about_and_the_next_is_read():
    complaints, done = [], []

    def broken(_rest):
        raise JournalCorrupt("entry 7")

    ahead = ReadingAhead(ManualClock(), complaints.append)
    ahead.do([broken, lambda rest: done.append(rest())])
    assert ([str(one) for one in complaints], done) == (["entry 7"], [True])


def test_once_it_was_stopped_there_is_no_further_piece():
    ahead, done = ReadingAhead(ManualClock(), lambda _: None), []

    def stopped_meanwhile(rest):
        done.append(rest())
        ahead.stop()
        done.append(rest())

    ahead.do([stopped_meanwhile, done.append])
    assert done == [True, False]


def test_damage_in_an_old_game_is_said_while_people_play(tmp_path):
    file = tmp_path / "table.sqlite"
    upkeep = Upkeep(file, ManualClock())
    keeper = TableKeeper(upkeep.journal, TENHOU, ManualClock(), trust=Trust)
    for _ in range(2):
        keeper.take(observed(*game(1)))
    said = []
    archive = Archive(upkeep.journal.reader)
    upkeep.attach(Attached(said.append, lambda: Seen(1, 0, {}), {}, archive.read_ahead))
    upkeep._ahead.do(upkeep._to_read())
    assert said == []
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.execute("DROP TRIGGER entries_never_change")
        db.execute("UPDATE entries SET payload = replace(payload, '25000', '26000') WHERE seq = 2")
    archive = Archive(upkeep.journal.reader)
    upkeep.attach(Attached(said.append, lambda: Seen(1, 0, {}), {}, archive.read_ahead))
    upkeep._ahead.do(upkeep._to_read())
    assert [(one.name, one.state) for one in said] == [("archive", SourceState.DOWN)]
    assert "entry 2 was changed" in said[0].note
    upkeep.journal.close()


def test_a_journal_that_is_taken_away_meanwhile_is_not_called_damaged(tmp_path):
    file = tmp_path / "table.sqlite"
    upkeep = Upkeep(file, ManualClock())
    keeper = TableKeeper(upkeep.journal, TENHOU, ManualClock(), trust=Trust)
    keeper.take(observed(*game(1)))
    said = []
    archive = Archive(upkeep.journal.reader)
    upkeep.attach(Attached(said.append, lambda: Seen(1, 0, {}), {}, archive.read_ahead))
    file.rename(tmp_path / "elsewhere")
    upkeep._ahead.do(upkeep._to_read())
    assert said == []
    upkeep._look()
    assert ("disk", SourceState.DOWN) in [(one.name, one.state) for one in said]
    upkeep.journal.close()
