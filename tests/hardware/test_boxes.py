"""The printed boxes and what the bills put into them, by the numbers of the drawings."""

import csv
import re

import pytest

from tests.firmware_bridge.firmware import ROOT

COMMON = (ROOT / "hardware" / "enclosure" / "common.scad").read_text(encoding="utf-8")


def number(pattern: str) -> float:
    return float(re.search(pattern, COMMON)[1])


@pytest.mark.parametrize("build", ["small", "full"])
def test_the_screws_of_the_lids_do_not_reach_the_ground_of_their_holes(build: str) -> None:
    with (ROOT / "hardware" / "bill" / f"{build}.csv").open(newline="", encoding="utf-8") as file:
        parts = [line[0] for line in csv.reader(file) if line]
    lengths = [int(found[1]) for part in parts if (found := re.fullmatch(r"screw M3 x (\d+)", part))]
    hole = number(r"cylinder\(d = insert, h = ([\d.]+)\)")
    # The heads stand in the engraving, so the rest of the lid is what they hold.
    held = number(r"module lid\(size, thickness = ([\d.]+)") - number(r"engraving = ([\d.]+)\)")
    assert lengths
    for length in lengths:
        assert 0 < length - held < hole
