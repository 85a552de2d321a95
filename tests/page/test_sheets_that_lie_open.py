"""Sheets that lie open while the table goes on: what somebody touched counts, the rest stays the table's own."""

from __future__ import annotations

from companion.evidence import Depth
from companion.riichi.facts import HandValue, WinBy, Won
from tests.table_loop.people import E, People, S
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


def test_points_that_somebody_touched_are_said_with_those_that_the_table_has_now(drawn):
    before, after = won(han=1), won(han=4)
    props = {"snapshot": shown(before), "args": {}, **OPEN}
    taps = ["Anna: more", {"snapshot": shown(after)}, "Deal"]
    (said,) = drawn("play/deal:DealSheet", props, taps=taps, views=())["asked"]
    anna, *others = shown(before)["next"]["points"]
    assert said[2]["points"] == [anna + 100, *shown(after)["next"]["points"][1:]]
    assert others
