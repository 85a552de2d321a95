"""What *Health* says of each source, drawn without a browser: how it is, where, and what to do."""

from __future__ import annotations

import pytest

from companion.evidence import SourceChanged, SourceState
from companion.intake.panel.several import Standing
from companion.riichi.facts import SeatsBound
from firmware_bridge.signals import EVERY_SIDE, Condition, PanelStatus
from tests.toolbox.shown_table import shown


def said(drawn, table, language="en"):
    props = {"snapshot": shown(table), "connection": "live", "age": 1}
    return drawn("menu:Health", props, language=language)["said"][-1]


def boxes(code, sides):
    state = SourceState.UP if code == "battery_low" else SourceState.DOWN
    return [SourceChanged("panel", state, "a sentence", code, sides)]


def test_health_says_whose_wireless_boxes_are_not_heard(drawn, table):
    table.sources = boxes("box_away", "AC")
    table.show()
    before = said(drawn, table)
    assert "needs attention · side A, side C · a wireless seat box does not answer" in before
    table.say(SeatsBound("BCDA"))
    bound = said(drawn, table)
    assert "needs attention · Dai (side A), Ben (side C) · a wireless seat box does not answer" in bound


def test_health_says_whose_battery_is_nearly_empty(drawn, table):
    table.sources = boxes("battery_low", "D")
    table.say(SeatsBound("BCDA"))
    assert "running · Chie (side D) · the battery of a seat box is nearly empty" in said(drawn, table)


@pytest.mark.parametrize(
    ("language", "where"),
    [
        ("de", "Chie (Seite D)"),
        ("fr", "Chie (côté D)"),
        ("ja", "Chie（D側）"),
        ("zh", "Chie（D边）"),
        ("ko", "Chie(D 쪽)"),
    ],
)
def test_every_language_says_where(drawn, table, language, where):
    table.sources = boxes("box_away", "D")
    table.say(SeatsBound("BCDA"))
    assert where in said(drawn, table, language)


def test_what_concerns_a_whole_source_names_no_side(drawn, table):
    table.sources = [SourceChanged("panel", SourceState.DOWN, "a sentence", "disconnected")]
    table.say(SeatsBound("BCDA"))
    assert "needs attention · unplugged or silent" in said(drawn, table)


def test_a_panel_that_may_not_be_opened_is_not_called_unplugged(drawn, table):
    says = "not allowed to open /dev/ttyACM0; run 'sudo usermod -aG dialout $USER' and log in again"
    status = PanelStatus(Condition.NOT_OPENED, 0, says, gone=EVERY_SIDE)
    table.sources = list(Standing().changes(status, is_beside=False))
    table.show()
    told = said(drawn, table)
    assert f"needs attention · {says}" in told
    assert "check the cable" not in told
