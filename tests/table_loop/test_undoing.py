"""A whole tap is taken back and told again; a correction too, in its place; and nothing is ever edited."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.clock import ManualClock
from companion.evidence import Cause, Depth, Done, Refusal, Refused
from companion.evidence.intentions import ResultWas, TakeBack, Win, Winner
from companion.journal import Draft, replay
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.tiles import Tile
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from companion.table_loop import desk as desks
from companion.table_state import Undoes
from tests.table_loop.people import E, N, People, S, W, refused, sat_down
from tests.table_loop.play import observed


def test_an_undo_takes_back_all_that_one_tap_told() -> None:
    people = sat_down()
    before = list(people.facts)
    people.tap(E, "riichi")
    assert len(people.facts) == len(before) + 3
    assert people.undo() == Done(people.journal.last_seq)
    assert people.facts == before
    assert [entry.retracts for entry in people.entries[-3:]] == [6, 5, 4]


def test_a_deal_is_taken_back_with_the_payment_before_it() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.deal()
    people.undo()
    assert people.kyoku.name == "E1-0"
    assert people.kyoku.is_over


def test_what_was_taken_back_can_be_told_again_until_something_new_is_told() -> None:
    people = sat_down()
    people.tap(E)
    people.tap(S, "riichi")
    after = list(people.facts)
    for _ in range(2):
        people.undo()
    assert (people.keeper.state.can_undo, people.keeper.state.can_redo) == (True, True)
    for _ in range(2):
        assert isinstance(people.redo(), Done)
    assert people.facts == after
    assert refused(people.redo()) is Refusal.NOTHING_TO_REDO
    people.undo()
    people.tap(S)
    assert not people.keeper.state.can_redo
    assert refused(people.redo()) is Refusal.NOTHING_TO_REDO


def test_what_is_told_again_keeps_who_saw_it_and_says_who_asked() -> None:
    people = sat_down()
    people.keeper.take(observed(f.Drawn(E), because=Cause.CAMERA))
    people.undo()
    people.redo()
    assert (people.entries[-1].because, people.entries[-1].by) == (Cause.CAMERA, "Anna")


def test_all_can_be_taken_back_to_an_empty_table() -> None:
    people = sat_down()
    assert people.undo() == people.undo().__class__(people.journal.last_seq - 1)
    assert refused(people.undo()) is Refusal.NOTHING_TO_UNDO
    assert not people.keeper.state.can_undo
    assert isinstance(people.redo(), Done)
    assert people.keeper.state.hanchan.names == ("Anna", "Ben", "Chie", "Dai")


def test_a_game_begun_by_mistake_is_taken_back_and_the_one_before_is_on_the_table_again() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.finish()
    over = people.keeper.state
    people.start("Eva", "Finn", "Gen", "Hana")
    assert isinstance(people.undo(), Done)
    again = people.keeper.state
    assert (again.game, again.hanchan, again.last_kyoku) == (over.game, over.hanchan, over.last_kyoku)
    assert again.undoes == over.undoes
    assert People(people.journal).keeper.state.game == over.game
    assert isinstance(people.say(ResultWas(Win((Winner(W, f.HandValue(1, 30)),), E))), Done)
    assert isinstance(people.start("Eva", "Finn", "Gen", "Hana"), Done)
    assert people.keeper.state.hanchan.names == ("Eva", "Finn", "Gen", "Hana")


def test_two_corrections_of_the_newest_discard_are_undone_one_after_the_other() -> None:
    """The first undo tells what the older correction told anew: that is not a tap of its own."""
    people = sat_down(Depth.FULL)
    people.tap(E, tile=Tile("1m"))
    told = []
    for tile in ("9s", "2p"):
        told.append(list(people.facts))
        seq = people.seq_of(f.Discarded)
        assert isinstance(people.correct((seq,), f.Discarded(E, Tile(tile)), before=seq), Done)
    for before in reversed(told):
        assert people.keeper.state.undoes == Undoes("Correction", None)
        assert isinstance(people.undo(), Done)
        assert people.facts == before
    assert people.keeper.state.undoes == Undoes("Discarded", E)
    assert isinstance(people.undo(), Done)
    assert f.Discarded not in {type(fact) for fact in people.facts}
    for _ in range(3):
        assert isinstance(people.redo(), Done)
    assert people.facts[-1] == f.Discarded(E, Tile("2p"))


def test_an_undo_after_a_correction_brings_back_what_was_corrected() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.deal()
    people.tap(S)
    before = list(people.facts)
    place = people.seq_of(f.Won)
    people.correct((place,), f.Won(W, f.WinBy.RON, E, value=f.HandValue(1, 30)), before=place)
    corrected = list(people.facts)
    people.undo()
    assert people.facts == before
    people.redo()
    assert people.facts == corrected
    people.undo()
    people.undo()
    assert people.facts == before[:-2]
    people.redo()
    people.redo()
    assert people.facts == corrected


def test_what_was_corrected_twice_goes_back_in_two_steps_and_then_the_tap_itself_goes() -> None:
    people = sat_down()
    people.tap(E)
    discarded = people.facts
    people.wins(S, E)
    told = [people.facts]
    for han in (1, 2):
        place = people.seq_of(f.Won)
        people.correct((place,), f.Won(S, f.WinBy.RON, E, value=f.HandValue(han, 30)), before=place)
        told.append(people.facts)
    people.undo()
    assert (people.facts, people.keeper.state.undoes) == (told[1], Undoes("Correction", None))
    people.undo()
    assert (people.facts, people.keeper.state.undoes) == (told[0], Undoes("Won", S))
    people.undo()
    assert people.facts == discarded
    for facts in told:
        people.redo()
        assert people.facts == facts


def test_a_correction_is_taken_back_before_the_result_that_was_told_before_it() -> None:
    """Also where another correction of that result has come and gone since."""
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    told = [people.facts]
    place = people.seq_of(f.Discarded)
    people.correct((place,), f.Discarded(E, Tile("3p")), before=place)
    told.append(people.facts)
    place = people.seq_of(f.Won)
    people.correct((place,), f.Won(S, f.WinBy.RON, E, value=f.HandValue(1, 30)), before=place)
    told.append(people.facts)
    for _ in range(2):
        for before, what in ((told[1], "Correction"), (told[0], "Won")):
            people.undo()
            assert (people.facts, people.keeper.state.undoes.kind) == (before, what)
        people.undo()
        assert people.facts == told[0][:-1]
        for after in told:
            people.redo()
            assert people.facts == after


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_tap_is_taken_back_whole_also_where_a_correction_of_a_part_has_come_and_gone(is_restarted) -> None:
    people = sat_down()
    before = people.facts
    people.tap(E, "riichi")
    told = people.facts
    place = people.seq_of(f.Discarded)
    people.correct((place,), f.Discarded(E, Tile("3p")), before=place)
    people.undo()
    people = People(people.journal) if is_restarted else people
    assert (people.facts, people.keeper.state.undoes) == (told, Undoes("RiichiDeclared", E))
    people.undo()
    assert people.facts == before


def test_it_is_said_what_an_undo_takes_back() -> None:
    people = sat_down()
    assert people.keeper.state.undoes == Undoes("KyokuStarted", None)
    people.tap(E, "riichi")
    assert people.keeper.state.undoes == Undoes("RiichiDeclared", E)
    assert People(people.journal).keeper.state.undoes == Undoes("RiichiDeclared", E)
    people.wins(S, E)
    place = people.seq_of(f.Won)
    people.correct((place,), f.Won(S, f.WinBy.RON, E, value=f.HandValue(1, 30)), before=place)
    assert people.keeper.state.undoes == Undoes("Correction", None)
    people.undo()
    assert people.keeper.state.undoes == Undoes("Won", S)
    for _ in range(4):
        people.undo()
    assert people.keeper.state.undoes is None


def test_what_was_taken_back_before_a_restart_is_told_again_after_it() -> None:
    people = sat_down()
    people.tap(E)
    people.tap(S, "riichi")
    people.tap(W)
    after = list(people.facts)
    for _ in range(3):
        people.undo()
    again = People(people.journal)
    assert (again.keeper.state.can_undo, again.keeper.state.can_redo) == (True, True)
    for _ in range(3):
        assert isinstance(again.redo(), Done)
    assert again.facts == after
    assert refused(again.redo()) is Refusal.NOTHING_TO_REDO


def test_after_a_restart_a_correction_is_undone_and_told_again_in_its_place() -> None:
    people = sat_down()
    people.tap(E)
    people.wins(S, E)
    people.undo()
    people.wins(W, E)
    assert not People(people.journal).keeper.state.can_redo
    place, before = people.seq_of(f.Won), list(people.facts)
    people.correct((place,), f.Won(N, f.WinBy.RON, E, value=f.HandValue(1, 30)), before=place)
    after = list(people.facts)
    people = People(people.journal)
    assert people.keeper.state.undoes == Undoes("Correction", None)
    assert not people.keeper.state.can_redo
    people.undo()
    assert people.facts == before
    people = People(people.journal)
    people.undo()
    people = People(people.journal)
    for _ in range(2):
        assert isinstance(people.redo(), Done)
    assert people.facts == after
    assert refused(people.redo()) is Refusal.NOTHING_TO_REDO


def test_after_a_restart_a_tap_that_was_put_right_away_is_a_correction_and_no_undo() -> None:
    people = sat_down()
    people.tap(E)
    before = list(people.facts)
    people.say(TakeBack(tuple(entry.seq for entry in people.keeper.standing[-2:])))
    people = People(people.journal)
    assert not people.keeper.state.can_redo
    people.undo()
    assert people.facts == before


def test_a_fact_may_stand_before_one_that_was_taken_back_earlier() -> None:
    people = sat_down()
    for seat in (E, S):
        people.tap(seat, tile=Tile("1p"))
    gone = people.keeper.standing[-2:]
    for name, *drafts in (
        ("gone", *(Draft(at=one.at, because=Cause.PERSON, retracts=one.seq) for one in reversed(gone))),
        ("draw", Draft(at=gone[0].at, because=Cause.PERSON, fact=f.Drawn(S), before=gone[0].seq)),
        ("tile", Draft(at=gone[0].at, because=Cause.PERSON, fact=f.Discarded(S, Tile("2p")))),
    ):
        people.journal.append(people._game, drafts, name)
    people = People(people.journal)
    assert people.facts[-2:] == [f.Drawn(S), f.Discarded(S, Tile("2p"))]
    people.undo()
    assert people.facts[-1] == f.Discarded(E, Tile("1p"))


def test_after_a_restart_a_hand_is_kept_as_closely_as_before() -> None:
    people = sat_down(Depth.FULL)
    assert People(people.journal).keeper.state.depth is Depth.FULL
    people.depth(Depth.COUNTING)
    people.tap(E)
    people.undo()
    assert People(people.journal).keeper.state.depth is Depth.COUNTING
    people.start()
    assert People(people.journal).keeper.state.depth is people.keeper.state.depth


SEATS_OF_TAPS = (E, S, W, N)


@settings(max_examples=60)
@given(st.lists(st.integers(0, 9), max_size=40))
@example([1, 1, 1, 0])
def test_any_mixture_of_taps_corrections_undo_and_redo_is_what_its_history_says(script: list[int]) -> None:
    people = People()
    past: list[list[f.Fact]] = []
    future: list[list[f.Fact]] = []
    people.start()
    people.deal(Depth.COUNTING)
    for step in script:
        now = list(people.facts)
        if step == 0:
            answer = people.undo()
            if past and isinstance(answer, Done):
                assert people.facts == past[-1]
                future.append(now)
                past.pop()
            elif isinstance(answer, Done):  # the deal or the start
                future.append(now)
                break
        elif step == 1:
            answer = people.redo()
            assert isinstance(answer, Done) == bool(future)
            if future:
                assert people.facts == future.pop()
                past.append(now)
        elif isinstance(_say(people, step), Done):
            past.append(now)
            future.clear()
    assert (
        TableKeeper(people.journal, TENHOU, ManualClock(), trust=Trust).state.hanchan
        == people.keeper.state.hanchan
    )
    again = People(people.journal)
    if again.keeper.state.can_redo:
        again.redo()
        assert again.facts == future[-1]


def _say(people: People, step: int) -> Done | Refused:
    kyoku = people.kyoku
    if kyoku is None or kyoku.is_over:
        return people.deal(Depth.COUNTING)
    if step == 2:
        return people.wins(kyoku.turn)
    if step == 3:
        return people.tap(kyoku.turn, "riichi")
    if step == 4:
        return people.tap(SEATS_OF_TAPS[(kyoku.turn + 1) % 4], "pon")
    if step == 5:
        return _corrected(people, people.seq_of(f.KyokuStarted, -1), E)
    if step == 6:
        won = [entry.seq for entry in people.entries if isinstance(entry.fact, f.Won)]
        standing = [seq for seq in won if seq in _standing(people)]
        return _corrected(people, standing[0], W) if standing else people.tap(kyoku.turn)
    return people.tap(kyoku.turn)


def _standing(people: People) -> set[int]:
    gone = {entry.retracts for entry in people.entries}
    return {entry.seq for entry in people.entries if entry.seq not in gone}


def _corrected(people: People, place: int, seat) -> Done | Refused:
    """Another value for a win, or a dealt indicator that somebody now remembers."""
    fact = next(entry.fact for entry in people.entries if entry.seq == place)
    if isinstance(fact, f.Won):
        value = f.HandValue(1 + fact.value.han % 5, 30)
        return people.correct((place,), f.Won(fact.seat, fact.by, fact.giver, value=value), before=place)
    return people.correct((), f.Chombo(seat), before=None)


def test_the_last_taps_are_taken_back_without_following_the_game_again(monkeypatch) -> None:
    people = sat_down()
    for seat in SEATS_OF_TAPS * 10:
        people.tap(seat)
    calls = []
    monkeypatch.setattr(
        "companion.table_loop.undoing.replay", lambda *read: calls.append(read) or replay(*read)
    )
    for _ in range(desks.MOST_PASTS):
        people.undo()
    assert calls == []
    for _ in range(8):
        people.undo()
    assert len(calls) == 8
    assert people.kyoku.wall.live == 70
