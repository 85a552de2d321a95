"""What a rule refused is spoken of as long as that rule refuses it, on the table where it was refused."""

from __future__ import annotations

import pytest

from companion.evidence import Cause, FactObserved, Refusal
from companion.journal import MemoryJournal
from companion.riichi.facts import Discarded, Drawn, KyokuEnded
from companion.riichi.seats import SEATS
from tests.table_loop.people import People, refused, sat_down

E, S, W, N = SEATS


def codes(people: People) -> list[str]:
    return [one.code for one in people.keeper.state.warnings]


def with_third_ron(people: People) -> People:
    """East has discarded, South and West have won, and North's ron would make it a draw."""
    people.tap(E)
    people.wins(S, E)
    people.wins(W, E)
    assert refused(people.tap(N, "ron")) is Refusal.REFUSED
    assert codes(people) == ["three_ron_draw"]
    return people


@pytest.mark.parametrize("undone", [1, 2, 3])
def test_a_refused_ron_is_not_spoken_of_once_the_others_are_taken_back(undone) -> None:
    people = with_third_ron(sat_down())
    for _ in range(undone):
        people.undo()
    assert not codes(people)


def test_nor_once_a_correction_takes_one_of_them_back() -> None:
    people = with_third_ron(sat_down())
    people.correct((people.entries[-1].seq,))
    assert not codes(people)


def test_nor_once_they_are_told_again() -> None:
    people = with_third_ron(sat_down())
    people.undo()
    people.redo()
    assert not codes(people)


def test_nor_in_an_earlier_hand_that_an_undo_leads_back_to() -> None:
    people = sat_down()
    people.wins(E)
    people.deal()
    people.tap(E)
    assert refused(people.tap(W, "chi")) is Refusal.REFUSED
    assert codes(people) == ["chi_only_from_kamicha"]
    people.undo()
    people.undo()
    assert not codes(people)


def test_a_rule_that_still_refuses_it_is_still_spoken_of() -> None:
    """What is undone has nothing to do with what was refused."""
    people = sat_down()
    people.tap(E)
    people.undo()
    people.redo()
    assert refused(people.tap(W, "chi")) is Refusal.REFUSED
    discarded = people.entries[-1]
    people.correct((discarded.seq,), Discarded(E))
    assert codes(people) == ["chi_only_from_kamicha"]


def test_what_nobody_can_allow_is_spoken_of_until_something_is_taken_back() -> None:
    people = sat_down()
    people.tap(E)
    people.keeper.take([FactObserved(Discarded(E), Cause.PANEL, 0)])
    assert codes(people) == ["not_your_turn"]
    people.tap(S)
    assert codes(people) == ["not_your_turn"]
    people.undo()
    assert not codes(people)


def test_a_hand_that_was_paid_is_still_the_hand_of_its_warnings() -> None:
    people = sat_down()
    people.keeper.take([FactObserved(Drawn(W), Cause.PANEL, 0)])
    assert codes(people) == ["not_your_turn"]
    people.wins(E)
    people.tell(KyokuEnded())
    assert codes(people) == ["not_your_turn"]
    people.deal()
    assert not codes(people)


def test_a_restart_finds_no_refusal_that_has_ended() -> None:
    journal = MemoryJournal()
    people = People(journal)
    people.start()
    people.deal()
    with_third_ron(people)
    assert codes(People(journal)) == ["three_ron_draw"]
    people.undo()
    assert not codes(People(journal))
