"""Sheets that lie open while the table goes on: what was touched counts, the rest stays the table's own."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Draw
from companion.riichi.facts import RyuukyokuKind
from tests.table_loop.people import E, N, People, S
from tests.toolbox.shown_table import shown_of as shown

OPEN = {"choices": {"near": 0, "seat": "none", "depth": "points"}, "layout": "flat", "connection": "live"}


def won(han: int) -> People:
    people = People()
    people.start()
    people.deal(Depth.POINTS)
    people.wins(S, E, han=han)
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


def test_points_that_somebody_touched_are_said_with_those_that_the_table_has_now(drawn):
    before, after = won(han=1), won(han=4)
    props = {"snapshot": shown(before), "args": {}, **OPEN}
    taps = ["Anna: more", {"snapshot": shown(after)}, "Deal"]
    (said,) = drawn("play/deal:DealSheet", props, taps=taps, views=())["asked"]
    anna, *others = shown(before)["next"]["points"]
    assert said[2]["points"] == [anna + 100, *shown(after)["next"]["points"][1:]]
    assert others
