"""A real broker, four buttons of a smart home that speak to it, and the panel that hears them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from firmware_bridge.mqtt_panel import MqttPanel
from hardware import parse_profile
from hardware.mqtt_buttons import MqttButtons
from tests.reliability.club_kills import free_ports

PROFILE = """
name = "test"
[panel]
kind = "mqtt"
port = {port}
[[panel.device]]
side = "A"
topic = "zigbee2mqtt/seat A"
field = "action"
time = "last_seen"
presses = {{ single = "riichi", double = "ron", hold = "wait held" }}
status = "zigbee2mqtt/seat A/availability"
[[panel.device]]
side = "B"
topic = "box-b/ron/state"
presses = {{ ON = "ron" }}
releases = {{ OFF = "ron" }}
lamp = {{ topic = "box-b/lamp/set", lit = "ON", dark = "OFF", blinking = "BLINK" }}
[[panel.device]]
side = "B"
topic = "box-b/pon/state"
presses = {{ ON = "pon" }}
releases = {{ OFF = "pon" }}
[[panel.device]]
side = "C"
topic = "riichi/c"
presses = {{ ron = "ron", pon = "pon", next = "next" }}
[[panel.device]]
side = "D"
topic = "riichi/d"
presses = {{ ron = "ron", pon = "pon", next = "next" }}
"""


TODAY_S = 1_790_000_000


class MqttDesk:
    """Everything between a finger and the panel."""

    def __init__(self, folder: Path, profile: str = PROFILE) -> None:
        (self.port,) = free_ports(1)
        self._profile = profile
        self._configuration = folder / "mosquitto.conf"
        self._configuration.write_text(
            f"listener {self.port} 127.0.0.1\nallow_anonymous true\npersistence false\n"
        )
        self._broker: subprocess.Popen[bytes] | None = None
        self._buttons: Client | None = None
        self.heard: list[tuple[str, str]] = []
        """What was sent to the lamps."""
        self._panels: list[MqttPanel] = []

    @property
    def wiring(self) -> MqttButtons:
        wiring = parse_profile(self._profile.format(port=self.port)).panel
        assert isinstance(wiring, MqttButtons)
        return wiring

    def open_panel(self, clock: Callable[[], int] = time.monotonic_ns) -> MqttPanel:
        self._panels.append(MqttPanel(self.wiring, clock=clock))
        return self._panels[-1]

    def start_broker(self) -> None:
        program = shutil.which("mosquitto", path=f"{os.environ['PATH']}:/usr/sbin")
        assert program is not None
        silent = subprocess.DEVNULL
        self._broker = subprocess.Popen(
            [program, "-c", str(self._configuration)], stdin=silent, stdout=silent, stderr=silent
        )
        self._buttons = Client(CallbackAPIVersion.VERSION2)
        self._buttons.on_message = self._lamp
        self._buttons.on_connect = lambda client, *_: client.subscribe([("box-b/lamp/set", 0), ("+/lamp", 0)])
        listens = threading.Event()
        self._buttons.on_subscribe = lambda *_: listens.set()
        for _ in range(500):
            try:
                self._buttons.connect("127.0.0.1", self.port)
                break
            except OSError:
                time.sleep(0.02)
        self._buttons.loop_start()
        # A word for a lamp is not kept: whoever listens too late never hears it.
        assert listens.wait(30)

    def end_broker(self) -> None:
        if self._buttons is not None:
            self._buttons.disconnect()
            self._buttons.loop_stop()
        if self._broker is not None:
            self._broker.kill()
            self._broker.wait()
        self._broker = self._buttons = None

    def say(self, topic: str, word: str, *, is_retained: bool = False, qos: int = 0) -> None:
        """Publish, and wait until the broker has it."""
        assert self._buttons is not None
        self._buttons.publish(topic, word, qos, retain=is_retained).wait_for_publish(10)

    def zigbee(self, action: str, at_s: float) -> None:
        """What Zigbee2MQTT says of the button of side A, with a time of its own clock."""
        said = {
            "action": action,
            "battery": 87,
            "linkquality": 120,
            "last_seen": int((TODAY_S + at_s) * 1000),
        }
        self.say("zigbee2mqtt/seat A", json.dumps(said))

    def lamp(self, topic: str) -> str:
        """What was last sent to a lamp."""
        return next((word for where, word in reversed(self.heard) if where == topic), "")

    def close(self) -> None:
        for panel in self._panels:
            panel.close()
        self.end_broker()

    def _lamp(self, _: object, __: object, message: object) -> None:
        self.heard.append((message.topic, message.payload.decode()))  # type: ignore[attr-defined]
