"""Drawings, firmware, profiles and the bill of materials speak of the same circuit."""

import csv
import re
import subprocess
import sys
from collections import Counter
from importlib.util import find_spec

import pytest

from hardware import GpioWiring, Side, load_profile
from tests.firmware_bridge.firmware import ROOT, SOURCES, need

yaml = pytest.importorskip("yaml", reason="PyYAML is missing: it reads the wiring drawings")

DRAWINGS = ROOT / "hardware" / "schematics"
BILLS = ROOT / "hardware" / "bill"
T568B = ["WHOG", "OG", "WHGN", "BU", "WHBU", "GN", "WHBN", "BN"]
# The header's forty pins, by the BCM number of those that have one.
HEADER = {
    2: 3,
    3: 5,
    4: 7,
    17: 11,
    27: 13,
    22: 15,
    10: 19,
    9: 21,
    11: 23,
    5: 29,
    6: 31,
    13: 33,
    19: 35,
    26: 37,
}
HEADER |= {14: 8, 15: 10, 18: 12, 23: 16, 24: 18, 25: 22, 8: 24, 7: 26, 12: 32, 16: 36, 20: 38, 21: 40}


class Drawing:
    """A wiring drawing as a list of wires between named pins."""

    def __init__(self, name):
        self.tree = yaml.safe_load((DRAWINGS / f"{name}.yml").read_text())
        self.wires = []
        for path in self.tree["connections"]:
            ends = [next(iter(item.items())) for item in path if isinstance(item, dict)]
            cable = next(((c, w) for c, w in ends if c in self.tree["cables"]), None)
            (one, ones), (other, others) = [end for end in ends if end[0] in self.tree["connectors"]]
            numbers = self.numbers(*cable) if cable else [None] * len(ones)
            for left, wire, right in zip(
                self.pins(one, ones), numbers, self.pins(other, others), strict=True
            ):
                self.wires.append(((one, left), (cable[0], wire) if cable else None, (other, right)))

    def numbers(self, _, wanted):
        return [n for item in map(str, wanted) for n in self._range(item)]

    def pins(self, connector, wanted):
        """The labels of the pins, however the drawing names them."""
        labels = list(map(str, self.tree["connectors"][connector]["pinlabels"]))
        numbers = self.tree["connectors"][connector].get("pins") or list(range(1, len(labels) + 1))
        by_number = dict(zip(numbers, labels, strict=True))
        found = []
        for item in map(str, wanted):
            found += [item] if item in labels else [by_number[n] for n in self._range(item)]
        return found

    def joined(self, connector, pin):
        """The other ends of all wires at this pin."""
        ends = [(a, b) for a, _, b in self.wires] + [(b, a) for a, _, b in self.wires]
        return [there for here, there in ends if here == (connector, pin)]

    @staticmethod
    def _range(text):
        first, _, last = text.partition("-")
        return list(range(int(first), int(last or first) + 1))


def firmware_pins(board):
    """What the firmware's table says: (what, number) -> the label on the board."""
    header = (SOURCES / "ports" / f"pins_{board}.h").read_text()
    rows = re.findall(r'^PIN\((\w+), (\d), .*?"(\w+)"\)', header, re.MULTILINE)
    return {(what, int(number)): label for what, number, label in rows}


@pytest.mark.parametrize("board", ["pico", "nano"])
def test_the_drawing_of_the_hub_agrees_with_the_firmware(board):
    drawing, pins = Drawing(f"hub-{board}"), firmware_pins(board)
    assert len(pins) == 16
    for side in Side:
        at_socket = {pin: drawing.joined(side.name, pin) for pin in drawing.pins(side.name, ["1-8"])}
        assert at_socket["LAMP"] == [("HUB", pins["LAMP", side.value])]
        assert at_socket["GND"] == [("HUB", "GND")]
        for column in range(4):
            assert at_socket[f"COL{column}"] == [("HUB", pins["COLUMN", column])]
        for row in (2 * side.value, 2 * side.value + 1):
            assert at_socket[f"ROW{row}"] == [("HUB", pins["ROW", row])]
    for column in range(4):
        assert ("PULLUP", f"COL{column}") in drawing.joined("HUB", pins["COLUMN", column])


