"""One zip of everything: there and back, while the companion runs, and nothing that is there is lost."""

import errno
import json
import math
import os
import random
import stat
import zipfile
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.club.store import Store
from companion.errors import JournalCorrupt, JournalDown, JournalInUse
from companion.journal import SqliteJournal
from companion.journal.copying import copy_database
from companion.journal.opening import lock
from companion.keeping.one_zip import MANIFEST, BackupError, read_backup, write_backup
from companion.keeping.restoring import restore_backup
from tests.reliability.evenings import drafts, entries_in, facts_of_a_game, write_evening

NOON = datetime(2024, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def table(tmp_path):
    """A data folder as a table has it after an evening."""
    folder = tmp_path / "games"
    write_evening(folder / "table.sqlite", count=150)
    (folder / "house.toml").write_text('name = "house"\n')
    (folder / "tiles").mkdir()
    (folder / "tiles" / "5p.png").write_bytes(bytes(range(256)))
    (folder / "log").mkdir()
    (folder / "log" / "companion.jsonl").write_text("{}")
    (folder / "table.sqlite.damaged-20240101T000000Z").write_bytes(b"old")
    (folder / "player_clock.json.damaged-20240101T000000Z").write_bytes(b"old")
    return folder


@pytest.fixture
def packed(table, tmp_path):
    write_backup(table, tmp_path / "all.zip", NOON)
    return tmp_path / "all.zip"


def test_everything_is_back_on_an_empty_machine(table, packed, tmp_path):
    empty = tmp_path / "new" / "machine"
    backup, older = restore_backup(packed, empty, NOON)
    assert older is None
    assert [item.path for item in backup.items] == ["house.toml", "table.sqlite", "tiles/5p.png"]
    assert entries_in(empty / "table.sqlite") == entries_in(table / "table.sqlite")
    assert (empty / "house.toml").read_bytes() == (table / "house.toml").read_bytes()
    assert (empty / "tiles" / "5p.png").read_bytes() == bytes(range(256))
    with closing(SqliteJournal(empty / "table.sqlite")) as journal:
        assert journal.append(journal.games()[0], drafts(facts_of_a_game()[150:151]))[0].seq == 151


def test_a_restored_file_has_the_rights_that_it_had(table, tmp_path):
    before = os.umask(0o022)
    try:
        for name, mode in (("evening.tape", 0o600), ("old.tape", 0o640), ("tool", 0o700)):
            (table / name).write_bytes(b"so far")
            (table / name).chmod(mode)
        write_backup(table, tmp_path / "now.zip", NOON)
        restore_backup(tmp_path / "now.zip", tmp_path / "new", NOON)
    finally:
        os.umask(before)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "new").iterdir()}
    assert (modes["evening.tape"], modes["old.tape"], modes["tool"]) == (0o600, 0o640, 0o700)


class AtTheTable(zipfile.ZipFile):
    """While it is packed, the evening goes on: a tape has a line more when it was read to its end."""

    tape: Path

    @contextmanager
    def _packing(self, name):
        with super().open(name, "w", force_zip64=True) as member:
            yield member
        with self.tape.open("ab") as tape:
            tape.write(b"one line more")

    def open(self, name, mode="r", *more, **named):
        return self._packing(name) if mode == "w" else super().open(name, mode, *more, **named)


def test_a_tape_that_grows_while_it_is_packed_can_be_restored(table, tmp_path, monkeypatch):
    AtTheTable.tape = table / "evening.tape"
    AtTheTable.tape.write_bytes(b"so far")
    monkeypatch.setattr("companion.keeping.one_zip.zipfile.ZipFile", AtTheTable)
    write_backup(table, tmp_path / "now.zip", NOON)
    monkeypatch.undo()
    restore_backup(tmp_path / "now.zip", tmp_path / "new", NOON)
    assert (tmp_path / "new" / "evening.tape").read_bytes() == b"so far"


def test_what_does_not_read_back_is_no_backup(table, tmp_path, monkeypatch):
    monkeypatch.setattr("companion.keeping.one_zip.hashlib.sha256", lambda *_: Forgetful())
    with pytest.raises(BackupError, match="damaged"):
        write_backup(table, tmp_path / "now.zip", NOON)
    assert not list(tmp_path.glob("now.zip*"))


