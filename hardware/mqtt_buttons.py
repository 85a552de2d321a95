"""Buttons that speak MQTT: which messages of a broker are which keys, read from a profile. Opens nothing.

Such buttons come by way of Zigbee2MQTT, ESPHome or Home Assistant; each has topics and words of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from hardware.profile import Button, Side, Wiring, shown_address

if TYPE_CHECKING:
    from hardware.wiring import Reading

__all__ = ["Deed", "KeyWord", "MqttButtons", "MqttDevice", "MqttLamp", "mqtt_buttons"]

PORT = 1883
HELD = " held"
"""What follows a key in `presses` where the word says that it was held."""
_DEVICE = ("side", "topic", "field", "time", "presses", "releases", "status", "lamp")


class Deed(Enum):
    """What a word says about a key."""

    PRESS = "press"
    HOLD = "hold"
    """It was pressed and held for a while; some devices report this by themselves."""
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class KeyWord:
    """A word of a device and what it stands for."""

    word: str
    button: Button
    deed: Deed = Deed.PRESS


@dataclass(frozen=True, slots=True)
class MqttLamp:
    """What is sent, and where, to light, darken or flash a side's lamp; an empty text is not sent."""

    topic: str
    lit: str = "ON"
    dark: str = "OFF"
    blinking: str = ""
    """If it is empty, a lamp that should blink is lit."""


@dataclass(frozen=True, slots=True)
class MqttDevice:
    """A device that belongs to one side; a side may have several."""

    side: Side
    topic: str
    words: tuple[KeyWord, ...]
    field: str = ""
    """The field of a JSON message that holds the word; empty: the whole message is the word."""
    time: str = ""
    """The field that says when the message was sent; empty: it does not say."""
    status: str = ""
    """The topic that says `offline` while the device is away; empty: there is none."""
    lamp: MqttLamp | None = None


@dataclass(frozen=True, slots=True)
class MqttButtons(Wiring):
    """Nothing to solder and no cable: buttons of a smart home, and the broker that they speak to."""

    host: str
    devices: tuple[MqttDevice, ...]
    port: int = PORT
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    """The certificate file of the authority that vouches for the broker; empty: the line is not encrypted."""


def mqtt_buttons(reading: Reading, table: Mapping[str, Any]) -> MqttButtons:
    """The broker and the devices that a profile names."""
    known = ("kind", "host", "port", "user", "password_file", "ca_file", "device")
    reading.note_unknown(table, "panel", known)
    port = reading.take(table, "panel", "port", int, PORT)
    if not 1 <= port <= 65_535:
        reading.note("panel.port", f"has to be between 1 and 65535, not {port}")
    user, password_file, ca_file = (
        reading.take(table, "panel", name, str, "") for name in ("user", "password_file", "ca_file")
    )
    host = reading.take(table, "panel", "host", str, "127.0.0.1")
    if not _is_host(host):
        reading.note(
            "panel.host", f"has to be the name or the address of a broker alone, not {shown_address(host)!r}"
        )
    return MqttButtons(host, tuple(_devices(reading, table)), port, user, password_file, ca_file)


def _is_host(host: str) -> bool:
    """Whether a broker may be looked for under this name: it has no scheme, user, blank or port."""
    if set(host) & set("/@") or host.count(":") == 1 or host.split() != [host]:
        return False
    try:
        return bool(host.encode("idna"))  # looking up any other raises an error
    except UnicodeError:
        return False


def _devices(reading: Reading, table: Mapping[str, Any]) -> Iterable[MqttDevice]:
    rows = reading.take(table, "panel", "device", list, [])
    if not rows:
        reading.note("panel.device", "names no device; write one [[panel.device]] for each")
    taken: dict[tuple[str, str, str], str] = {}
    for number, row in enumerate(rows):
        place = f"panel.device[{number}]"
        if not isinstance(row, dict):
            reading.note("panel.device", "has to be written as [[panel.device]] tables")
            continue
        reading.note_unknown(row, place, _DEVICE)
        device = _device(reading, row, place)
        if device is None:
            continue
        for word in device.words:
            mine = (device.topic, device.field, word.word)
            if mine in taken:
                says = f"{word.word!r} of {device.topic!r} already stands for a key of {taken[mine]}"
                reading.note(place, says)
            taken[mine] = place
        yield device


def _device(reading: Reading, row: Mapping[str, Any], place: str) -> MqttDevice | None:
    side = reading.side(reading.take(row, place, "side", str, ""), f"{place}.side")
    field, time, status = (reading.take(row, place, name, str, "") for name in ("field", "time", "status"))
    topic = _topic(reading, row, place, "topic")
    if status:
        _topic(reading, row, place, "status")
    if time and not field:
        reading.note(f"{place}.time", "needs a `field`: only a JSON message says when it was sent")
    words = tuple(_words(reading, row, place))
    if not words:
        reading.note(f"{place}.presses", "names no key; write one, such as presses = { single = 'riichi' }")
    lamp = _lamp(reading, row, place)
    return None if side is None else MqttDevice(side, topic, words, field, time, status, lamp)


def _topic(reading: Reading, row: Mapping[str, Any], place: str, name: str) -> str:
    topic: str = reading.take(row, place, name, str, "")
    if not topic or set(topic) & set("#+\0") or len(topic.encode()) > 65_535:
        reading.note(f"{place}.{name}", f"has to be the topic of one device, without # and +, not {topic!r}")
    return topic


def _words(reading: Reading, row: Mapping[str, Any], place: str) -> Iterable[KeyWord]:
    buttons = {button.label: button for button in Button}
    for name in ("presses", "releases"):
        said = reading.take(row, place, name, dict, {})
        for word in said:
            key = reading.take(said, f"{place}.{name}", word, str, "")
            is_held = name == "presses" and key.endswith(HELD)
            button = buttons.get(key.removesuffix(HELD) if is_held else key)
            if button is None:
                keys = ", ".join(buttons)
                reading.note(f"{place}.{name}.{word}", f"{key!r} is not a key; the keys are {keys}")
            elif name == "releases":
                yield KeyWord(word, button, Deed.RELEASE)
            else:
                yield KeyWord(word, button, Deed.HOLD if is_held else Deed.PRESS)


def _lamp(reading: Reading, row: Mapping[str, Any], place: str) -> MqttLamp | None:
    said = reading.take(row, place, "lamp", dict, {})
    if not said:
        return None
    here = f"{place}.lamp"
    reading.note_unknown(said, here, ("topic", "lit", "dark", "blinking"))
    plain = MqttLamp("")
    lit, dark, blinking = (
        reading.take(said, here, name, str, getattr(plain, name)) for name in ("lit", "dark", "blinking")
    )
    return MqttLamp(_topic(reading, said, here, "topic"), lit, dark, blinking)
