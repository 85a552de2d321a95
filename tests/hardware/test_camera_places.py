"""The table of cameras in the guide is worked out from their fields of view, row by row."""

import csv
import math
import re

import pytest

from tests.firmware_bridge.firmware import ROOT

PAGE = (ROOT / "docs" / "camera-places.md").read_text(encoding="utf-8")
FIELD_CM = (80, 80)
"""Rivers, melds and the dead wall of a table."""
TILE_MM = 27
WANTED_PIXELS = 24
BLURRED_AT_CM = 100

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if re.match(r"\| .* \| \d+ x \d+° \|", line)
]


def seen_cm(height_cm, degrees):
    """How much a camera sees that looks straight down from here."""
    return 2 * height_cm * math.tan(math.radians(degrees) / 2)


def pixels_of_a_tile(height_cm, degrees, pixels):
    return pixels / (10 * seen_cm(height_cm, degrees)) * TILE_MM


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_camera_hangs_where_it_sees_the_table_and_its_tiles_are_large_enough(row):
    _, field, lowest, highest, large, small = row
    across, along = map(int, re.match(r"(\d+) x (\d+)°", field).groups())
    low, high = (int(cell.removesuffix(" cm")) for cell in (lowest, highest))
    # From the lowest place the short side of the picture just sees the field.
    assert low == math.ceil(FIELD_CM[1] / (2 * math.tan(math.radians(along) / 2)))
    assert seen_cm(low, across) >= FIELD_CM[0]
    assert high == math.floor(1920 * TILE_MM / (10 * WANTED_PIXELS * 2 * math.tan(math.radians(across) / 2)))
    assert int(large) == math.floor(pixels_of_a_tile(low, across, 1920))
    assert int(small) == math.floor(pixels_of_a_tile(high, across, 1920)) >= WANTED_PIXELS
    assert low < high


def arm_of(guide, table_cm=90):
    """How far it is from the upright to the middle of the table, and by how much the picture is turned.

    The upright stands 2.4 cm outside the edge (camera_arm.scad), a hand's breadth from a corner.
    """
    assert "a\n   hand's breadth from a corner" in guide
    across, along = table_cm / 2 + 2.4, table_cm / 2 - 10
    return math.hypot(across, along), math.atan2(along, across)


def test_there_are_four_cameras_and_the_arm_hangs_its_own_where_it_sees_the_table_though_it_is_turned():
    assert len(ROWS) == 4
    wide = next(row for row in ROWS if "Module 3 Wide" in row[0])
    told = re.search(r"(\d+) to (\d+) cm above the felt", PAGE)
    reach, turned = arm_of(PAGE)
    half_field = FIELD_CM[0] / 2 * (math.cos(turned) + math.sin(turned))
    assert int(told[1]) == math.ceil(half_field / math.tan(math.radians(67) / 2))
    assert int(told[1]) < int(told[2]) == int(wide[3].removesuffix(" cm"))
    assert round(reach - 4) == int(re.search(r"(\d+) cm for a table of 90 cm", PAGE)[1])
    said = re.search(r"\(by about (\d+)°\), take (\d+) cm", " ".join(PAGE.split()))
    assert [int(word) for word in said.groups()] == [round(math.degrees(turned)), math.ceil(half_field)]


def test_the_cable_in_the_bill_reaches_from_the_head_along_both_tubes_to_the_pi():
    guide = " ".join(PAGE.split())
    rows = csv.DictReader((ROOT / "hardware" / "bill" / "full.csv").read_text(encoding="utf-8").splitlines())
    parts = {row["part"]: row["for"] for row in rows}
    cable_cm = 100 * next(
        int(found[1]) for part in parts if (found := re.search(r"camera cable, (\d+) m", part))
    )
    tubes = next(why for part, why in parts.items() if part.startswith("aluminium tube"))
    shortest, longest = map(int, re.search(r"cut to (\d+) to (\d+) cm", tubes).groups())
    seat = int(re.search(r"seat of the Pi onto it (\d+) cm below its top", guide)[1])
    along, down, bends = map(
        int,
        re.search(
            r"(\d+) cm along the level tube and (\d+) cm down .* (\d+) cm for the bends", guide
        ).groups(),
    )
    moved, left = map(int, re.search(r"with (\d+) cm it sits (\d+) cm below", guide).groups())
    assert seat == down
    assert (moved, left) == (longest, down - (longest - along))
    for level in range(shortest, longest + 1):
        assert level + down - max(0, level - along) + bends <= cable_cm
    # Below the elbow, which is 5 cm long, there is room for the seat's sleeve of 4.
    assert left >= 5 + 4


def test_three_ways_to_hold_it_are_there_each_with_its_parts_and_its_risk():
    ways = re.findall(r"^### (.+)$", PAGE, re.MULTILINE)
    assert len(ways) == 3
    for part in PAGE.split("### ")[1:]:
        text = part.split("\n## ")[0]
        assert "You need" in text
        assert "Look out" in text
