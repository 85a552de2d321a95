"""Keys of a pretend table, pressed one while another is held: what the real panel code makes of it."""

import pytest

from companion.pretend.devices.keys import PanelKind, open_keys
from firmware_bridge.signals import Button, Press, Side

pytest.importorskip("serial")
pytest.importorskip("gpiozero")


def felt(kind: PanelKind, *pressed: tuple[int, str]) -> list[tuple[Side, Button, frozenset[Button]]]:
    """What the panel says of these keys, the last of which is felt in any case."""
    keys = open_keys(kind)
    try:
        assert keys.plan is not None
        panel = keys.plan.open()
        try:
            for side, key in pressed:
                keys.press(side, key)
            signals = []
            for _ in range(100):
                signals += panel.wait(0.1)
                if any(isinstance(one, Press) and one.side.value == pressed[-1][0] for one in signals):
                    break
        finally:
            panel.close()
    finally:
        keys.close()
    return [(one.side, one.button, one.held_with) for one in signals if isinstance(one, Press)]


def test_north_is_set_aside_by_two_keys_at_once() -> None:
    told = felt(PanelKind.SERIAL, (1, "wait+kan"), (2, "pon"))
    assert told == [
        (Side.B, Button.WAIT, frozenset()),
        (Side.B, Button.KAN, frozenset({Button.WAIT})),
        (Side.C, Button.PON, frozenset()),
    ]


def test_a_small_build_has_no_such_key_and_presses_nothing_instead() -> None:
    told = felt(PanelKind.GPIO, (1, "wait+kan"), (2, "pon"), (3, "tsumo"))
    assert told == [(Side.C, Button.PON, frozenset()), (Side.D, Button.RON, frozenset())]
