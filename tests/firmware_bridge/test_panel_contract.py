"""What every panel promises, asked of all of them: pins, a line, pads, a broker, phones, a script."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from firmware_bridge.panel import Panel
from firmware_bridge.phone_desk import PhoneDesk, PhoneEdge
from firmware_bridge.scripted_panel import ScriptedPanel
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, PanelStatus, Press, Side
from hardware import GpioWiring, KeyPin, LampPin, SerialLink
from tests.club.conftest import require_broker
from tests.firmware_bridge.header import Header
from tests.firmware_bridge.mqtt_desk import PROFILE, MqttDesk
from tests.firmware_bridge.pad_desk import PadDesk
from tests.firmware_bridge.pty_device import PtyDevice
from tests.firmware_bridge.waiting import eventually, signals_until, until_condition, until_count


class Table(Protocol):
    """A panel with somebody at each side of it."""

    panel: Panel

    def down(self, side: Side, button: Button) -> None: ...

    def up(self, side: Side, button: Button) -> None: ...

    def is_lit(self, side: Side) -> bool: ...


class GpioTable:
    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        keys = [KeyPin(s, b, 2 + 5 * s.value + b.value) for s in Side for b in list(Button)[:5]]
        self._header = Header(
            GpioWiring(tuple(keys), tuple(LampPin(side, 22 + side.value) for side in Side)), patch
        )
        self.panel = _WithTime(self._header)
        self.down = self._header.touch
        self.up = self._header.leave
        self.is_lit = self._header.is_lit


class _WithTime:
    """The mock's clock only moves while somebody waits."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self.show = header.panel.show
        self.close = header.panel.close

    def wait(self, timeout_s: float):
        return tuple(self._header.pass_ms(max(1, int(timeout_s * 1000))))


class SerialTable:
    def __init__(self, device: PtyDevice) -> None:
        self._device = device
        self._keys = 0
        self.panel = SerialPanel(SerialLink(port=str(device.port)))
        self.unplug = device.unplug
        self.replug = device.plug

    def down(self, side: Side, button: Button) -> None:
        self._keys |= 1 << (8 * side.value + button.value)
        self._device.press(self._keys)

    def up(self, side: Side, button: Button) -> None:
        self._keys &= ~(1 << (8 * side.value + button.value))
        self._device.press(self._keys)

    def is_lit(self, side: Side) -> bool:
        return bool(self._device.lamps >> side.value & 1)


class PadsTable:
    def __init__(self, folder: Path) -> None:
        self._desk = PadDesk(folder)
        self.panel = self._desk.panel
        self.is_lit = self._desk.is_lit

    def down(self, side: Side, button: Button) -> None:
        self._desk.key(side, button, 1)

    def up(self, side: Side, button: Button) -> None:
        self._desk.key(side, button, 0)

    def close(self) -> None:
        self._desk.close()


class MqttTable:
    """Every key a topic of its own that says when it is let go, as ESPHome has it."""

    def __init__(self, folder: Path) -> None:
        self._desk = MqttDesk(folder, _every_key())
        self._desk.start_broker()
        self.panel = self._desk.open_panel()
        self.close = self._desk.close

    def down(self, side: Side, button: Button) -> None:
        self._desk.say(f"{side.name}/{button.label}", "ON")

    def up(self, side: Side, button: Button) -> None:
        self._desk.say(f"{side.name}/{button.label}", "OFF")

    def is_lit(self, side: Side) -> bool:
        return self._desk.lamp(f"{side.name}/lamp") == "ON"


def _every_key() -> str:
    rows = [PROFILE.partition("[[")[0]]
    for side in Side:
        for button in Button:
            rows.append(f'[[panel.device]]\nside = "{side.name}"\ntopic = "{side.name}/{button.label}"')
            rows.append(
                f'presses = {{{{ ON = "{button.label}" }}}}\nreleases = {{{{ OFF = "{button.label}" }}}}'
            )
        rows.append(f'lamp = {{{{ topic = "{side.name}/lamp" }}}}')
    return "\n".join(rows)


class ScriptedTable:
    def __init__(self) -> None:
        self.panel = ScriptedPanel()
        self._held: list[tuple[Side, Button]] = []
        self.unplug = self.panel.unplug
        self.replug = self.panel.replug

    def down(self, side: Side, button: Button) -> None:
        chord = frozenset(held for where, held in self._held if where is side)
        self.panel.press(side, button, held_with=chord)
        self._held.append((side, button))

    def up(self, side: Side, button: Button) -> None:
        self._held.remove((side, button))

    def is_lit(self, side: Side) -> bool:
        return self.panel.lamp(side) is Lamp.STEADY


