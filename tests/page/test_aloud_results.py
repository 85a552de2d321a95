"""Read aloud: what a hand was worth, and who has chips for it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.evidence import Depth, Done
from companion.evidence.intentions import Draw, ResultWas, Tenpai, Win, Winner
from companion.riichi.facts import ChipsTaken, Chombo, HandValue, RyuukyokuKind
from companion.riichi.presets import TENHOU
from tests.browser.hands import B, C, turn
from tests.page.test_aloud import ACCOUNT, RON, START
from tests.table_loop.people import E, N, S, W, sat_down
from tests.toolbox.shown_table import Table, shown, shown_of

READ = """async ([name, state]) => {
  const { reading } = await import("/static/js/aloud/readings.js");
  return reading(name, state, null).parts;
}"""


def test_yaku_are_said_after_the_win_and_again_where_they_are_put_right(node, table):
    table.say(*START, *turn(C, "5s"))
    before = shown(table)
    named = (("riichi", 1), ("seat_wind_west", 1), ("dora", 2), ("ura_dora", 1), ("八連荘", 13))
    table.say(replace(RON, value=HandValue(5, 30, yaku=named)))
    after = shown(table)
    yaku = ["riichi", "yaku.seat_wind_west", "dora", 2, "yaku.ura_dora", 1, "yaku.local"]
    assert node.evaluate(ACCOUNT, [before, after])[1] == yaku
    other = json.loads(json.dumps(after))
    other["seq"] += 1
    other["result"]["wins"][0]["yaku"] = [["pinfu", 1]]
    assert node.evaluate(ACCOUNT, [after, other]) == [["yaku.pinfu"]]
    asked = node.evaluate(READ, ["turn", after])
    assert asked[-len(yaku) :] == yaku


def test_chips_are_said_for_everybody_who_gets_or_gives_some(node):
    table = Table(replace(TENHOU, chip_points=2_000))
    table.say(*START, *turn(C, "5s"), RON)
    before = shown(table)
    table.say(ChipsTaken(B, None, 2))
    after = shown(table)
    told = [["seat.E", "chips", "minus", 2], ["seat.S", "chips", "minus", 2], ["seat.W", "chips", "plus", 6]]
    spoken = node.evaluate(ACCOUNT, [before, after])
    assert sorted(spoken) == sorted([*told, ["seat.N", "chips", "minus", 2]])
    before["seq"] = after["seq"] + 1
    assert ["seat.W", "chips", "minus", 6] in node.evaluate(ACCOUNT, [after, before])


def test_points_are_read_as_the_screen_shows_them_after_the_payment(node):
    people = sat_down(Depth.POINTS)
    people.tap(E, "riichi")
    read = node.evaluate(READ, ["points", shown_of(people)])
    assert read[-4:] == ["seat.E", 24_000, "sticks", 1]
    people.wins(W, E)
    read = node.evaluate(READ, ["points", shown_of(people)])
    assert [part for part in read if isinstance(part, str)] == [
        "points",
        *(f"seat.{wind}" for wind in "WSNE"),
    ]
    assert sum(part for part in read if isinstance(part, int)) == 100_000


def test_where_nobody_follows_the_discards_no_river_is_said_to_be_empty(node):
    people = sat_down(Depth.POINTS)
    assert node.evaluate(READ, ["river.E", shown_of(people)]) == ["river", "seat.E", "not_followed"]
    people = sat_down(Depth.COUNTING)
    assert node.evaluate(READ, ["river.E", shown_of(people)]) == ["river", "seat.E", "none"]


def test_after_a_game_that_ended_in_mid_hand_it_is_nobodys_turn(node):
    people = sat_down(Depth.COUNTING)
    people.finish()
    assert node.evaluate(READ, ["turn", shown_of(people)]) == ["no_hand"]


def heard_after(node, people, what):
    """What is spoken of the result once people have said this; without what each pays."""
    before = shown_of(people)
    assert isinstance(people.say(what), Done)
    told = node.evaluate(ACCOUNT, [before, shown_of(people)])
    return [parts for parts in told if parts[1:2] not in (["plus"], ["minus"])]


@pytest.fixture
def won():
    """East has dealt into South's hand, people say."""
    people = sat_down(Depth.POINTS)
    people.wins(S, E)
    return people


def won_by(seat, giver):
    return Win((Winner(seat, HandValue(3, 30)),), giver)


@pytest.mark.parametrize(
    ("result", "heard"),
    [
        (won_by(W, E), ["seat.W", "ron", "from.E", 3, "han", 30, "fu"]),
        (won_by(S, N), ["seat.S", "ron", "from.N", 3, "han", 30, "fu"]),
        (won_by(S, None), ["seat.S", "tsumo", 3, "han", 30, "fu"]),
        (Chombo(N), ["chombo", "seat.N"]),
        (Draw(RyuukyokuKind.EXHAUSTIVE, (W,)), ["draw.exhaustive", "tenpai", "seat.W"]),
    ],
)
def test_a_win_that_was_another_result_is_taken_back_and_the_other_is_said(node, won, result, heard):
    assert heard_after(node, won, ResultWas(result)) == [["taken_back", "seat.S", "ron"], heard]


def test_a_chombo_that_was_another_result_is_taken_back_and_the_other_is_said(node):
    people = sat_down(Depth.POINTS)
    people.say(Chombo(N))
    told = heard_after(node, people, ResultWas(Chombo(W)))
    assert told == [["taken_back", "chombo", "seat.N"], ["chombo", "seat.W"]]
    told = heard_after(node, people, ResultWas(won_by(S, E)))
    assert told == [["taken_back", "chombo", "seat.W"], ["seat.S", "ron", "from.E", 3, "han", 30, "fu"]]


def test_who_is_tenpai_is_said_each_time_somebody_says_so(node):
    people = sat_down(Depth.POINTS)
    assert heard_after(node, people, Draw(RyuukyokuKind.EXHAUSTIVE)) == [["draw.exhaustive", "all_noten"]]
    said = ["draw.exhaustive", "tenpai", "seat.S"]
    assert heard_after(node, people, Tenpai(S, is_tenpai=True)) == [said]
    assert heard_after(node, people, Tenpai(W, is_tenpai=True)) == [[*said, "seat.W"]]
