"""Sheets that lie open while the table goes on: what was touched counts, the rest stays the table's own."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Draw
from companion.riichi.facts import RyuukyokuKind
from tests.table_loop.people import E, N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

OPEN = {"choices": {"near": 0, "seat": "none", "depth": "points"}, "layout": "flat", "connection": "live"}


def won(han: int, seat=S, giver=E) -> People:
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.wins(seat, giver, han=han)
    return people


def test_a_deal_by_hand_says_only_what_somebody_touched(drawn):
    before, after = won(han=1), won(han=4)
    props = {"snapshot": shown(before), "args": {}, **OPEN}
    # Somebody corrects the result while the sheet lies open.
    taps = ["Honba: more", {"snapshot": shown(after)}, "Deal"]
    (said,) = drawn("play/deal:DealSheet", props, taps=taps, views=())["asked"]
    assert said == ["tell", "deal", {"depth": "points", "honba": 1}]


@pytest.mark.parametrize(
    ("stands", "tenpai", "by_way_of"),
    [("exhaustive", [1, 3], "Nine terminals and honours"), ("kyuushu", [], "Exhaustive draw")],
)
def test_a_draw_put_right_by_way_of_another_kind_keeps_who_was_tenpai(drawn, stands, tenpai, by_way_of):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.tap(S, "riichi")
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE, (S, N)))
    fact = {"is": "Ryuukyoku", "kind": stands, "tenpai": tenpai, "nagashi": [], "by": None}
    history = {"kyoku": [{"entries": [{"seq": 9, "fact": fact, "retracted_by": None}]}]}
    props = {"snapshot": shown(people), "args": {}, **OPEN}
    answers = {"/api/history": history, "preview": {"result": shown(people)["result"]}}
    taps = [by_way_of, "Exhaustive draw", "Confirm"]
    sheet = drawn("play/edit:EditSheet", props, taps=taps, answers=answers, views=())
    (told,) = [what for kind, what, *_ in sheet["asked"] if kind == "mean"]
    assert told["result"] == {"is": "Draw", "kind": "exhaustive", "tenpai": tenpai or [S]}


@pytest.mark.parametrize("error", ["not_connected", "too_fast"])
def test_what_could_not_be_asked_just_now_is_asked_again_by_itself(drawn, error):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    result = shown(won(han=1))["result"]
    props = {"snapshot": shown(people), "args": {"seat": S}, **OPEN}
    taps = ["Tsumo", "1,300", 1_200]
    sheet = drawn(
        "play/win:WinSheet",
        props,
        taps=taps,
        answers={"preview": [{"error": error}, {"result": result}]},
        views=(),
    )
    asked = [one for one in sheet["asked"] if one[0] == "preview"]
    assert len(asked) == 2
    assert "1,000" in sheet["said"][-1]


def test_a_win_that_was_begun_before_others_ended_the_hand_says_that_it_is_over(drawn):
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    before = shown(people)
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE, (S, N)))
    over = shown(people)
    people.undo()
    props = {"snapshot": before, "args": {"seat": S}, **OPEN}
    taps = [{"snapshot": over}, 100, {"snapshot": shown(people)}, 100]
    said = drawn("play/win:WinSheet", props, taps=taps, views=())["said"]
    is_over = ["The hand is over." in one for one in said]
    assert (is_over[0], is_over[2], is_over[-1]) == (False, True, False)
    assert "Ron from Anna" in said[-1]


def test_points_that_somebody_touched_are_said_with_those_that_the_table_has_now(drawn):
    before, after = won(han=1), won(han=4)
    props = {"snapshot": shown(before), "args": {}, **OPEN}
    taps = ["Anna: more", {"snapshot": shown(after)}, "Deal"]
    (said,) = drawn("play/deal:DealSheet", props, taps=taps, views=())["asked"]
    anna, *others = shown(before)["next"]["points"]
    now = shown(after)["next"]["points"][1:]
    # The others have other points than when the sheet was opened.
    assert now != others
    assert said[2]["points"] == [anna + 100, *now]


@pytest.mark.parametrize(("tap", "told"), [(None, []), ("Counting", [["tell", "depth", "counting"]])])
def test_a_depth_that_nobody_chose_here_is_the_one_that_others_have_chosen(drawn, tap, told):
    people = People()
    people.start()
    people.deal(Depth.COUNTING)
    props = {"snapshot": shown(people), "args": {}, **OPEN}
    people.depth(Depth.FULL)
    taps = [{"snapshot": shown(people)}, *([tap] if tap else []), "Use this"]
    asked = drawn("play/depth:DepthSheet", props, taps=taps, views=())["asked"]
    assert [[kind, what, more["depth"]] for kind, what, more in asked] == told


def test_chips_that_nobody_touched_go_by_the_result_as_it_was_put_right(drawn):
    first, second = [shown(won(han=1, seat=seat, giver=giver)) for seat, giver in ((S, E), (N, W))]
    for one in (first, second):
        one["allows"]["chips"] = True
    props = {"snapshot": first, "args": {}, **OPEN}
    taps = ["Chips …", {"snapshot": second}, "Confirm"]
    (told,) = drawn("play/house:HouseSheet", props, taps=taps, views=())["asked"]
    assert told == ["mean", {"is": "ChipsTaken", "seat": N, "giver": W, "chips": 1}]


DEALT = {
    "is": "KyokuStarted",
    "points": [25_000] * 4,
    "honba": 0,
    "kyoutaku": 0,
    "round_wind": "E",
    "dealer": 0,
}
ALLOWS = {"pao": [], "local_yaku": [], "most_yakuman": 2, "open_riichi": False}


def correcting(seq, *facts):
    """A hand that is put right; its first entry has this number."""
    entries = [
        {"seq": at, "retracted_by": None, "fact": fact} for at, fact in enumerate((DEALT, *facts), seq)
    ]
    hand = {"result": {}, "entries": entries, "round_wind": "E", "number_in_round": 1, "honba": 0}
    game = {"names": ["Anna", "Ben", "Chie", "Dai"], "allows": ALLOWS, "kyoku": []}
    return {"hand": hand, "game": game, "snapshot": {"seq": seq + len(entries)}, "place": {}}


def of(seat, giver):
    value = {"han": 1, "fu": 30, "yakuman": 0, "yaku": []}
    return {"is": "Won", "by": "ron", "seat": seat, "giver": giver, "value": value, "liable": None}


def test_a_hand_of_more_han_or_fu_than_people_count_is_what_the_form_begins_with(drawn):
    win = of(S, E)
    win["value"] = {**win["value"], "han": 15, "fu": 130}
    sheet = drawn("evening/correct:Correct", correcting(2, win), taps=[["Han", "4"], 200, ["Han", "15"], 200])
    assert "15 han" in sheet["said"][0]
    assert "130 fu" in sheet["said"][0]
    assert "15 han" in sheet["said"][2], "it can be chosen again"
    assert [one[2]["what"]["result"]["winners"][0]["value"] for one in sheet["asked"]] == [
        {"han": 4, "fu": 130, "yakuman": 0}
    ]


def test_the_han_and_fu_of_a_yakuman_that_do_not_count_are_no_choice(drawn):
    win = of(S, E)
    win["value"] = {**win["value"], "han": 26, "fu": 130, "yakuman": 2}
    sheet = drawn("evening/correct:Correct", correcting(2, win), taps=[["Han", "4"], 200])
    assert "26 han" not in sheet["said"][0]
    assert "130 fu" not in sheet["said"][1]
    assert [one[2]["what"]["result"]["winners"][0]["value"] for one in sheet["asked"]] == [
        {"han": 4, "fu": 30, "yakuman": 0}
    ]


def test_a_result_that_others_put_right_is_the_one_that_the_form_begins_with(drawn):
    taps = [correcting(2, of(N, W)), ["Han", "2"], 200]
    asked = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps)["asked"]
    result = asked[-1][2]["what"]["result"]
    assert (result["giver"], [(one["seat"], one["value"]["han"]) for one in result["winners"]]) == (
        W,
        [(N, 2)],
    )


def test_a_deal_that_others_put_right_is_the_one_that_the_form_begins_with(drawn):
    taps = ["The start of the hand", ["Honba", "1"], correcting(5, of(S, E)), ["Riichi sticks", "1"], 200]
    asked = drawn("evening/correct:Correct", correcting(2, of(S, E)), taps=taps)["asked"]
    assert asked[0][2]["what"] == {"is": "DealWas", "hand": 2, "honba": 1}
    assert asked[-1][2]["what"] == {"is": "DealWas", "hand": 5, "kyoutaku": 1}
