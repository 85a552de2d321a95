"""Three players: no tile and no draw is offered that only four have."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.riichi.presets import TENHOU_3P
from tests.page.test_sheets_that_lie_open import ALLOWS, OPEN, E, S, correcting, of
from tests.table_loop.people import People
from tests.toolbox.shown_table import shown_of as shown

OF_FOUR = ("Four identical winds", "Four riichi", "Triple ron")
SET_OF_THREE = {**ALLOWS, "red_fives": [0, 1, 1]}


@pytest.fixture
def history(drawn):
    """What a correction in the history offers after these taps."""

    def history(players, *taps, allows=SET_OF_THREE, indicator="1m"):
        props = correcting(2, of(S, E))
        dealt = props["hand"]["entries"][0]
        dealt["fact"] = {**dealt["fact"], "points": [35_000] * players, "indicator": indicator}
        names = ["Anna", "Ben", "Chie", "Dai"][:players]
        props["game"] = {**props["game"], "names": names, "allows": {**props["game"]["allows"], **allows}}
        return drawn("evening/correct:Correct", props, taps=taps)["said"][-1]

    return history


@pytest.mark.parametrize(("players", "offers"), [(4, True), (3, False)])
def test_a_draw_that_takes_four_is_offered_to_four(history, players, offers):
    said = history(players, "Draw", allows={"red_fives": [1, 1, 1]})
    assert "Four kans" in said
    assert [draw in said for draw in OF_FOUR] == [offers] * 3, said


def test_an_indicator_put_right_is_a_tile_of_the_set(history):
    said = history(3, "A dora indicator")
    assert [tile in said for tile in ("1 of characters", "9 of characters")] == [True, True]
    assert "2 of characters" not in said
    assert "5 of characters" not in said
    assert "5 of circles, red" in said


def test_an_indicator_that_was_told_stays_a_choice(history):
    assert "3 of characters" in history(3, "A dora indicator", indicator="3m")


THIRTEEN = [*(f"{rank} of bamboos" for rank in range(1, 10)), *(f"{rank} of circles" for rank in range(1, 5))]


@pytest.mark.parametrize(
    ("kita", "how", "is_whole"),
    [(0, "Tsumo", True), (4, "Tsumo", False), (4, "Ron from Ben", True), (4, "Ron from Chie", False)],
)
def test_norths_that_were_set_aside_are_in_no_hand_unless_one_of_them_is_won_on(drawn, kita, how, is_whole):
    people = People()
    people.start("Anna", "Ben", "Chie", rules=TENHOU_3P)
    people.deal(Depth.POINTS)
    for _ in range(kita):
        people.tap(S, "kita")
    props = {"snapshot": shown(people) | {"game": f"{kita} {how}"}, "args": {"seat": E}, **OPEN}
    taps = [how, "By tiles", *THIRTEEN, "north wind"]
    asked = drawn("play/win:WinSheet", props, taps=taps, views=())["asked"]
    assert ["/api/value" in one for one in asked] == [True] * is_whole
