"""What was told by mistake and is undone is heard as taken back, and not as news."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Indicator, ResultWas, Win, Winner
from companion.riichi.facts import HandDied, HandValue, IndicatorRevealed
from companion.riichi.presets import HOUSE, PRESETS
from companion.riichi.seats import SEATS
from companion.riichi.tea_facts import Carried, SeatsChanged
from companion.riichi.tiles import Tile
from tests.table_loop.people import People, sat_down
from tests.toolbox.shown_table import shown_of

E, S, W, N = SEATS
BACK = [["correction", "taken_back"]]
ONE, BOTH = (Win(tuple(Winner(seat, HandValue(3, 30)) for seat in seats), S) for seats in ((W,), (W, N)))


@pytest.fixture
def undone(node):
    """What is heard when these people take back what they told last, and when they tell it again."""

    def undone(people: People):
        told = shown_of(people)
        people.undo()
        back = shown_of(people)
        people.redo()
        return [heard(node, told, back), heard(node, back, shown_of(people))]

    return undone


def heard(node, before, after):
    return node.evaluate(
        """async ([before, after]) => {
          const { announcements } = await import("/static/js/sound/announcements.js");
          return announcements(before, after).map(({ kind, phrases }) => [kind, ...phrases]);
        }""",
        [before, after],
    )


def spoken(node, before, after):
    return node.evaluate(
        """async ([before, after]) => {
          const { account } = await import("/static/js/aloud/account.js");
          return account(before, after).map(({ kind, parts }) => [kind, ...parts]);
        }""",
        [before, after],
    )


@pytest.mark.parametrize("depth", [Depth.POINTS, Depth.COUNTING])
def test_the_second_ron_that_is_undone_is_no_new_win_of_the_first(undone, depth):
    people = sat_down(depth)
    if depth is Depth.COUNTING:
        people.tap(E)
        people.tap(S)
    people.tap(W, "ron", giver=S)
    people.tap(N, "ron", giver=S)
    assert undone(people) == [BACK, [["result", "ron", "seat.N", "from.S"]]]


def test_the_third_ron_that_is_undone_is_no_new_win_either(undone):
    people = People(rules=HOUSE)
    people.start(rules=HOUSE)
    people.deal(Depth.POINTS)
    for seat in (W, N, E):
        people.tap(seat, "ron", giver=S)
    assert undone(people) == [BACK, [["result", "ron", "seat.E", "from.S"]]]


def test_a_result_that_was_put_right_with_a_second_win_may_be_undone(undone):
    people = sat_down(Depth.POINTS)
    people.say(ONE)
    people.say(ResultWas(BOTH))
    assert undone(people) == [BACK, [["result", "ron", "seat.N", "from.S"]]]


def test_the_end_of_a_game_that_is_undone_is_heard(undone):
    people = sat_down(Depth.POINTS)
    people.wins(E)
    people.finish()
    assert undone(people) == [BACK, [["result", "game_over"]]]


def test_a_north_a_flip_and_a_dead_hand_that_are_undone_are_heard(undone):
    three = PRESETS["tenhou-3p"]
    people = People(rules=three)
    people.start("Aki", "Ben", "Chie", rules=three)
    people.deal(Depth.COUNTING)
    people.tap(E, "kita")
    assert undone(people) == [BACK, [["call", "kita", "seat.E"]]]

    people = sat_down()
    people.tell(IndicatorRevealed(Tile("4m")))
    people.tap(E)
    people.tap(W, "daiminkan")
    people.say(Indicator(Tile("2s")))
    assert undone(people)[0][0] == BACK[0]

    people = People()
    people.start(rules=replace(HOUSE, dead_hands=True))
    people.deal(Depth.POINTS)
    people.say(HandDied(W))
    assert undone(people)[0] == BACK


def test_the_first_deal_that_is_undone_is_heard(undone):
    assert undone(sat_down()) == [BACK, []]


def test_a_page_that_missed_the_result_takes_no_hand_back(node):
    """It was asleep while the hand ended and people changed seats."""
    people = sat_down(Depth.POINTS)
    dealt = shown_of(people)
    people.wins(E)
    people.tell(SeatsChanged((1, 0, 3, 2), Carried.POINTS))
    between = shown_of(people)
    assert (between["kyoku"], between["result"]) == (None, None)
    assert "taken_back" not in [phrase for _, *said in heard(node, dealt, between) for phrase in said]
    assert "back" not in [kind for kind, *_ in spoken(node, dealt, between)]


def test_read_aloud_the_deal_is_taken_back_and_not_its_indicator(node):
    people = sat_down()
    dealt = shown_of(people)
    people.undo()
    assert spoken(node, dealt, shown_of(people)) == [["back", "taken_back"]]
