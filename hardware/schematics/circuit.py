# ruff: noqa: INP001 (a script beside what it checks)
"""Checks that the drawn circuit is the one that the firmware expects, part by part and volt by volt.

Hub, cables and four seat boxes are joined as drawn. Then every key, diode, lamp and resistor is looked for
where it has to be, and the voltages of held keys are worked out for both chips. Needs PyYAML.

    python circuit.py      prints what is wrong, and the voltages of each hub; ends with 1 if anything is
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from itertools import combinations
from math import log
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PORTS = HERE.parent / "panel_firmware" / "ports"
SIDES = "ABCD"
KEYS = ("CHI", "PON", "KAN", "RON", "TSUMO", "RIICHI", "WAIT", "NEXT")
COLUMNS, ROWS = 4, 8
LAMP_MA = (2.5, 15.0)
"""Less is not seen in daylight; more is too much for a pin."""
LED_V = 2.0
PULL_UP_OHM = (4_700, 22_000)
_PULL_UPS = "4 x resistor"

Tree = dict[str, Any]
Pin = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Chip:
    """What a chip's datasheet says of its pins, at the supply of its board."""

    name: str
    supply: str
    supply_v: float
    high_v: float
    """A pin at this voltage or above surely reads high."""
    low_v: float
    """A pin at this voltage or below surely reads low."""
    weakest_pull_ohm: float
    """Its own pull-up or pull-down at its weakest."""
    strongest_pull_ohm: float
    leak_a: float
    low_ohm: float
    """A pin that is driven low, as a resistor to ground."""


# 0.5 V at 12 mA, the strength at which the firmware drives its rows.
PICO = Chip("pico", "3V3", 3.3, 2.0, 0.8, 80_000, 50_000, 1e-6, 42)
# 0.9 V at 20 mA.
NANO = Chip("nano", "5V", 5.0, 3.0, 1.5, 50_000, 20_000, 1e-6, 45)
CHIPS = (PICO, NANO)


def pins_of(board: str) -> dict[tuple[str, int], str]:
    """The firmware's own table: (what, number) to the label on the board."""
    text = (PORTS / f"pins_{board}.h").read_text(encoding="utf-8")
    found = re.findall(r'^PIN\((\w+), (\d), .*?"(\w+)"\)', text, re.MULTILINE)
    return {(what, int(number)): label for what, number, label in found}


def ohms(words: str) -> float | None:
    """The resistance that some words name, in ohms; None if they name none.

    >>> ohms("4 x resistor 10 kOhm"), ohms("330 Ohm"), ohms("LED")
    (10000.0, 330.0, None)
    """
    found = re.search(r"([\d.]+) ?(k|M)?Ohm", words)
    return float(found[1]) * {None: 1, "k": 1e3, "M": 1e6}[found[2]] if found else None


@dataclass(slots=True)
class Circuit:
    """All parts of one table and what is soldered to what."""

    parts: dict[str, Tree] = field(default_factory=dict)
    _net: dict[Pin, int] = field(default_factory=dict)

    def add(self, tree: Tree, prefix: str = "") -> None:
        """Put a drawing in; `prefix` keeps four seat boxes apart."""
        for name, connector in tree["connectors"].items():
            self.parts[prefix + name] = connector
            for label in connector["pinlabels"]:
                self._net[prefix + name, str(label)] = len(self._net)
        for path in tree["connections"]:
            ends = [next(iter(end.items())) for end in path if isinstance(end, dict)]
            (one, ones), (other, others) = [end for end in ends if end[0] in tree["connectors"]]
            left, right = self._labels(prefix + one, ones), self._labels(prefix + other, others)
            for here, there in zip(left, right, strict=True):
                self.join((prefix + one, here), (prefix + other, there))

    def _labels(self, name: str, wanted: list[Any]) -> list[str]:
        labels = [str(label) for label in self.parts[name]["pinlabels"]]
        numbers = self.parts[name].get("pins") or range(1, len(labels) + 1)
        by_number = dict(zip(numbers, labels, strict=True))
        found = []
        for item in map(str, wanted):
            first, _, last = item.partition("-")
            inside = () if item in labels else range(int(first), int(last or first) + 1)
            found += [by_number[number] for number in inside] or [item]
        return found

    def join(self, one: Pin, other: Pin) -> None:
        """Solder two pins together."""
        kept, gone = self._net[one], self._net[other]
        self._net = {pin: kept if net == gone else net for pin, net in self._net.items()}

    def at(self, pin: Pin) -> set[Pin]:
        """All pins that are joined with this one, and itself; none where it is not drawn."""
        net = self._net.get(pin)
        return {other for other, there in self._net.items() if there == net} if net is not None else set()

    def of_kind(self, words: str) -> list[str]:
        """The parts whose type begins with these words."""
        return [name for name, part in self.parts.items() if str(part["type"]).startswith(words)]