class Forgetful:
    """A digest that is another one each time."""

    def update(self, piece):
        """Nothing stays."""

    def hexdigest(self):
        return random.randbytes(32).hex()


def test_a_backup_is_made_where_the_clock_is_not_set(table, tmp_path, monkeypatch):
    """A machine without a battery starts in 1970, and no day in a zip is before 1980."""
    monkeypatch.setattr("time.time", lambda: 86_400.0)
    answer = CliRunner().invoke(main, ["backup", "--data", str(table), str(tmp_path / "early.zip")])
    assert (answer.exit_code, answer.exception) == (0, None)
    read_backup(tmp_path / "early.zip")


def test_a_backup_is_made_while_the_journal_is_written(table, tmp_path):
    with closing(SqliteJournal(table / "table.sqlite")) as journal:
        journal.append(journal.games()[0], drafts(facts_of_a_game()[150:151]))
        made = write_backup(table, tmp_path / "now.zip", NOON)
    assert [item.last_seq for item in made.items if item.last_seq] == [151]


def test_the_file_of_a_clubs_hub_is_packed_while_the_hub_writes(table, tmp_path):
    (table / "club").mkdir()
    with closing(Store(table / "club" / "club.sqlite")) as hub:
        with hub.writing():
            hub.change("INSERT INTO copies VALUES (1, 'one', 'journal', 'epoch', 8, 0, 0, 7)")
        answer = CliRunner().invoke(main, ["backup", "--data", str(table), str(tmp_path / "hub.zip")])
    assert (answer.exit_code, answer.output) == (
        0,
        f"{tmp_path / 'hub.zip'} holds 4 files with 150 entries.\n",
    )
    new = tmp_path / "new"
    answer = CliRunner().invoke(main, ["restore", "--data", str(new), str(tmp_path / "hub.zip")])
    assert answer.output == "4 files with 150 entries are back.\n"
    with closing(Store(new / "club" / "club.sqlite")) as hub:
        assert hub.rows("SELECT place, heard FROM copies") == [("one", 7)]


def test_a_hub_whose_file_is_damaged_is_told_so_while_there_is_still_time(table, tmp_path):
    path = table / "club" / "club.sqlite"
    path.parent.mkdir()
    with closing(Store(path)) as hub, hub.writing():
        for number in range(1_000):
            hub.change(
                "INSERT INTO copies VALUES (?, ?, 'journal', 'epoch', 8, 0, 0, 7)", number, f"{number}"
            )
    content = bytearray(path.read_bytes())
    content[-5 * 4_096 : -4_096] = b"Z" * (4 * 4_096)
    path.write_bytes(content)
    with pytest.raises(JournalCorrupt, match=rf"the file {path} is damaged"):
        write_backup(table, tmp_path / "hub.zip", NOON)
    assert not list(tmp_path.glob("hub.zip*"))


def test_where_a_copy_of_the_hubs_file_cannot_be_written_that_is_not_said_of_the_hub(tmp_path):
    source, target = tmp_path / "club.sqlite", tmp_path / "gone" / "copy"
    Store(source).close()
    with pytest.raises(JournalDown, match=rf"^the file {target} cannot be used"):
        copy_database(source, target)


def test_nothing_is_restored_under_a_running_hub(table, packed):
    (table / "club").mkdir()
    (table / "club" / "club.sqlite").touch()
    with lock(table / "club" / "club.sqlite"), pytest.raises(JournalInUse, match=r"club\.sqlite is written"):
        restore_backup(packed, table, NOON)
    assert not list(table.glob("before-restore-*"))


