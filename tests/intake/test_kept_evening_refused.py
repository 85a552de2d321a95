"""While the disk refuses, people say no, delete, forget, or plug a stick in again: that holds afterwards."""

import shutil
import time

import pytest

from companion.evidence import SourceState
from companion.intake.tape.evening import ASKED, CUT, KEPT
from companion.intake.tape.pictures import LEAST_FREE
from companion.intake.tape.writing import TapeWriter
from companion.keeping.evenings_kept import MARK, EveningRefused, forget_in_evenings
from tests.intake.test_kept_evening import Table
from tests.intake.test_kept_evening_again import Lost, kept_until_full, soon, told


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
    return kept_until_full(table)


def pulled(table):
    """Pull the stick out: a file is there instead, so that no folder can be made."""
    with table.evening._answering:  # nothing is tried between the two
        table.path.rename(table.path.with_name("pulled"))
        table.path.write_text("")


def plugged_in(table):
    with table.evening._answering:
        table.path.unlink()
        table.path.with_name("pulled").rename(table.path)


def test_a_no_holds_though_the_stick_from_which_to_delete_was_away(table, disk):
    pulled(table)
    with pytest.raises(EveningRefused, match="cannot be deleted"):
        table.evening.answer("table-1", is_yes=False)
    disk.free = LEAST_FREE * 2
    plugged_in(table)
    assert soon(lambda: told(table) == ([CUT], SourceState.UP, "waiting"))
    assert table.parts() == ["table-1.1"], "nothing is kept from the no on"
    table.evening.answer("table-1", is_yes=False)
    assert table.parts() == []


def test_whoever_makes_room_by_deleting_the_whole_evening_is_asked_anew(table, disk):
    shutil.rmtree(table.path)
    disk.free = LEAST_FREE * 2
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "deleted"))
    assert table.parts() == []
    table.evening.answer("table-1", is_yes=True)
    assert told(table) == ([KEPT], SourceState.UP, "keeping")


def test_a_game_that_was_forgotten_meanwhile_is_not_written_again(table, disk):
    table.evening._forgets("table-1")
    assert forget_in_evenings(table.data, "table-1") == ()
    disk.free = LEAST_FREE * 2
    assert soon(lambda: not table.evening.failure)
    assert table.parts() == []


def test_a_game_that_is_forgotten_while_its_part_begins_is_not_written_there(table, disk, monkeypatch):
    writing = table.evening._writing
    begin = writing.begin

    def slowly(game, head):
        table.evening._forgets(game)
        return begin(game, head)

    monkeypatch.setattr(writing, "begin", slowly)
    disk.free = LEAST_FREE * 2
    assert soon(lambda: not table.evening.failure)
    assert (writing.is_going, writing.part) == (False, None)


def test_what_is_deleted_from_a_stick_that_came_back_is_asked_about(table, disk):
    pulled(table)
    table.evening._place._disk = -1  # the stick comes back under another number
    disk.free = LEAST_FREE * 2
    plugged_in(table)
    assert soon(lambda: told(table) == ([KEPT], SourceState.UP, "again"))
    shutil.rmtree(table.path)
    table.happens(8)
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "deleted"))
    table.evening.answer("table-1", is_yes=True)
    assert told(table) == ([KEPT], SourceState.UP, "keeping")


def test_a_full_tape_lets_the_disk_rest(table, monkeypatch):
    monkeypatch.setattr(TapeWriter.__init__, "__kwdefaults__", {"most_bytes": 1})
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    table.happens(5)
    assert soon(lambda: table.evening.failure)
    mark = table.path / MARK
    before = mark.stat().st_mtime_ns
    time.sleep(0.2)
    assert mark.stat().st_mtime_ns == before


def test_a_journal_that_is_back_makes_no_folder_usable(tmp_path):
    (tmp_path / "stick").write_text("")
    table, journal = Table(tmp_path, "stick/kept"), Lost()
    table.evening.journal(journal)
    journal.is_lost = True
    table.plays("table-1")
    journal.is_lost = False
    table.plays("table-1")
    assert told(table) == ([], SourceState.DOWN, "other")
    (tmp_path / "stick").unlink()
    assert soon(lambda: told(table) == ([ASKED], SourceState.UP, "waiting"))
    table.evening.close()
