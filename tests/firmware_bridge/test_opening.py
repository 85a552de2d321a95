"""Opening whatever a profile describes, and the wiring test that a person types."""

import io
import sys

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from firmware_bridge.__main__ import main, sentence, watch
from firmware_bridge.errors import PanelError, PinUnavailable
from firmware_bridge.gpio_panel import GpioPanel
from firmware_bridge.opening import open_panel
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, LongPress, PanelStatus, Press, Side
from hardware import load_profile


@pytest.fixture
def mock_pins(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", MockFactory())


@pytest.mark.parametrize(
    ("name", "kind"), [("bench", ScriptedPanel), ("usb-panel", SerialPanel), ("pi5-gpio", GpioPanel)]
)
def test_a_profile_opens_its_kind_of_panel(mock_pins, name, kind):
    panel = open_panel(load_profile(name))
    assert isinstance(panel, kind)
    panel.close()


def test_without_a_raspberry_pi_the_header_is_said_to_be_missing(monkeypatch):
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setattr(
        Device, "_default_pin_factory", lambda: (_ for _ in ()).throw(OSError("no such chip"))
    )
    with pytest.raises(PinUnavailable, match=r"for a Raspberry Pi.*python3-lgpio.*no such chip"):
        open_panel(load_profile("pi5-gpio"))


def test_a_missing_library_is_said_with_what_to_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "firmware_bridge.serial_panel")
    monkeypatch.setitem(sys.modules, "serial", None)
    with pytest.raises(PanelError, match="serial is missing; companion doctor says how"):
        open_panel(load_profile("usb-panel"))


@pytest.mark.parametrize(
    ("signal", "words"),
    [
        (Press(Side.A, Button.RON, 5, 3), "side A  ron  (press 3)"),
        (
            Press(Side.B, Button.KAN, 5, 4, frozenset({Button.NEXT, Button.WAIT})),
            "side B  kan while holding wait while holding next  (press 4)",
        ),
        (LongPress(Side.C, Button.WAIT, 5, 7), "side C  wait is held (press 7)"),
        (PanelStatus(Condition.DISCONNECTED, 5, "gone"), "-- disconnected: gone"),
    ],
)
def test_every_signal_has_its_line(signal, words):
    assert sentence(signal) == words


def test_watching_prints_presses_and_lights_the_lamp_of_the_side():
    panel, out = ScriptedPanel(), io.StringIO()
    panel.press(Side.B, Button.PON)
    assert watch(panel, out, 0.1) == 1
    panel.expect_lamp(Side.B, Lamp.STEADY)
    panel.press(Side.D, Button.WAIT, is_long=True)
    assert watch(panel, out, 0.1) == 1
    panel.expect_lamp(Side.D, Lamp.FAST)
    assert "side D  wait is held (press 2)" in out.getvalue()


def test_watching_goes_on_for_its_time_however_much_is_pressed():
    at, panel = [0.0], ScriptedPanel()

    def press_each_tenth_of_a_second():
        at[0] += 0.1
        if at[0] < 2:
            panel.press(Side.A, Button.CHI)
        return at[0]

    assert watch(panel, io.StringIO(), 2.0, press_each_tenth_of_a_second) >= 18


def test_the_wiring_test_ends_after_its_time(capsys):
    assert main(["bench", "--seconds", "0.1"]) == 0
    assert "-- connected: this table has no keys" in capsys.readouterr().out


def test_the_wiring_test_says_what_is_wrong_with_a_profile(capsys, tmp_path):
    (tmp_path / "mine.toml").write_text("name = 3\n")
    assert main([str(tmp_path / "mine.toml")]) == 2
    assert "line 1, name: has to be text in quotes" in capsys.readouterr().err


def test_ending_it_by_hand_is_no_fault(monkeypatch):
    def interrupted(self, timeout_s):
        raise KeyboardInterrupt

    monkeypatch.setattr(ScriptedPanel, "wait", interrupted)
    assert main(["bench"]) == 0
