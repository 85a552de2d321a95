"""Keys on the header, on mock pins, which bounce exactly as the test bounces them."""

import pytest
from gpiozero.pins import mock
from gpiozero.pins.mock import MockFactory, MockPin

from firmware_bridge.errors import PinUnavailable
from firmware_bridge.gestures import LONG_PRESS_NS
from firmware_bridge.gpio_panel import GpioPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, LongPress, PanelStatus, Press, Side, Stuck
from hardware import GpioWiring, KeyPin, LampPin, load_profile
from tests.firmware_bridge.header import Header

WIRING = GpioWiring(
    tuple(
        KeyPin(side, button, 2 + 5 * side.value + button.value)
        for side in Side
        for button in list(Button)[:5]
    ),
    tuple(LampPin(side, 22 + side.value) for side in Side),
)


@pytest.fixture
def header(monkeypatch):
    header = Header(WIRING, monkeypatch)
    (greeting,) = header.pass_ms(1)
    assert isinstance(greeting, PanelStatus)
    assert greeting.condition is Condition.CONNECTED
    yield header
    header.panel.close()


def test_a_key_becomes_one_press_when_its_contact_has_rested(header):
    header.touch(Side.B, Button.PON)
    touched_ns = header.now_ns
    assert header.pass_ms(4) == []
    assert header.pass_ms(2) == [Press(Side.B, Button.PON, touched_ns, 1)]
    header.leave(Side.B, Button.PON)
    assert header.pass_ms(50) == []


def test_a_bouncing_contact_is_one_press_at_the_end_of_its_chatter(header):
    for _ in range(9):
        header.touch(Side.A, Button.CHI)
        header.pass_us(700)
        header.leave(Side.A, Button.CHI)
        header.pass_us(700)
    header.touch(Side.A, Button.CHI)
    touched_ns = header.now_ns
    assert header.pass_ms(30) == [Press(Side.A, Button.CHI, touched_ns, 1)]


def test_a_chord_stays_one_although_the_pi_was_busy_meanwhile(header):
    """All edges lie in the queue by then, and the key that is held down settles last."""
    header.touch(Side.A, Button.KAN)
    header.pass_us(100_000)
    header.touch(Side.A, Button.RON)
    header.pass_us(80_000)
    header.leave(Side.A, Button.RON)
    header.pass_us(30_000)
    told = [(press.button, press.held_with) for press in header.pass_ms(2)]
    assert told == [(Button.KAN, frozenset()), (Button.RON, {Button.KAN})]


def test_a_touch_shorter_than_the_settling_time_is_no_press(header):
    header.touch(Side.A, Button.CHI)
    header.pass_us(3_000)
    header.leave(Side.A, Button.CHI)
    assert header.pass_ms(50) == []


def test_edges_that_came_while_nobody_looked_are_all_told_in_order(header):
    for side in Side:
        header.touch(side, Button.RON)
        header.pass_us(10_000)
        header.leave(side, Button.RON)
        header.pass_us(10_000)
    assert [s.side for s in header.pass_ms(10) if isinstance(s, Press)] == list(Side)


def test_every_key_has_its_own_press(header):
    for key in WIRING.keys:
        header.touch(key.side, key.button)
    told = [(s.side, s.button) for s in header.pass_ms(10) if isinstance(s, Press)]
    assert told == [(key.side, key.button) for key in WIRING.keys]


def test_a_held_key_makes_chords_and_long_presses(header):
    header.touch(Side.C, Button.KAN)
    header.pass_ms(20)
    header.touch(Side.C, Button.PON)
    (press,) = header.pass_ms(10)
    assert isinstance(press, Press)
    assert press.held_with == {Button.KAN}
    longs = header.pass_ms(LONG_PRESS_NS // 1_000_000 + 10)
    assert [(s.button, s.seq) for s in longs if isinstance(s, LongPress)] == [
        (Button.KAN, 1),
        (Button.PON, 2),
    ]


def test_an_edge_that_was_never_reported_is_found_by_looking(header):
    pin = header.factory.pin(WIRING.keys[0].pin)
    pin._state = False
    assert [s.button for s in header.pass_ms(1_100) if isinstance(s, Press)] == [Button.CHI]


class Shorted(MockPin):
    """A pin whose key is down before anybody looks at it."""

    def __init__(self, factory, info):
        super().__init__(factory, info)
        self._state = False

    def _set_pull(self, value):
        self._pull = value


def test_a_key_that_is_down_when_the_companion_starts_counts_once_it_was_released(monkeypatch):
    monkeypatch.setattr(mock, "monotonic", lambda: 100.0)
    factory = MockFactory(pin_class=Shorted)
    panel = GpioPanel(GpioWiring(WIRING.keys[:1], ()), factory=factory)
    pin = factory.pin(WIRING.keys[0].pin)

    def later(seconds):
        monkeypatch.setattr(mock, "monotonic", lambda: 100.0 + seconds)
        return [signal for signal in panel.wait(0) if not isinstance(signal, PanelStatus)]

    assert later(0.1) == later(3) == []
    assert [type(signal) for signal in later(31)] == [Stuck]
    pin.drive_high()
    assert [signal.is_over for signal in later(31.1)] == [True]
    pin.drive_low()
    assert [type(signal) for signal in later(31.2)] == [Press]
    panel.close()


@pytest.mark.parametrize("lamp", list(Lamp))
def test_a_lamp_plays_its_wave(header, lamp):
    header.panel.show(Lamps(b=lamp))
    while header.now_ns // 1_000_000 % 2_000 != 60:
        header.pass_ms(1)
    seen = ""
    for _ in range(16):
        seen += "#" if header.is_lit(Side.B) else "."
        header.pass_ms(125)
        assert not header.is_lit(Side.A)
    assert seen == lamp.wave


def test_a_closed_panel_lets_go_of_its_pins(header):
    header.panel.show(Lamps(a=Lamp.STEADY))
    header.pass_ms(2)
    header.panel.close()
    assert header.panel.wait(5.0) == ()
    GpioPanel(WIRING, factory=header.factory).close()


def test_a_pin_that_is_taken_is_named_with_what_it_was_for():
    factory = MockFactory()
    first = GpioPanel(WIRING, factory=factory)
    with pytest.raises(PinUnavailable, match=r"GPIO 2 \(key chi of side A\).*another program"):
        GpioPanel(WIRING, factory=factory)
    first.close()


def test_a_panel_that_could_not_be_opened_holds_no_pin():
    factory = MockFactory()
    lamp_in_use = GpioPanel(GpioWiring(WIRING.keys[:1], WIRING.lamps[3:]), factory=factory)
    with pytest.raises(PinUnavailable):
        GpioPanel(GpioWiring(WIRING.keys[1:], WIRING.lamps), factory=factory)
    lamp_in_use.close()
    GpioPanel(WIRING, factory=factory).close()


@pytest.mark.parametrize("name", ["pi4-gpio", "pi5-gpio"])
def test_the_shipped_profiles_fit_the_header(name):
    wiring = load_profile(name).panel
    assert isinstance(wiring, GpioWiring)
    panel = GpioPanel(wiring, factory=MockFactory())
    assert {(key.side, key.button) for key in wiring.keys} == {
        (side, Button[label]) for side in Side for label in ("CHI", "PON", "KAN", "RON", "RIICHI")
    }
    panel.close()
