"""One seat box in pictures: the page, the pictures, the bill and the drawing of the wiring say the same."""

import csv
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.firmware_bridge.firmware import ROOT, is_there, need

yaml = pytest.importorskip("yaml", reason="PyYAML is missing: it reads the wiring drawings")

PAGE = (ROOT / "docs" / "build-seat.md").read_text(encoding="utf-8")
ASSEMBLY = ROOT / "hardware" / "enclosure" / "assembly.scad"
SCRIPT = (ROOT / "scripts" / "render-hardware").read_text(encoding="utf-8")
IN_HUB = {"RJ45 keystone socket": 4, "screw M3 x 8": 4, "heat-set insert M3": 4, "rubber foot 10 mm": 4}
ENOUGH_FOR_ALL = ("filament", "Cat5e cable with solid cores", "heat-shrink")
"""One spool and one length of these is more than one box takes; tests/hardware/test_wiring.py counts them."""
IN_NO_PICTURE = "filament"
SPARE_MM = 10
"""What a wire needs besides its way: both ends are stripped."""


def bill(name: str) -> dict[str, int]:
    with (ROOT / "hardware" / "bill" / f"{name}.csv").open(newline="", encoding="utf-8") as file:
        return {line["part"]: int(line["quantity"]) for line in csv.DictReader(file)}


def steps() -> dict[int, str]:
    """The text of each step of the page."""
    parts = re.split(r"^## (\d+)\. ", PAGE, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def listed(text: str) -> Counter[str]:
    """The parts in the table of a step."""
    rows = re.findall(r"^\| ([^|]+) \| (\d+) \|$", text, re.MULTILINE)
    return Counter({part: int(count) for part, count in rows})


def drawn(step: int, folder: Path, *defined: str) -> list[dict[str, str | float]]:
    """What the drawing says about what it adds in this step, without drawing it."""
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    said = folder / "said.echo"
    words = [word for one in (f"step={step}", *defined) for word in ("-D", one)]
    subprocess.run(["openscad", *words, "-o", str(said), str(ASSEMBLY)], check=True, capture_output=True)
    found = []
    for line in said.read_text(encoding="utf-8").splitlines():
        pairs = re.findall(r'(\w+) = (?:"([^"]*)"|([\d.]+))', line)
        found.append({name: word or float(number) for name, word, number in pairs})
    return found


def pieces() -> dict[str, list[float]]:
    """The wires of a seat box, as millimetres in each colour, the longest first."""
    tree = yaml.safe_load((ROOT / "hardware" / "schematics" / "seat-box.yml").read_text(encoding="utf-8"))
    found: dict[str, list[float]] = {}
    for cable in tree["cables"].values():
        for colour in cable["colors"]:
            found.setdefault(colour, []).append(1000 * cable["length"])
    return {colour: sorted(lengths, reverse=True) for colour, lengths in found.items()}


def test_each_part_of_a_seat_stands_in_one_step_with_its_quantity() -> None:
    found = [(part, count) for text in steps().values() for part, count in listed(text).items()]
    assert sorted(found) == sorted(bill("one-seat").items())


def test_the_steps_are_numbered_and_each_has_its_picture_and_its_check() -> None:
    assert list(steps()) == list(range(1, 11))
    for number, text in steps().items():
        assert f"../hardware/pictures/seat_step_{number}.png" in text
        assert (ROOT / "hardware" / "pictures" / f"seat_step_{number}.png").exists()
        assert "**Check:**" in text
    rendered = re.findall(r"^(\d+) [\d,-]+ [\d,]+ \d+$", SCRIPT, re.MULTILINE)
    assert [int(number) for number in rendered] == list(steps())


@pytest.mark.parametrize("step", steps())
def test_a_picture_adds_what_its_step_lists(step: int, tmp_path: Path) -> None:
    added = Counter(str(one["part"]) for one in drawn(step, tmp_path) if "part" in one)
    assert added == Counter(
        {part: count for part, count in listed(steps()[step]).items() if not part.startswith(IN_NO_PICTURE)}
    )


def test_the_wires_that_are_cut_are_those_of_the_drawing(tmp_path: Path) -> None:
    cut: dict[str, list[float]] = {}
    for one in drawn(3, tmp_path):
        if "cut" in one:
            cut.setdefault(str(one["cut"]), []).append(10 * float(one["centimetres"]))
    assert cut == {colour: pytest.approx(lengths) for colour, lengths in pieces().items()}
    assert sum(map(len, cut.values())) == 18
    assert all(sum(lengths) <= 500 for lengths in cut.values()), "the page takes half a metre of the cable"


def test_every_wire_reaches_while_the_lid_lies_behind_the_tray(tmp_path: Path) -> None:
    ways: dict[str, list[float]] = {}
    for one in drawn(8, tmp_path):
        if "wire" in one:
            ways.setdefault(str(one["wire"]), []).append(float(one["millimetres"]))
    assert set(ways) == set(pieces())
    for colour, lengths in pieces().items():
        for length, way in zip(lengths, sorted(ways[colour], reverse=True), strict=True):
            assert length >= way + SPARE_MM, (colour, length, way)


def test_there_is_a_piece_of_tube_for_every_joint(tmp_path: Path) -> None:
    parts = bill("one-seat")
    keys, diodes = parts["arcade button 24 mm"], parts["diode 1N4148"]
    joints = 2 * keys + diodes + 2 * parts["LED 5 mm"] + parts["resistor 330 Ohm"]
    tubes = [float(one["tube_cut"]) for one in drawn(3, tmp_path) if "tube_cut" in one]
    assert len(tubes) == joints
    assert f"{joints} pieces of 2 cm" in PAGE
    assert sum(tubes) <= 10 * parts["heat-shrink tube 3 mm, 10 cm"] < sum(tubes) + 10


def test_four_seats_and_the_hub_are_the_full_build() -> None:
    full = bill("full")
    for part, count in bill("one-seat").items():
        if part.startswith(ENOUGH_FOR_ALL):
            assert count <= full[part] <= 4 * count, part
        else:
            assert full[part] == 4 * count + IN_HUB.get(part, 0), part


def test_the_page_puts_each_colour_on_the_pin_of_the_drawing() -> None:
    tree = yaml.safe_load((ROOT / "hardware" / "schematics" / "seat-box.yml").read_text(encoding="utf-8"))
    pins = {
        f"{name}:{label}": number
        for name in ("SOCKET", "AGAIN")
        for number, label in zip(
            tree["connectors"][name]["pins"], tree["connectors"][name]["pinlabels"], strict=True
        )
    }
    colours = {}
    for path in tree["connections"]:
        ends = {name: which[0] for item in path if isinstance(item, dict) for name, which in item.items()}
        cable = next((name for name in ends if name in tree["cables"]), None)
        for name in {"SOCKET", "AGAIN"} & set(ends):
            assert cable
            colours[pins[f"{name}:{ends[name]}"]] = tree["cables"][cable]["colors"][ends[cable] - 1]
    words = {"WH": "white-", "OG": "orange", "GN": "green", "BU": "blue", "BN": "brown"}
    named = ["".join(words[two] for two in re.findall("..", colours[pin])) for pin in range(1, 9)]
    assert f"| colour | {' | '.join(named)} |" in PAGE
