"""When lamps ask for `next`, and what else lets the next hand be dealt where keys are missing."""

from companion.evidence import UndoAsked
from companion.riichi import facts as f
from tests.intake.panel_table import PanelTable

E = 0


def test_no_lamp_asks_for_next_while_it_is_refused_because_a_value_is_missing():
    table = PanelTable()
    table.press("B tsumo")
    assert table.lamps == ["OFF", "FAST", "OFF", "OFF"]
    assert table.refused("C next") == "panel_value_missing"
    table.ask(UndoAsked("u", table.state.seq, ""))
    table.tell(f.Won(E, f.WinBy.TSUMO, E, value=f.HandValue(3, 30)))
    table.wait(3)
    assert table.lamps == ["SLOW"] * 4
