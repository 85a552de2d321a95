"""Which journal a file is, and of which epoch: copies keep both, and a new epoch where numbers come again."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion.clock import ManualClock
from companion.errors import JournalCorrupt
from companion.journal import SqliteJournal, SqliteReader
from companion.journal.codec import SCHEMA_VERSION
from companion.journal.copying import copy_journal
from companion.journal.looking import look_at
from companion.keeping.copies import copies_of, make_copy
from companion.keeping.mending import make_sound
from companion.keeping.one_zip import write_backup
from companion.keeping.restoring import restore_backup
from tests.conftest import ROOT
from tests.reliability.evenings import write_evening

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
FORMS = sorted((ROOT / "tests" / "journal").glob("form-*.sql"))
WITHOUT = [form for form in FORMS if form.stem in ("form-1", "form-2")]
"""Those that did not know yet which journal they are."""


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "games" / "table.sqlite"
    write_evening(path, count=30)
    return path


def read(path):
    with closing(SqliteReader(path)) as reader:
        return reader.origin


def opened(path):
    """What it says of itself once a companion has opened it."""
    with closing(SqliteJournal(path)) as journal:
        return journal.origin


def test_a_journal_keeps_its_identity_and_epoch_from_one_start_to_the_next(table):
    first = read(table)
    assert len(first.journal) == len(first.epoch) == 32
    assert first.journal != first.epoch
    assert opened(table) == opened(table) == first


def test_two_journals_are_never_the_same(tmp_path, table):
    other = tmp_path / "other.sqlite"
    write_evening(other, copies=False, count=30)
    assert read(other).journal != read(table).journal
    assert read(other).epoch != read(table).epoch


def test_a_copy_says_whose_it_is_and_begins_an_epoch_when_it_is_written(tmp_path, table):
    copy_journal(table, tmp_path / "copy.sqlite")
    copy = read(tmp_path / "copy.sqlite")
    assert (copy.journal, copy.epoch, copy.is_copy) == (read(table).journal, read(table).epoch, True)
    new = opened(tmp_path / "copy.sqlite")
    assert (new.journal, new.is_copy) == (copy.journal, False)
    assert new.epoch != copy.epoch
    assert opened(tmp_path / "copy.sqlite") == new


def test_each_restore_is_an_epoch_of_its_own(tmp_path, table):
    before = read(table)
    write_backup(table.parent, tmp_path / "all.zip", NOON)
    epochs = {before.epoch}
    for _ in range(2):
        restore_backup(tmp_path / "all.zip", table.parent, NOON)
        now = opened(table)
        assert now.journal == before.journal
        epochs.add(now.epoch)
    assert len(epochs) == 3
    assert {read(path).epoch for path in table.parent.glob("before-restore-*/table.sqlite")} < epochs


@pytest.mark.parametrize("damage", [b"", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_journal_that_comes_back_from_its_copy_begins_an_epoch(table, damage):
    make_copy(table, NOON)
    before = read(table)
    table.write_bytes(damage)
    assert make_sound(table, ManualClock(NOON))
    now = opened(table)
    assert now.journal == before.journal
    assert now.epoch != before.epoch


def test_what_is_forgotten_does_not_make_it_another_journal(table):
    before = read(table)
    with closing(SqliteJournal(table)) as journal:
        journal.anonymise(journal.games()[0])
        journal.forget(journal.games()[0])
    assert read(table) == before


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_an_older_journal_gets_both_when_it_is_opened_for_writing_and_its_entries_stay(tmp_path, form):
    path = tmp_path / "old.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(form.read_text(encoding="utf-8"))
    assert (read(path) is None) == (form in WITHOUT)
    with closing(SqliteReader(path)) as reader:
        before = [reader.entries(game.number) for game in reader.games()]
    now = opened(path)
    assert read(path) == now
    with closing(SqliteReader(path)) as reader:
        reader.check()
        assert [reader.entries(game.number) for game in reader.games()] == before
    assert int.from_bytes(path.read_bytes()[60:64]) == SCHEMA_VERSION


def test_a_copy_that_did_not_know_it_yet_learns_it_from_the_damaged_file(tmp_path):
    path = tmp_path / "games" / "table.sqlite"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(WITHOUT[-1].read_text(encoding="utf-8"))
    make_copy(path, NOON)
    before = opened(path)
    content = bytearray(path.read_bytes())
    content[content.index(b'"seq":2,') + 7] = ord(" ")
    path.write_bytes(content)
    assert read(copies_of(path)[-1].path) is None
    assert make_sound(path, ManualClock(NOON))
    now = opened(path)
    assert (now.journal, now.epoch == before.epoch) == (before.journal, False)


CHANGES = ("UPDATE origin SET journal = ?", "UPDATE origin SET epoch = ?")


@pytest.mark.parametrize("change", CHANGES)
def test_one_that_was_changed_is_damage(table, change):
    with closing(sqlite3.connect(table, isolation_level=None)) as db:
        db.execute(change, ("0" * 32,))
    for look in (look_at, opened):
        with pytest.raises(JournalCorrupt, match="identity of the journal"):
            look(table)
