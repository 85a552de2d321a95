"""A recorded game is taken in while another is played: the tape is about the game on the table."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.evidence import DealAsked, Depth, FinishAsked, SourceState, StartAsked, UndoAsked
from companion.intake.tape.evening import TAPE, KeptEvening
from companion.intake.tape.events import Wrote
from companion.intake.tape.options import TapeWish
from companion.intake.tape.reading import read_tape
from companion.intake.tape.recording import Recording
from companion.journal import Journal, MemoryJournal
from companion.riichi.facts import HanchanStarted, KyokuStarted
from companion.riichi.presets import TENHOU
from companion.scribe.mind import TRUSTING
from companion.shelf import ImportAsked
from companion.table_loop import TableKeeper
from tests.haifu.wanderers import game
from tests.intake.test_kept_evening import Door


def keeper_of(journal: Journal) -> TableKeeper:
    return TableKeeper(journal, TENHOU, ManualClock(), trust=lambda: TRUSTING)


def plays(keeper: TableKeeper) -> None:
    keeper.do(StartAsked("start", None, "", ("", "", "", ""), TENHOU))
    keeper.do(DealAsked("deal", None, "", Depth.FULL))


def imports(keeper: TableKeeper) -> None:
    facts = (HanchanStarted(("E", "F", "G", "H"), "tenhou"), *game(2, TENHOU, kyoku=1))
    keeper.do(ImportAsked("record", None, "", TENHOU, facts))


def wrote_on(path: Path) -> Iterator[Wrote]:
    return (line.heard for line in read_tape(path).lines() if isinstance(line.heard, Wrote))


def test_a_tape_that_begins_after_it_holds_what_the_table_goes_on_with(tmp_path) -> None:
    journal = MemoryJournal()
    keeper = keeper_of(journal)
    plays(keeper)
    imports(keeper)
    tape = Recording(TapeWish(tmp_path / "one.tape"), TENHOU, ManualClock())
    tape.journal(journal)
    tape.close()
    (before,) = wrote_on(tmp_path / "one.tape")
    assert before.is_before
    assert before.game == keeper_of(journal).state.game == "table-1"


def test_what_is_taken_in_is_on_no_tape(tmp_path) -> None:
    tape = Recording(TapeWish(tmp_path / "one.tape"), TENHOU, ManualClock())
    keeper = keeper_of(tape.journal(MemoryJournal()))
    plays(keeper)
    imports(keeper)
    tape.close()
    assert {wrote.game for wrote in wrote_on(tmp_path / "one.tape")} == {"table-1"}


def test_an_evening_that_is_kept_from_then_on_has_the_beginning_of_its_game(tmp_path) -> None:
    (tmp_path / "data").mkdir()
    evening = KeptEvening(tmp_path / "kept", tmp_path / "data", TENHOU, ManualClock())
    evening.door(Door())
    keeper = keeper_of(evening.journal(MemoryJournal()))
    plays(keeper)
    evening.shown(keeper.state)
    imports(keeper)
    evening.answer(keeper.state.game, is_yes=True)
    evening.close()
    (before,) = wrote_on(tmp_path / "kept" / f"{keeper.state.game}.1" / TAPE)
    assert before.is_before
    assert {HanchanStarted, KyokuStarted} <= {type(entry.fact) for entry in before.entries}


def delete(path: Path, journal: MemoryJournal) -> None:
    """Delete the tape once all that the table has written stands on it."""
    newest = journal.last_seq
    until = time.monotonic() + 20
    while newest not in {entry.seq for one in wrote_on(path) for entry in one.entries}:
        assert time.monotonic() < until
        time.sleep(0.01)
    path.unlink()


def wait_for_news(door: Door) -> None:
    until = time.monotonic() + 20
    while door.source().code == "recording" and time.monotonic() < until:
        time.sleep(0.01)


def test_a_tape_that_somebody_deletes_begins_anew_and_says_so(tmp_path) -> None:
    path, door, journal = tmp_path / "one.tape", Door(), MemoryJournal()
    tape = Recording(TapeWish(path), TENHOU, ManualClock())
    keeper = keeper_of(tape.journal(journal))
    tape.door(door)
    plays(keeper)
    tape.shown(keeper.state)
    delete(path, journal)
    keeper.do(UndoAsked("undo", None, ""))
    wait_for_news(door)
    assert (door.source().state, door.source().code) == (SourceState.UP, "begun_anew")
    keeper.do(DealAsked("again", None, "", Depth.FULL))
    tape.close()
    before, after = wrote_on(path)
    assert (before.is_before, before.rules, after.is_before) == (True, TENHOU, False)
    numbers = [entry.seq for wrote in (before, after) for entry in wrote.entries]
    assert numbers == list(range(1, len(numbers) + 1))


def test_a_tape_that_is_found_deleted_as_a_game_begins_has_its_first_entry(tmp_path) -> None:
    """The table shows a game only after its first entry is written, and the tape may be missed between."""
    path, door, journal = tmp_path / "one.tape", Door(), MemoryJournal()
    tape = Recording(TapeWish(path), TENHOU, ManualClock())
    keeper = keeper_of(tape.journal(journal))
    tape.door(door)
    plays(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    tape.shown(keeper.state)
    delete(path, journal)
    keeper.do(StartAsked("again", None, "", ("E", "F", "G", "H"), TENHOU))
    wait_for_news(door)
    tape.shown(keeper.state)
    keeper.do(DealAsked("on", None, "", Depth.FULL))
    tape.close()
    wrote = [one for one in wrote_on(path) if one.game == keeper.state.game]
    assert wrote[0].rules == TENHOU
    facts = [type(entry.fact) for one in wrote for entry in one.entries]
    assert facts[:2] == [HanchanStarted, KyokuStarted]


def test_a_tape_that_began_anew_has_the_beginning_of_a_game_that_an_undo_brings_back(tmp_path) -> None:
    path, door, journal = tmp_path / "one.tape", Door(), MemoryJournal()
    tape = Recording(TapeWish(path), TENHOU, ManualClock())
    keeper = keeper_of(tape.journal(journal))
    tape.door(door)
    plays(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    tape.shown(keeper.state)
    keeper.do(StartAsked("again", None, "", ("E", "F", "G", "H"), TENHOU))
    tape.shown(keeper.state)
    delete(path, journal)
    keeper.do(DealAsked("on", None, "", Depth.FULL))
    wait_for_news(door)
    for number in range(3):
        keeper.do(UndoAsked(f"undo-{number}", None, ""))
        tape.shown(keeper.state)
    assert keeper.state.game == "table-1"
    tape.close()
    before, *after = (one for one in wrote_on(path) if one.game == "table-1")
    assert (before.is_before, before.rules) == (True, TENHOU)
    assert [type(entry.fact) for entry in before.entries[:2]] == [HanchanStarted, KyokuStarted]
    assert not any(one.is_before for one in after)


def test_where_the_tape_cannot_begin_anew_it_ends(tmp_path) -> None:
    path, door = tmp_path / "gone" / "one.tape", Door()
    path.parent.mkdir()
    tape = Recording(TapeWish(path), TENHOU, ManualClock())
    keeper = keeper_of(tape.journal(MemoryJournal()))
    tape.door(door)
    shutil.rmtree(path.parent)
    plays(keeper)
    wait_for_news(door)
    tape.close()
    assert (door.source().state, door.source().code) == (SourceState.DOWN, "tape_ended")
    assert "deleted" in door.source().note


@pytest.mark.parametrize("restarts", [False, True])
def test_an_evening_has_the_beginning_of_a_game_that_an_undo_brings_back(tmp_path, restarts: bool) -> None:
    (tmp_path / "data").mkdir()
    evening = KeptEvening(tmp_path / "kept", tmp_path / "data", TENHOU, ManualClock())
    evening.door(Door())
    journal = MemoryJournal()
    keeper = keeper_of(journal if restarts else evening.journal(journal))
    plays(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    keeper.do(StartAsked("again", None, "", ("E", "F", "G", "H"), TENHOU))
    if restarts:
        keeper = keeper_of(evening.journal(journal))
    evening.shown(keeper.state)
    for number in range(2):
        keeper.do(UndoAsked(f"undo-{number}", None, ""))
        evening.shown(keeper.state)
    evening.answer("table-1", is_yes=True)
    evening.close()
    (before,) = wrote_on(tmp_path / "kept" / "table-1.1" / TAPE)
    assert (before.is_before, before.rules) == (True, TENHOU)
    assert [type(entry.fact) for entry in before.entries[:2]] == [HanchanStarted, KyokuStarted]
