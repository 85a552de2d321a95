"""How the keys of a table can be connected: all transports, and how each reads its profile. Opens nothing.

A new transport is one line in `TRANSPORTS`, a value for its wiring, and a panel in `firmware_bridge`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hardware.mqtt_buttons import MqttButtons, mqtt_buttons
from hardware.pads import number_pads
from hardware.profile import Button, GpioWiring, KeyPin, LampPin, NumberPads, SerialLink, Side, Wiring

__all__ = ["TRANSPORTS", "Reading", "Transport", "transport_of"]

HEADER_PINS = range(28)
"""The pins of a Raspberry Pi's header that a program can use, by their BCM numbers."""


class Reading(Protocol):
    """The part of `hardware.loading` that a transport needs to read its words of a profile."""

    def note(self, place: str, says: str) -> None:
        """Keep a mistake, and go on reading."""

    def note_unknown(self, table: Mapping[str, Any], place: str, allowed: Iterable[str]) -> None:
        """Note every word that is not one of these."""

    def take(self, table: Mapping[str, Any], place: str, key: str, kind: type, default: Any) -> Any:
        """The value of a key; the default if it is missing, or, after a note, of another kind."""

    def side(self, label: str, place: str) -> Side | None:
        """The side of this name; None, after a note, if there is none."""


@dataclass(frozen=True, slots=True)
class Transport:
    """One way in which presses reach the companion."""

    kind: str
    """What a profile calls it: `[panel] kind = "serial"`."""
    wiring: type[Wiring]
    """The value that a profile becomes."""
    read: Callable[[Reading, Mapping[str, Any]], Wiring]
    """Makes it from the table `[panel]`, and notes every mistake there."""
    panel: str
    """What opens it: a module of `firmware_bridge` and the class in it, called with the wiring alone."""


def _header(reading: Reading, table: Mapping[str, Any]) -> GpioWiring:
    reading.note_unknown(table, "panel", ("kind", "keys", "lamps", "settle_ms", "release_ms"))
    keys: list[KeyPin] = []
    used: dict[int, str] = {}
    for label, row in reading.take(table, "panel", "keys", dict, {}).items():
        place = f"panel.keys.{label}"
        side = reading.side(label, place)
        if not isinstance(row, dict):
            reading.note(place, "has to be a table of keys and their pins")
        elif side is not None:
            keys += _keys(reading, row, place, side, used)
    if not keys:
        reading.note("panel.keys", "names no key at all")
    settle, release = _rest(reading, table, "settle_ms", 5), _rest(reading, table, "release_ms", 20)
    return GpioWiring(tuple(keys), _lamps(reading, table, used), settle, release)


def _rest(reading: Reading, table: Mapping[str, Any], name: str, default: int) -> int:
    """For how many milliseconds a contact rests until it counts as closed, or as open."""
    rest: int = reading.take(table, "panel", name, int, default)
    if not 1 <= rest <= 100:
        reading.note(f"panel.{name}", f"has to be between 1 and 100 ms, not {rest}")
    return rest


def _keys(
    reading: Reading, row: Mapping[str, Any], place: str, side: Side, used: dict[int, str]
) -> Iterable[KeyPin]:
    labels = {button.label: button for button in Button}
    reading.note_unknown(row, place, labels)
    for label in row:
        pin = _pin(reading, row, place, label, used)
        if label in labels and pin is not None:
            yield KeyPin(side, labels[label], pin)


def _lamps(reading: Reading, table: Mapping[str, Any], used: dict[int, str]) -> tuple[LampPin, ...]:
    lamps = []
    row = reading.take(table, "panel", "lamps", dict, {})
    for label in row:
        side = reading.side(label, f"panel.lamps.{label}")
        pin = _pin(reading, row, "panel.lamps", label, used)
        if side is not None and pin is not None:
            lamps.append(LampPin(side, pin))
    return tuple(lamps)


def _pin(
    reading: Reading, row: Mapping[str, Any], place: str, label: str, used: dict[int, str]
) -> int | None:
    here = f"{place}.{label}"
    pin = reading.take(row, place, label, int, None)
    if pin is None:
        return None
    if pin not in HEADER_PINS:
        reading.note(here, f"GPIO {pin} is not on the header; it has GPIO 0 to 27 (BCM numbers)")
    elif pin in used:
        reading.note(here, f"GPIO {pin} is already taken by {used[pin]}")
    else:
        used[pin] = here
        return int(pin)
    return None


def _serial(reading: Reading, table: Mapping[str, Any]) -> SerialLink:
    plain = SerialLink()
    reading.note_unknown(table, "panel", ("kind", "vendor", "product", "serial", "port", "baud", "sockets"))
    vendor = _number(reading, table, "vendor", plain.vendor, range(0x10000))
    product = _number(reading, table, "product", plain.product, range(0x10000))
    baud = _number(reading, table, "baud", plain.baud, range(9_600, 1_000_001))
    serial = reading.take(table, "panel", "serial", str, None) or None
    port = reading.take(table, "panel", "port", str, None) or None
    return SerialLink(vendor, product, serial, port, baud, _sockets(reading, table))


def _number(reading: Reading, table: Mapping[str, Any], key: str, default: int, allowed: range) -> int:
    value = reading.take(table, "panel", key, int, default)
    if value in allowed:
        return int(value)
    reading.note(f"panel.{key}", f"has to be between {allowed.start} and {allowed.stop - 1}, not {value}")
    return default


def _sockets(reading: Reading, table: Mapping[str, Any]) -> tuple[Side, ...]:
    plain = SerialLink().sockets
    labels = reading.take(table, "panel", "sockets", list, [side.name for side in plain])
    if sorted(map(str, labels)) != sorted(side.name for side in plain):
        reading.note("panel.sockets", f"has to name the sides A, B, C and D once each, not {labels!r}")
        return plain
    return tuple(Side[label] for label in labels)


TRANSPORTS: tuple[Transport, ...] = (
    Transport("gpio", GpioWiring, _header, "gpio_panel:GpioPanel"),
    Transport("serial", SerialLink, _serial, "serial_panel:SerialPanel"),
    Transport("pads", NumberPads, number_pads, "pads_panel:PadsPanel"),
    Transport("mqtt", MqttButtons, mqtt_buttons, "mqtt_panel:MqttPanel"),
)
"""Every transport. A table without keys has none of them."""


def transport_of(wiring: Wiring) -> Transport:
    """The transport of a wiring."""
    return next(each for each in TRANSPORTS if isinstance(wiring, each.wiring))
