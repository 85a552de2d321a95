"""A key held at the table is heard beside the game, and the game hears all that it heard before."""

import pytest

from companion.clock import ManualClock, SystemClock
from companion.intake.holding import KEY, with_hold
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import HeldDown, LongPress, Press
from hardware import Button, Side


@pytest.mark.parametrize(
    ("button", "how", "held"),
    [
        (KEY, {"is_held": True}, 1),
        (KEY, {"is_long": True}, 0),
        (KEY, {}, 0),
        (Button.WAIT, {"is_held": True}, 0),
        (Button.NEXT, {"is_held": True}, 0),
    ],
)
def test_only_the_one_key_held_down_is_a_sign(button, how, held):
    heard = []
    panel = ScriptedPanel()
    listened = with_hold(lambda: panel, lambda: heard.append("held"), SystemClock())()
    panel.press(Side.B, button, **how)
    signals = []
    while more := listened.wait(0.0):
        signals += more
    kinds = [type(signal) for signal in signals if isinstance(signal, Press | LongPress | HeldDown)]
    assert kinds == [Press, *([LongPress] if how else []), *([HeldDown] if "is_held" in how else [])]
    assert len(heard) == held


def test_a_key_held_while_the_companion_was_away_is_no_sign():
    clock, heard = ManualClock(), []
    panel = ScriptedPanel(clock=clock.monotonic_ns)
    listened = with_hold(lambda: panel, lambda: heard.append("held"), clock)()
    panel.unplug()
    panel.press(Side.B, KEY, is_held=True)
    clock.advance(seconds=600)
    panel.replug()
    while listened.wait(0.0):
        pass
    assert heard == []
