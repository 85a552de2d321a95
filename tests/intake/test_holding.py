"""A key held at the table is heard beside the game, and the game hears all that it heard before."""

import pytest

from companion.intake.holding import KEY, with_hold
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.signals import LongPress, Press
from hardware import Button, Side


@pytest.mark.parametrize(
    ("button", "is_long", "held"),
    [(KEY, True, 1), (KEY, False, 0), (Button.WAIT, True, 0), (Button.NEXT, True, 0)],
)
def test_only_the_one_key_held_down_is_a_sign(button, is_long, held):
    heard = []
    panel = ScriptedPanel()
    listened = with_hold(lambda: panel, lambda: heard.append("held"))()
    panel.press(Side.B, button, is_long=is_long)
    signals = []
    while more := listened.wait(0.0):
        signals += more
    pressed = [signal for signal in signals if isinstance(signal, Press | LongPress)]
    assert [type(signal) for signal in pressed] == ([Press, LongPress] if is_long else [Press])
    assert len(heard) == held
