"""Makes number pads from the words of a profile, and knows the keys that they have. Opens nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from hardware.profile import PAD_KEYS, Button, NumberPads, PadKey, Side

if TYPE_CHECKING:
    from hardware.wiring import Reading

__all__ = ["CODES", "WITHOUT_LOCK", "number_pads"]

CODES = {
    "BACKSPACE": 14,
    "KPASTERISK": 55,
    "KP7": 71,
    "KP8": 72,
    "KP9": 73,
    "KPMINUS": 74,
    "KP4": 75,
    "KP5": 76,
    "KP6": 77,
    "KPPLUS": 78,
    "KP1": 79,
    "KP2": 80,
    "KP3": 81,
    "KP0": 82,
    "KPDOT": 83,
    "KPENTER": 96,
    "KPSLASH": 98,
}
"""The keys of a number pad with the numbers that Linux gives them; the lock key is not among them."""

WITHOUT_LOCK = {71: 102, 72: 103, 73: 104, 75: 105, 77: 106, 79: 107, 80: 108, 81: 109, 82: 110, 83: 111}
"""What some pads say in place of digits while their own lock is off: Home for 7, and so on; nothing for 5."""

_PORT = re.compile(r"([\w.:-]{1,60}/)?\d{1,2}(\.\d{1,2}){0,5}")


def number_pads(reading: Reading, table: Mapping[str, Any]) -> NumberPads:
    """The pads that a profile names: the port of each side, and which keys differ from `PAD_KEYS`."""
    reading.note_unknown(table, "panel", ("kind", "ports", "keys"))
    return NumberPads(tuple(_ports(reading, table)), tuple(_keys(reading, table)))


def _ports(reading: Reading, table: Mapping[str, Any]) -> Iterable[tuple[Side, str]]:
    ports = reading.take(table, "panel", "ports", dict, {})
    if not ports:
        reading.note("panel.ports", "names no port; write one for each side, such as ports = { A = '1.2' }")
    seen: dict[str, str] = {}
    for label in ports:
        side = reading.side(label, f"panel.ports.{label}")
        port = reading.take(ports, "panel.ports", label, str, "")
        if not _PORT.fullmatch(port):
            reading.note(f"panel.ports.{label}", f"has to be a port such as '1.2', not {port!r}")
        elif port in seen:
            reading.note(f"panel.ports.{label}", f"the port {port} is already that of side {seen[port]}")
        elif side is not None:
            seen[port] = label
            yield side, port


def _keys(reading: Reading, table: Mapping[str, Any]) -> Iterable[PadKey]:
    labels = {button.label: button for button in Button}
    plain = {key.button.label: key.name for key in PAD_KEYS}
    said = reading.take(table, "panel", "keys", dict, {})
    reading.note_unknown(said, "panel.keys", labels)
    seen: dict[str, str] = {}
    for label, button in labels.items():
        name = reading.take(said, "panel.keys", label, str, plain[label])
        if name not in CODES:
            reading.note(
                f"panel.keys.{label}", f"{name!r} is not a key of a number pad; it has {', '.join(CODES)}"
            )
        elif name in seen:
            reading.note(f"panel.keys.{label}", f"{name} already stands for {seen[name]}")
        else:
            seen[name] = label
            yield PadKey(name, button)
