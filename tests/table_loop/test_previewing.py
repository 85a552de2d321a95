"""A preview shows what the same command would make of the table, and makes nothing of it."""

from companion.evidence import Depth, Done, RedoAsked, Said, TapAsked, TellAsked, UndoAsked
from companion.riichi.calls import Action
from companion.riichi.facts import HandValue, WinBy, Won
from companion.riichi.seats import SEATS
from tests.table_loop.people import People, sat_down

E, S, W, N = SEATS


def looked_at_and_done(people: People, command) -> None:
    before, entries = people.keeper.state, people.entries
    preview = people.keeper.preview(command)
    assert people.keeper.state is before
    assert people.entries == entries
    assert isinstance(people.keeper.do(command), Done)
    after = people.keeper.state
    assert (preview.hanchan, preview.last_kyoku) == (after.hanchan, after.last_kyoku)
    assert after.hanchan != before.hanchan


def test_whatever_is_asked_the_preview_is_what_comes_of_it() -> None:
    people = sat_down(Depth.COUNTING)
    win = Won(S, WinBy.TSUMO, S, value=HandValue(3, 30))
    looked_at_and_done(people, TapAsked("tap", None, "Anna", Said(E, Action.DISCARD)))
    looked_at_and_done(people, TellAsked("win", None, "Anna", (win,)))
    looked_at_and_done(people, UndoAsked("undo", None, "Anna"))
    looked_at_and_done(people, RedoAsked("redo", None, "Anna"))


def test_what_would_be_refused_is_said_and_shows_the_table_as_it_is() -> None:
    people = sat_down(Depth.COUNTING)
    preview = people.keeper.preview(RedoAsked("redo", None, "Anna"))
    assert preview.refused is not None
    assert preview.hanchan == people.keeper.state.hanchan
