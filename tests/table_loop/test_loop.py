"""The table's thread: nothing is dropped, nothing is shown before it is on the disk, and it ends."""

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.clock import ManualClock, SystemClock
from companion.errors import CompanionError, JournalDown, SourceStuck, TableStopped
from companion.evidence import (
    Cause,
    DealAsked,
    Depth,
    Done,
    FactObserved,
    Refusal,
    Refused,
    Said,
    SourceChanged,
    SourceState,
    StartAsked,
    TapAsked,
    UndoAsked,
)
from companion.journal import Draft, Entry, Game, Journal, MemoryJournal, SqliteJournal, replay
from companion.riichi.calls import Action
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.scribe.mind import Trust
from companion.table_loop import TableLoop, overruling
from companion.table_loop import keeper as keepers
from companion.table_loop import loop as loops
from companion.table_state import TableState
from tests.table_loop.play import game, kyoku, observed, opening

EAST, SOUTH, *_ = SEATS
PATIENCE_S = 30.0
"""How long a test waits for the thread before it gives up; it never takes that long."""


class Shown(list[TableState]):
    """What was published, and how much the journal held at that moment."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.ahead_of_the_disk: list[TableState] = []

    def __call__(self, state: TableState) -> None:
        if state.seq > self.journal.last_seq:
            self.ahead_of_the_disk.append(state)
        self.append(state)


class CountingJournal(MemoryJournal):
    """Says how much was written at once; `gate` holds the writer until it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []
        self.gate = threading.Event()
        self.gate.set()
        self.is_waiting = threading.Event()

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        self.is_waiting.set()
        assert self.gate.wait(PATIENCE_S)
        added = super().append(game, drafts, command_id, notes)
        self.batches.append(len(drafts))
        return added


@pytest.fixture
def journal() -> CountingJournal:
    return CountingJournal()


@pytest.fixture
def shown(journal: CountingJournal) -> Shown:
    return Shown(journal)


@pytest.fixture
def loop(journal: CountingJournal, shown: Shown) -> Iterator[TableLoop]:
    loop = TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust)
    loop.start()
    yield loop
    journal.gate.set()
    journal.fault = ""
    loop.stop(PATIENCE_S)
    assert not shown.ahead_of_the_disk
    assert shown[-1] == loop.state
    journal.check()


def put_all(loop: TableLoop, evidence: Sequence[FactObserved]) -> None:
    for one in evidence:
        loop.put(one)


def caught_up(loop: TableLoop) -> TableState:
    return loop.caught_up().result(PATIENCE_S)


def undo(loop: TableLoop, seq: int, command_id: str = "tap") -> Done | Refused:
    return loop.ask(UndoAsked(command_id, seq, "Anna")).result(PATIENCE_S)


def test_the_table_is_shown_at_once(loop: TableLoop, shown: Shown) -> None:
    assert [(state.seq, state.game) for state in shown[:1]] == [(0, None)]


def test_evidence_becomes_entries_and_is_shown(loop: TableLoop, shown: Shown) -> None:
    put_all(loop, observed(*opening(4)))
    state = caught_up(loop)
    assert (state.seq, state.game) == (4, "table-1")
    assert shown[-1] == state == loop.state
    assert loop.backlog == 0


def test_facts_that_already_wait_are_written_together(loop: TableLoop, journal: CountingJournal) -> None:
    journal.gate.clear()
    loop.put(observed(*opening(1))[0])
    assert journal.is_waiting.wait(PATIENCE_S)
    put_all(loop, observed(*opening(100)[1:]))
    assert loop.backlog == 100
    journal.gate.set()
    assert caught_up(loop).seq == 100
    assert journal.batches == [1, 99]


def test_a_transaction_does_not_grow_without_end(loop: TableLoop, journal: CountingJournal) -> None:
    journal.gate.clear()
    evening = game(9)
    put_all(loop, observed(*evening))
    journal.gate.set()
    assert caught_up(loop).seq == len(evening)
    assert max(journal.batches) <= loops.MOST_AT_ONCE


