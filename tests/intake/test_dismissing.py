"""A question that was put to a side can be dismissed by its keys: `wait`, or `riichi` where there is none."""

from __future__ import annotations

from companion.evidence import Depth
from firmware_bridge.signals import Button, LongPress, Side
from tests.intake.panel_table import PanelTable, small_boxes


def asked() -> PanelTable:
    """Points only, with boxes of five keys: South is asked on whose tile the ron was."""
    table = PanelTable(Depth.POINTS, keys=small_boxes())
    table.press("C ron")
    assert table.codes == ["panel_ask_giver"]
    assert table.lamp("C").name == "FAST"
    return table


def test_riichi_held_dismisses_the_question_and_says_nothing_else():
    table = asked()
    seq = table.state.seq
    table.hold("C riichi")
    assert table.codes == []
    assert table.lamp("C").name == "OFF"
    assert table.state.seq == seq
    table.press("C ron", "C chi")
    assert table.codes != ["panel_question_open"]


def test_riichi_pressed_in_passing_dismisses_nothing():
    table = asked()
    table.press("C riichi")
    assert set(table.codes) == {"panel_ask_giver", "panel_question_open"}
    table.wait(3)
    assert "panel_ask_giver" in table.codes


def test_riichi_held_dismisses_nothing_of_another_side_or_that_was_asked_later():
    table = asked()
    table.hold("D riichi")
    assert "panel_ask_giver" in table.codes
    table = PanelTable(Depth.POINTS, keys=small_boxes())
    table.press("C riichi")
    table.press("C ron")
    table.source._hear(_long(table))
    table.source._show()
    assert "panel_ask_giver" in table.codes


def _long(table: PanelTable) -> LongPress:
    return LongPress(Side.C, Button.RIICHI, table.door.clock.monotonic_ns(), 1)