def test_what_is_there_is_kept_aside(table, packed):
    with closing(SqliteJournal(table / "table.sqlite")) as journal:
        journal.append(journal.games()[0], drafts(facts_of_a_game()[150:160]))
    newer = entries_in(table / "table.sqlite")
    _, older = restore_backup(packed, table, NOON)
    assert older.name == "before-restore-20240101T120000Z"
    assert len(entries_in(table / "table.sqlite")) == 150
    assert entries_in(older / "table.sqlite") == newer
    assert (older / "copies").is_dir()
    _, oldest = restore_backup(packed, table, NOON)
    assert oldest.name.endswith("-2")
    assert entries_in(older / "table.sqlite") == newer


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another account")
def test_what_root_restores_belongs_to_the_account_of_the_folder(packed, tmp_path):
    folder = tmp_path / "of-the-service"
    folder.mkdir()
    os.chown(folder, 12_345, 12_345)
    restore_backup(packed, folder, NOON)
    restore_backup(packed, folder, NOON)
    assert {path.stat().st_uid for path in folder.rglob("*")} == {12_345}


def test_nothing_is_restored_under_a_running_companion(table, packed):
    with (
        closing(SqliteJournal(table / "table.sqlite")),
        pytest.raises(JournalInUse, match=r"by another companion .*: end it first, then restore again$"),
    ):
        restore_backup(packed, table, NOON)
    assert not list(table.glob("before-restore-*"))


def test_a_file_that_cannot_be_read_is_named_and_not_the_zip(table, tmp_path, monkeypatch):
    path = table / "house.toml"
    open_as_ever = Path.open

    def refused(self, *words, **more):
        if self == path:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return open_as_ever(self, *words, **more)

    monkeypatch.setattr(Path, "open", refused)
    answer = CliRunner().invoke(main, ["backup", "--data", str(table), str(tmp_path / "now.zip")])
    assert (answer.exit_code, answer.output) == (1, f"Error: {path} cannot be read: Permission denied\n")
    assert not list(tmp_path.glob("now.zip*"))


def test_a_folder_that_cannot_be_looked_into_is_named_and_not_left_out(table, tmp_path, monkeypatch):
    """Whoever makes a backup from an account that may not read all of it would believe that it holds all."""

    def refuse(look):
        def looked(path="."):
            if str(path).endswith("tiles"):
                raise PermissionError(errno.EACCES, "Permission denied", str(path))
            return look(path)

        return looked

    with monkeypatch.context() as patch:
        patch.setattr(os, "scandir", refuse(os.scandir))
        patch.setattr(os, "listdir", refuse(os.listdir))
        with pytest.raises(BackupError, match=r"games/tiles cannot be read: Permission denied"):
            write_backup(table, tmp_path / "all.zip", NOON)
    assert not list(tmp_path.glob("all.zip*"))


def test_where_nothing_was_played_yet_there_is_nothing_to_keep(tmp_path):
    with pytest.raises(BackupError, match=r"there is nothing in .*/none to keep"):
        write_backup(tmp_path / "none", tmp_path / "all.zip", NOON)
    assert not list(tmp_path.glob("all.zip*"))


@pytest.mark.parametrize("place", ["all.zip", "tiles/all.zip"])
def test_a_backup_does_not_lie_in_what_it_keeps(table, place):
    """The next would hold it, and a restore would take it away with all that was there."""
    with pytest.raises(BackupError, match="lies in the data folder: put the backup somewhere else"):
        write_backup(table, table / place, NOON)
    assert not list(table.rglob("all.zip*"))


def test_a_file_whose_name_no_zip_can_hold_is_named(table, tmp_path):
    (table / os.fsdecode(b"caf\xe9.toml")).write_text('name = "ours"\n')
    with pytest.raises(BackupError, match="has a name that is not UTF-8: give it another"):
        write_backup(table, tmp_path / "all.zip", NOON)
    assert not list(tmp_path.glob("all.zip*"))


def test_a_backup_overwrites_nothing_and_needs_something_to_keep(table, packed, tmp_path):
    before = packed.read_bytes()
    with pytest.raises(BackupError, match="is there already"):
        write_backup(table, packed, NOON)
    assert packed.read_bytes() == before
    (tmp_path / "nothing").mkdir()
    with pytest.raises(BackupError, match="nothing in"):
        write_backup(tmp_path / "nothing", tmp_path / "none.zip", NOON)
    assert not list(tmp_path.glob("none*"))


