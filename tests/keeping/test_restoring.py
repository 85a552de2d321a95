"""A restore that is cut off, that has no room, or that meets what an older companion has left."""

import fcntl
import json
import shutil
import stat
import zipfile
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest

from companion.clock import ManualClock
from companion.errors import JournalDown, JournalInUse
from companion.journal import SqliteJournal, SqliteReader
from companion.journal.copying import copy_journal
from companion.keeping.copies import make_copy
from companion.keeping.evenings_kept import claim_evening, forget_in_evenings, is_evening, new_part
from companion.keeping.one_zip import MANIFEST, BackupError, kept_files, write_backup
from companion.keeping.restoring import MOST_OLDER, restore_backup
from tests.front_door.companions import called, started
from tests.reliability.evenings import entries_in, write_evening
from tests.toolbox.dying import dies_at, steps_of

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


def table_in(folder):
    write_evening(folder / "games" / "table.sqlite", count=60)
    return folder / "games"


def packed_in(folder):
    write_evening(folder / "packed" / "table.sqlite", copies=False, count=30)
    write_backup(folder / "packed", folder / "all.zip", NOON)
    return folder / "all.zip"


@pytest.fixture
def table(tmp_path):
    return table_in(tmp_path)


@pytest.fixture
def packed(tmp_path):
    return packed_in(tmp_path)


@pytest.fixture(scope="module")
def worst_moment(tmp_path_factory):
    """The folder in the worst moment: what was there has gone, what is to come has not come."""
    folder = tmp_path_factory.mktemp("restored")
    table, packed = table_in(folder), packed_in(folder)
    for step in range(1, steps_of_a_restore(table, packed) + 1):
        here = table.with_name(f"step-{step}")
        shutil.copytree(table, here)
        dies_at(step, here, lambda here=here: restore_backup(packed, here, NOON))
        if not (here / "table.sqlite").exists():
            return here
    raise AssertionError("there is no such moment")


@pytest.fixture
def half_done(worst_moment, tmp_path):
    return shutil.copytree(worst_moment, tmp_path / "half-done")


def steps_of_a_restore(table, packed):
    here = table.with_name("counted")
    shutil.copytree(table, here)
    return steps_of(here, lambda: restore_backup(packed, here, NOON))


def test_the_companion_that_starts_next_finishes_it(half_done):
    with started(half_done, "run") as companion:
        assert companion.seq == 30
        assert companion.end() == 0
    (older,) = half_done.glob("before-restore-*")
    assert len(entries_in(older / "table.sqlite")) == 60
    assert not (half_done / ".restore").exists()


@pytest.mark.gate(1)
@pytest.mark.parametrize("words", [("games", "list"), ("backup", "new.zip"), ("games", "statistics")])
def test_any_command_that_comes_next_finishes_it(half_done, tmp_path, words):
    words = [str(tmp_path / word) if word.endswith(".zip") else word for word in words]
    assert called(*words, "--data", half_done).status == 0
    assert len(entries_in(half_done / "table.sqlite")) == 30


def test_the_doctor_says_it_and_changes_nothing(half_done):
    before = sorted(half_done.rglob("*"))
    said = called("doctor", "--data", half_done, "--port", 0)
    assert said.status == 1
    assert "was cut off, or is going on" in said.said
    assert sorted(half_done.rglob("*")) == before


@pytest.mark.gate(0)
def test_whoever_does_not_finish_it_opens_nothing(half_done):
    for open_it in (SqliteJournal, SqliteReader):
        with pytest.raises(JournalDown, match="was cut off"):
            open_it(half_done / "table.sqlite")
    assert not (half_done / "table.sqlite").exists()


