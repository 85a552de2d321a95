"""The journal and the state in step: checked, then on the disk, then true."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.errors import JournalDown
from companion.evidence import (
    Cause,
    Depth,
    Done,
    RedoAsked,
    Refusal,
    Refused,
    SourceChanged,
    SourceState,
    UndoAsked,
)
from companion.evidence.sights import SeenTile
from companion.journal import Draft, Journal, MemoryJournal, SqliteJournal, replay
from companion.riichi import hanchan as hanchans
from companion.riichi.facts import Discarded, Drawn, Fact, HanchanStarted, KyokuStarted
from companion.riichi.hanchan import begin
from companion.riichi.house_facts import TimeCalled
from companion.riichi.presets import EMA, TENHOU, WRC
from companion.riichi.ruleset import TimeLimit
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import RulesChanged
from companion.riichi.tiles import Tile
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from companion.table_state import TableWarning
from tests.table_loop.people import People
from tests.table_loop.play import FACTS_OF_A_KYOKU, START, game, kyoku, observed, opening
from tests.toolbox.sightings import visible

EAST, SOUTH, *_ = SEATS
NOT_YOUR_TURN = TableWarning("not_your_turn", "It is another player's turn.", seat=SOUTH)


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Journal]:
    journal: Journal = (
        MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "journal.db")
    )
    yield journal
    journal.check()
    journal.close()


def keeper_of(journal: Journal) -> TableKeeper:
    return TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)


def undo(keeper: TableKeeper, command_id: str = "tap", seq: int | None = None) -> Done | Refused:
    return keeper.do(UndoAsked(command_id, keeper.state.seq if seq is None else seq, "Anna"))


def assert_in_step(keeper: TableKeeper, journal: Journal) -> None:
    """What is true now is what a restart would find."""
    state = keeper.state
    again = keeper_of(journal).state
    assert state.seq == journal.last_seq
    assert (again.game, again.hanchan, again.last_kyoku) == (state.game, state.hanchan, state.last_kyoku)


def test_before_anything_there_is_a_table_and_no_game(journal: Journal) -> None:
    state = keeper_of(journal).state
    assert (state.seq, state.game, state.hanchan) == (0, None, begin(TENHOU))
    assert state.sources == (SourceChanged("journal", SourceState.UP),)


def test_facts_are_followed_and_written(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(3)))
    keeper.take(observed(Discarded(EAST)))
    assert (keeper.state.seq, keeper.state.game) == (4, "table-1")
    assert keeper.state.hanchan.names == ("Anna", "Ben", "Chie", "Dai")
    assert [entry.fact for entry in journal.entries(journal.games()[0].number)] == [*opening(4)]
    assert_in_step(keeper, journal)


def test_an_entry_tells_when_it_happened_not_when_it_was_written() -> None:
    journal, clock = MemoryJournal(), ManualClock()
    keeper = TableKeeper(journal, TENHOU, clock, trust=Trust)
    clock.advance(seconds=10)
    keeper.take(observed(START, at_ns=clock.monotonic_ns() - 1_500_000_000, because=Cause.PANEL))
    entry = journal.entries(journal.games()[0].number)[0]
    assert (entry.at, entry.because) == ("2024-01-01T12:00:08.500000Z", Cause.PANEL)


def test_what_the_rules_refuse_is_shown_and_never_written(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(2), Drawn(SOUTH), Drawn(EAST), Drawn(EAST), Discarded(EAST)))
    assert [warning.code for warning in keeper.state.warnings] == ["not_your_turn", "must_discard"]
    assert [type(entry.fact) for entry in journal.entries(journal.games()[0].number)] == [
        HanchanStarted,
        KyokuStarted,
        Drawn,
        Discarded,
    ]
    assert_in_step(keeper, journal)


def test_a_refused_fact_alone_begins_no_game(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(Drawn(EAST)))
    assert [warning.code for warning in keeper.state.warnings] == ["no_kyoku"]
    assert (keeper.state.game, journal.games()) == (None, ())


def test_the_same_warning_stands_once_and_goes_with_the_next_kyoku(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(2), Drawn(SOUTH), Drawn(SOUTH)))
    assert keeper.state.warnings == (NOT_YOUR_TURN,)
    keeper.take(observed(*list(kyoku())[1:]))
    assert keeper.state.warnings == (NOT_YOUR_TURN,)
    keeper.take(observed(next(kyoku(1))))
    assert keeper.state.warnings == ()


def test_a_camera_that_says_many_wrong_things_does_not_fill_the_page() -> None:
    keeper = keeper_of(MemoryJournal())
    keeper.take(observed(*opening(2)))
    for number in range(20):
        keeper.warn("code", f"wrong {number}")
    assert [warning.sentence for warning in keeper.state.warnings] == [f"wrong {n}" for n in range(12, 20)]


def test_a_fault_in_the_rules_is_a_warning_and_the_table_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    journal = MemoryJournal()
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(2)))
    with monkeypatch.context() as broken:
        broken.setattr(hanchans, "apply", lambda *_: 1 // 0)
        keeper.take(observed(Drawn(EAST)))
    assert [warning.code for warning in keeper.state.warnings] == ["own_fault"]
    assert "fact.failed" in caplog.text
    keeper.take(observed(Drawn(EAST)))
    assert journal.last_seq == 3


def test_a_game_started_again_is_a_game_of_its_own(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(4)))
    keeper.take(observed(*opening(2)))
    assert [len(journal.entries(one.number)) for one in journal.games()] == [4, 2]
    assert (keeper.state.seq, keeper.state.game) == (6, "table-2")
    assert_in_step(keeper, journal)


def test_the_kyoku_that_ended_stays_in_sight(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(FACTS_OF_A_KYOKU)))
    before = keeper.state.hanchan.kyoku
    keeper.take(observed(list(kyoku())[-1]))
    assert keeper.state.hanchan.kyoku is None
    assert keeper.state.last_kyoku == before
    assert_in_step(keeper, journal)
    undo(keeper)
    assert (keeper.state.hanchan.kyoku, keeper.state.last_kyoku) == (before, None)
    assert_in_step(keeper, journal)
    keeper.take(observed(START))
    assert keeper.state.last_kyoku is None


@pytest.mark.parametrize(("name", "rules"), [("tenhou", TENHOU), ("ema", EMA), ("nobody's", TENHOU)])
def test_a_game_is_played_by_the_rules_it_names_or_by_the_house(name: str, rules: object) -> None:
    keeper = keeper_of(MemoryJournal())
    keeper.take(observed(HanchanStarted(("A", "B", "C", "D"), name)))
    assert keeper.state.hanchan.rules == rules


def test_a_restart_goes_on_with_the_rules_of_the_game(journal: Journal) -> None:
    TableKeeper(journal, WRC, ManualClock(), trust=Trust).take(observed(*kyoku()))
    assert keeper_of(journal).state.hanchan.rules == WRC


def test_a_restart_after_a_finished_game_shows_it_until_the_next_begins(journal: Journal) -> None:
    before = keeper_of(journal)
    before.take(observed(*game()))
    again = keeper_of(journal)
    assert again.state == before.state
    assert again.state.hanchan.is_closed
    again.take(observed(*opening(2)))
    assert again.state.game == "table-2"


def test_an_undo_takes_back_the_newest_fact_that_counts(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(3)))
    before = keeper.state.hanchan
    keeper.take(observed(Discarded(EAST), Drawn(SOUTH)))
    assert undo(keeper, "tap-1") == Done(6)
    assert undo(keeper, "tap-2") == Done(7)
    assert keeper.state.hanchan == before
    assert_in_step(keeper, journal)
    entries = journal.entries(journal.games()[0].number)
    assert [(entry.retracts, entry.by) for entry in entries[5:]] == [(5, "Anna"), (4, "Anna")]


def test_all_can_be_taken_back_and_then_nothing(journal: Journal) -> None:
    keeper = keeper_of(journal)
    assert undo(keeper, "early") == Refused(Refusal.NOTHING_TO_UNDO)
    keeper.take(observed(*opening(2)))
    undo(keeper, "tap-1")
    undo(keeper, "tap-2")
    assert keeper.state.hanchan == begin(TENHOU)
    assert undo(keeper, "tap-3") == Refused(Refusal.NOTHING_TO_UNDO)
    assert_in_step(keeper, journal)


def test_an_undo_of_another_state_than_the_present_is_stale(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(3)))
    for seq in (0, 2, 4):
        assert undo(keeper, f"tap-{seq}", seq) == Refused(Refusal.STALE)
    assert journal.last_seq == 3


def test_the_same_command_is_answered_alike_and_done_once_even_after_a_restart(journal: Journal) -> None:
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(3)))
    assert undo(keeper, "tap", 3) == undo(keeper, "tap", 3) == undo(keeper, "tap", 4) == Done(4)
    assert undo(keeper_of(journal), "tap", 3) == Done(4)
    assert journal.last_seq == 4


def test_a_refused_command_stays_refused() -> None:
    keeper = keeper_of(MemoryJournal())
    assert undo(keeper, "tap", 0) == Refused(Refusal.NOTHING_TO_UNDO)
    keeper.take(observed(*opening(3)))
    assert undo(keeper, "tap", 3) == Refused(Refusal.NOTHING_TO_UNDO)
    for number in range(300):
        undo(keeper, f"tap-{number}", 0)
    assert undo(keeper, "tap", 3) == Done(4)


def test_what_cannot_be_written_has_not_happened() -> None:
    journal = MemoryJournal()
    keeper = keeper_of(journal)
    keeper.take(observed(*opening(3)))
    state, journal.fault = keeper.state, "no space"
    with pytest.raises(JournalDown):
        keeper.take(observed(Discarded(EAST)))
    with pytest.raises(JournalDown):
        undo(keeper)
    with pytest.raises(JournalDown):
        keeper.take(observed(START))
    assert keeper.state is state
    journal.fault = ""
    keeper.take(observed(Discarded(EAST)))
    assert undo(keeper) == Done(5)
    assert_in_step(keeper, journal)


def lawless(journal: Journal) -> TableKeeper:
    """A journal that another companion wrote by other rules: its fourth entry cannot be followed."""
    started = journal.next_game("table", TENHOU, "2024-01-01T12:00:00.000000Z")
    facts = (*opening(3), Drawn(SOUTH), Discarded(SOUTH))
    drafts = [Draft(at=started.started, because=Cause.CAMERA, fact=fact) for fact in facts]
    journal.append(started, drafts)
    return keeper_of(journal)


def test_a_restart_shows_what_can_be_followed_and_writes_nothing(journal: Journal) -> None:
    keeper = lawless(journal)
    assert keeper.state.hanchan == replay(journal.entries(journal.games()[0].number)[:3], TENHOU).hanchan
    assert [warning.code for warning in keeper.state.warnings] == ["journal_cut"]
    assert "entry 4, Drawn: It is another player's turn." in keeper.state.warnings[0].sentence
    assert journal.last_seq == 5


def test_what_could_not_be_followed_is_set_aside_when_play_goes_on(journal: Journal) -> None:
    keeper = lawless(journal)
    keeper.take(observed(Discarded(EAST)))
    entries = journal.entries(journal.games()[0].number)
    assert [(entry.retracts, entry.because) for entry in entries[5:]] == [
        (4, Cause.JOURNAL),
        (5, Cause.JOURNAL),
        (None, Cause.CAMERA),
    ]
    assert_in_step(keeper, journal)


def test_an_undo_sets_aside_what_could_not_be_followed_too(journal: Journal) -> None:
    keeper = lawless(journal)
    assert undo(keeper) == Done(8)
    assert_in_step(keeper, journal)
    assert keeper_of(journal).state.warnings == ()


def test_what_was_set_aside_is_not_told_again_with_what_people_took_back(journal: Journal) -> None:
    undo(lawless(journal))
    again = keeper_of(journal)
    assert again.state.can_redo
    again.do(RedoAsked("redo", again.state.seq, "Anna"))
    assert_in_step(again, journal)
    assert keeper_of(journal).state.warnings == ()


def test_a_new_game_leaves_a_broken_one_as_it_is(journal: Journal) -> None:
    keeper = lawless(journal)
    keeper.take(observed(START))
    assert len(journal.entries(journal.games()[0].number)) == 5
    assert_in_step(keeper, journal)


def test_a_source_that_says_the_same_again_is_no_news() -> None:
    keeper = keeper_of(MemoryJournal())
    camera = SourceChanged("camera", SourceState.DOWN, "no picture")
    assert keeper.note(camera)
    assert not keeper.note(camera)
    assert keeper.note(SourceChanged("camera", SourceState.UP))
    assert [(source.name, source.state) for source in keeper.state.sources] == [
        ("journal", "up"),
        ("camera", "up"),
    ]


def test_a_source_that_is_gone_is_not_shown_and_may_come_back() -> None:
    keeper = keeper_of(MemoryJournal())
    gone = SourceChanged("club", SourceState.GONE)
    assert not keeper.note(gone)
    assert keeper.note(SourceChanged("club", SourceState.DOWN, "no hub"))
    assert keeper.note(gone)
    assert [source.name for source in keeper.state.sources] == ["journal"]
    assert keeper.note(SourceChanged("club", SourceState.UP))
    assert [source.name for source in keeper.state.sources] == ["journal", "club"]


def test_the_last_hand_stays_the_last_when_the_eye_reads_a_discard_again() -> None:
    rules = replace(TENHOU, time_limit=TimeLimit.ONE_MORE)
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(Depth.FULL)
    people.say(TimeCalled())
    people.wins(EAST)
    people.deal(Depth.FULL)
    read_a_discard_again(people)
    assert people.kyoku.hands_left == 1
    assert_in_step(people.keeper, people.journal)


def test_what_people_agreed_on_for_the_next_hand_stays_when_the_eye_reads_a_discard_again() -> None:
    people = People()
    people.start()
    people.deal(Depth.FULL)
    people.say(RulesChanged(replace(TENHOU, rounds=4), ("rounds",)))
    read_a_discard_again(people)
    assert people.kyoku.next_rules is not None
    assert_in_step(people.keeper, people.journal)


def read_a_discard_again(people: People) -> None:
    """East's discard is read as one tile, and then as another."""
    table = visible(people.kyoku)
    for second, face in enumerate(("1z", "2z", "2z"), 1):
        river = replace(table.seats[EAST], river=(SeenTile(Tile(face)),))
        people.keeper.see(replace(table, at_ns=second * 10**9, seats=(river, *table.seats[1:])))
    assert people.facts[-1] == Discarded(EAST, Tile("2z"))


@given(st.lists(st.integers(0, 6), max_size=60))
def test_any_mixture_of_play_undo_and_nonsense_stays_in_step(script: list[int]) -> None:
    journal = MemoryJournal()
    keeper = keeper_of(journal)
    facts: list[Fact] = [START, *kyoku(0), *kyoku(1), *kyoku(2)]
    done = 0
    for number, step in enumerate(script):
        if step == 0:
            undo(keeper, f"tap-{number}")
            done = max(done - 1, 0)
        elif step == 1:
            keeper.take(observed(KyokuStarted(Wind.EAST, EAST, 0, 0, (1,))))
        else:
            keeper.take(observed(*facts[done : done + step]))
            done += step
    assert_in_step(keeper, journal)
    games = journal.games()
    told = replay(journal.entries(games[-1].number), TENHOU).entries if games else ()
    assert [entry.fact for entry in told] == facts[:done]