def joined(hub: Tree, box: Tree) -> Circuit:
    """Hub and four seat boxes, each joined to it by a straight cable."""
    circuit = Circuit()
    circuit.add(hub)
    for side in SIDES:
        circuit.add(box, f"{side}_")
        labels = list(map(str, circuit.parts[side]["pinlabels"]))
        for socket in ("SOCKET", "AGAIN"):
            part = circuit.parts[f"{side}_{socket}"]
            for number, label in zip(part["pins"], part["pinlabels"], strict=True):
                circuit.join((side, labels[number - 1]), (f"{side}_{socket}", str(label)))
    return circuit


def faults(chip: Chip, hub: Tree, box: Tree) -> list[str]:
    """Each difference between the drawn circuit and the one that the firmware expects, in a sentence."""
    circuit, pins = joined(hub, box), pins_of(chip.name)
    found = [*_shorts(circuit), *_pull_ups(circuit, chip, pins)]
    for number, side in enumerate(SIDES):
        found += _keys(circuit, pins, side, number)
        found += _lamp(circuit, pins, side, number, chip)
    return found


def _shorts(circuit: Circuit) -> Iterator[str]:
    for one, other in combinations(map(str, circuit.parts["HUB"]["pinlabels"]), 2):
        if ("HUB", other) in circuit.at(("HUB", one)):
            yield f"The pins {one} and {other} of the hub are joined."


def pull_up_ohm(circuit: Circuit) -> float:
    """The resistance between a column and the supply, as drawn; next to nothing if no number is written."""
    (name,) = circuit.of_kind(_PULL_UPS)
    return ohms(circuit.parts[name]["type"]) or 1e-3


def _pull_ups(circuit: Circuit, chip: Chip, pins: dict[tuple[str, int], str]) -> Iterator[str]:
    (name,) = circuit.of_kind(_PULL_UPS)
    value = pull_up_ohm(circuit)
    if not PULL_UP_OHM[0] <= value <= PULL_UP_OHM[1]:
        yield f"The resistors of the columns have {value:.0f} Ohm."
    if ("HUB", chip.supply) not in circuit.at((name, "VCC")):
        yield f"The resistors of the columns do not go to {chip.supply}."
    for column in range(COLUMNS):
        if (name, f"COL{column}") not in circuit.at(("HUB", pins["COLUMN", column])):
            yield f"Column {column} has no resistor."


