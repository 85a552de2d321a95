"""What is on each board and where: the parts of the wiring drawings, at places that fit the boxes.

Places are in mm, as the boxes are drawn (`enclosure/*.scad`: x to the right, y to the back); on the board
y goes down.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from hardware.boards import parts
from hardware.boards.geometry import Point, Shape, pad_shape, turned
from hardware.boards.parts import Footprint, Pad
from hardware.schematics.circuit import SIDES, Circuit, Pin

SCHEMATICS = Path(__file__).parents[1] / "schematics"
MARGIN = 20.0
"""Where the box's back left corner lies on the sheet."""
WALL = 2.4
FACE_BEHIND = 0.3
"""How far inside the wall's outer side the face of a socket stands."""
FACE = 13.97
"""How far the face of an RJ45 socket lies from its contact 1, along the socket."""
FIRST_CONTACT = 4.445
"""How far the middle of an RJ45 socket lies from its contact 1, across the socket."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One part at its place."""

    ref: str
    footprint: Footprint
    at: Point
    value: str
    pins: Mapping[str, Pin] = field(default_factory=dict)
    """Which pin of the drawing each pad is; a pad that is not listed is connected to nothing."""
    degrees: int = 0
    is_below: bool = False

    def place(self, at: Point) -> Point:
        """Where a point of the footprint lies on the board, seen from above."""
        x, y = turned((at[0], -at[1] if self.is_below else at[1]), self.degrees)
        return round(self.at[0] + x, 6), round(self.at[1] + y, 6)

    def shape(self, pad: Pad) -> Shape:
        """The copper of a pad, or its hole."""
        return pad_shape(self.place(pad.at), pad.size, pad.form, self.degrees)

    def layers(self, pad: Pad) -> tuple[int, ...]:
        """On which sides its copper lies: 0 above, 1 below."""
        if pad.drill:
            return 0, 1
        return (1,) if self.is_below else (0,)


@dataclass(frozen=True, slots=True)
class Text:
    """Something to read, printed on the board."""

    says: str
    at: Point
    size: float = 1.5
    is_below: bool = False


@dataclass(frozen=True, slots=True)
class Board:
    """One board before its tracks are laid."""

    name: str
    title: str
    outline: tuple[Point, ...]
    parts: tuple[Placed, ...]
    texts: tuple[Text, ...]
    circuit: Circuit
    grid: Point
    """A point of the square grid on which the tracks run."""

    def net_of(self, pin: Pin) -> str:
        """The name of a pin's net: that of the hub's or socket's pin in it, else a key's or a part's."""
        joined = self.circuit.at(pin)
        for name in ("HUB", "SOCKET", "AGAIN"):
            labels = sorted(label for part, label in joined if part == name)
            if labels:
                return labels[0].replace(" ", "_").upper()
        part, label = min(joined, key=lambda pin: (pin[1] != "diode", pin))
        return f"{part}_{label}".upper()

    def nets(self) -> dict[str, list[tuple[Placed, Pad]]]:
        """The pads of each net."""
        found: dict[str, list[tuple[Placed, Pad]]] = {}
        for part in self.parts:
            for pad in part.footprint.pads:
                if pad.number in part.pins:
                    found.setdefault(self.net_of(part.pins[pad.number]), []).append((part, pad))
        return dict(sorted(found.items()))


def drawing(name: str) -> dict[str, Any]:
    """A drawing of the wiring by its name, such as `seat-box`, as YAML holds it."""
    yaml: Any = import_module("yaml")
    tree: dict[str, Any] = yaml.safe_load((SCHEMATICS / f"{name}.yml").read_text(encoding="utf-8"))
    return tree


def _socket(tree: dict[str, Any], *names: str) -> dict[str, Pin]:
    """Which pin of the drawing each contact of a socket is; a drawing may show one socket twice."""
    found: dict[str, Pin] = {}
    for name in names:
        part = tree["connectors"][name]
        numbers = part.get("pins") or range(1, len(part["pinlabels"]) + 1)
        found |= {
            str(number): (name, str(label)) for number, label in zip(numbers, part["pinlabels"], strict=True)
        }
    return found


SEAT_SIZE = (120.0, 122.0)
"""Width and depth of the low box; its keys are 24 apart in two rows, the rows 38 apart."""
KEY_X, KEY_Y = (24.0, 48.0, 72.0, 96.0), (70.0, 32.0)
LAMP = (16.0, 106.0)
SEAT_EDGE = (11.0, 20.0, 109.0, 119.0)
SEAT_HOLES = ((36.0, 51.0), (84.0, 51.0), (36.0, 100.0), (84.0, 100.0))