def test_games_in_one_burst_are_kept_apart(loop: TableLoop, journal: CountingJournal) -> None:
    journal.gate.clear()
    put_all(loop, observed(*game(), *game(), *opening(3)))
    journal.gate.set()
    assert caught_up(loop).game == "table-3"
    assert [len(journal.entries(one.number)) for one in journal.games()] == [len(game()), len(game()), 3]


def test_a_burst_is_shown_once(loop: TableLoop, journal: CountingJournal, shown: Shown) -> None:
    journal.gate.clear()
    put_all(loop, observed(*opening(60)))
    reached = loop.caught_up()
    before = len(shown)
    journal.gate.set()
    reached.result(PATIENCE_S)
    # Some of them may have been taken before the rest was there, never each alone.
    assert len(shown) - before <= 2


def test_what_is_refused_is_shown_as_a_warning(loop: TableLoop) -> None:
    put_all(loop, observed(*opening(2), Drawn(SOUTH)))
    state = caught_up(loop)
    assert [warning.code for warning in state.warnings] == ["not_your_turn"]
    assert state.seq == 2


def test_sources_are_shown_as_they_spoke_last(loop: TableLoop) -> None:
    loop.put(SourceChanged("camera", SourceState.DOWN, "no picture"))
    loop.put(SourceChanged("record", SourceState.ENDED))
    assert {source.name: source.state for source in caught_up(loop).sources} == {
        "journal": SourceState.UP,
        "camera": SourceState.DOWN,
        "record": SourceState.ENDED,
    }


def test_who_asked_is_answered_when_it_is_shown(loop: TableLoop, shown: Shown) -> None:
    put_all(loop, observed(*opening(4)))
    answer: Future[object] = loop.ask(UndoAsked("tap", 4, "Anna"))
    # Whoever waits for an answer may wake before its callbacks are done.
    seen: SimpleQueue[int] = SimpleQueue()
    answer.add_done_callback(lambda _: seen.put(shown[-1].seq))
    assert answer.result(PATIENCE_S) == Done(5)
    assert seen.get(timeout=PATIENCE_S) == 5
    assert undo(loop, 4) == Done(5)
    assert undo(loop, 4, "other") == Refused(Refusal.STALE)


def test_many_threads_put_evidence_and_none_is_lost(loop: TableLoop, journal: CountingJournal) -> None:
    put_all(loop, observed(*opening(2)))
    nonsense = [FactObserved(Discarded(SOUTH), Cause.PANEL, 0)] * 200
    answers: list[Done | Refused] = []
    people = [threading.Thread(target=put_all, args=(loop, nonsense)) for _ in range(3)]
    people += [
        threading.Thread(target=lambda name=name: answers.append(undo(loop, 2, name)), name=name)
        for name in ("a", "b", "c")
    ]
    for person in people:
        person.start()
    for person in people:
        person.join(PATIENCE_S)
    assert caught_up(loop).seq == 3
    assert answers.count(Done(3)) == 1
    assert answers.count(Refused(Refusal.STALE)) == 2


def test_a_journal_that_is_down_costs_nothing_but_time(loop: TableLoop, journal: CountingJournal) -> None:
    put_all(loop, observed(*opening(3)))
    before = caught_up(loop)
    journal.fault = "no space left"
    put_all(loop, observed(Discarded(EAST)))
    down = caught_up(loop)
    assert (down.seq, down.hanchan) == (3, before.hanchan)
    assert down.sources == (
        SourceChanged("journal", SourceState.DOWN, "the journal cannot be written: no space left", "unsaved"),
    )
    assert undo(loop, 3) == Refused(Refusal.JOURNAL_DOWN)
    loop.put(SourceChanged("camera", SourceState.UP))
    assert len(caught_up(loop).sources) == 2
    journal.fault = ""
    put_all(loop, observed(Drawn(SOUTH)))
    up = caught_up(loop)
    assert up.seq == 5
    assert up.sources[0] == SourceChanged("journal", SourceState.UP)
    assert [entry.fact for entry in journal.entries(journal.games()[0].number)] == [*opening(5)]
    assert undo(loop, 5) == Done(6)


