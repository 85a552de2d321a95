"""The drawn circuit is looked at so that each mistake a builder can make would be found in the drawings."""

import copy
import re
from dataclasses import replace

import pytest

from hardware.schematics import circuit
from hardware.schematics.circuit import CHIPS, NANO, PICO
from tests.firmware_bridge.firmware import ROOT, SOURCES

yaml = pytest.importorskip("yaml", reason="PyYAML is missing: it reads the wiring drawings")
DRAWINGS = ROOT / "hardware" / "schematics"


def drawn(name):
    return yaml.safe_load((DRAWINGS / f"{name}.yml").read_text())


@pytest.fixture(params=CHIPS, ids=lambda chip: chip.name)
def chip(request):
    return request.param


@pytest.fixture
def hub(chip):
    return drawn(f"hub-{chip.name}")


@pytest.fixture
def box():
    return drawn("seat-box")


def wires(tree, name):
    """The connections at this part, to be changed in place."""
    return [
        path for path in tree["connections"] if any(isinstance(end, dict) and name in end for end in path)
    ]


def turn_round(tree, name):
    """Solder a part of two legs in the wrong way round."""
    labels = tree["connectors"][name]["pinlabels"]
    other = {labels[0]: labels[1], labels[1]: labels[0], 1: 2, 2: 1}
    for path in wires(tree, name):
        for end in path:
            if isinstance(end, dict) and name in end:
                end[name] = [other[pin] for pin in end[name]]


def leave_out(tree, name):
    tree["connections"] = [path for path in tree["connections"] if path not in wires(tree, name)]
    del tree["connectors"][name]


def rewire(tree, one, other):
    """What was led to one pin of the hub goes to the other, and back."""
    swap = {one: other, other: one}
    for path in wires(tree, "HUB"):
        for end in path:
            if "HUB" in end:
                end["HUB"] = [swap.get(pin, pin) for pin in end["HUB"]]


def pull_ups_to_ground(hub, chip):
    (path,) = wires(hub, "PULLUP")
    path[0]["HUB"] = ["GND" if pin == chip.supply else pin for pin in path[0]["HUB"]]


def swap_sockets(hub, _):
    for path in hub["connections"]:
        for end in path:
            for one, other in (("A", "B"), ("B", "A")):
                if isinstance(end, dict) and one in end:
                    end["TEMPORARY" + other] = end.pop(one)
    for path in hub["connections"]:
        for end in path:
            for name in (
                [name for name in end if name.startswith("TEMPORARY")] if isinstance(end, dict) else ()
            ):
                end[name.removeprefix("TEMPORARY")] = end.pop(name)


def swap_columns(hub, chip):
    pins = circuit.pins_of(chip.name)
    rewire(hub, pins["COLUMN", 0], pins["COLUMN", 3])


BOX_MISTAKES = {
    "a reversed diode": (lambda box: turn_round(box, "D3"), "has no diode, or one that is the wrong way"),
    "a missing diode": (lambda box: leave_out(box, "D3"), "has no diode"),
    "a reversed lamp": (lambda box: turn_round(box, "LED"), "is missing, or the wrong way round"),
    "a missing lamp": (lambda box: leave_out(box, "LED"), "is missing, or the wrong way round"),
    "a missing resistor": (lambda box: leave_out(box, "R1"), "has no resistor at"),
    "33 Ohm": (lambda box: box["connectors"]["R1"].update(subtype="33 Ohm"), "mA behind 33 Ohm"),
    "33 kOhm": (lambda box: box["connectors"]["R1"].update(subtype="33 kOhm"), "mA behind 33000 Ohm"),
    "two rows that touch": (
        lambda box: box["connections"].append([{"AGAIN": ["ROW first"]}, "-->", {"AGAIN": ["ROW second"]}]),
        "of the hub are joined",
    ),
    "a key at another column": (
        lambda box: wires(box, "CHI")[0][0].update(SOCKET=["COL1"]),
        "is not at column",
    ),
}
HUB_MISTAKES = {
    "pull-ups to ground": (pull_ups_to_ground, "do not go to"),
    "swapped sockets": (swap_sockets, "does not point to row"),
    "swapped columns": (swap_columns, "is not at column"),
    "pull-ups of 1 MOhm": (
        lambda hub, _: hub["connectors"]["PULLUP"].update(type="4 x resistor 1 MOhm"),
        "have 1000000 Ohm",
    ),
}