def test_the_labels_of_the_pico_stand_at_the_right_pins():
    hub = Drawing("hub-pico").tree["connectors"]["HUB"]
    numbers = dict(zip(hub["pinlabels"], hub["pins"], strict=True))
    # Down the left side every fifth pin is a ground, and up the right side too.
    left = [f"GP{n}" for n in range(16)]
    places = [n for n in range(1, 21) if n % 5 != 3]
    assert all(numbers[label] == place for label, place in zip(left, places, strict=True) if label in numbers)
    assert (numbers["GP16"], numbers["GP17"], numbers["GP18"], numbers["GP19"]) == (21, 22, 24, 25)
    assert (numbers["3V3"], numbers["GND"]) == (36, 38)


@pytest.mark.parametrize("board", ["pico", "nano"])
def test_the_firmware_reads_the_label_and_the_number_as_the_same_pin(board):
    header = (SOURCES / "ports" / f"pins_{board}.h").read_text()
    if board == "pico":
        rows = re.findall(r'PIN\(\w+, \d, (\d+), "GP(\d+)"\)', header)
        assert all(number == label for number, label in rows)
    else:
        first = {"D": 0, "B": 8, "C": 0}
        rows = re.findall(r'PIN\(\w+, \d, (\w), (\d), "([DA])(\d+)"\)', header)
        assert all(first[port] + int(bit) == int(label) for port, bit, _, label in rows)
        assert all((port == "C") == (kind == "A") for port, _, kind, _ in rows)
    assert len(rows) == 16


@pytest.mark.parametrize("board", ["pico", "nano"])
def test_the_colours_are_those_of_the_socket(board):
    drawing = Drawing(f"hub-{board}")
    assert all(drawing.tree["cables"][f"W{side.name}"]["colors"] == T568B for side in Side)


@pytest.mark.parametrize("name", ["seat-box", "hub-pico", "hub-nano"])
def test_a_slot_of_a_socket_takes_one_wire(name):
    """More do not hold in it. Which key is at which crossing is tests/hardware/test_circuit.py's."""
    drawing = Drawing(name)
    sockets = [n for n, part in drawing.tree["connectors"].items() if part["type"] == "RJ45 socket"]
    ends = Counter(end for one, _, other in drawing.wires for end in (one, other) if end[0] in sockets)
    assert len(ends) == 8 * (1 if name == "seat-box" else 4)
    assert set(ends.values()) == {1}


def test_the_lamp_has_its_resistor_and_the_socket_its_eight_pins():
    box = Drawing("seat-box")
    assert box.joined("SOCKET", "LAMP") == [("R1", "in")]
    assert box.joined("LED", "plus") == [("R1", "out")]
    assert box.joined("LED", "minus") == [("AGAIN", "GND")]
    labels = {}
    for name in ("SOCKET", "AGAIN"):
        socket = box.tree["connectors"][name]
        labels |= dict(zip(socket["pins"], socket["pinlabels"], strict=True))
    in_hub = Drawing("hub-pico").tree["connectors"]["A"]["pinlabels"]
    in_seat = [labels[n].replace(" first", "0").replace(" second", "1") for n in range(1, 9)]
    assert in_seat == in_hub


def test_the_drawing_of_the_small_build_agrees_with_the_profiles():
    drawing = Drawing("small-gpio")
    header = drawing.tree["connectors"]["PI"]
    for label, number in zip(header["pinlabels"], header["pins"], strict=True):
        if label.startswith("GPIO"):
            assert HEADER[int(label[4:])] == number
        else:
            assert number in (6, 9, 14, 20, 25, 30, 34, 39)
    for name in ("pi4-gpio", "pi5-gpio"):
        wiring = load_profile(name).panel
        assert isinstance(wiring, GpioWiring)
        for key in wiring.keys:
            assert drawing.joined(key.side.name, key.button.label) == [("PI", f"GPIO{key.pin}")]
        for lamp in wiring.lamps:
            assert drawing.joined(lamp.side.name, "lamp") == [("PI", f"GPIO{lamp.pin}")]


