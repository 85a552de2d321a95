"""What a press means with three players: nobody sits across, norths are set aside, one side is empty."""

import pytest

from companion.evidence import Depth
from companion.riichi import facts as f
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import seats
from tests.intake.panel_table import PanelTable

E, S, W = seats(3)


def test_north_is_set_aside_by_kan_while_wait_is_held():
    table = PanelTable(rules=TENHOU_3P, sides="BCD")
    table.press("B wait+kan")
    assert table.facts == [f.Drawn(E), f.KitaDeclared(E)]
    assert table.refused("B chi") in ("no_chi_with_three", "no_discard_to_call")


@pytest.mark.parametrize(("key", "giver"), [("chi", S), ("kan", W)])
def test_with_three_players_nobody_sits_across(key, giver):
    table = PanelTable(Depth.POINTS, rules=TENHOU_3P, sides="BCD")
    table.press("B ron")
    assert table.codes == ["panel_ask_giver_of_two"]
    table.press("B pon")
    assert not table.facts
    table.press(f"B {key}")
    table.wait(1)
    assert table.facts == [f.Won(E, f.WinBy.RON, giver)]


def test_next_never_stands_for_an_answer_that_is_not_there():
    """While East is asked whose tile it was, South wins off West: so it was not South's."""
    table = PanelTable(Depth.POINTS, rules=TENHOU_3P, sides="BCD")
    table.press("B ron", "C ron", "C chi")
    table.wait(1)
    table.press("B next")
    table.wait(1)
    assert table.facts == [f.Won(S, f.WinBy.RON, W), f.Won(E, f.WinBy.RON, W)]


def test_rivers_of_three_players_are_three():
    table = PanelTable(rules=TENHOU_3P)
    table.press(*["B wait+riichi"] * 4)
    assert table.read == [(f"river.{wind}", E) for wind in "SWES"]


def test_who_does_not_sit_there_is_read_nothing():
    table = PanelTable(rules=TENHOU_3P)
    assert table.refused("A wait") == "panel_not_seated"
    table.press("A wait+pon")
    assert table.read == []
