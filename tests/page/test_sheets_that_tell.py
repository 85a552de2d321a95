"""A sheet closes once the table has taken what it told. Otherwise it stays as it is, and says why not."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Draw, SeatsBound
from companion.riichi.facts import RyuukyokuKind
from tests.page.test_sheets_and_others import moved, page, people_at  # noqa: F401 (a fixture)
from tests.table_loop.people import E, S
from tests.toolbox.shown_table import shown_of as shown

REFUSED = {"error": "refused", "reason": "points_missing", "after_ms": 200}
WHY = "The points and sticks do not add up."
DONE = {"status": "done", "seq": 1, "after_ms": 200}
EXHAUSTIVE = Draw(RyuukyokuKind.EXHAUSTIVE)
FACT = {"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": [], "nagashi": [], "by": None}
HISTORY = {"kyoku": [{"entries": [{"seq": 9, "fact": FACT, "retracted_by": None}]}]}


def playing():
    return people_at(Depth.POINTS)


def drawn_out():
    people = playing()
    people.say(EXHAUSTIVE)
    return people


def counting():
    people = people_at(Depth.COUNTING)
    people.tap(E)
    return people


# Each sheet, how the table stands, and what is tapped on it; the last tap tells the table.
SAYING = {
    "a win": (["win", {"seat": S}], playing, ["Ron from Anna", "1,300", "Confirm"]),
    "another end": (["draw", {}], playing, ["Chombo", "False win", "Ben"]),
    "a deal": (["deal", {}], drawn_out, ["Honba: more", "Deal"]),
    "who sits where": (["sides", {}], playing, ["Use this"]),
    "a depth": (["depth", {}], playing, ["Counting", "Use this"]),
    "the end of a game": (["finish", {}], drawn_out, ["End the game"]),
    "a correction": (["edit", {}], drawn_out, ["Ben", "Confirm"]),
    "a tile": (["pick", {"seat": S, "why": "riichi"}], counting, ["Unseen"]),
    "a run": (["chi", {"seat": S}], counting, ["Unseen"]),
    "a riichi": (["riichi", {"seat": S}], counting, ["Riichi"]),
    "a break": (["tea", {}], playing, ["Take a break"]),
}


@pytest.fixture
def told(page):  # noqa: F811
    """What the page says after each tap, the last one being that of the answer."""

    def told(name, answer, *more):
        sheet, table, taps = SAYING[name]
        people = table()
        result = shown(people)["result"] or {"deltas": [0, 0, 0, 0], "payments": []}
        answers = {"/api/history": HISTORY, "/api/preview": {"result": result}, "/api/commands": answer}
        taps = [f"open {sheet[0]}", 1_000, *taps, *more, 1_000]
        return page(people, [sheet], taps, **answers)["said"]

    return told


@pytest.mark.parametrize("name", SAYING)
def test_what_the_table_refused_is_said_on_the_sheet_that_told_it(told, name):
    *_, said = told(name, REFUSED)
    assert said.startswith(f"[{SAYING[name][0][0]}] [quiet]"), said
    assert WHY in said


@pytest.mark.parametrize("name", ["a win", "a deal", "a depth", "a break"])
def test_a_sheet_closes_once_the_table_has_taken_what_it_told(told, name):
    *_, said = told(name, DONE)
    assert said.startswith("[none] [quiet]"), said


def bound(people):
    people.say(SeatsBound(tuple("BACD")))


def test_a_table_that_shows_what_a_sheet_told_before_the_answer_is_there_has_not_moved_on(told):
    said = told("who sits where", DONE, moved(playing(), bound))
    assert not [one for one in said if "stale" in one]
    assert said[-1].startswith("[none] [quiet]")


def test_where_others_were_quicker_the_page_says_what_came_of_it(told):
    *_, said = told("who sits where", REFUSED, moved(playing(), bound))
    assert said.startswith("[none] [refused]")


def another_hand(people):
    people.say(EXHAUSTIVE)
    people.deal(Depth.POINTS)


def test_what_was_refused_before_the_table_moved_on_is_not_said_of_what_came_then(told):
    """Whoever allowed it then would tell the next hand what was meant for this one."""
    *_, before, then, _ = told("a win", {**REFUSED, "waivable": True}, 600, moved(playing(), another_hand))
    assert before.startswith("[win] [quiet]")
    assert "House rule: allow it" in before
    assert then.startswith("[none] [stale]")


def test_what_is_put_right_on_a_sheet_takes_nothing_else_away_that_the_page_says(told):
    *_, said = told("a deal", REFUSED, 600, "a key makes a host", "Honba: more")
    assert said.startswith("[deal] [host_by_key]")
    assert WHY not in said


def test_what_is_refused_after_somebody_closed_the_sheet_is_said_by_the_page(told):
    *_, said = told("a win", REFUSED, "close it")
    assert said.startswith("[none] [refused]")


def test_another_answer_takes_the_place_of_the_one_before(told):
    *_, said = told("a deal", [REFUSED, DONE], 400, "Honba: more", "Deal")
    assert said.startswith("[none] [quiet]")


def test_a_tap_that_counts_for_nothing_closes_no_sheet(told):
    """A finger that trembles taps again just as the refusal is there."""
    *_, said = told("a win", {**REFUSED, "after_ms": 0}, "Confirm")
    assert said.startswith("[win]")
    assert WHY in said