def test_a_journal_that_is_down_is_tried_again_without_new_evidence(
    journal: CountingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loops, "RETRY_S", 0.001)
    is_back = threading.Event()

    def watch(state: TableState) -> None:
        if state.sources[0].state is SourceState.DOWN:
            journal.fault = ""
        if state.seq == 3:
            is_back.set()

    loop = TableLoop(journal, TENHOU, watch, SystemClock(), trust=Trust)
    journal.fault = "no space left"
    loop.start()
    put_all(loop, observed(*opening(3)))
    assert is_back.wait(PATIENCE_S)
    loop.stop(PATIENCE_S)


def test_a_call_stands_after_a_while_though_nothing_else_happens(
    journal: CountingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(overruling, "YIELDS_NS", 50_000_000)
    stands = threading.Event()

    def watch(state: TableState) -> None:
        if state.claimed is None:
            stands.set()
        else:
            stands.clear()

    loop = TableLoop(journal, TENHOU, watch, SystemClock(), trust=Trust)
    loop.start()
    for asked in (
        StartAsked("start", None, "Anna", ("Anna", "Ben", "Chie", "Dai"), TENHOU),
        DealAsked("deal", None, "Anna", Depth.COUNTING),
        TapAsked("discard", None, "Anna", Said(EAST, Action.DISCARD)),
        TapAsked("chi", None, "Ben", Said(SOUTH, Action.CHI)),
    ):
        assert isinstance(loop.ask(asked).result(PATIENCE_S), Done)
    does_stand = stands.wait(PATIENCE_S)
    loop.stop(PATIENCE_S)
    assert does_stand


def test_a_lost_journal_is_logged_once_and_once_when_it_is_back(
    loop: TableLoop, journal: CountingJournal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    journal.fault = "no space left"
    for fact in opening(5):
        put_all(loop, observed(fact))
        caught_up(loop)
    journal.fault = ""
    put_all(loop, observed(*opening(6)[5:]))
    assert caught_up(loop).seq == 6
    told = [record.getMessage() for record in caplog.records if "source.changed" in record.getMessage()]
    assert [line.split()[2] for line in told] == ["state=down", "state=up"]


def test_stopping_finishes_what_waits(journal: CountingJournal, shown: Shown) -> None:
    loop = TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust)
    loop.start()
    journal.gate.clear()
    put_all(loop, observed(*opening(50)))
    answer = loop.ask(UndoAsked("tap", 50, "Anna"))
    threading.Timer(0.01, journal.gate.set).start()
    loop.stop(PATIENCE_S)
    assert answer.result(0) == Done(51)
    assert shown[-1].seq == journal.last_seq == 51


def test_after_the_stop_nothing_is_taken_and_everybody_is_told(
    journal: CountingJournal, shown: Shown
) -> None:
    loop = TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust)
    loop.start()
    loop.stop(PATIENCE_S)
    loop.stop(PATIENCE_S)
    with pytest.raises(TableStopped):
        loop.put(observed(*opening(1))[0])
    assert loop.ask(UndoAsked("tap", 0, "Anna")).result(0) == Refused(Refusal.STOPPED)
    with pytest.raises(TableStopped):
        loop.caught_up().result(0)


def test_a_loop_that_was_never_started_stops(journal: CountingJournal, shown: Shown) -> None:
    TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust).stop()


