"""What ended an evening is over (there is room again, the stick or the journal is back): it goes on."""

import errno
import shutil
import time

import pytest

from companion.errors import JournalDown
from companion.evidence import SourceState
from companion.intake.tape.again import ROOM
from companion.intake.tape.evening import ASKED, CUT, KEPT, TAPE, Kept
from companion.intake.tape.events import Signalled
from companion.intake.tape.pictures import LEAST_FREE, RestPictures
from companion.intake.tape.reading import read_tape
from companion.intake.tape.writing import TapeWriter
from companion.journal import MemoryJournal
from companion.keeping.evenings_kept import EveningRefused
from tests.intake.test_kept_evening import Table


class Disk:
    """A disk with as many free bytes as it is told, if the folder is there."""

    def __init__(self, free: int) -> None:
        self.free = free

    def __call__(self, path) -> int:
        shutil.disk_usage(path)
        return self.free


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr("companion.intake.tape.evening.TRY_EVERY_S", 0.02)


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    table.evening.close()


@pytest.fixture
def disk(table):
    disk = kept_until_full(table)
    table.happens(6)
    time.sleep(0.1)
    assert told(table) == ([CUT], SourceState.DOWN, "ended")
    return disk


def kept_until_full(table) -> Disk:
    """The disk on which a game was kept until it was nearly full."""
    disk, evening = Disk(0), table.evening
    evening._writing.pictures = RestPictures(table.path, evening._writing._no_picture, free=disk)
    table.plays("table-1")
    evening.answer("table-1", is_yes=True)
    table.happens(5)
    assert soon(lambda: evening.failure)
    return disk


def full(*_, **__) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def soon(is_so) -> bool:
    until = time.monotonic() + 10
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(is_so())


def told(table):
    source = table.door.source()
    return table.door.codes(), source.state, source.code


def heard(table, part):
    return [line.at_ns for line in read_tape(table.path / part / TAPE).lines() if is_press(line)]


def is_press(line) -> bool:
    return isinstance(line.heard, Signalled)


def test_once_there_is_room_it_goes_on_and_says_that_a_part_is_missing(table, disk):
    assert table.parts() == ["table-1.1"], "trying again leaves nothing behind"
    disk.free = LEAST_FREE * 2
    assert soon(lambda: not table.evening.failure)
    assert soon(lambda: told(table) == ([KEPT], SourceState.UP, "again"))
    table.happens(7)
    table.plays("table-2")
    assert told(table) == ([ASKED], SourceState.UP, "waiting")
    table.evening.answer("table-2", is_yes=True)
    assert told(table) == ([KEPT], SourceState.UP, "keeping")
    table.evening.close()
    assert table.parts() == ["table-1.1", "table-1.2", "table-2.1"]
    assert (heard(table, "table-1.1"), heard(table, "table-1.2")) == ([5], [7])


def test_a_little_room_is_not_enough(table, disk):
    disk.free = LEAST_FREE + 1
    time.sleep(0.2)
    assert told(table) == ([CUT], SourceState.DOWN, "ended")


def test_after_a_no_nothing_goes_on(table, disk):
    table.evening.answer("table-1", is_yes=False)
    disk.free = LEAST_FREE * 2
    assert soon(lambda: told(table) == ([], SourceState.UP, "waiting"))
    assert (table.parts(), table.evening.kept) == ([], Kept.NO)


def test_whoever_makes_room_by_deleting_the_game_is_asked_anew(table, disk):
    shutil.rmtree(table.path / "table-1.1")
    disk.free = LEAST_FREE * 2
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "deleted"))
    assert table.parts() == []


def test_a_stick_that_is_back_is_written_again(table, disk, tmp_path):
    with table.evening._answering:  # nothing is tried between the two
        table.path.rename(tmp_path / "pulled")
        (tmp_path / "kept").write_text("")  # where the stick was, no evening can be kept
    disk.free = LEAST_FREE * 2
    time.sleep(0.2)
    assert table.door.source().state is SourceState.DOWN
    with table.evening._answering:
        (tmp_path / "kept").unlink()
        (tmp_path / "pulled").rename(table.path)
    assert soon(lambda: told(table) == ([KEPT], SourceState.UP, "again"))


def test_a_tape_that_the_disk_refused_goes_on_too(table, monkeypatch):
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)

    with monkeypatch.context() as refusing:
        refusing.setattr(TapeWriter, "_write", full)
        table.happens(5)
        assert soon(lambda: table.evening.failure)
    assert soon(lambda: told(table) == ([KEPT], SourceState.UP, "again"))


@pytest.mark.parametrize("free", [ROOM, LEAST_FREE, LEAST_FREE + ROOM])
def test_without_an_eye_little_room_is_enough(table, monkeypatch, free):
    """Keys and pages alone take little; room for pictures is wanted where there are any."""
    disk = Disk(0)
    table.evening._writing.pictures = RestPictures(table.path, table.evening._writing._no_picture, free=disk)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    with monkeypatch.context() as refusing:
        refusing.setattr(TapeWriter, "_write", full)
        table.presses(5)
        assert soon(lambda: table.evening.failure)
    time.sleep(0.1)
    assert told(table) == ([CUT], SourceState.DOWN, "ended")
    disk.free = free
    assert soon(lambda: told(table) == ([KEPT], SourceState.UP, "again"))


def test_a_tape_that_is_full_begins_anew_with_the_next_game(table, monkeypatch):
    monkeypatch.setattr(TapeWriter.__init__, "__kwdefaults__", {"most_bytes": 1})
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    assert soon(lambda: table.evening.failure)
    time.sleep(0.2)
    assert told(table) == ([CUT], SourceState.DOWN, "ended")
    assert table.parts() == ["table-1.1"]
    table.plays("table-2")
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "waiting"))


def test_a_folder_that_can_be_used_later_is_asked_about_then(tmp_path):
    (tmp_path / "stick").write_text("")
    table = Table(tmp_path, "stick/kept")
    table.plays("table-1")
    assert told(table)[1:] == (SourceState.DOWN, "other")
    with pytest.raises(EveningRefused, match="cannot be written"):
        table.evening.answer("table-1", is_yes=True)
    (tmp_path / "stick").unlink()
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "waiting"))
    table.evening.answer("table-1", is_yes=True)
    assert told(table) == ([KEPT], SourceState.UP, "keeping")
    table.evening.close()


class Lost(MemoryJournal):
    """A journal that somebody has taken away, and perhaps puts back."""

    is_lost = False

    def games(self):
        if self.is_lost:
            raise JournalDown("the journal is gone")
        return super().games()


def test_once_the_journal_is_back_people_are_asked(table):
    journal = Lost()
    table.evening.journal(journal)
    journal.is_lost = True
    table.plays("table-1")
    assert told(table) == ([], SourceState.DOWN, "journal")
    time.sleep(0.1)
    table.plays("table-1")
    assert told(table) == ([], SourceState.DOWN, "journal")
    journal.is_lost = False
    table.plays("table-1")
    assert told(table) == ([ASKED], SourceState.UP, "waiting")
    table.evening.answer("table-1", is_yes=True)
    assert told(table) == ([KEPT], SourceState.UP, "keeping")
