"""Buttons of a smart home as a panel: an MQTT broker sends the presses, and is sent what the lamps show."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from paho.mqtt.client import MQTTMessage

from firmware_bridge.gestures import Gestures
from firmware_bridge.mqtt_line import BrokerLine, Said
from firmware_bridge.mqtt_messages import DeviceMessages, Doubt, is_offline
from firmware_bridge.signals import EVERY_SIDE, Condition, KeyEdge, LongPress, PanelStatus, Side, Signal
from hardware.mqtt_buttons import Deed, KeyWord, MqttButtons, MqttDevice

__all__ = ["MqttPanel"]

NS = 1_000_000_000


class MqttPanel:
    """The panel of a table whose buttons speak MQTT.

    Raises:
        PanelError: the password or the certificate cannot be read.
    """

    def __init__(self, wiring: MqttButtons, *, clock: Callable[[], int] = time.monotonic_ns) -> None:
        self._clock = clock
        self.damaged_lines = 0
        """Messages that did not match the profile."""
        self._messages = [(device, DeviceMessages(device)) for device in wiring.devices]
        self._gestures = Gestures()
        self._held: set[tuple[Side, int]] = set()
        self._presses = 0
        self._away: frozenset[str] = frozenset()
        self._line_says: PanelStatus | None = None
        self._said: tuple[Condition, str] | None = None
        self._news: list[Signal] = []
        self._is_closed = False
        self._line = BrokerLine(wiring, clock)
        self.show = self._line.show

    def wait(self, timeout_s: float) -> tuple[Signal, ...]:
        """What has happened; see `Panel.wait`."""
        until_ns = self._clock() + int(timeout_s * NS)
        while not self._is_closed:
            due_ns = self._gestures.due_ns
            for said in self._line.next(until_ns if due_ns is None else min(until_ns, due_ns)):
                self._take(said)
            if lost := self._line.dropped():
                self._let_go()  # what was dropped may be a release
                self._doubt("the broker was faster than the Pi", lost)
            if self._line.is_quiet:  # otherwise a release that is already in would be read as a long press
                self._news += self._gestures.tick(self._clock())
            if self._news or self._clock() >= until_ns:
                signals, self._news = tuple(self._news), []
                return signals
        return ()

    def close(self) -> None:
        """Let go of the broker."""
        self._is_closed = True
        self._line.close()

    def _take(self, said: Said) -> None:
        match said:
            case PanelStatus():
                self._line_says = said
                self._say_how_it_is()
            case (at_ns, message):
                self._read(message, at_ns)

    def _doubt(self, sentence: str, lost: int = 1) -> None:
        self._news.append(PanelStatus(Condition.PRESSES_LOST, self._clock(), sentence, lost))

    def _read(self, message: MQTTMessage, at_ns: int) -> None:
        if devices := [device for device, _ in self._messages if device.status == message.topic]:
            self._mark(devices, is_offline(bytes(message.payload)))
        for device, messages in self._messages:
            # A retained message is old, whatever its time says.
            if message.topic == device.topic and not message.retain:
                self._key(device, messages, bytes(message.payload), at_ns)

    def _key(self, device: MqttDevice, messages: DeviceMessages, payload: bytes, at_ns: int) -> None:
        try:
            heard = messages.read(payload, at_ns)
        except ValueError:
            self.damaged_lines += 1
            return
        match heard:
            case Doubt(says):
                self._doubt(f"a press of side {device.side.name} {says} and was not counted")
            case None:
                pass
            case _:
                self._press(device, heard.key, heard.at_ns)

    def _press(self, device: MqttDevice, key: KeyWord, at_ns: int) -> None:
        has_release = any(word.deed is Deed.RELEASE and word.button is key.button for word in device.words)
        if key.deed is Deed.RELEASE:
            self._edge(device.side, key, at_ns, is_down=False)
            return
        if (device.side, key.button.value) in self._held:
            self._edge(device.side, key, at_ns, is_down=False)  # its release was lost on the way
        self._edge(device.side, key, at_ns, is_down=True)
        if key.deed is Deed.HOLD:
            self._news.append(LongPress(device.side, key.button, at_ns, self._presses))
        if not has_release or key.deed is Deed.HOLD:
            self._edge(device.side, key, at_ns, is_down=False)

    def _edge(self, side: Side, key: KeyWord, at_ns: int, *, is_down: bool) -> None:
        (self._held.add if is_down else self._held.discard)((side, key.button.value))
        self._presses += is_down
        self._news += self._gestures.edge(KeyEdge(side, key.button, is_down, at_ns, self._presses))

    def _mark(self, devices: Sequence[MqttDevice], is_away: bool) -> None:
        """Note that devices went away, or are back: all those whose status has the same topic."""
        were_away, were_silent = self._away, self._silent_sides()
        topics = frozenset(device.topic for device in devices)
        self._away = were_away | topics if is_away else were_away - topics
        for device, _ in self._messages:
            if device.topic in were_away - self._away and device.lamp is not None:
                self._line.show_again(device.lamp)
        self._say_how_it_is(self._silent_sides() - were_silent)

    def _silent_sides(self) -> frozenset[Side]:
        """The sides all of whose devices are away."""
        heard = {device.side for device, _ in self._messages if device.topic not in self._away}
        return frozenset(device.side for device, _ in self._messages) - heard

    def _say_how_it_is(self, gone: frozenset[Side] = frozenset()) -> None:
        """Report each change once. While the line is up but buttons are away, report that they are away."""
        if self._line_says is None:
            return
        condition, says = self._line_says.condition, self._line_says.says
        sides: frozenset[Side] = frozenset()
        if condition is Condition.BROKER_AWAY:
            gone = EVERY_SIDE  # the line is down, and no button can be heard
        elif self._away:
            names = " and ".join(sorted(self._away))
            told = f"the buttons {names} are" if len(self._away) > 1 else f"the button {names} is"
            condition, says = Condition.BUTTON_AWAY, f"{told} away"
            sides = frozenset(device.side for device, _ in self._messages if device.topic in self._away)
            if self._away.issuperset(device.topic for device, _ in self._messages):
                gone = EVERY_SIDE
        if self._said == (condition, says):
            return
        self._said = (condition, says)
        if condition is not Condition.CONNECTED:
            self._let_go()
        self._news.append(PanelStatus(condition, self._clock(), says, gone=gone, sides=sides))

    def _let_go(self) -> None:
        """Releases may have been missed: no key still counts as held."""
        self._gestures.forget()
        self._held.clear()
