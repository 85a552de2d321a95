"""What was kept is deleted while the companion runs, or cannot be: what the page says, and what goes on."""

import shutil
import time

import pytest

from companion.clock import ManualClock
from companion.evidence import Depth, Done, SourceState
from companion.intake.tape.evening import ASKED, CUT, KEPT, TAPE, Kept
from companion.intake.tape.events import Signalled, Wrote
from companion.intake.tape.reading import read_tape
from companion.journal import MemoryJournal
from companion.keeping.evenings_kept import EveningRefused
from companion.keeping.upkeep import Upkeep
from companion.riichi.facts import KyokuEnded
from companion.shelf import ForgetAsked
from firmware_bridge.signals import Press
from hardware import Button, Side
from tests.intake.test_kept_evening import JPEG, Table
from tests.table_loop.people import People
from vision.sighting import RestTaken


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


def presses(table):
    """At a table without a camera: nobody there has a picture that cannot be written."""
    table.evening._hear(5, Signalled(Press(Side.A, Button.PON, 5, 1)))


def rests(table):
    table.evening._rest(RestTaken(5, JPEG))


def both(table):
    rests(table)
    presses(table)


@pytest.mark.parametrize("happens", [presses, rests, both])
@pytest.mark.parametrize("deleted", ["table-1.1", "."])
def test_what_somebody_deletes_in_the_middle_is_asked_about_anew(tmp_path, happens, deleted):
    table = Table(tmp_path)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    shutil.rmtree(table.path / deleted)
    happens(table)
    until = time.monotonic() + 5
    while table.evening.kept is Kept.YES and time.monotonic() < until:
        time.sleep(0.01)
    time.sleep(0.1)  # until the other half was missed, too
    said = table.door.source()
    assert (table.door.codes(), table.evening.kept, said.state, said.code) == (
        [ASKED],
        Kept.ASKED,
        SourceState.UP,
        "deleted",
    )
    happens(table)
    assert not list(table.path.glob("*/*")), "nothing is kept before another yes"
    table.evening.answer("table-1", is_yes=True)
    assert (table.door.codes(), table.door.source().code) == ([KEPT], "keeping")
    table.happens(7)
    table.plays("table-2")
    assert (table.door.codes(), table.door.source().code) == ([ASKED], "waiting")
    table.evening.close()
    lines = read_tape(table.path / "table-1.1" / TAPE).lines()
    assert [line.at_ns for line in lines if isinstance(line.heard, Signalled)] == [7]


def test_a_no_about_a_folder_that_somebody_has_deleted_deletes_nothing_more(tmp_path):
    table = Table(tmp_path)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    shutil.rmtree(table.path)
    table.evening.answer("table-1", is_yes=False)
    assert (table.door.codes(), table.evening.kept) == ([], Kept.NO)
    table.evening.close()


def test_the_deleted_tape_of_an_earlier_game_costs_no_later_one(tmp_path):
    table = Table(tmp_path)
    table.plays("table-1")
    table.evening.answer("table-1", is_yes=True)
    shutil.rmtree(table.path / "table-1.1")
    table.happens(5)
    table.plays("table-2")
    table.evening.answer("table-2", is_yes=True)
    table.happens(6)
    table.evening.close()
    assert (table.door.codes(), table.evening.kept) == ([KEPT], Kept.YES)
    assert (table.path / "table-2.1" / TAPE).exists()


def test_of_the_games_only_the_one_on_the_table_is_held_in_memory(tmp_path):
    table = Table(tmp_path)
    people = People(table.evening.journal(MemoryJournal()))
    people.start()
    people.deal(Depth.POINTS)
    table.evening.shown(people.keeper.state)
    people.wins(1, 0, han=13)
    people.tell(KyokuEnded())
    people.start()
    table.evening.shown(people.keeper.state)
    held = [one.game for one in vars(table.evening._before).values() if isinstance(one, Wrote)]
    assert held == [people.keeper.state.game]
    table.evening.close()


def test_a_game_that_is_forgotten_when_it_has_just_ended_costs_no_later_game(tmp_path):
    table = Table(tmp_path)
    upkeep = Upkeep(table.data / "table.sqlite", ManualClock())
    people = People(table.evening.journal(upkeep.journal))
    people.start()
    people.deal(Depth.POINTS)
    name = people.keeper.state.game
    table.evening.shown(people.keeper.state)
    table.evening.answer(name, is_yes=True)
    people.wins(1, 0, han=13)  # East has no points left, but nobody has said yet that the game is over
    people.tell(KyokuEnded())
    table.evening.shown(people.keeper.state)
    assert (table.door.codes(), table.parts()) == ([KEPT], [f"{name}.1"])
    assert isinstance(people.keeper.do(ForgetAsked("forget", None, "Anna", name)), Done)
    table.happens(5)
    time.sleep(0.2)  # until whatever is still kept of it has failed
    table.evening.shown(people.keeper.state)
    people.start()
    table.evening.shown(people.keeper.state)
    assert (table.parts(), table.door.codes(), table.evening.kept) == ([], [ASKED], Kept.ASKED)
    table.evening.answer(people.keeper.state.game, is_yes=True)
    table.evening.close()
    upkeep.journal.close()
    assert table.evening.failure == ""
