"""A key that stays down for very long: the page says so until it is up, or its panel is gone."""

from __future__ import annotations

import pytest

from companion.evidence import SourceChanged, SourceState
from companion.intake.panel.hearing import NAME
from firmware_bridge.signals import EVERY_SIDE, Button, Condition, PanelStatus, Side, Stuck
from tests.intake.panel_table import PanelTable


def hear(table: PanelTable, signal: Stuck | PanelStatus | SourceChanged, *, is_beside: bool = False) -> None:
    table.source._hear(signal, is_beside=is_beside)
    table.source._show()


def test_the_page_names_who_has_a_stuck_key_until_it_is_up_again():
    table = PanelTable()
    hear(table, Stuck(Side.C, Button.PON, 31, 1))
    hear(table, Stuck(Side.C, Button.RON, 32, 2))
    (notice,) = [notice for said in table.state.notices for notice in said.notices]
    assert (notice.code, notice.seat) == ("panel_key_stuck", 1)
    hear(table, Stuck(Side.C, Button.PON, 40, 1, is_over=True))
    table.discard()
    assert table.codes == ["panel_key_stuck"]
    hear(table, Stuck(Side.C, Button.RON, 41, 2, is_over=True))
    assert table.codes == []


@pytest.mark.parametrize(
    ("news", "stays"),
    [
        (PanelStatus(Condition.CONNECTED, 40, "all seat boxes are heard"), True),
        (PanelStatus(Condition.BATTERY_LOW, 40, "low"), True),
        (PanelStatus(Condition.DISCONNECTED, 40, "a pad was unplugged", gone=frozenset({Side.B})), True),
        (PanelStatus(Condition.DISCONNECTED, 40, "no pad at port 1.2"), True),
        (PanelStatus(Condition.DISCONNECTED, 40, "pulled", gone=EVERY_SIDE), False),
        (SourceChanged(NAME, SourceState.DOWN, "the panel failed", "failed"), False),
    ],
)
def test_the_keys_of_a_panel_that_is_wholly_gone_are_told_no_longer(news, stays):
    table = PanelTable()
    hear(table, Stuck(Side.C, Button.PON, 31, 1))
    hear(table, news)
    assert ("panel_key_stuck" in table.codes) is stays


def test_a_key_of_the_panel_beside_is_another_key():
    table = PanelTable()
    for is_beside in (False, True):
        hear(table, Stuck(Side.C, Button.PON, 31, 1), is_beside=is_beside)
    hear(table, Stuck(Side.C, Button.PON, 40, 1, is_over=True))
    assert table.codes == ["panel_key_stuck"]
    gone = PanelStatus(Condition.DISCONNECTED, 50, "pulled", gone=EVERY_SIDE)
    hear(table, gone, is_beside=True)
    assert "panel_key_stuck" not in table.codes
