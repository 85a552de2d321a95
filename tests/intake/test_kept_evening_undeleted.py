"""Somebody says no, and what was kept cannot be deleted: nothing more is kept, and the page says that."""

import shutil

import pytest

from companion.intake.tape.evening import CUT, KEPT, TAPE, Kept
from companion.intake.tape.events import Signalled
from companion.intake.tape.reading import read_tape
from companion.keeping.evenings_kept import EveningRefused
from firmware_bridge.signals import Press
from hardware import Button, Side
from tests.intake.test_kept_evening import Table


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A table at which a game was kept until a no; the disk did not delete it."""
    table = Table(tmp_path)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    with monkeypatch.context() as broken:
        broken.setattr(shutil, "rmtree", refuses)
        with pytest.raises(EveningRefused, match="cannot be deleted"):
            table.evening.answer("table-1", is_yes=False)
    yield table
    table.evening.close()


def refuses(*_) -> None:
    raise OSError(5, "Input/output error")


def test_the_page_says_that_only_a_part_is_kept(table):
    assert (table.door.codes(), table.evening.kept) == ([CUT], Kept.YES)
    assert table.door.source().code == "waiting"


def test_a_second_no_deletes_it(table):
    table.evening.answer("table-1", is_yes=False)
    assert (table.parts(), table.door.codes(), table.evening.kept) == ([], [], Kept.NO)


def test_a_yes_after_it_goes_on_with_a_part_of_its_own(table):
    table.evening.answer("table-1", is_yes=True)
    assert table.door.codes() == [KEPT]
    table.happens(7)
    table.evening.close()
    lines = read_tape(table.path / "table-1.2" / TAPE).lines()
    assert [line.at_ns for line in lines if isinstance(line.heard, Signalled)] == [7]


def test_what_somebody_deletes_in_the_middle_is_no_longer_said_to_be_kept(tmp_path):
    """At a table without a camera, too: nobody there has a picture that cannot be written."""
    table = Table(tmp_path)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    press = Signalled(Press(Side.A, Button.PON, 5, 1))
    shutil.rmtree(table.path / "table-1.1")
    table.evening._hear(5, press)
    table.evening.close()
    assert (table.door.codes(), table.evening.kept) == ([CUT], Kept.FAILED)
    assert "it was deleted" in table.evening.failure
