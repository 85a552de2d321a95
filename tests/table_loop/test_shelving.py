"""Games of the past: taken in, forgotten, made nobody's, while another is played or none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.evenings.importing import ImportedGame
from companion.evidence import (
    Cause,
    CorrectAsked,
    DealAsked,
    Depth,
    Done,
    FinishAsked,
    Notice,
    NoticesChanged,
    RedoAsked,
    Refusal,
    Refused,
    Said,
    StartAsked,
    TapAsked,
    TellAsked,
    UndoAsked,
)
from companion.journal import Journal, MemoryJournal, SqliteJournal
from companion.journal.forgetting import NOBODY
from companion.riichi.calls import Action
from companion.riichi.facts import HanchanEnded, HanchanStarted, HandValue, KyokuEnded, PonCalled, WinBy, Won
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.seats import SEATS, Seat
from companion.scribe import Pressed, SightChanged, Ticked
from companion.scribe.mind import Trust
from companion.shelf import AnonymiseAsked, ForgetAsked, ImportAsked
from companion.table_loop import TableKeeper
from companion.table_state import Undoes
from tests.haifu.wanderers import game

NAMES = ("Aki", "Ben", "Chie", "Dai")
FACTS = (HanchanStarted(("E", "F", "G", "H"), "m-league"), *game(2, M_LEAGUE), HanchanEnded())
IMPORTED = ImportedGame(M_LEAGUE, FACTS)


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    is_kept = request.param == "sqlite"
    journal: Journal = SqliteJournal(tmp_path / "table.sqlite") if is_kept else MemoryJournal()
    yield journal
    journal.check()
    journal.close()


@pytest.fixture
def keeper(journal: Journal) -> TableKeeper:
    return TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)


def sit_down(keeper: TableKeeper, name: str = "start") -> None:
    assert isinstance(keeper.do(StartAsked(name, None, "", NAMES, TENHOU)), Done)
    assert isinstance(keeper.do(DealAsked(f"{name}-deal", None, "", Depth.POINTS)), Done)


def take_in(keeper: TableKeeper) -> Done | Refused:
    return keeper.do(ImportAsked(IMPORTED.fingerprint, None, "Anna", IMPORTED.rules, IMPORTED.facts))


def test_a_record_becomes_a_closed_game_beside_the_one_that_is_played(keeper, journal) -> None:
    sit_down(keeper)
    before = keeper.state
    assert take_in(keeper) == Done(before.seq + len(FACTS))
    running, imported = journal.games()
    assert (imported.name, imported.rules) == ("import-2", M_LEAGUE)
    entries = journal.entries(imported.number)
    assert [entry.fact for entry in entries] == list(FACTS)
    assert {(entry.because, entry.by) for entry in entries} == {(Cause.RECORD, "Anna")}
    after = keeper.state
    assert (after.game, after.hanchan) == (running.name, before.hanchan)
    assert after.seq == journal.last_seq


def test_play_goes_on_and_is_undone_as_if_nothing_had_come_in(keeper, journal) -> None:
    sit_down(keeper)
    hanchan = keeper.state.hanchan
    take_in(keeper)
    assert isinstance(keeper.do(UndoAsked("undo", keeper.state.seq, "")), Done)
    assert keeper.state.hanchan.kyoku is None
    keeper.do(DealAsked("again", None, "", Depth.POINTS))
    assert keeper.state.hanchan == hanchan
    assert {entry.command_id for entry in journal.entries(journal.games()[0].number)} >= {"start", "again"}


def test_the_same_record_comes_in_once(keeper, journal) -> None:
    first = take_in(keeper)
    assert take_in(keeper) == first
    assert len(journal.games()) == 1


@pytest.mark.parametrize("has_played", [True, False])
def test_after_a_restart_an_imported_game_is_not_the_one_on_the_table(keeper, journal, has_played) -> None:
    if has_played:
        sit_down(keeper)
    take_in(keeper)
    again = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    assert again.state.game == ("table-1" if has_played else None)
    assert again.state.hanchan == keeper.state.hanchan
    assert again.state.seq == keeper.state.seq


@pytest.mark.parametrize("asked", [ForgetAsked, AnonymiseAsked])
def test_the_running_game_stays(keeper, journal, asked) -> None:
    sit_down(keeper)
    entries = journal.entries(journal.games()[0].number)
    assert keeper.do(asked("c", None, "", "table-1")) == Refused(Refusal.GAME_RUNNING)
    assert journal.entries(journal.games()[0].number) == entries


@pytest.mark.parametrize("asked", [ForgetAsked, AnonymiseAsked])
def test_a_game_that_is_not_there_is_said_so(keeper, asked) -> None:
    assert keeper.do(asked("c", None, "", "table-9")) == Refused(Refusal.NO_SUCH_GAME)


def test_a_forgotten_game_is_gone_from_the_table_too(keeper, journal) -> None:
    sit_down(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    seq = keeper.state.seq
    assert keeper.do(ForgetAsked("forget", None, "", "table-1")) == Done(seq)
    assert (keeper.state.game, keeper.state.hanchan.names, keeper.state.seq) == (None, tuple("ESWN"), seq)
    assert journal.games() == ()
    sit_down(keeper, "next")
    assert keeper.state.game == "table-2"


def test_what_the_camera_said_outlasts_a_forgotten_game(keeper) -> None:
    said = NoticesChanged("camera", (Notice("camera_fit"),))
    sit_down(keeper)
    keeper.hear(said)
    keeper.see(SightChanged(is_seeing=False, at_ns=1))
    keeper.do(FinishAsked("finish", None, ""))
    keeper.do(ForgetAsked("forget", None, "", "table-1"))
    assert keeper.state.notices == (said,)
    keeper.do(StartAsked("next", None, "", NAMES, TENHOU))
    keeper.do(DealAsked("deal", None, "", Depth.FULL))
    keeper.do(TapAsked("tap", None, "", Said(SEATS[0], Action.DISCARD)))
    keeper.see(Ticked(2, 1))
    keeper.see(Pressed(Said(SEATS[2], Action.PON), 3))
    # The eye is still lost, so a key is enough.
    assert isinstance(keeper.standing[-1].fact, PonCalled)


def test_forgetting_twice_is_forgetting_once(keeper) -> None:
    take_in(keeper)
    first = keeper.do(ForgetAsked("forget", None, "", "import-1"))
    assert keeper.do(ForgetAsked("forget", None, "", "import-1")) == first
    assert keeper.do(ForgetAsked("other", None, "", "import-1")) == Refused(Refusal.NO_SUCH_GAME)
    take_in(keeper)


def test_names_leave_the_table_too(keeper, journal) -> None:
    sit_down(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    points = keeper.state.hanchan.points
    assert isinstance(keeper.do(AnonymiseAsked("c", None, "", "table-1")), Done)
    assert (keeper.state.hanchan.names, keeper.state.hanchan.points) == (NOBODY, points)
    assert journal.entries(journal.games()[0].number)[0].fact == HanchanStarted(NOBODY, "tenhou")


@pytest.mark.parametrize("is_undone", [False, True])
def test_without_names_as_much_can_be_undone_as_after_a_restart(keeper, journal, is_undone) -> None:
    sit_down(keeper)
    keeper.do(FinishAsked("finish", None, ""))
    started, names = keeper.standing[0].seq, ("Aki", "Ben", "Chie", "Eve")
    keeper.do(CorrectAsked("c", None, "", (started,), (HanchanStarted(names, "tenhou"),), started))
    if is_undone:
        keeper.do(UndoAsked("undo", None, ""))
    assert isinstance(keeper.do(AnonymiseAsked("a", None, "", "table-1")), Done)
    restarted = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    assert keeper.state == restarted.state
    assert isinstance(keeper.do(RedoAsked("redo", None, "")), Done) == is_undone
    assert keeper.state.undoes == Undoes("Correction", None)
    for name in ("names", "open"):
        keeper.do(UndoAsked(name, None, ""))
    assert not keeper.state.hanchan.is_closed
    assert keeper.state.hanchan.names == NOBODY


def test_a_disk_that_refuses_changes_nothing() -> None:
    journal = MemoryJournal()
    keeper = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    take_in(keeper)
    state = keeper.state
    journal.fault = "no space"
    for asked in (ForgetAsked("a", None, "", "import-1"), AnonymiseAsked("b", None, "", "import-1")):
        with pytest.raises(OSError, match="no space"):
            keeper.do(asked)
    assert keeper.state is state
    assert journal.games()[0].name == "import-1"


@pytest.mark.parametrize("asked", [ForgetAsked, AnonymiseAsked])
def test_a_game_whose_last_hand_is_settled_need_not_be_closed_first(keeper, asked) -> None:
    sit_down(keeper)
    most = HandValue(0, 0, yakuman=1)
    keeper.do(TellAsked("won", None, "", (Won(Seat(1), WinBy.RON, Seat(2), value=most), KyokuEnded())))
    hanchan = keeper.state.hanchan
    assert (hanchan.ended is not None, hanchan.is_closed) == (True, False)
    assert isinstance(keeper.do(asked("c", None, "", "table-1")), Done)
