"""What people have dealt with does not come back after a restart, and what waits for them does not vanish."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.clock import ManualClock
from companion.evidence import (
    AnswerAsked,
    Cause,
    Command,
    DealAsked,
    Depth,
    DepthAsked,
    Done,
    Refusal,
    SeenAsked,
    SourceState,
    StartAsked,
    WaiveAsked,
)
from companion.evidence.sights import SeenTile, TableSeen
from companion.journal import Draft, Game, Journal, MemoryJournal, SqliteJournal
from companion.projections.reminders import reminders
from companion.riichi.facts import ChiCalled, Discarded, PonCalled, RuleWaived
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.mind import Mind, Trust
from companion.scribe.questions import Declined
from companion.table_loop import TableKeeper, TableLoop, notes
from companion.table_state import OpenQuestion
from tests.stories.test_what_looks_sideways import FIRST, SECOND, THIRD, across, with_keys
from tests.stories.watched_evening import Evening
from tests.table_loop.people import E, N, People, S, W, refused, sat_down
from tests.table_loop.test_shelving import take_in
from tests.table_loop.test_what_is_no_discard import Table
from tests.toolbox.sightings import visible


def restarted(people: People, after_s: float = 0) -> People:
    again = People(people.journal)
    again.clock.advance(seconds=people.clock.monotonic_ns() / 1e9 + after_s)
    again.keeper = TableKeeper(again.journal, TENHOU, again.clock, trust=Trust)
    return again


def codes(people: People, *, seen: bool | None = None) -> list[str]:
    """The codes of what devices are shown; of what somebody has seen, or has not."""
    return [one.code for one in reminders(people.keeper.state) if seen in {None, one.seen}]


def test_notes_of_an_older_companion_which_name_no_faces_are_read() -> None:
    spot = Spot(SpotKind.DISCARD, E, 0)
    noted = notes.Notes(depth=Depth.FULL, declined=Declined(tiles={spot: frozenset({Tile("6m")})}))
    written = json.loads(notes.encoded(noted))
    del written["confirmed"], written["tiles"][0]["tile"]
    before = replace(noted, declined=Declined(tiles={spot: frozenset({None})}))
    assert notes._decoded(json.dumps(written)) == before


@pytest.fixture
def forbidden() -> People:
    """East has said riichi after a call, and the rules refuse it."""
    people = sat_down()
    people.tap(E, tile=Tile("1p"))
    people.tap(S, "chi", own=(Tile("2p"), Tile("3p")))
    people.tap(S, tile=Tile("9s"))
    for seat in (W, N, E):
        people.tap(seat)
    assert refused(people.tap(S, "riichi")) is Refusal.REFUSED
    return people


def test_what_the_rules_refused_can_still_be_allowed(forbidden) -> None:
    (before,) = forbidden.keeper.state.warnings
    people = restarted(forbidden)
    assert people.keeper.state.warnings == (before,)
    asked = WaiveAsked("allow", people.keeper.state.seq, "Anna", before.code)
    assert isinstance(people.do(asked), Done)
    assert RuleWaived(Reason(before.code)) in people.facts
    assert restarted(people).keeper.state.warnings == ()


def test_a_warning_goes_when_something_else_is_told_and_does_not_come_back(forbidden) -> None:
    forbidden.tap(S)
    assert forbidden.keeper.state.warnings == ()
    assert restarted(forbidden).keeper.state.warnings == ()


def test_a_reminder_that_was_seen_stays_seen() -> None:
    people = sat_down()
    for seat in (E, S, W, N):
        people.tap(seat)
    people.tap(E, "ankan")
    code = codes(people)[0]
    assert people.seen(code, next(one.seat for one in reminders(people.keeper.state))) == Done(
        people.keeper.state.seq
    )
    assert code in codes(people, seen=True)
    assert codes(restarted(people), seen=True) == codes(people, seen=True)


def test_how_closely_a_hand_is_kept_is_known_before_anything_else_is_told() -> None:
    people = sat_down(Depth.FULL)
    people.depth(Depth.COUNTING)
    assert restarted(people).keeper.state.depth is Depth.COUNTING


def test_what_is_noted_while_a_record_comes_in_beside_the_game_is_not_taken_for_nothing() -> None:
    people = sat_down(Depth.FULL)
    people.depth(Depth.COUNTING)
    take_in(people.keeper)
    people.depth(Depth.FULL)
    assert restarted(people).keeper.state.depth is Depth.FULL


@pytest.mark.parametrize("after_s", [0, 8, 9, 60])
def test_a_call_gives_way_for_ten_seconds_also_if_the_companion_was_away_meanwhile(after_s) -> None:
    people = called_chi()
    people = restarted(people, after_s)
    people.tap(W, "pon")
    assert isinstance(people.facts[-1], PonCalled if after_s < 9 else ChiCalled)


def test_a_call_gives_way_no_longer_once_the_machine_was_started_anew(monkeypatch) -> None:
    people = called_chi()
    monkeypatch.setattr(notes, "boot_id", lambda: "another boot")
    assert restarted(people).keeper.state.claimed is None


def called_chi() -> People:
    people = sat_down()
    people.tap(E, tile=Tile("1p"))
    people.tap(S, "chi", own=(Tile("2p"), Tile("3p")))
    assert people.keeper.state.claimed is not None
    return people


def test_a_tile_that_nobody_can_name_is_not_asked_about_again() -> None:
    people = sat_down(Depth.FULL)
    blurred = SeenTile(Tile("6m"), 0.6, others=((Tile("9m"), 0.3), (Tile("5m"), 0.05)), crop=12)
    table = with_first(people, blurred)
    (question,) = looked_at_for_a_minute(people, table)
    assert (question.code, question.place) == ("which_tile", "discard 0")
    assert isinstance(people.answer(question.number, len(question.choices)), Done)
    assert looked_at_for_a_minute(people, table) == ()
    people = restarted(people)
    assert looked_at_for_a_minute(people, table) == ()
    assert looked_at_for_a_minute(restarted(people), table) == ()


def test_a_tile_that_people_named_as_it_is_written_stays_their_word() -> None:
    people = sat_down(Depth.FULL)
    sure, blurred = SeenTile(Tile("6m"), 0.93), SeenTile(Tile("9m"), 0.85, others=((Tile("6m"), 0.1),))
    assert looked_at_for_a_minute(people, with_first(people, sure)) == ()
    (question,) = looked_at_for_a_minute(people, with_first(people, blurred))
    (same,) = [at for at, choice in enumerate(question.choices) if not choice.facts]
    assert isinstance(people.answer(question.number, same), Done)
    for table in (people, restarted(people)):
        for number in range(8):
            seen = replace(sure, tile=Tile("9m"), confidence=0.97 + number / 1000)
            looked_at_for_a_minute(table, with_first(people, seen))
        assert table.kyoku.players[E].discards[0].tile is Tile("6m")


def with_first(people: People, first: SeenTile) -> TableSeen:
    """The table with the first discard of East as the eye reads it, before anybody else has discarded."""
    table = visible(people.kyoku)
    return replace(table, seats=(replace(table.seats[E], river=(first,)), *table.seats[1:]))


def looked_at_for_a_minute(people: People, table: TableSeen) -> tuple[OpenQuestion, ...]:
    people.clock.advance(seconds=3)
    people.keeper.see(replace(table, at_ns=people.clock.monotonic_ns()))
    for _ in range(60):
        people.clock.advance(seconds=1)
        people.keeper.see(people.keeper.tick())
    return people.keeper.state.questions


def test_a_discard_that_only_looks_like_riichi_is_not_asked_about_again() -> None:
    evening = with_keys()
    for script in (FIRST, SECOND, THIRD):
        evening.sees(across(script))
    evening.answers(1)
    evening.sees(across(THIRD))
    assert not evening.questions
    again = Evening()
    again.told, again.at_ns = evening.told, evening.at_ns
    again.mind = Mind(keys=evening.mind.keys).with_declined(evening.mind.people.declined)
    for _ in range(6):
        again.sees(across(THIRD))
        assert not again.questions
    assert again.story() == evening.story()


def test_an_answer_that_is_sent_again_after_a_restart_is_answered_alike() -> None:
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.rivers[N].append("2z")
    assert table.looks(3) == ["which_story"]
    people = table.people
    (question,) = people.keeper.state.questions
    asked = AnswerAsked("none of these", None, "Anna", question.number, len(question.choices))
    answer = people.keeper.do(asked)
    assert answer == Done(people.keeper.state.seq)
    assert restarted(people).keeper.do(asked) == answer


def test_a_command_that_is_sent_again_is_answered_alike_although_something_was_written_meanwhile() -> None:
    people = sat_down(Depth.FULL)
    asked = DepthAsked("count", people.keeper.state.seq, "Anna", Depth.COUNTING, None, None)
    answer = people.do(asked)
    assert isinstance(answer, Done)
    people.tap(E)
    people.depth(Depth.FULL)
    again = restarted(people)
    assert again.keeper.do(asked) == Done(again.keeper.state.seq)
    assert again.keeper.state.depth is Depth.FULL


def test_an_answer_to_a_question_of_before_is_not_taken_for_one_to_a_new_question() -> None:
    table = Table(sat_down(Depth.FULL))
    table.lays(E, "1z")
    table.rivers[N].append("2z")
    table.looks(3)
    (question,) = table.people.keeper.state.questions
    table.people = restarted(table.people)
    table.looks(3)
    assert table.people.keeper.state.questions
    assert refused(table.people.answer(question.number, 0)) is Refusal.NO_SUCH_QUESTION


def test_nothing_is_noted_while_there_is_nothing_to_note() -> None:
    people = sat_down()
    people.tap(E)
    assert people.journal.notes_of(people._game) == ""


def counted(journal: Journal, monkeypatch) -> list[str]:
    written = []
    note = journal.note
    monkeypatch.setattr(journal, "note", lambda game, text: (written.append(text), note(game, text)))
    return written


def test_looks_that_show_nothing_new_write_nothing(monkeypatch) -> None:
    journal = MemoryJournal()
    written = counted(journal, monkeypatch)
    people = People(journal)
    people.start()
    people.deal(Depth.FULL)
    table = Table(people)
    table.lays(E, "1z")
    table.rivers[N].append("2z")
    table.looks(3)
    (question,) = people.keeper.state.questions
    people.answer(question.number, len(question.choices))
    table.looks(8)
    assert len(written) == 1


def test_what_cannot_be_noted_is_not_said_to_be_done(forbidden) -> None:
    forbidden.journal.fault = "the disk is full"
    people = forbidden
    code = next(one for one in reminders(people.keeper.state))
    asked = SeenAsked("seen", None, "Anna", code.code, code.seat)
    with pytest.raises(Exception, match="the disk is full"):
        people.keeper.do(asked)
    assert not codes(people, seen=True)
    people.journal.fault = ""
    assert isinstance(people.keeper.do(asked), Done)
    assert codes(restarted(people), seen=True)


@pytest.fixture
def loop() -> Iterator[TableLoop]:
    loop = TableLoop(MemoryJournal(), TENHOU, lambda _: None, ManualClock(), trust=Trust)
    loop.start()
    yield loop
    loop.stop(30)


def test_the_journal_is_up_again_once_something_was_noted(loop) -> None:
    journal = loop._keeper._journal

    def is_up(asked: Command) -> bool:
        loop.ask(asked).result(30)
        (source,) = loop.caught_up().result(30).sources
        return source.state is SourceState.UP

    assert is_up(StartAsked("start", None, "Anna", ("Anna", "Ben", "Chie", "Dai"), TENHOU))
    assert is_up(DealAsked("deal", None, "Anna", Depth.COUNTING))
    journal.fault = "the disk is full"
    assert not is_up(DepthAsked("full", None, "Anna", Depth.FULL, None, None))
    journal.fault = ""
    assert is_up(DepthAsked("full", None, "Anna", Depth.FULL, None, None))


@pytest.fixture
def on_disk(tmp_path: Path) -> Callable[[], SqliteJournal]:
    return lambda: SqliteJournal(tmp_path / "table.sqlite")


def kept_in_full(journal: SqliteJournal) -> Game:
    """A game whose hand is followed tile by tile, which only its notes say so far."""
    people = People(journal)
    people.start()
    people.deal()
    people.depth(Depth.FULL)
    return people._game


def test_a_companion_that_knows_no_notes_leaves_none_that_are_believed(on_disk) -> None:
    journal = on_disk()
    game = kept_in_full(journal)
    assert journal.notes_of(game)
    journal._db.execute("CREATE TABLE aside AS SELECT * FROM notes")
    journal.append(game, [Draft(at="2024-01-01T12:00:09.000000Z", because=Cause.PERSON, fact=Discarded(E))])
    assert journal.notes_of(game) == ""
    journal._db.execute("INSERT INTO notes SELECT * FROM aside")
    assert journal.notes_of(game) == ""
    journal.close()


def test_notes_that_were_damaged_are_passed_over(on_disk) -> None:
    journal = on_disk()
    kept_in_full(journal)
    journal._db.execute("UPDATE notes SET payload = replace(payload, 'full', 'points')")
    journal.close()
    journal = on_disk()
    keeper = TableKeeper(journal, TENHOU, ManualClock(), trust=Trust)
    assert keeper.state.depth is Depth.COUNTING
    journal.close()


@pytest.mark.parametrize("takes_out", ["forget", "anonymise"])
def test_who_is_taken_out_is_taken_out_of_the_notes(on_disk, takes_out) -> None:
    journal = on_disk()
    game = kept_in_full(journal)
    getattr(journal, takes_out)(game)
    assert journal._rows("SELECT * FROM notes") == []
    journal.close()