def test_while_it_goes_on_nobody_else_begins(half_done):
    with (half_done / ".restore.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        said = called("games", "list", "--data", half_done)
    assert "is going on: try again when it is done" in said.sentence


@pytest.mark.gate(0)
def test_a_plan_that_cannot_be_read_is_one_sentence(half_done):
    (half_done / ".restore" / "plan.json").write_text("[")
    said = called("games", "list", "--data", half_done)
    assert "is damaged, so the restore cannot be finished: move what you want to keep from" in said.sentence


def test_what_an_older_companion_has_left_half_done_is_never_an_empty_table(table):
    older, rest = table / "before-restore-20240101T120000Z", table / ".restoring-abc"
    older.mkdir()
    rest.mkdir()
    (table / "table.sqlite").rename(older / "table.sqlite")
    for words in (("run", "--port", 0), ("games", "list")):
        said = called(*words, "--data", table)
        assert said.status == 1
        assert "table.sqlite still lies in" in said.sentence
    assert not (table / "table.sqlite").exists()
    (older / "table.sqlite").rename(table / "table.sqlite")
    assert called("games", "list", "--data", table).status == 0
    assert not rest.exists()


@pytest.mark.gate(0)
def test_what_does_not_fit_on_the_disk_is_refused_before_anything_is_unpacked(table, tmp_path, monkeypatch):
    """A gigabyte of nothing is a small zip."""
    (tmp_path / "big").mkdir()
    with (tmp_path / "big" / "tiles.bin").open("wb") as file:
        file.truncate(300 * 1024**2)
    write_backup(tmp_path / "big", tmp_path / "big.zip", NOON)
    assert (tmp_path / "big.zip").stat().st_size < 1024**2
    monkeypatch.setattr("companion.keeping.restoring.free_bytes", lambda _: 310 * 1024**2)
    before = sorted(table.rglob("*"))
    with pytest.raises(BackupError, match=r"needs 316 MB, and .* has 310 MB free"):
        restore_backup(tmp_path / "big.zip", table, NOON)
    assert [path for path in sorted(table.rglob("*")) if path.suffix != ".lock"] == [
        path for path in before if path.suffix != ".lock"
    ]
    monkeypatch.setattr("companion.keeping.restoring.free_bytes", lambda _: 317 * 1024**2)
    restore_backup(tmp_path / "big.zip", table, NOON)
    assert (table / "tiles.bin").stat().st_size == 300 * 1024**2


@pytest.mark.parametrize(
    "name", ["log/x", "copies/table/x", "before-restore-1/x", "table.sqlite.lock", "x-wal"]
)
def test_what_no_backup_holds_is_refused(packed, table, name):
    with zipfile.ZipFile(packed) as zipped:
        listed = json.loads(zipped.read(MANIFEST))
        content = zipped.read("table.sqlite")
    listed["files"][0]["path"] = name
    with zipfile.ZipFile(packed, "w") as zipped:
        zipped.writestr(name, content)
        zipped.writestr(MANIFEST, json.dumps(listed))
    with pytest.raises(BackupError, match="its list cannot be read"):
        restore_backup(packed, table, NOON)


def test_what_was_there_before_is_kept_three_times(table, packed):
    for day in range(5):
        restore_backup(packed, table, NOON + timedelta(days=day))
    names = [path.name for path in sorted(table.glob("before-restore-*"))]
    assert names == [f"before-restore-2024010{day}T120000Z" for day in (3, 4, 5)]
    assert len(names) == MOST_OLDER


def test_what_a_restore_replaces_is_kept_although_the_clock_is_behind(table, packed):
    for day in range(MOST_OLDER):
        restore_backup(packed, table, NOON + timedelta(days=day))
    _, older = restore_backup(packed, table, datetime(1970, 1, 1, tzinfo=UTC))
    assert len(entries_in(older / "table.sqlite")) == 30
    assert len(list(table.glob("before-restore-*"))) == MOST_OLDER


@pytest.mark.parametrize("place", ["evening", "evenings/friday"])
def test_kept_evenings_are_in_no_backup_so_they_stay_where_games_are_forgotten_in_them(table, packed, place):
    claim_evening(table / place, table, ManualClock())
    part = new_part(table / place, "table-1")
    restore_backup(packed, table, NOON)
    assert part.is_dir()
    assert forget_in_evenings(table, "table-1") == ()
    assert not part.exists()


def test_a_kept_evening_stays_where_a_backup_brings_and_replaces_what_lies_beside_it(table, tmp_path):
    beside = table / "evenings"
    claim_evening(beside / "friday", table, ManualClock())
    part = new_part(beside / "friday", "table-1")
    (beside / "notes.txt").write_text("packed")
    write_backup(table, tmp_path / "all.zip", NOON)
    (beside / "notes.txt").write_text("newer")
    (beside / "more.txt").write_text("newer")
    for _ in range(2):
        _, older = restore_backup(tmp_path / "all.zip", table, NOON)
        assert part.is_dir()
        assert [path.name for path in sorted(beside.iterdir())] == ["friday", "notes.txt"]
        assert (beside / "notes.txt").read_text() == "packed"
    first, second = sorted(table.glob("before-restore-*"))
    assert older == second
    assert [path.name for path in sorted((first / "evenings").iterdir())] == ["more.txt", "notes.txt"]
    assert (second / "evenings" / "notes.txt").read_text() == "packed"


def test_what_a_backup_brings_takes_the_place_of_an_evening_of_the_same_name(table, tmp_path):
    write_evening(tmp_path / "packed" / "table.sqlite", copies=False, count=30)
    (tmp_path / "packed" / "evening").mkdir()
    (tmp_path / "packed" / "evening" / "menu.txt").write_text("soup")
    write_backup(tmp_path / "packed", tmp_path / "all.zip", NOON)
    claim_evening(table / "evening", table, ManualClock())
    _, older = restore_backup(tmp_path / "all.zip", table, NOON)
    assert (table / "evening" / "menu.txt").read_text() == "soup"
    assert is_evening(older / "evening")


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


def test_a_journal_that_is_its_owners_alone_stays_so_wherever_it_is_copied(table, tmp_path):
    path = table / "table.sqlite"
    path.chmod(0o600)
    assert mode_of(make_copy(path, NOON).path) == 0o600
    copy_journal(path, tmp_path / "copy.sqlite")
    assert mode_of(tmp_path / "copy.sqlite") == 0o600
    write_backup(table, tmp_path / "all.zip", NOON)
    assert mode_of(tmp_path / "all.zip") == 0o600
    restore_backup(tmp_path / "all.zip", table, NOON)
    assert mode_of(path) == 0o600
    with closing(SqliteJournal(path)) as journal:
        journal.forget(journal.games()[0])
    assert mode_of(path) == 0o600


def test_what_lies_in_a_folder_of_its_owners_alone_is_not_shown_to_others(table, tmp_path):
    (table / "panel").mkdir(mode=0o700)
    (table / "panel" / "key").write_text("secret")
    write_backup(table, tmp_path / "all.zip", NOON)
    restore_backup(tmp_path / "all.zip", tmp_path / "new", NOON)
    assert mode_of(tmp_path / "new" / "panel" / "key") == 0o600


def test_a_lock_is_never_written_through_a_link(table, tmp_path):
    (tmp_path / "target").write_text("of somebody else")
    (table / "table.sqlite.lock").unlink(missing_ok=True)
    (table / "table.sqlite.lock").symlink_to(tmp_path / "target")
    with pytest.raises(JournalDown):
        SqliteJournal(table / "table.sqlite")
    assert (tmp_path / "target").read_text() == "of somebody else"


def test_names_that_only_begin_like_ours_are_packed(table):
    (table / "logo.png").touch()
    assert "logo.png" in {path.name for path in kept_files(table)}


def test_a_companion_that_runs_is_not_restored_under(table, packed):
    with closing(SqliteJournal(table / "table.sqlite")), pytest.raises(JournalInUse):
        restore_backup(packed, table, NOON)
    assert len(entries_in(table / "table.sqlite")) == 60