class PhonesTable:
    """Four phones that beat now and then, so that they are there and see their lamps."""

    def __init__(self) -> None:
        self.panel = PhoneDesk()
        self._lines = {side: self.panel.sit("phone", side, ms()) for side in Side}
        self._edges = dict.fromkeys(Side, 0)

    def down(self, side: Side, button: Button, *, is_down: bool = True) -> None:
        self._edges[side] += 1
        edge = PhoneEdge(self._edges[side], button, is_down, ms())
        self.panel.hear("phone", self._lines[side], ms(), [edge])

    def up(self, side: Side, button: Button) -> None:
        self.down(side, button, is_down=False)

    def is_lit(self, side: Side) -> bool:
        return self.panel.hear("phone", self._lines[side], ms(), []).lamp is Lamp.STEADY


def ms() -> int:
    """The time of a phone, which began at some time of its own."""
    return time.monotonic_ns() // 1_000_000 % 1_000_000 + 7_000_000


@pytest.fixture(params=["gpio", "serial", "pads", "mqtt", "phones", "scripted"])
def table(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    if request.param == "serial":
        with PtyDevice(tmp_path) as device:
            table: Table = SerialTable(device)
            yield table
            table.panel.close()
        return
    match request.param:
        case "gpio":
            table = GpioTable(monkeypatch)
        case "pads":
            pads = PadsTable(tmp_path)
            yield pads
            pads.close()
            return
        case "mqtt":
            require_broker()
            buttons = MqttTable(tmp_path)
            yield buttons
            buttons.close()
            return
        case "phones":
            table = PhonesTable()
        case _:
            table = ScriptedTable()
    yield table
    table.panel.close()


def tap(table, side, button):
    """Press and let go, as slowly as a person."""
    table.down(side, button)
    signals = until_count(table.panel, Press, 1)
    table.up(side, button)
    table.panel.wait(0.03)
    return [s for s in signals if isinstance(s, Press)]


def test_it_says_that_it_is_there(table):
    (status,) = [s for s in until_condition(table.panel, Condition.CONNECTED) if isinstance(s, PanelStatus)]
    assert status.is_usable
    assert status.says


def test_presses_come_once_in_order_with_numbers_that_only_grow(table):
    until_condition(table.panel, Condition.CONNECTED)
    wanted = [(side, button) for button in (Button.PON, Button.CHI, Button.RON) for side in Side]
    presses = [press for side, button in wanted for press in tap(table, side, button)]
    assert [(press.side, press.button) for press in presses] == wanted
    assert [press.seq for press in presses] == list(range(1, len(wanted) + 1))
    assert [press.at_ns for press in presses] == sorted(press.at_ns for press in presses)


def test_a_chord_carries_the_keys_held_on_the_same_side(table):
    until_condition(table.panel, Condition.CONNECTED)
    table.down(Side.A, Button.KAN)
    until_count(table.panel, Press, 1)
    table.down(Side.B, Button.PON)
    until_count(table.panel, Press, 1)
    table.down(Side.A, Button.RON)
    (press,) = [s for s in until_count(table.panel, Press, 1) if isinstance(s, Press)]
    assert (press.side, press.button, press.held_with) == (Side.A, Button.RON, {Button.KAN})


def test_lamps_are_lit_and_darkened(table):
    until_condition(table.panel, Condition.CONNECTED)
    table.panel.show(Lamps.of({Side.B: Lamp.STEADY, Side.D: Lamp.STEADY}))
    eventually(table.panel, lambda: [table.is_lit(side) for side in Side] == [False, True, False, True])
    table.panel.show(Lamps())
    eventually(table.panel, lambda: not any(table.is_lit(side) for side in Side))


def test_lamps_wanted_before_the_panel_was_there_are_lit_when_it_is(table):
    table.panel.show(Lamps(a=Lamp.STEADY))
    until_condition(table.panel, Condition.CONNECTED)
    eventually(table.panel, lambda: table.is_lit(Side.A) and not table.is_lit(Side.C))


def test_waiting_for_nothing_comes_back_empty(table):
    until_condition(table.panel, Condition.CONNECTED)
    assert table.panel.wait(0) == ()


def test_closing_ends_a_wait_in_another_thread(table):
    until_condition(table.panel, Condition.CONNECTED)
    waiting = threading.Thread(target=table.panel.wait, args=(60.0,), daemon=True)
    waiting.start()
    table.panel.close()
    waiting.join(timeout=30)
    assert not waiting.is_alive()


@pytest.mark.parametrize("table", ["serial", "scripted"], indirect=True)
def test_after_an_unplugged_cable_everything_goes_on(table):
    until_condition(table.panel, Condition.CONNECTED)
    table.panel.show(Lamps(d=Lamp.STEADY))
    tap(table, Side.A, Button.CHI)
    table.unplug()
    assert until_condition(table.panel, Condition.DISCONNECTED)[-1].is_down
    table.down(Side.C, Button.PON)
    table.replug()
    signals = signals_until(table.panel, lambda seen: any(isinstance(s, Press) for s in seen))
    assert Condition.CONNECTED in [s.condition for s in signals if isinstance(s, PanelStatus)]
    assert [(s.side, s.button, s.seq) for s in signals if isinstance(s, Press)] == [(Side.C, Button.PON, 2)]
    eventually(table.panel, lambda: table.is_lit(Side.D) and not table.is_lit(Side.A))
