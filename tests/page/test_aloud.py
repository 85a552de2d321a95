"""Read aloud: what waits and what interrupts, doubts, corrections, and what everybody may hear."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.evidence import Depth
from companion.riichi.facts import (
    Chombo,
    Drawn,
    HandValue,
    KyokuEnded,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.tea_facts import Carried, PointsSet, SeatsChanged
from companion.riichi.tiles import Tile
from tests.browser.hands import A, B, C, D, deal, turn, turns
from tests.table_loop.people import People, S, W, sat_down
from tests.toolbox.shown_table import shown, shown_of

RON = Won(B, WinBy.RON, C, Tile("5s"), value=HandValue(5, 30))
START = (deal(), *turns(D, "1z", "9m", "9p"))


# What waits and what interrupts.

QUEUE = """async (steps) => {
  const { Queue } = await import("/static/js/aloud/queue.js");
  const queue = new Queue();
  const cuts = steps.map((step) => (step === "next" ? (queue.next(), false) : queue.add(step)));
  return { cuts, said: queue.said?.parts ?? null, waiting: queue.waiting.map(({ parts }) => parts) };
}"""


def said(kind, *parts):
    return {"kind": kind, "parts": list(parts)}


def discard(wind, tile):
    return said("discard", f"seat.{wind}", f"tile.{tile}")


def test_discards_are_said_in_their_order(node):
    told = node.evaluate(QUEUE, [[discard("E", "1z")], "next", [discard("S", "9m")], [discard("W", "9p")]])
    assert told["cuts"] == [False] * 4
    assert told["said"] == ["seat.E", "tile.1z"]
    assert told["waiting"] == [["seat.S", "tile.9m"], ["seat.W", "tile.9p"]]


def test_a_call_interrupts_and_what_it_cut_is_said_after_it(node):
    call = said("call", "seat.N", "pon", "tile.5s", "from.E")
    told = node.evaluate(QUEUE, [[discard("E", "1z")], "next", [call]])
    assert told["cuts"] == [False, False, True]
    assert told["said"] is None
    assert told["waiting"] == [call["parts"], ["earlier", "seat.E", "tile.1z"]]


def test_a_call_names_its_tile_and_the_discard_is_not_said_again(node):
    call = said("call", "seat.N", "pon", "tile.1z", "from.E")
    told = node.evaluate(QUEUE, [[discard("S", "9m"), discard("E", "1z")], [call]])
    assert told["waiting"] == [call["parts"], ["earlier", "seat.S", "tile.9m"]]


def test_a_discard_that_is_said_late_is_not_said_again_after_its_call(node):
    answer, call = said("answer", "turn", "seat.E"), said("call", "seat.S", "pon", "tile.1z", "from.E")
    told = node.evaluate(QUEUE, [[discard("E", "1z")], "next", [answer], [call]])
    assert told["waiting"] == [answer["parts"], call["parts"]]


def test_a_kan_of_whoever_discarded_before_is_not_the_call_of_that_discard(node):
    answer, kan = said("answer", "turn", "seat.E"), said("call", "seat.E", "closed_kan", "tile.1m")
    told = node.evaluate(QUEUE, [[discard("E", "1z")], "next", [answer], [kan]])
    assert told["waiting"] == [answer["parts"], kan["parts"], ["earlier", "seat.E", "tile.1z"]]


def test_what_is_taken_back_is_said_no_more(node):
    back = said("back", "taken_back", "seat.E", "tile.1z")
    told = node.evaluate(QUEUE, [[discard("W", "9p")], "next", [discard("E", "1z")], [back]])
    assert told["cuts"][-1] is True
    assert told["waiting"] == [back["parts"]]


def test_an_answer_goes_first_and_the_table_goes_on_after_it(node):
    answer = said("answer", "turn", "seat.W")
    told = node.evaluate(QUEUE, [[discard("E", "1z"), discard("S", "9m")], "next", [answer]])
    assert told["waiting"] == [answer["parts"], ["earlier", "seat.E", "tile.1z"], ["seat.S", "tile.9m"]]


def test_at_a_pace_that_nobody_plays_the_oldest_discards_become_a_number(node):
    many = [discard("ESWN"[at % 4], f"{at % 9 + 1}m") for at in range(9)]
    told = node.evaluate(QUEUE, [many[:7], many[7:]])
    assert told["waiting"] == [["skipped", 4], *[each["parts"] for each in many[4:]]]


def test_one_discard_too_many_is_said_and_not_counted(node):
    six = [discard("ESWN"[at % 4], f"{at + 1}m") for at in range(6)]
    told = node.evaluate(QUEUE, [six])
    assert [each[-1] for each in told["waiting"]] == [f"tile.{at}m" for at in range(1, 7)]


def test_calls_riichi_and_results_are_never_dropped(node):
    news = [said(kind, "seat.E", kind) for kind in ("call", "riichi", "result", "points", "question")]
    steps = [[discard("E", "1z")] * 8, *[[each] for each in news], [discard("S", "2z")] * 8]
    told = node.evaluate(QUEUE, steps)
    assert told["waiting"][:5] == [each["parts"] for each in news]


# What was cut short is silent, also if its clips had not come yet.

SPOKEN = """async ([first, second]) => {
  const { Teller } = await import("/static/js/aloud/teller.js");
  const { Voice } = await import("/static/js/aloud/voice.js");
  const spoken = [];
  class Source {
    constructor(_, { buffer }) { this.name = buffer.name; }
    connect() {}
    start() { spoken.push(this.name); }
    stop() {}
  }
  Object.assign(globalThis, { GainNode: class { connect() {} }, AudioBufferSourceNode: Source });
  let come;
  const line = new Promise((done) => (come = done));
  const context = { state: "running", currentTime: 0 };
  const fetchBytes = () => line.then(() => new TextEncoder().encode("{}"));
  const voice = new Voice({ newContext: () => context, fetchBytes });
  voice.cut = async (name, code) => (await voice.pack(code), { name, duration: 0 });
  voice.unlock();
  const teller = new Teller(() => {}, voice);
  teller.speaks("en", true);
  teller.tell(first);
  await null;
  teller.tell(second);
  come();
  await new Promise((done) => setTimeout(done, 400));
  return spoken;
}"""


def test_a_sentence_that_is_cut_before_its_clips_have_come_is_said_once(node):
    call = said("call", "seat.N", "closed_kan", "tile.5s")
    spoken = node.evaluate(SPOKEN, [[discard("E", "1z")], [call]])
    assert spoken == [*call["parts"], "earlier", "seat.E", "tile.1z"]


# Doubt is said as doubt.

ASKED = """async ([question, snapshot]) => {
  const { asked } = await import("/static/js/aloud/doubts.js");
  return asked(question, snapshot).parts;
}"""


def test_a_doubt_is_said_as_maybe(node, table):
    table.say(*START)
    question = {
        "number": 4,
        "code": "which_tile",
        "seat": A,
        "tile": None,
        "crop": None,
        "differences": [],
        "choices": [
            {"acts": [{"is": "Discarded", "seat": A, "tile": "7s"}], "goes": []},
            {"acts": [{"is": "Discarded", "seat": A, "tile": "8s"}], "goes": []},
            {"acts": [], "goes": []},
        ],
    }
    parts = node.evaluate(ASKED, [question, shown(table)])
    assert parts == [
        *("seat.S", "q.which_tile"),
        *("maybe", "seat.S", "tile.7s", "or", "seat.S", "tile.8s", "or", "as_written"),
    ]


def test_a_doubt_of_the_camera_is_spoken_without_an_entry_of_the_journal(node, table):
    table.say(*START)
    before = shown(table)
    question = {"number": 4, "code": "which_tile", "seat": A, "tile": None, "choices": []}
    assert node.evaluate(ACCOUNT, [before, {**before, "questions": [question]}]) == [
        ["seat.S", "q.which_tile"]
    ]


TITLE = """async (question) => {
  const { titleOf } = await import("/static/js/play/questions.js");
  const words = { has: (key) => key !== "question.unheard_of", say: (key) => key, tile: () => "" };
  return titleOf(question, { words, nameOf: () => "Anna" });
}"""


@pytest.mark.parametrize(
    ("code", "seat", "title"),
    [
        ("which_tile", A, "question.which_tile"),
        ("which_tile", None, "question.which_tile.indicator"),
        ("unheard_of", A, "question.which_story"),
    ],
)
def test_a_question_about_the_indicator_begins_with_no_name(node, code, seat, title):
    assert node.evaluate(TITLE, {"code": code, "seat": seat, "tile": None}) == title


MELD = """async ([snapshot, meld]) => {
  const { meldParts } = await import("/static/js/aloud/sentences.js");
  return meldParts(snapshot, meld);
}"""


@pytest.mark.parametrize(("giver", "word"), [(A, "added_kan"), (None, "kan")])
def test_a_kan_is_an_added_one_only_if_its_pon_was_told(node, table, giver, word):
    table.say(*START)
    meld = {"kind": "kakan", "tiles": ["5p'", "5p", "5p", "5p"], "from": giver}
    assert node.evaluate(MELD, [shown(table), meld]) == [word, "tile.5p"]


ACCOUNT = """async ([before, after]) => {
  const { account } = await import("/static/js/aloud/account.js");
  return account(before, after).map(({ parts }) => parts);
}"""


def test_a_tile_that_is_put_right_is_said_with_the_old_and_the_new(node, table):
    table.say(*START)
    before = shown(table)
    after = json.loads(json.dumps(before))
    after["seq"] += 1
    after["seats"][A]["river"][0] = "8m"
    spoken = node.evaluate(ACCOUNT, [before, after])
    assert spoken == [["set_right", "seat.S", "tile.9m", "becomes", "tile.8m"]]


def test_a_meld_is_put_right_beside_a_whole_river(node, table):
    table.say(*START)
    before = shown(table)
    meld = {"kind": "pon", "from": B, "tiles": ["5p'", "5p", "5p"]}
    before["seats"][A] |= {"river": ["1m", "2m", "3m"], "melds": [meld]}
    after = json.loads(json.dumps(before))
    after["seq"] += 1
    after["seats"][A] |= {"river": ["4m", "5m", "6m"], "melds": [meld | {"tiles": ["6p'", "6p", "6p"]}]}
    river, pon = node.evaluate(ACCOUNT, [before, after])
    assert river == ["set_right", "river", "seat.S", "tile.4m", "tile.5m", "tile.6m"]
    assert pon == ["set_right", "seat.S", "pon", "tile.6p", "from.W"]


def test_a_third_ron_makes_a_draw_of_two_wins_and_takes_none_back(node, table):
    table.say(*START, *turn(C, "5s"))
    table.say(RON, Won(D, WinBy.RON, C, Tile("5s"), value=HandValue(1, 30)))
    wins = shown(table)
    drawn = json.loads(json.dumps(wins))
    drawn["seq"] += 1
    drawn["result"] |= {"wins": [], "ryuukyoku": "sanchahou", "deltas": [0, 0, 0, 0]}
    assert node.evaluate(ACCOUNT, [wins, drawn]) == [["draw.sanchahou"]]
    wins["seq"] = drawn["seq"] + 1
    again = node.evaluate(ACCOUNT, [drawn, wins])
    assert again[0] == ["taken_back", "draw.sanchahou"]
    assert [parts[1] for parts in again[1:3]] == ["ron", "ron"]


@pytest.mark.parametrize(
    ("end", "taken"),
    [
        (Chombo(D), ["chombo", "seat.E"]),
        (Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=D), ["draw.kyuushu"]),
    ],
)
def test_a_result_taken_back_from_a_bare_table_is_no_new_deal(node, table, end, taken):
    table.say(deal(), Drawn(D))
    before = shown(table)
    table.say(end)
    after = shown(table)
    before["seq"] = after["seq"] + 1
    assert node.evaluate(ACCOUNT, [after, before]) == [["taken_back", *taken]]


@pytest.mark.parametrize("is_heard", [True, False])
def test_the_same_deal_again_after_a_chombo_is_a_new_deal(node, table, is_heard):
    table.say(deal(), *turns(D, "1z", "9m"))
    missed = shown(table)
    table.say(Chombo(D))
    before = shown(table) if is_heard else missed
    table.say(KyokuEnded())
    following = table.hanchan.next_deal
    table.say(replace(deal(), honba=following.honba, kyoutaku=following.kyoutaku, points=following.points))
    told = node.evaluate(ACCOUNT, [before, shown(table)])
    assert not [parts for parts in told if parts[0] == "taken_back"]
    assert told[0][0] == "round.S4"


def test_points_that_are_put_right_are_said(node, table):
    table.say(*START)
    before = shown(table)
    after = json.loads(json.dumps(before))
    after["seq"] += 1
    after["seats"][A]["points"] += 1_300
    assert node.evaluate(ACCOUNT, [before, after]) == [["set_right", "points", "seat.S", 32_500]]


def test_points_that_are_counted_after_a_hand_take_nothing_of_it_back(node):
    people = sat_down(Depth.POINTS)
    people.tap(S, "riichi")
    people.wins(S, W)
    before = shown_of(people)
    east, south, *others = before["result"]["points"]
    people.tell(PointsSet((east + 100, south - 100, *others), 0))
    after = shown_of(people)
    assert node.evaluate(ACCOUNT, [before, after]) == [
        ["set_right", "points", "seat.N", east + 100, "seat.E", south - 100]
    ]
    people.undo()
    again = node.evaluate(ACCOUNT, [after, shown_of(people)])
    assert [parts[:2] for parts in again] == [["taken_back"], ["round.E1", "sticks"]]


def test_the_end_of_a_game_is_taken_back_where_points_were_counted_after_its_last_hand(node):
    people = sat_down(Depth.POINTS)
    people.wins(S, W)
    people.tell(PointsSet((25_000,) * 4, 0))
    people.finish()
    before = shown_of(people)
    people.undo()
    assert node.evaluate(ACCOUNT, [before, shown_of(people)]) == [["taken_back", "game_over"]]


def test_only_counted_points_that_differ_are_said_of_players_without_names(node):
    people = People()
    people.start("", "", "", "")
    people.deal(Depth.POINTS)
    people.wins(S, W)
    before = shown_of(people)
    east, south, *others = before["result"]["points"]
    people.tell(PointsSet((east + 100, south - 100, *others), 0))
    assert node.evaluate(ACCOUNT, [before, shown_of(people)]) == [
        ["set_right", "points", "seat.N", east + 100, "seat.E", south - 100]
    ]


def test_points_that_people_take_along_to_other_seats_are_not_corrected(node):
    people = sat_down(Depth.POINTS)
    people.wins(S, W)
    states = [shown_of(people)]
    for _ in range(2):
        people.tell(SeatsChanged((1, 0, 3, 2), Carried.POINTS))
        states.append(shown_of(people))
    assert [node.evaluate(ACCOUNT, list(pair)) for pair in pairwise(states)] == [[], []]


def test_only_what_everybody_sees_is_spoken(node, table):
    """A record knows every hand; the page does not, and neither does the voice."""
    table.say(*START)
    state = shown(table)
    assert not [key for seat in state["seats"] for key in seat if key in ("tiles", "concealed")]
    spoken = node.evaluate(
        """async (state) => {
          const { READINGS, reading } = await import("/static/js/aloud/readings.js");
          return Object.keys(READINGS).flatMap((name) => reading(name, state, null).parts);
        }""",
        state,
    )
    tiles = {part for part in spoken if str(part).startswith("tile.")}
    assert tiles == {"tile.1z", "tile.9m", "tile.9p", "tile.4m", "tile.5m"}
