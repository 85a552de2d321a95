"""R15: journals of every released form are kept, copied, packed and mended; a newer one is left alone."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime

import pytest

from companion.clock import ManualClock
from companion.errors import JournalTooNew
from companion.journal import SqliteJournal
from companion.journal.codec import SCHEMA_VERSION
from companion.keeping.copies import copies_of, make_copy
from companion.keeping.mending import make_sound
from companion.keeping.one_zip import BackupError, write_backup
from companion.keeping.restoring import restore_backup
from companion.keeping.upkeep import Upkeep
from tests.conftest import ROOT
from tests.reliability.evenings import drafts, entries_in, facts_of_a_game

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)
FORMS = sorted((ROOT / "tests" / "journal").glob("form-*.sql"))


def form_of(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


@pytest.fixture(params=FORMS, ids=lambda path: path.stem)
def old(request, tmp_path):
    """A journal as an older companion left it."""
    path = tmp_path / "games" / "table.sqlite"
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as db:
        db.executescript(request.param.read_text(encoding="utf-8"))
    return path


def test_there_is_a_file_for_every_form_before_this_one():
    assert [path.stem for path in FORMS] == [f"form-{number}" for number in range(1, SCHEMA_VERSION)]


def test_it_is_looked_at_copied_and_packed_without_being_changed(old, tmp_path):
    before, entries = old.read_bytes(), entries_in(old)
    assert make_sound(old, ManualClock()) is None
    assert entries_in(make_copy(old, NOON).path) == entries
    write_backup(old.parent, tmp_path / "all.zip", NOON)
    restore_backup(tmp_path / "all.zip", tmp_path / "new", NOON)
    assert entries_in(tmp_path / "new" / "table.sqlite") == entries
    assert old.read_bytes() == before


def test_a_running_companion_goes_on_with_it(old):
    entries = entries_in(old)
    upkeep = Upkeep(old, ManualClock())
    with closing(upkeep.journal) as journal:
        game = journal.next_game("table", journal.games()[0].rules, "2024-01-01T12:00:00.000000Z")
        journal.append(game, drafts(facts_of_a_game()[:5]))
    assert entries_in(old)[: len(entries)] == entries
    assert len(entries_in(old)) == len(entries) + 5


def test_what_was_written_since_comes_over_to_a_copy_of_the_old_form(old):
    make_copy(old, NOON)
    assert form_of(copies_of(old)[-1].path) < SCHEMA_VERSION
    with closing(SqliteJournal(old)) as journal:
        game = journal.next_game("table", journal.games()[0].rules, "2024-01-01T12:00:00.000000Z")
        journal.append(game, drafts(facts_of_a_game()[:5]))
    written = entries_in(old)
    content = bytearray(old.read_bytes())
    content[content.index(b'"seq":2,') + 7] = ord(" ")
    old.write_bytes(content)
    assert make_sound(old, ManualClock())
    assert entries_in(old) == written
    assert form_of(old) == SCHEMA_VERSION


def test_a_newer_form_is_refused_everywhere_and_not_touched(old, tmp_path):
    with closing(sqlite3.connect(old)) as db:
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    before = old.read_bytes()
    with pytest.raises(JournalTooNew):
        Upkeep(old, ManualClock())
    with pytest.raises((JournalTooNew, BackupError)):
        write_backup(old.parent, tmp_path / "all.zip", NOON)
    assert old.read_bytes() == before
    assert not (tmp_path / "all.zip").exists()
