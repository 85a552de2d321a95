"""Who is thinking, and at which panel: what is heard of a panel, and what it tells itself."""

from companion.intake.panel.waits import AWAY_NS, Waits
from firmware_bridge.signals import EVERY_SIDE, Condition, PanelStatus, Side

AWAY = PanelStatus(Condition.DISCONNECTED, 0, "it is away", gone=EVERY_SIDE)


def thinking_at(a_panel_that: PanelStatus) -> Waits:
    waits = Waits()
    waits.hear(a_panel_that, 0, is_beside=False)
    waits.press(Side.A, is_beside=False)
    waits.add(Side.A)
    return waits


def test_a_panel_that_says_that_it_is_away_and_is_heard_all_the_same_is_not_away():
    waits = thinking_at(AWAY)
    waits.tick(2 * AWAY_NS)
    assert Side.A in waits


def test_a_wait_ends_once_its_panel_stays_away():
    waits = thinking_at(PanelStatus(Condition.CONNECTED, 0, "it is there"))
    waits.hear(AWAY, 0, is_beside=False)
    waits.tick(AWAY_NS - 1)
    assert Side.A in waits
    waits.tick(AWAY_NS)
    assert not waits
