"""The panel that is a program: every edge arrives once and in order, also over a line that loses bytes."""

import random

import pytest

from firmware_bridge.errors import PanelDisconnected
from firmware_bridge.pretend_device import PretendDevice, PretendPanelCore
from firmware_bridge.pretend_header import PretendHeader
from firmware_bridge.protocol import MS, HostLink
from firmware_bridge.serial_panel import SerialPanel
from firmware_bridge.signals import Button, Condition, Lamp, Lamps, Press, Side
from hardware import GpioWiring, KeyPin, SerialLink
from tests.firmware_bridge.waiting import eventually, until_condition, until_count


class Cable:
    """Core and host, joined; time moves by milliseconds, and a share of what is said gets lost."""

    def __init__(self, loss: float = 0.0) -> None:
        self.core, self.host = PretendPanelCore(), HostLink()
        self.dice = random.Random(5)
        self.loss, self.ms = loss, 60
        self.presses: list[Press] = []
        self.host.opened(0)

    def pass_ms(self, ms: int) -> None:
        for _ in range(ms):
            self.ms += 1
            said = self.core.exchange(self._through(self.host.outgoing()), self.ms)
            signals = self.host.receive(self._through(said), self.ms * MS)
            self.presses += [one for one in signals if isinstance(one, Press)]
            self.host.tick(self.ms * MS)

    def _through(self, said: bytes) -> bytes:
        lines = said.splitlines(keepends=True)
        return b"".join(line for line in lines if self.dice.random() >= self.loss)

    def tap(self, side: Side, button: Button) -> None:
        self.core.edge(side, button, is_down=True, ms=self.ms)
        self.pass_ms(10)
        self.core.edge(side, button, is_down=False, ms=self.ms)


@pytest.mark.parametrize("loss", [0.0, 0.3])
def test_every_press_arrives_once_and_in_order(loss: float) -> None:
    cable = Cable(loss)
    cable.pass_ms(300)
    wanted = [(side, button) for side in Side for button in Button] * 9
    for side, button in wanted:
        cable.tap(side, button)
        cable.pass_ms(120)
    cable.pass_ms(500)
    assert [(one.side, one.button) for one in cable.presses] == wanted


def test_what_was_pressed_before_anybody_listened_is_told_then() -> None:
    cable = Cable()
    cable.tap(Side.B, Button.PON)
    cable.pass_ms(400)
    assert [(one.side, one.button) for one in cable.presses] == [(Side.B, Button.PON)]


def test_edges_that_find_no_room_are_counted_and_told() -> None:
    cable = Cable()
    for _ in range(20):
        cable.core.edge(Side.A, Button.CHI, is_down=True, ms=cable.ms)
    said = cable.core.exchange(b"\n?*264C\n", 300)
    assert b" 0 0 4*" in said


def test_a_silent_panel_is_missed() -> None:
    cable = Cable()
    cable.pass_ms(300)
    cable.loss = 1.0
    with pytest.raises(PanelDisconnected):
        cable.pass_ms(1500)


def test_a_press_crosses_a_real_line_and_a_lamp_comes_back() -> None:
    device = PretendDevice()
    panel = SerialPanel(SerialLink(port=device.port))
    try:
        until_condition(panel, Condition.CONNECTED)
        device.press(Side.C, Button.KAN, 0.01)
        presses = [one for one in until_count(panel, Press, 1) if isinstance(one, Press)]
        assert [(one.side, one.button) for one in presses] == [(Side.C, Button.KAN)]
        panel.show(Lamps(b=Lamp.STEADY))
        eventually(panel, lambda: device.lamps == 2)
    finally:
        panel.close()
        device.close()


def test_pins_that_are_a_program_press_too() -> None:
    header = PretendHeader(GpioWiring((KeyPin(Side.D, Button.RON, 17),)))
    panel = header.open()
    try:
        assert header.has(Side.D, Button.RON)
        assert not header.has(Side.D, Button.NEXT)
        header.press(Side.D, Button.RON, 0.03)
        presses = [one for one in until_count(panel, Press, 1) if isinstance(one, Press)]
        assert [(one.side, one.button) for one in presses] == [(Side.D, Button.RON)]
    finally:
        panel.close()
        header.close()