def test_a_table_that_does_not_stop_is_named(journal: CountingJournal, shown: Shown) -> None:
    loop = TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust)
    loop.start()
    journal.gate.clear()
    put_all(loop, observed(*opening(1)))
    assert journal.is_waiting.wait(PATIENCE_S)
    with pytest.raises(SourceStuck, match="the table did not stop"):
        loop.stop(0.01)
    journal.gate.set()
    loop.stop(PATIENCE_S)


def test_facts_that_could_never_be_written_are_told_of_at_the_end(
    journal: CountingJournal, shown: Shown
) -> None:
    loop = TableLoop(journal, TENHOU, shown, ManualClock(), trust=Trust)
    loop.start()
    journal.fault = "no space left"
    put_all(loop, observed(*opening(3)))
    with pytest.raises(JournalDown, match="facts that could not be written before the end: 3"):
        loop.stop(PATIENCE_S)


def test_a_reader_that_breaks_does_not_stop_the_writer(
    journal: CountingJournal, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(_: TableState) -> None:
        raise ZeroDivisionError

    loop = TableLoop(journal, TENHOU, broken, ManualClock(), trust=Trust)
    loop.start()
    put_all(loop, observed(*opening(3)))
    assert caught_up(loop).seq == 3
    loop.stop(PATIENCE_S)
    assert "state.unpublished" in caplog.text


def test_a_fault_of_ours_costs_one_fact_and_is_said_aloud(
    loop: TableLoop, journal: CountingJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    put_all(loop, observed(*opening(2)))
    caught_up(loop)
    with monkeypatch.context() as patch:
        patch.setattr(journal, "append", broken)
        put_all(loop, observed(Drawn(EAST)))
        assert [warning.code for warning in caught_up(loop).warnings] == ["own_fault"]
        with pytest.raises(CompanionError):
            loop.ask(UndoAsked("tap", 2, "Anna")).result(PATIENCE_S)
    put_all(loop, observed(Drawn(EAST)))
    assert caught_up(loop).seq == 3


def test_a_fault_in_the_look_after_a_command_costs_the_look_alone(
    loop: TableLoop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    put_all(loop, observed(*opening(3)))
    caught_up(loop)
    monkeypatch.setattr(keepers, "considered", broken)
    assert undo(loop, 3) == Done(4)
    assert [warning.code for warning in caught_up(loop).warnings] == ["own_fault"]
    put_all(loop, observed(*opening(3)[2:]))
    assert caught_up(loop).seq == 5


def test_on_a_real_disk_a_restart_finds_what_was_shown(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    facts = [*opening(100), *list(kyoku())[99:120]]
    for begins, ends in ((0, 40), (40, 41), (41, 121)):
        journal = SqliteJournal(path)
        loop = TableLoop(journal, TENHOU, lambda _: None, SystemClock(), trust=Trust)
        assert loop.state.seq == begins
        loop.start()
        put_all(loop, observed(*facts[begins:ends]))
        state = caught_up(loop)
        loop.stop(PATIENCE_S)
        journal.check()
        again = replay(journal.entries(journal.games()[0].number), TENHOU)
        assert (state.seq, state.hanchan) == (ends, again.hanchan)
        journal.close()


def test_on_a_full_disk_the_table_waits_and_goes_on(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path / "journal.db")
    loop = TableLoop(journal, TENHOU, lambda _: None, SystemClock(), trust=Trust)
    loop.start()
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    limit(journal._db, pages + 2)
    put_all(loop, observed(*game(3)))
    down = caught_up(loop)
    assert down.sources[0].state is SourceState.DOWN
    assert down.seq == journal.last_seq < len(game(3))
    limit(journal._db, pages + 10_000)
    loop.put(SourceChanged("record", SourceState.ENDED))
    up = caught_up(loop)
    loop.stop(PATIENCE_S)
    assert (up.seq, up.sources[0].state) == (len(game(3)), SourceState.UP)
    journal.check()
    journal.close()


def limit(db: sqlite3.Connection, pages: int) -> None:
    db.execute(f"PRAGMA max_page_count = {pages}")
