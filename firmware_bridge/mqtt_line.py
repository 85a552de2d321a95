"""The connection to an MQTT broker: queues what comes from it, and keeps the lamps as they should be.

The library connects and reconnects in a thread of its own; it calls what is below `The library calls`.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from firmware_bridge.errors import PanelError
from firmware_bridge.signals import Condition, Lamp, Lamps, PanelStatus
from hardware.mqtt_buttons import MqttButtons, MqttLamp

__all__ = ["MOST_WAITING", "BrokerLine", "Said"]

NS: Final = 1_000_000_000
KEEP_ALIVE_S: Final = 15
"""A broker that has gone without a word is noticed within twice this time, in seconds."""
AGAIN_WITHIN_S: Final = 5
"""The longest wait between two tries to connect, in seconds."""
MOST_WAITING: Final = 1_000
"""The most messages that may wait to be read; more are dropped and counted. People do not press that fast."""

Said = tuple[int, MQTTMessage] | PanelStatus | None
"""When a message came and what it is, how the line is doing, or None: the line is closed."""


class BrokerLine:
    """One connection, from its creation until `close`.

    Raises:
        PanelError: the password or the certificate cannot be read.
    """

    def __init__(self, wiring: MqttButtons, clock: Callable[[], int]) -> None:
        self._wiring, self._clock = wiring, clock
        self._waiting: queue.Queue[Said] = queue.Queue(MOST_WAITING)
        self._lock = threading.Lock()
        self._is_connected = self._is_closed = False
        self._wanted, self._shown = Lamps(), dict[str, str]()
        self._dropped = 0
        self._client = self._made()
        self._client.loop_start()

    def next(self, until_ns: int) -> list[Said]:
        """Everything that waits to be read; if nothing does, the first thing that comes by `until_ns`."""
        found: list[Said] = []
        with suppress(queue.Empty):
            found.append(self._waiting.get(timeout=max(0, until_ns - self._clock()) / NS))
            while True:
                found.append(self._waiting.get_nowait())
        return found

    @property
    def is_quiet(self) -> bool:
        """Whether nothing waits to be read."""
        return self._waiting.empty()

    def dropped(self) -> int:
        """How many messages have been dropped since this was last asked."""
        dropped, self._dropped = self._dropped, 0
        return dropped

    def show(self, lamps: Lamps) -> None:
        """Set the lamps, now or as soon as the broker is there."""
        with self._lock:
            self._wanted = lamps
            if self._is_connected:
                self._send_lamps()

    def show_again(self, lamp: MqttLamp) -> None:
        """Tell a lamp once more how it should look: it was away, and heard nothing meanwhile."""
        with self._lock:
            self._shown.pop(lamp.topic, None)
            if self._is_connected:
                self._send_lamps()

    def close(self) -> None:
        """Let go of the broker; the lamps go dark, and a `next` that waits returns."""
        self.show(Lamps())
        self._is_closed = True
        self._put(None)
        self._client.disconnect()
        # The library's thread may end after the library has checked that it is there, and before it joins it.
        with suppress(AttributeError):
            self._client.loop_stop()

    def _made(self) -> Client:
        wiring = self._wiring
        client = Client(CallbackAPIVersion.VERSION2)
        try:
            if wiring.user:
                client.username_pw_set(wiring.user, _password(wiring.password_file))
            if wiring.ca_file:
                client.tls_set(wiring.ca_file)
        except (OSError, ValueError) as error:
            raise PanelError(f"the broker's password or certificate cannot be used: {error}") from error
        client.on_connect, client.on_connect_fail = self._connected, self._failed
        client.on_disconnect, client.on_message = self._lost, self._heard
        client.on_subscribe = self._subscribed
        client.reconnect_delay_set(1, AGAIN_WITHIN_S)
        # A press that was made while we were away is too old when we come back: nothing is kept for us.
        client.connect_async(wiring.host, wiring.port, KEEP_ALIVE_S)
        return client

    # The library calls:

    def _connected(self, client: Client, _: Any, __: Any, reason: Any, ___: Any) -> None:
        if reason.is_failure:
            self._status(Condition.BROKER_AWAY, f"the broker at {self._wiring.host} says: {reason}")
            return
        topics = {device.topic for device in self._wiring.devices}
        topics |= {device.status for device in self._wiring.devices if device.status}
        client.subscribe([(topic, 0) for topic in sorted(topics)])

    def _subscribed(self, _: Client, __: Any, ___: int, reasons: list[Any], ____: Any) -> None:
        host = self._wiring.host
        if any(reason.is_failure for reason in reasons):
            self._status(Condition.BROKER_AWAY, f"the broker at {host} does not let us listen to all buttons")
            return
        self._status(Condition.CONNECTED, f"the buttons come from the broker at {host}")
        with self._lock:
            self._is_connected = True
            self._shown.clear()
            self._send_lamps()

    def _failed(self, *_: Any) -> None:
        where = f"{self._wiring.host}:{self._wiring.port}"
        self._status(Condition.BROKER_AWAY, f"no MQTT broker answers at {where}")

    def _lost(self, *_: Any) -> None:
        with self._lock:
            was_connected, self._is_connected = self._is_connected, False
        if was_connected and not self._is_closed:
            self._status(Condition.BROKER_AWAY, f"the line to the broker at {self._wiring.host} was lost")

    def _heard(self, _: Client, __: Any, message: MQTTMessage) -> None:
        try:
            self._waiting.put_nowait((self._clock(), message))
        except queue.Full:
            self._dropped += 1

    # What they share:

    def _status(self, condition: Condition, says: str) -> None:
        self._put(PanelStatus(condition, self._clock(), says))

    def _put(self, status: PanelStatus | None) -> None:
        """Queue what must be read; if the queue is full, its oldest message is dropped."""
        while True:
            try:
                return self._waiting.put_nowait(status)
            except queue.Full:
                with suppress(queue.Empty):
                    self._waiting.get_nowait()
                    self._dropped += 1

    def _send_lamps(self) -> None:
        for device in self._wiring.devices:
            if device.lamp is None:
                continue
            word = _word(self._wanted[device.side], device.lamp)
            if word and self._shown.get(device.lamp.topic) != word:
                self._shown[device.lamp.topic] = word
                self._client.publish(device.lamp.topic, word)


def _password(file: str) -> str | None:
    # Some editors put a mark before the first line.
    return Path(file).read_text(encoding="utf-8-sig").strip() if file else None


def _word(lamp: Lamp, of: MqttLamp) -> str:
    """The text that makes the lamp of a device look like this; empty if it knows none."""
    if len(set(lamp.wave)) > 1:
        return of.blinking or of.lit
    return of.lit if lamp.is_lit(0) else of.dark
