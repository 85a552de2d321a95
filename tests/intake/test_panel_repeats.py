"""A finger that presses twice: one kan, one north; and two norths that somebody holds."""

from dataclasses import replace

import pytest

from companion.evidence import Depth, WaiveAsked
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.seats import SEATS
from tests.intake.panel_table import PanelTable

E, *_ = SEATS


def test_a_finger_that_presses_kan_twice_declares_one_kan():
    own_turn = PanelTable()
    own_turn.tell(f.Drawn(E))
    own_turn.press("B kan")
    own_turn.press("B kan", "B kan", after_s=0.6)
    assert own_turn.kyoku.kans == 1
    own_turn.press("B kan", after_s=2)
    assert own_turn.kyoku.kans == 2


def test_in_points_only_a_finger_that_presses_kan_twice_declares_one_kan():
    table = PanelTable(Depth.POINTS)
    table.press("B riichi", "B kan", "B kan")
    assert table.kyoku.kans == 1


def test_a_finger_that_presses_kan_twice_sets_one_north_aside():
    table = PanelTable(rules=TENHOU_3P, sides="BCD")
    table.press("B wait+kan", "B wait+kan")
    assert table.facts == [f.Drawn(E), f.KitaDeclared(E)]


def test_a_kan_that_told_nothing_does_not_swallow_the_next_one():
    table = PanelTable(Depth.POINTS)
    table.press("B wait+kan")
    assert table.codes == ["no_kita"]
    table.press("B kan")
    assert "panel_ask_open_kan" in table.codes


@pytest.mark.parametrize("depth", [Depth.COUNTING, Depth.POINTS])
def test_two_norths_are_set_aside_by_two_presses_but_not_by_a_finger_that_bounces(depth):
    table = PanelTable(depth, rules=TENHOU_3P, sides="BCD")
    table.press("B wait+kan", "B wait+kan")
    assert norths(table) == 1
    table.wait(0.4)
    table.press("B wait+kan")
    assert norths(table) == 2


def norths(table: PanelTable) -> int:
    return sum(isinstance(fact, f.KitaDeclared) for fact in table.facts)


def test_a_kan_that_the_house_forbids_is_refused_as_often_as_it_is_pressed():
    table = PanelTable(Depth.POINTS, replace(TENHOU, kan_in_riichi=KanInRiichi.FORBIDDEN))
    table.press("B riichi")
    table.wait(2)
    for _ in range(3):
        table.press("B kan", after_s=0.6)
        assert (table.lamp("B").name, table.kyoku.kans) == ("TRIPLE", 0)
        assert set(table.codes) == {"kan_in_riichi_forbidden"}
    (warning,) = table.state.warnings
    table.ask(WaiveAsked("allow", None, "", warning.code))
    assert table.kyoku.kans == 1
