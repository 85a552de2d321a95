"""The shipped double, played by a clock that the test turns."""

import pytest

from firmware_bridge.scripted_panel import LampExpectation, ScriptedPanel, ScriptError
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, LongPress, PanelStatus, Press, Side


class Hand:
    """A clock that the test turns by hand."""

    now_ns = 10

    def __call__(self):
        return self.now_ns


def names(signals):
    return [s.condition.name if isinstance(s, PanelStatus) else s.button.name for s in signals]


def test_a_script_plays_when_its_time_has_come():
    clock = Hand()
    panel = ScriptedPanel(
        """
        1.0 A pon
        2.5 B wait long    # held
        2.0 unplug
        3.0 replug
        """,
        clock=clock,
    )
    assert names(panel.wait(0)) == ["CONNECTED"]
    clock.now_ns += 1_000_000_000
    assert panel.wait(0) == (Press(Side.A, Button.PON, clock.now_ns, 1),)
    clock.now_ns += 1_500_000_000
    assert names(panel.wait(0)) == ["DISCONNECTED"]
    clock.now_ns += 500_000_000
    signals = panel.wait(0)
    assert names(signals) == ["CONNECTED", "WAIT", "WAIT"]
    assert isinstance(signals[2], LongPress)


def test_a_script_may_insist_on_lamps():
    clock = Hand()
    panel = ScriptedPanel("1 C shows steady", clock=clock)
    panel.show(Lamps(c=Lamp.STEADY))
    panel.wait(0)
    clock.now_ns += 10**9
    assert panel.wait(0) == ()
    with pytest.raises(LampExpectation, match="side C shows STEADY, not OFF"):
        panel.expect_lamp(Side.C, Lamp.OFF)


def test_lost_presses_can_be_played():
    panel = ScriptedPanel("0 lose 3", clock=Hand())
    assert [(s.condition, s.lost) for s in panel.wait(0) if isinstance(s, PanelStatus)][1] == (
        Condition.PRESSES_LOST,
        3,
    )


@pytest.mark.parametrize(
    "line", ["soon A pon", "1 E pon", "1 A pong", "1 A shows purple", "1 dance", "1", "inf A pon"]
)
def test_a_line_that_cannot_be_played_is_named(line):
    with pytest.raises(ScriptError, match="line 2"):
        ScriptedPanel("# a comment\n" + line)
