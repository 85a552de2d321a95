"""Filament and hours of the printed parts follow from their solids, and the bills have filament enough."""

import csv
import re

import pytest

from lab.bench import prints
from tests.figures import rows_of
from tests.firmware_bridge.firmware import ROOT, is_there, need


def test_the_page_says_what_its_formula_gives() -> None:
    """To a last digit: the page keeps one place of the volume."""
    rows = rows_of(prints.PAGE)
    assert rows
    for row, one in zip(rows, prints.printed(), strict=True):
        assert float(row[3]) == pytest.approx(one.grams, abs=0.6)
        assert float(row[4]) == pytest.approx(one.hours, abs=0.06)


def test_every_solid_that_is_rendered_has_its_line() -> None:
    script = (ROOT / "scripts" / "render-hardware").read_text(encoding="utf-8")
    solids = re.search(r"^solids=\((.*?)\)$", script, re.MULTILINE | re.DOTALL)
    assert solids
    assert sorted(one.replace(":", "-") for one in solids[1].split()) == sorted(prints.SOLIDS)
    assert [row[0] for row in rows_of(prints.PAGE)] == list(prints.SOLIDS)


def test_a_solid_is_measured_as_the_page_says() -> None:
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    assert prints.measured("camera_arm-clamp").row() in rows_of(prints.PAGE)


@pytest.mark.parametrize("bill", ["one-seat", "small", "full", "radio"])
def test_the_bill_has_filament_enough_and_no_spool_too_many(bill: str) -> None:
    with (ROOT / "hardware" / "bill" / f"{bill}.csv").open(newline="", encoding="utf-8") as file:
        bought = {line["part"]: int(line["quantity"]) for line in csv.DictReader(file)}
    spools = bought["filament PLA or PETG, 1 kg"]
    assert 1000 * (spools - 1) < prints.grams_of(bill) <= 1000 * spools


@pytest.mark.parametrize("bill", ["one-seat", "small", "full", "radio"])
def test_the_second_colour_is_enough_for_what_is_above_the_labels(bill: str) -> None:
    with (ROOT / "hardware" / "bill" / f"{bill}.csv").open(newline="", encoding="utf-8") as file:
        parts = {line["part"]: int(line["quantity"]) for line in csv.DictReader(file)}
    spools = {re.search(r"second colour, ([\d.]+) kg", part): count for part, count in parts.items()}
    grams = sum(1000 * float(found[1]) * count for found, count in spools.items() if found)
    assert grams >= prints.grams_of(bill, "lid")


def test_the_checklist_says_what_a_tray_weighs() -> None:
    page = (ROOT / "docs" / "first-builder.md").read_text(encoding="utf-8")
    said = re.search(r"weigh it \|[^|]*about (\d+) g", page)
    assert said
    tray = next(one for one in prints.printed() if one.name == "seat_box-tray")
    assert float(said[1]) == pytest.approx(tray.grams, abs=5)