def rewritten(packed, change):
    """The zip with another manifest, and more members if `change` gives them."""
    with zipfile.ZipFile(packed) as old:
        members = {name: old.read(name) for name in old.namelist()}
    manifest = json.loads(members.pop(MANIFEST))
    change(manifest, members)
    with zipfile.ZipFile(packed, "w") as new:
        for name, content in members.items():
            new.writestr(name, content)
        new.writestr(MANIFEST, json.dumps(manifest))


def climb(manifest, members):
    members["../evil.sqlite"] = b"x"
    manifest["files"].append({"path": "../evil.sqlite", "size": 1, "sha256": "2d71"})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda manifest, _: manifest.update(product="diary"), "a backup of something else"),
        (lambda manifest, _: manifest.update(form=2), "written by a newer companion"),
        (lambda manifest, _: manifest.update(schema=99), "written by a newer companion"),
        (lambda manifest, _: manifest.update(files=[7]), "its list cannot be read"),
        (lambda manifest, _: manifest.update(schema=-math.inf), "its list cannot be read"),
        (lambda manifest, _: manifest["files"][0].update(last_seq="9"), "its list cannot be read"),
        (lambda manifest, _: manifest["files"].pop(), "does not hold the files"),
        (lambda _, members: members.update(more=b""), "does not hold the files"),
        (lambda _, members: members.update({"house.toml": b"other = 5678901"}), "damaged"),
        (lambda _, members: members.update({"house.toml": b'name = "hause"\n'}), "not what was packed"),
        (climb, "its list cannot be read"),
    ],
)
def test_a_zip_that_is_not_what_it_says_is_refused_in_one_sentence(packed, tmp_path, change, sentence):
    rewritten(packed, change)
    empty = tmp_path / "empty"
    with pytest.raises(BackupError, match=sentence) as refused:
        restore_backup(packed, empty, NOON)
    assert "\n" not in str(refused.value)
    assert not empty.exists()


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18), b"my diary", None])
def test_what_is_no_zip_is_refused(tmp_path, content):
    path = tmp_path / "file.zip"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(BackupError):
        read_backup(path)


@pytest.mark.parametrize("way", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_is_packed_in_another_way_is_refused_in_one_sentence(packed, way):
    with zipfile.ZipFile(packed) as old:
        members = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(packed, "w", way) as new:
        for name, content in members.items():
            new.writestr(name, content)
    damaged = bytearray(packed.read_bytes())
    damaged[200:240] = bytes(40)
    for content in (packed.read_bytes(), damaged):
        packed.write_bytes(content)
        with pytest.raises(BackupError, match="not a backup of this companion"):
            read_backup(packed)


@pytest.mark.gate(20)
@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_zip_is_refused_or_whole(packed, seed):
    dice = random.Random(seed)
    content = bytearray(packed.read_bytes())
    if seed % 3 == 0:
        del content[dice.randrange(len(content)) :]
    else:
        for _ in range(dice.choice((1, 4))):
            content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    good = read_backup(packed)
    packed.write_bytes(content)
    try:
        found = read_backup(packed)
    except BackupError:
        return
    assert found == good


def test_the_commands_say_what_they_did(table, tmp_path):
    runner, file = CliRunner(), tmp_path / "all.zip"
    told = runner.invoke(main, ["backup", "--data", str(table), str(file)])
    assert told.output == f"{file} holds 3 files with 150 entries.\n"
    told = runner.invoke(main, ["restore", "--data", str(tmp_path / "empty"), str(file)])
    assert told.output == "3 files with 150 entries are back.\n"
    told = runner.invoke(main, ["restore", "--data", str(table), str(file)])
    assert "What was there before lies in" in told.output
    told = runner.invoke(main, ["restore", "--data", str(table), str(tmp_path / "gone.zip")])
    assert (told.exit_code, told.output.count("\n")) == (1, 1)
    told = runner.invoke(main, ["backup", "--data", str(table), str(tmp_path / "no" / "folder.zip")])
    assert (told.exit_code, told.output.count("\n")) == (1, 1)