def seat_board() -> Board:
    """The board of a seat box: below the lid of the low box, or turned over on the floor of the high one."""
    tree = drawing("seat-box")
    circuit = Circuit()
    circuit.add(tree)

    def at(x: float, y: float) -> Point:
        return x + MARGIN, SEAT_SIZE[1] - y + MARGIN

    jack_at = at(SEAT_SIZE[0] / 2 - FIRST_CONTACT, SEAT_SIZE[1] - FACE_BEHIND - FACE)
    placed = [Placed("J1", parts.JACK, jack_at, "RJ45", _socket(tree, "SOCKET", "AGAIN"), is_below=True)]
    keys = [name for name, part in tree["connectors"].items() if part["type"].startswith("key ")]
    texts = []
    for number, key in enumerate(keys):
        x, y = KEY_X[number % 4], KEY_Y[number // 4]
        lugs = {"1": (key, "column"), "2": (key, "diode")}
        diode = f"D{number + 1}"
        legs = {"1": (diode, "cathode"), "2": (diode, "anode")}
        placed += [
            Placed(
                f"S{number + 1}",
                parts.SWITCH,
                at(x + parts.SOCKET_AT[0], y + parts.SOCKET_AT[1]),
                f"MX {key.lower()}",
                lugs,
                is_below=True,
            ),
            Placed(f"J{number + 2}", parts.HEADER, at(x, y - 9), f"XH {key.lower()}", lugs, is_below=True),
            Placed(diode, parts.DIODE, at(x + 10, y + 3.43), "1N4148W", legs, 90, is_below=True),
        ]
        texts += [Text(key.lower(), at(x, y + 10.5), is_below=below) for below in (False, True)]
    lamp = {"1": ("LED", "minus"), "2": ("LED", "plus")}
    value = tree["connectors"]["R1"]["subtype"].removesuffix(" Ohm")
    placed += [
        Placed("D9", parts.LED, at(*LAMP), "LED 5 mm, 2 V", lamp),
        Placed("J10", parts.HEADER, at(30, 107), "XH lamp", lamp, is_below=True),
        Placed(
            "R1", parts.RESISTOR, at(23, 112), value, {"1": ("R1", "in"), "2": ("R1", "out")}, is_below=True
        ),
    ]
    placed += [Placed(f"H{n}", parts.HOLE, at(*hole), "M2") for n, hole in enumerate(SEAT_HOLES, 1)]
    texts += [
        Text("SEAT BOX: KEYS ONLY - NO NETWORK", at(60, 94)),
        Text("lamp", at(16, 101), 1.2),
        Text("lamp", at(30, 101.5), 1.2, is_below=True),
        Text("+", at(31.25, 111.5), 1.5, is_below=True),
        Text("KEYS ONLY - NO NETWORK", at(60, 96), is_below=True),
    ]
    return Board("seat", "Seat box", _corners(SEAT_EDGE, at), tuple(placed), tuple(texts), circuit, jack_at)


HUB_SIZE = (124.0, 80.0)
PICO_AT = (WALL + 1.2, 11.0)
HUB_SOCKETS = (20.0, 48.0, 76.0, 104.0)
HUB_EDGE = ((3.0, 11.0), (113.0, 11.0), (113.0, 77.0), (11.0, 77.0), (11.0, 69.0), (3.0, 69.0))
HUB_HOLES = ((7.0, 40.0), (60.0, 16.0), (109.0, 16.0), (109.0, 54.0), (34.0, 56.0))


def hub_board() -> Board:
    """The board of the hub: the Pico on its pins, four sockets, and the resistors of the columns."""
    tree = drawing("hub-pico")
    circuit = Circuit()
    circuit.add(tree)

    def at(x: float, y: float) -> Point:
        return x + MARGIN, HUB_SIZE[1] - y + MARGIN

    hub = tree["connectors"]["HUB"]
    legs = {str(n): ("HUB", str(label)) for n, label in zip(hub["pins"], hub["pinlabels"], strict=True)}
    legs |= {str(n): ("HUB", "GND") for n in parts.PICO_GROUNDS}
    middle = at(PICO_AT[0] + 25.5, PICO_AT[1] + 10.5)
    placed = [Placed("U1", parts.PICO, middle, "Raspberry Pi Pico", legs, 90)]
    first = at(PICO_AT[0] + 25.5 - 24.13, PICO_AT[1] + 10.5 - 8.89)
    texts = []
    for side, x in zip(SIDES, HUB_SOCKETS, strict=True):
        contact = (
            _on_grid(at(x, 0)[0] + FIRST_CONTACT, first[0]),
            at(0, HUB_SIZE[1] - FACE_BEHIND - FACE)[1],
        )
        placed.append(
            Placed(f"J{SIDES.index(side) + 1}", parts.JACK, contact, f"RJ45 {side}", _socket(tree, side), 180)
        )
        texts.append(Text(side, at(x, 58.5), 3))
    value = re.sub(r".* ([\d.]+) ?(k?)Ohm", r"\1\2", tree["connectors"]["PULLUP"]["type"])
    for column in range(4):
        ends = {"1": ("PULLUP", f"COL{column}"), "2": ("PULLUP", "VCC")}
        placed.append(Placed(f"R{column + 1}", parts.RESISTOR, at(68 + 8 * column, 24), value, ends, 90))
    placed += [Placed(f"H{n}", parts.HOLE, at(*hole), "M2") for n, hole in enumerate(HUB_HOLES, 1)]
    texts += [
        Text("HUB: KEYS ONLY - NO NETWORK", at(84, 14)),
        Text("USB", at(9, 21.5)),
        Text(value, at(80, 29)),
    ]
    return Board("hub", "Hub", tuple(at(*p) for p in HUB_EDGE), tuple(placed), tuple(texts), circuit, first)


STEP = 0.635
"""The side of a square of the grid on which the tracks run: a quarter of 2.54."""


def _on_grid(value: float, origin: float) -> float:
    return round(origin + round((value - origin) / STEP) * STEP, 6)


def _corners(edge: parts.Box, at: Any) -> tuple[Point, ...]:
    left, front, right, back = edge
    return at(left, front), at(right, front), at(right, back), at(left, back)


BOARDS = {"seat": seat_board, "hub": hub_board}
