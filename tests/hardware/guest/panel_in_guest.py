"""The panel on a real kernel: GPIO by lgpio and gpiozero, USB that comes and goes, and the names udev gives.

Run by scripts/test-kernel inside its guest; it is not part of the ordinary tests.
"""

import grp
import re
import stat
import time
from dataclasses import replace
from pathlib import Path

import lgpio
import pytest
import serial.tools.list_ports

from firmware_bridge.errors import PinUnavailable
from firmware_bridge.gpio_panel import GpioPanel
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, PanelStatus, Press, Side
from hardware import GpioWiring, KeyPin, SerialLink, load_profile
from tests.front_door.companions import source, started
from tests.hardware.guest.kernel import Header, UsbPanel

PATIENCE_S = 180.0
LINKS = (Path("/dev/riichi-panel"), Path(f"/dev/riichi-panel-{UsbPanel.SERIAL}"))
WIRING = load_profile("pi4-gpio").panel


@pytest.fixture(scope="module")
def header():
    return Header()


@pytest.fixture
def keys(header):
    panel = GpioPanel(WIRING)
    told(panel, 1)
    yield panel
    panel.close()


@pytest.fixture(scope="module")
def usb():
    with UsbPanel() as device:
        until(lambda: all(link.exists() for link in LINKS))
        yield device


@pytest.fixture
def hub(usb):
    panel = SerialPanel(SerialLink())
    told(panel, 1)
    yield panel
    panel.close()


def until(is_so):
    give_up_at = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < give_up_at, "it never came so far"
        time.sleep(0.01)


def told(panel, count, kind=object):
    """The next signals of a kind, and not fewer than this many."""
    found = []
    give_up_at = time.monotonic() + PATIENCE_S
    while len(found) < count:
        assert time.monotonic() < give_up_at, found
        found += [signal for signal in panel.wait(0.2) if isinstance(signal, kind)]
    return found


def conditions(panel, condition):
    while True:
        for status in told(panel, 1, PanelStatus):
            if status.condition is condition:
                return status


def test_every_key_on_the_header_arrives_once_and_in_order(header, keys):
    for wired in WIRING.keys:
        header.hold(wired.pin)
        (press,) = told(keys, 1, Press)
        assert (press.side, press.button) == (wired.side, wired.button)
        # The kernel counts from its start, as our clock does, and not from 1970.
        assert abs(press.at_ns - time.monotonic_ns()) < 3_600_000_000_000
        header.let_go(wired.pin)
    assert [signal for signal in keys.wait(0.3) if isinstance(signal, Press)] == []


def test_a_contact_that_chatters_is_one_press(header):
    # An emulated processor takes milliseconds for one edge, so the contact is given longer to settle.
    panel = GpioPanel(replace(WIRING, settle_ms=250, release_ms=250))
    pin = WIRING.keys[0].pin
    for _ in range(4):
        header.hold(pin)
        header.let_go(pin)
    header.hold(pin)
    assert len(told(panel, 1, Press)) == 1
    header.let_go(pin)
    assert [signal for signal in panel.wait(0.6) if isinstance(signal, Press)] == []
    panel.close()


def test_lamps_are_lit_at_their_pins(header, keys):
    pins = {lamp.side: lamp.pin for lamp in WIRING.lamps}
    keys.show(Lamps(b=Lamp.STEADY))
    give_up_at = time.monotonic() + PATIENCE_S
    while not header.is_high(pins[Side.B]):
        keys.wait(0.02)
        assert time.monotonic() < give_up_at
    assert [header.is_high(pins[side]) for side in Side] == [False, True, False, False]
    keys.close()
    assert not header.is_high(pins[Side.B])


def test_a_pin_that_another_program_holds_is_named(header):
    pin = 14
    chip = lgpio.gpiochip_open(int(header.chip.removeprefix("gpiochip")))
    lgpio.gpio_claim_input(chip, pin)
    try:
        with pytest.raises(PinUnavailable, match=f"GPIO {pin} .*another program"):
            GpioPanel(GpioWiring((KeyPin(Side.A, Button.PON, pin),)))
    finally:
        lgpio.gpiochip_close(chip)


def test_the_panel_has_its_names_and_its_rights(usb):
    port = LINKS[0].resolve()
    assert all(link.resolve() == port for link in LINKS)
    assert port.group() == "dialout"
    assert stat.S_IMODE(port.stat().st_mode) == 0o660
    assert grp.getgrnam("dialout").gr_gid == port.stat().st_gid
    (found,) = (each for each in serial.tools.list_ports.comports() if each.vid == 0x2E8A)
    assert (found.pid, found.serial_number, found.product) == (0x000A, UsbPanel.SERIAL, "riichi panel")


def test_keys_and_lamps_through_usb(usb, hub):
    for key in range(32):
        usb.press(1 << key)
        (press,) = told(hub, 1, Press)
        assert press.side.value * 8 + press.button.value == key
        usb.press(0)
    hub.show(Lamps(a=Lamp.STEADY, c=Lamp.STEADY))
    give_up_at = time.monotonic() + PATIENCE_S
    while usb.lamps & 0xF != 0b0101:
        hub.wait(0.02)
        assert time.monotonic() < give_up_at


def test_what_is_pressed_while_the_cable_is_out_comes_when_it_is_back(usb, hub):
    before = LINKS[0].resolve()
    usb.unplug()
    assert re.search("unplugged|gone silent|not there", conditions(hub, Condition.DISCONNECTED).says)
    until(lambda: not any(link.exists() for link in LINKS))
    for key in (1, 9, 17):
        usb.press(1 << key)
        usb.wait_ms(25)
        usb.press(0)
        usb.wait_ms(25)
    usb.plug()
    # The presses may come in the same breath as the news that the panel is back.
    found = told(hub, 3, Press)
    assert [press.side.value * 8 + press.button.value for press in found] == [1, 9, 17]
    until(lambda: all(link.exists() for link in LINKS))
    assert LINKS[0].resolve() == before


def test_the_companion_follows_the_cable(usb, tmp_path):
    with started(tmp_path / "data", "run", "--profile", "usb-panel") as companion:
        companion.wait_until(lambda seen: source(seen, "panel").get("state") == "up")
        usb.unplug()
        companion.wait_until(lambda seen: source(seen, "panel").get("state") == "down")
        usb.plug()
        companion.wait_until(lambda seen: source(seen, "panel").get("state") == "up")
        companion.process.terminate()
        assert companion.process.wait(PATIENCE_S) == 0