def _keys(circuit: Circuit, pins: dict[tuple[str, int], str], side: str, seat: int) -> Iterator[str]:
    for number, key in enumerate(KEYS):
        name = f"{side}_{key}"
        column = pins["COLUMN", number % COLUMNS]
        row = pins["ROW", 2 * seat + number // COLUMNS]
        if ("HUB", column) not in circuit.at((name, "column")):
            yield f"The key {key.lower()} of side {side} is not at column {column}."
        diodes = [pin for pin in circuit.at((name, "diode")) if pin[0] in circuit.of_kind("diode")]
        if [label for _, label in diodes] != ["anode"]:
            yield f"The key {key.lower()} of side {side} has no diode, or one that is the wrong way round."
        elif ("HUB", row) not in circuit.at((diodes[0][0], "cathode")):
            yield f"The diode of the key {key.lower()} of side {side} does not point to row {row}."


def _lamp(
    circuit: Circuit, pins: dict[tuple[str, int], str], side: str, seat: int, chip: Chip
) -> Iterator[str]:
    mine = f"{side}_"
    lamp = pins["LAMP", seat]
    at_pin = {name for name, _ in circuit.at(("HUB", lamp)) if name.startswith(mine)}
    resistors = [name for name in circuit.of_kind("resistor") if name in at_pin]
    if len(resistors) != 1:
        yield f"The lamp of side {side} has no resistor at {lamp}."
        return
    value = ohms(str(circuit.parts[resistors[0]]["subtype"])) or 1e-3
    milliamperes = (chip.supply_v - LED_V) / value * 1e3
    if not LAMP_MA[0] <= milliamperes <= LAMP_MA[1]:
        yield f"The lamp of side {side} would have {milliamperes:.1f} mA behind {value:.0f} Ohm."
    behind = circuit.at((resistors[0], "out"))
    leds = [name for name in circuit.of_kind("LED") if name.startswith(mine)]
    if not any((led, "plus") in behind and ("HUB", "GND") in circuit.at((led, "minus")) for led in leds):
        yield f"The lamp of side {side} is missing, or the wrong way round."


@dataclass(frozen=True, slots=True)
class Volts:
    """A column at its worst."""

    low_v: float
    """While a held key pulls it low, with other keys of the same row held too."""
    high_v: float
    """While the key of the row that is driven low is open, and the column's other seven keys are held."""
    rise_s: float
    """How long it takes from low to surely high, once no row pulls it."""


DIODE_V = (0.45, 0.65)
"""A 1N4148 at 0.4 mA, warm and cold; it has up to 0.72 V at 5 mA."""
CABLE_OHM = 0.5
CABLE_F = 4 * 1.5 * 60e-12
"""Four cables of 1.5 m at 60 pF a metre are connected to each column."""
DIODE_F = 8 * 4e-12


def volts(
    chip: Chip, pull_up_ohm: float, series_ohm: float = 0, *, rows_have_pull_downs: bool = False
) -> Volts:
    """The voltages of a column, each with the tolerances that make it worst; `series_ohm` is in its wire."""
    weakest = parallel(pull_up_ohm * 1.05, chip.weakest_pull_ohm)
    strongest = parallel(pull_up_ohm * 0.95, chip.strongest_pull_ohm)
    one = chip.supply_v / strongest
    low = DIODE_V[1] + one * (series_ohm + CABLE_OHM) + COLUMNS * one * chip.low_ohm
    others = ROWS - 1
    if rows_have_pull_downs:
        down = chip.strongest_pull_ohm / others
        high = (chip.supply_v * down + DIODE_V[0] * weakest) / (down + weakest)
    else:
        high = chip.supply_v - (others + 1) * chip.leak_a * weakest
    # From where it was pulled low, towards the supply: t = RC ln(whole way / way that is left).
    left = (chip.supply_v - chip.high_v) / (chip.supply_v - DIODE_V[0])
    rise = (weakest + series_ohm) * (CABLE_F + DIODE_F) * -log(left)
    return Volts(low, high, rise)


def parallel(one: float, other: float) -> float:
    """Two resistors side by side."""
    return one * other / (one + other)


def main() -> int:
    """Check both hubs, and print what is wrong."""
    yaml: Any = import_module("yaml")
    wrong = 0
    box = yaml.safe_load((HERE / "seat-box.yml").read_text(encoding="utf-8"))
    for chip in CHIPS:
        hub = yaml.safe_load((HERE / f"hub-{chip.name}.yml").read_text(encoding="utf-8"))
        found = faults(chip, hub, box)
        column = volts(chip, pull_up_ohm(joined(hub, box)))
        ok = column.low_v <= chip.low_v and column.high_v >= chip.high_v
        wrong += len(found) + (not ok)
        sys.stdout.writelines(f"hub-{chip.name}: {sentence}\n" for sentence in found)
        sys.stdout.write(
            f"hub-{chip.name}: {len(found)} faults; a column is at most {column.low_v:.2f} V while a key "
            f"pulls it (low up to {chip.low_v} V), at least {column.high_v:.2f} V else "
            f"(high from {chip.high_v} V), and up again in {column.rise_s * 1e6:.1f} us\n"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
