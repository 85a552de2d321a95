"""The door to the table's thread: of sights the newest is enough, of facts each one counts."""

from companion.evidence import Cause, FactObserved
from companion.evidence.sights import TableSeen
from companion.riichi.facts import Drawn
from companion.riichi.seats import SEATS
from companion.table_loop.inbox import Inbox, newest_sight

E, S, *_ = SEATS
FACTS = tuple(FactObserved(Drawn(seat), Cause.PERSON, 0) for seat in (E, S))


def test_of_several_sights_the_newest_is_left_at_its_place() -> None:
    old, new = TableSeen(1, ()), TableSeen(2, ())
    left = newest_sight([old, FACTS[0], new, FACTS[1]])
    assert list(left) == [FACTS[0], new, FACTS[1]]


def test_facts_are_taken_in_the_order_in_which_they_came_and_no_more_than_asked_for() -> None:
    inbox = Inbox()
    assert all(map(inbox.let_in, FACTS))
    assert inbox.take(1, 0) == [FACTS[0]]
    assert len(inbox) == 1
    assert inbox.take(9, 0) == [FACTS[1]]
    assert inbox.take(9, 0) is None


def test_a_door_that_is_shut_lets_nothing_in_and_what_is_inside_out() -> None:
    inbox = Inbox()
    inbox.let_in(FACTS[0])
    inbox.shut()
    assert not inbox.let_in(FACTS[1])
    assert not inbox.is_done
    assert inbox.take(9, 0) == [FACTS[0]]
    assert inbox.is_done