def test_the_circuit_as_drawn_has_no_fault(chip, hub, box):
    assert circuit.faults(chip, hub, box) == []


@pytest.mark.parametrize("mistake", BOX_MISTAKES)
def test_a_mistake_in_a_seat_box_is_found(chip, hub, box, mistake):
    make, says = BOX_MISTAKES[mistake]
    make(box)
    found = circuit.faults(chip, hub, box)
    assert len(found) >= 4 or "joined" in says
    assert any(says in sentence for sentence in found), found


@pytest.mark.parametrize("mistake", HUB_MISTAKES)
def test_a_mistake_in_the_hub_is_found(chip, hub, box, mistake):
    make, says = HUB_MISTAKES[mistake]
    before = copy.deepcopy(hub)
    make(hub, chip)
    assert hub != before
    assert any(says in sentence for sentence in circuit.faults(chip, hub, box))


def test_each_pair_of_joined_pins_is_said_once(hub, box, chip):
    one, two, three = (circuit.pins_of(chip.name)["ROW", number] for number in range(3))
    hub["connections"] += [[{"HUB": [one]}, "-->", {"HUB": [two]}], [{"HUB": [two]}, "-->", {"HUB": [three]}]]
    found = [says for says in circuit.faults(chip, hub, box) if "of the hub are joined" in says]
    assert sorted(tuple(sorted(re.findall(r"\b[A-Z]+\d+\b", says))) for says in found) == sorted(
        tuple(sorted(pair)) for pair in ((one, two), (one, three), (two, three))
    )


def settle_s(chip):
    text = (SOURCES / "ports" / chip.name / "main.c").read_text()
    return int(re.search(r"COLUMN_SETTLE_US (\d+)", text)[1]) / 1e6


def test_the_voltages_are_those_of_the_resistors_that_are_drawn(tmp_path, monkeypatch, capsys):
    for name in ("seat-box", "hub-pico", "hub-nano"):
        text = (DRAWINGS / f"{name}.yml").read_text()
        (tmp_path / f"{name}.yml").write_text(text.replace("4 x resistor 10 kOhm", "4 x resistor 22 kOhm"))
    monkeypatch.setattr(circuit, "HERE", tmp_path)
    assert circuit.main() == 0
    slow = 1e6 * circuit.volts(PICO, 22_000).rise_s
    assert f"and up again in {slow:.1f} us" in capsys.readouterr().out


@pytest.mark.parametrize("series", [0, 100])
def test_any_number_of_held_keys_is_read_for_sure(chip, hub, box, series):
    """Also with the 100 Ohm in the wire of each column that the guide offers."""
    column = circuit.volts(chip, circuit.pull_up_ohm(circuit.joined(hub, box)), series)
    assert column.low_v < chip.low_v
    assert column.high_v > chip.high_v
    assert column.rise_s * 2 < settle_s(chip)


def test_without_the_resistors_the_columns_would_be_too_slow_or_too_weak():
    """The chip's own pull-up alone: what is forgotten in the hub."""
    assert circuit.volts(PICO, 1e9).rise_s > settle_s(PICO)


def test_rows_of_common_strength_would_be_too_weak_for_four_held_keys_at_the_worst():
    """Why the Pico drives its rows at 12 mA: at the 4 mA of a pin at its start it gives 0.5 V."""
    assert circuit.volts(replace(PICO, low_ohm=0.5 / 4e-3), 10_000).low_v > PICO.low_v
    assert (
        "gpio_set_drive_strength(rows[i], GPIO_DRIVE_STRENGTH_12MA)"
        in (SOURCES / "ports/pico/main.c").read_text()
    )


def test_pull_downs_in_the_rows_would_make_held_keys_unreadable():
    """Why the Pico's rows float (tests/hardware/test_pico_firmware.py looks at the released file)."""
    assert circuit.volts(PICO, 10_000, rows_have_pull_downs=True).high_v < PICO.high_v
    assert NANO.supply_v == 5