def bill(name):
    with (BILLS / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("name", ["touch-only", "number-pads", "small", "full", "one-seat", "radio"])
def test_every_part_has_a_number_and_a_purpose(name):
    for line in bill(name):
        assert int(line["quantity"]) > 0
        assert line["for"]
        # What it costs depends on where and when: whoever buys fills it in.
        assert line["price each"] == ""
    parts = [line["part"] for line in bill(name)]
    assert len(parts) == len(set(parts))


def quantity(name, words):
    return sum(int(line["quantity"]) for line in bill(name) if words in line["part"])


def test_the_bill_of_the_full_build_counts_what_is_drawn():
    box = Counter(c["type"] for c in Drawing("seat-box").tree["connectors"].values())
    keys = sum(count for kind, count in box.items() if kind.startswith("key"))
    assert quantity("full", "arcade button") == 4 * keys == 32
    assert quantity("full", "1N4148") == 4 * box["diode 1N4148"] == 32
    assert quantity("full", "LED") == 4
    assert quantity("full", "330 Ohm") == 4
    assert quantity("full", "10 kOhm") == 4
    assert quantity("full", "RJ45") == 8
    assert quantity("full", "patch cable") == 4


def metres_by_colour(name):
    """The wire that is drawn, with a tenth more for what is stripped and cut off."""
    lengths = Counter()
    for cable in Drawing(name).tree["cables"].values():
        for colour in cable["colors"]:
            lengths[colour] += 1.1 * cable["length"]
    return lengths


def test_the_bill_has_wire_enough_of_every_colour():
    """A metre of network cable has a metre of each of its eight cores."""
    wanted = metres_by_colour("hub-pico")
    for colour, metres in metres_by_colour("seat-box").items():
        wanted[colour] += 4 * metres
    cable = quantity("full", "Cat5e cable with solid cores, 1 m")
    in_colour = {colour: metres for colour, metres in wanted.items() if colour in T568B}
    assert set(in_colour) == set(T568B)
    assert max(in_colour.values()) <= cable
    # The resistors' few wires in the hub are of what is left over.
    assert sum(wanted.values()) <= 8 * cable
    assert max(in_colour.values()) > cable - 1, "a metre too many"


def test_the_bill_has_tube_for_the_joints():
    """Of each box: both lugs of the keys, the rows at the diodes, the lamp's legs and its resistor."""
    box = Counter(c["type"].split()[0] for c in Drawing("seat-box").tree["connectors"].values())
    joints = 2 * box["key"] + box["diode"] + 2 * box["LED"] + box["resistor"]
    # Of the hub: a splice for each column, both ends of its resistor, where those meet, and ground.
    in_hub = 4 * (1 + 2) - 2
    assert quantity("full", "heat-shrink") * 10 >= (4 * joints + in_hub) * 2


def test_the_small_bill_has_tube_for_the_joints():
    """Of each box: its keys' lugs, the lamp's legs and resistor, a jumper wire for each core of the cable."""
    keys, cores = quantity("small", "arcade button") // 4, 7
    assert quantity("small", "heat-shrink") * 10 >= 4 * (2 * keys + 2 + 1 + cores) * 2


@pytest.mark.parametrize("name", ["number-pads", "small", "full", "radio"])
def test_every_build_but_touch_only_has_something_that_shows_the_page(name):
    assert quantity(name, "tablet or phone") == 1


def test_the_cables_of_the_small_build_reach():
    for cable in Drawing("small-gpio").tree["cables"].values():
        assert quantity("small", f"ribbon cable {cable['wirecount']} wires, {cable['length']} m") == 4


def test_every_makers_number_has_its_page_and_its_part_in_a_bill():
    page = (ROOT / "docs" / "reference" / "part-numbers.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if "](https://" in line]
    parts = {line["part"] for path in BILLS.glob("*.csv") for line in bill(path.stem)}
    assert len(rows) == 3
    for part, number, *_, said_by in rows:
        assert part in parts
        assert re.search(r"[A-Z]+-\d+", number)
        assert "](https://" in said_by


def test_the_bill_of_the_small_build_counts_what_the_profile_has():
    wiring = load_profile("pi5-gpio").panel
    assert isinstance(wiring, GpioWiring)
    assert quantity("small", "arcade button") == len(wiring.keys)
    assert quantity("small", "LED") == quantity("small", "330 Ohm") == len(wiring.lamps)
    assert quantity("small", "jumper wire") == len(wiring.keys) + len(wiring.lamps) + 4


@pytest.mark.gate(0)
def test_the_electrical_rules_hold_over_the_whole_circuit_and_find_a_broken_one(tmp_path, monkeypatch):
    need([] if find_spec("skidl") else ["skidl (dependency group hardware)"], "drawings")
    monkeypatch.setenv("KICAD_SYMBOL_DIR", str(tmp_path))
    checked = subprocess.run(
        [sys.executable, str(DRAWINGS / "electrical_check.py"), "--prove"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in checked.stdout.splitlines() if line.startswith("hub-")]
    found = [re.findall(r"\d+ keys|\d+ errors", line) for line in lines]
    assert found == [["32 keys", "0 errors"]] * 2 + [["32 keys", "1 errors"]] * 2
    assert checked.returncode == 0
