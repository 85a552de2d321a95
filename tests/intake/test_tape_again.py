"""A tape that the disk has refused goes on by itself, in a file beside the first."""

import errno
import shutil
import time
from types import SimpleNamespace

import pytest

from companion.clock import ManualClock
from companion.evidence import DealAsked, Depth, SourceState, StartAsked, UndoAsked
from companion.intake.tape.again import ROOM
from companion.intake.tape.events import Wrote
from companion.intake.tape.options import TapeWish
from companion.intake.tape.reading import read_tape
from companion.intake.tape.recording import Recording
from companion.intake.tape.writing import TapeWriter
from companion.journal import MemoryJournal
from companion.riichi.facts import HanchanStarted, KyokuStarted
from companion.riichi.presets import TENHOU
from companion.scribe.mind import TRUSTING
from companion.table_loop import TableKeeper
from tests.intake.test_kept_evening import Door


class Disk:
    """A disk that is full, or has some room."""

    free = 0

    def refuses(self, *_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    def usage(self, folder):
        shutil.os.stat(folder)
        return SimpleNamespace(free=self.free)


class Taped:
    """A table with a tape."""

    def __init__(self, path) -> None:
        self.path, self.door, self.journal = path, Door(), MemoryJournal()
        self.tape = Recording(TapeWish(path), TENHOU, ManualClock())
        journal = self.tape.journal(self.journal)
        self.keeper = TableKeeper(journal, TENHOU, ManualClock(), trust=lambda: TRUSTING)
        self.tape.door(self.door)
        self.keeper.do(StartAsked("start", None, "", ("", "", "", ""), TENHOU))
        self.keeper.do(DealAsked("deal", None, "", Depth.FULL))
        self.tape.shown(self.keeper.state)

    def told(self):
        source = self.door.source()
        return source.state, source.code

    def files(self):
        return sorted(one.name for one in self.path.parent.iterdir())

    def wrote(self, name):
        return [one.heard for one in read_tape(self.path.with_name(name)).lines() if type(one.heard) is Wrote]


@pytest.fixture
def disk(monkeypatch):
    disk = Disk()
    monkeypatch.setattr("companion.intake.tape.recording.TRY_EVERY_S", 0.02)
    monkeypatch.setattr("companion.intake.tape.recording.shutil.disk_usage", disk.usage)
    return disk


@pytest.fixture
def taped(tmp_path, disk, monkeypatch):
    """A table whose tape has ended because the disk was full, and has room since, but not enough."""
    (tmp_path / "stick").mkdir()
    table = Taped(tmp_path / "stick" / "one.tape")
    with monkeypatch.context() as full:
        full.setattr(TapeWriter, "_write", disk.refuses)
        table.keeper.do(UndoAsked("undo", None, ""))
        assert soon(lambda: table.told() == (SourceState.DOWN, "tape_ended"))
    yield table
    table.tape.close()


def soon(is_so) -> bool:
    until = time.monotonic() + 10
    while not is_so() and time.monotonic() < until:
        time.sleep(0.01)
    return bool(is_so())


def test_once_there_is_room_it_goes_on_beside_the_first_and_says_where(taped, disk):
    disk.free = ROOM - 1
    time.sleep(0.1)
    assert (taped.told(), taped.files()) == ((SourceState.DOWN, "tape_ended"), ["one.tape"])
    disk.free = ROOM
    assert soon(lambda: taped.told() == (SourceState.UP, "recording"))
    assert "goes on in one-2.tape; a part is missing" in taped.door.source().note
    taped.keeper.do(DealAsked("on", None, "", Depth.FULL))
    taped.tape.close()
    assert taped.files() == ["one-2.tape", "one.tape"]
    before, after = taped.wrote("one-2.tape")
    assert (before.is_before, before.rules, after.is_before) == (True, TENHOU, False)
    assert [type(entry.fact) for entry in before.entries[:2]] == [HanchanStarted, KyokuStarted]
    numbers = [entry.seq for wrote in (before, after) for entry in wrote.entries]
    assert numbers == list(range(1, len(numbers) + 1))


def test_each_tape_that_goes_on_has_a_number_of_its_own(taped, disk, monkeypatch):
    disk.free = ROOM
    doing = (DealAsked("on", None, "", Depth.FULL), UndoAsked("back", None, ""))
    for name, asked in zip(("one-2.tape", "one-3.tape"), doing, strict=True):
        assert soon(lambda: taped.told() == (SourceState.UP, "recording"))
        assert name in taped.door.source().note
        with monkeypatch.context() as full:
            full.setattr(TapeWriter, "_write", disk.refuses)
            taped.keeper.do(asked)
            assert soon(lambda: taped.told() == (SourceState.DOWN, "tape_ended"))


def test_a_tape_that_is_refused_again_at_once_is_not_said_to_go_on(taped, disk, monkeypatch):
    put, told, write = taped.tape._put, [], TapeWriter._write

    def slowly(change):
        """The table hears it a moment later."""
        time.sleep(0.05 if change.state is SourceState.UP else 0)
        told.append(change.state)
        put(change)

    def first_line_alone(writer, text, **more):
        return write(writer, text, **more) if not writer._bytes else disk.refuses()

    taped.tape._put = slowly
    with monkeypatch.context() as refusing:
        refusing.setattr(TapeWriter, "_write", first_line_alone)
        disk.free = ROOM
        assert soon(lambda: len(told) >= 2)
        disk.free = 0
    assert told[:2] == [SourceState.UP, SourceState.DOWN]


def test_where_the_stick_was_nothing_is_written_and_on_the_stick_it_goes_on(taped, disk, tmp_path):
    folder = taped.path.parent
    folder.rename(tmp_path / "pulled")
    disk.free = ROOM
    time.sleep(0.1)
    taped.tape._disk += 1  # the folder under the stick lies on another disk
    folder.mkdir()
    time.sleep(0.1)
    assert (taped.told(), taped.files()) == ((SourceState.DOWN, "tape_ended"), [])
    folder.rmdir()
    (tmp_path / "pulled").rename(folder)
    assert soon(lambda: taped.told() == (SourceState.UP, "recording"))
    assert taped.files() == ["one-2.tape", "one.tape"]


def test_a_tape_that_is_full_has_no_other(tmp_path, disk, monkeypatch):
    monkeypatch.setattr(TapeWriter.__init__, "__kwdefaults__", {"most_bytes": 1})
    disk.free = ROOM
    table = Taped(tmp_path / "one.tape")
    assert soon(lambda: table.told() == (SourceState.DOWN, "tape_ended"))
    time.sleep(0.1)
    table.tape.close()
    assert (table.told(), table.files()) == ((SourceState.DOWN, "tape_ended"), ["one.tape"])
