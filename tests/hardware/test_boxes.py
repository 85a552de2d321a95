"""The printed boxes and what the bills put into them, by the numbers of the drawings."""

import csv
import re

import pytest

from hardware.enclosure import fit_check
from tests.firmware_bridge.firmware import ROOT, is_there, need

COMMON = (ROOT / "hardware" / "enclosure" / "common.scad").read_text(encoding="utf-8")


def number(pattern: str) -> float:
    return float(re.search(pattern, COMMON, re.MULTILINE)[1])


@pytest.mark.parametrize("build", ["small", "full", "one-seat", "radio"])
def test_the_screws_of_the_lids_do_not_reach_the_ground_of_their_holes(build: str) -> None:
    with (ROOT / "hardware" / "bill" / f"{build}.csv").open(newline="", encoding="utf-8") as file:
        parts = [line[0] for line in csv.reader(file) if line]
    lengths = [int(found[1]) for part in parts if (found := re.fullmatch(r"screw M3 x (\d+)", part))]
    hole = number(r"^insert_room = ([\d.]+)")
    # The heads stand in the engraving, so the rest of the lid is what they hold.
    held = number(r"module lid\(size, thickness = ([\d.]+)") - number(r"engraving = ([\d.]+)\)")
    assert lengths
    for length in lengths:
        assert 0 < length - held < hole


FITS = fit_check.fits()


@pytest.mark.parametrize("fit", [fit for fit in FITS if fit.check == "latch"], ids=lambda fit: fit.moved)
def test_a_socket_goes_in_and_is_held_by_its_latch(fit: fit_check.Fit) -> None:
    """What pushes a plug in must not push the socket into the box, nor may it come out with the plug."""
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    shared = fit_check.shared_mm3(fit)
    assert fit.is_right(shared), shared


@pytest.mark.parametrize("fit", [fit for fit in FITS if fit.of == "arm"], ids=lambda fit: fit.check)
def test_what_the_camera_arm_holds_has_its_room(fit: fit_check.Fit) -> None:
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    shared = fit_check.shared_mm3(fit)
    assert fit.is_right(shared), shared


QUICK = ("cable", "radio board", "cell", "slide", "antenna", "cell held")
"""Those that are worked out within seconds; `make hardware` works out all of them."""


@pytest.mark.parametrize(
    "fit",
    [fit for fit in FITS if fit.of in ("five", "radio") and fit.check in QUICK],
    ids=lambda fit: fit.name,
)
def test_cable_board_cell_and_switch_have_their_room_and_stay_there(fit: fit_check.Fit) -> None:
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    shared = fit_check.shared_mm3(fit)
    assert fit.is_right(shared), shared


@pytest.mark.parametrize("of", ["seat", "low", "five"])
def test_the_other_boxes_have_the_same_fits_of_keys_lid_and_screws(of: str) -> None:
    everywhere = {"keys in tray", "keys in lid", "lid", "screws"}
    for box in (of, "radio"):
        assert everywhere <= {fit.check for fit in FITS if fit.of == box}


@pytest.mark.parametrize(
    ("of", "check", "moved"),
    [
        ("radio", "antenna", "antenna_free=19"),
        ("radio", "cell", "cell_play=[-1,1,3]"),
        ("five", "cable", "ribbon=[15,1.3]"),
        ("seat", "latch", "shift=0.5"),
        ("arm", "camera", "camera_up=2"),
        ("arm", "head and tube", "tube=19.8"),
    ],
)
def test_what_does_not_fit_is_found(of: str, check: str, moved: str) -> None:
    need([] if is_there("openscad") else ["openscad"], "drawings", required=False)
    fit = fit_check.Fit(of, check, moved=moved)
    assert not fit.is_right(fit_check.shared_mm3(fit))


def test_a_name_that_no_check_begins_with_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_check.main(["arm", "saet"]) == 2
    assert "no check begins with 'saet'" in capsys.readouterr().err


def test_every_printed_part_is_looked_at_in_make_hardware() -> None:
    assert {fit.of for fit in FITS} == {"seat", "low", "five", "radio", "hub", "arm"}
    assert "fit_check.py" in (ROOT / "scripts" / "render-hardware").read_text(encoding="utf-8")
    for name in {fit.file.name for fit in FITS}:
        drawn = (ROOT / "hardware" / "enclosure" / name).read_text(encoding="utf-8")
        checks = set(re.findall(r'^if \(check == "([^"]+)"\)', drawn, re.MULTILINE))
        assert {fit.check for fit in FITS if fit.file.name == name} == checks


def test_a_low_seat_box_is_at_most_25_mm_high() -> None:
    seat = (ROOT / "hardware" / "enclosure" / "seat_box.scad").read_text(encoding="utf-8")
    height = float(re.search(r"^height = low \? ([\d.]+)", seat, re.MULTILINE)[1])
    assert height + number(r"module lid\(size, thickness = ([\d.]+)") <= 25


def arm(name: str) -> float:
    drawing = (ROOT / "hardware" / "enclosure" / "camera_arm.scad").read_text(encoding="utf-8")
    return float(re.search(rf"^{name} = ([\d.]+);", drawing, re.MULTILINE)[1])


def screws(size: str) -> list[int]:
    with (ROOT / "hardware" / "bill" / "full.csv").open(newline="", encoding="utf-8") as file:
        parts = [line[0] for line in csv.reader(file) if line]
    return [int(found[1]) for part in parts if (found := re.match(rf"screw {size} x (\d+)", part))]


@pytest.mark.parametrize(
    ("size", "holds"),
    [
        ("M2", 4 + arm("camera_up") + 1 + 1.6),  # plate, distance, board, nut
        ("M2.5", 4 + arm("pi_up") + 1.5 + 2.0),
        ("M4", 14 + 3.2),  # both ears of a sleeve and the nut
    ],
)
def test_the_screws_of_the_arm_are_long_enough_and_not_much_longer(size: str, holds: float) -> None:
    longest = max(screws(size))
    assert holds <= longest <= holds + 4


def test_each_socket_of_the_hub_is_below_its_letter_as_the_guide_says() -> None:
    """Whoever faces the sockets stands behind the box, and sees the first of a row on the right."""
    hub = (ROOT / "hardware" / "enclosure" / "hub_box.scad").read_text(encoding="utf-8")
    (sockets,) = re.findall(r"translate\(\[(.+?), size\.y, floor_thickness\]\)", hub)
    (letters,) = re.findall(r'translate\(\[(.+?), size\.y - 15\]\) label\("ABCD"\[i\]', hub)
    assert sockets == letters == "20 + i * 28"
    # The lid is turned over the other axis for the printer, which leaves left and right as they are.
    assert "rotate([180, 0, 0]) hub_lid()" in hub
    guide = " ".join((ROOT / "docs" / "build.md").read_text(encoding="utf-8").split())
    assert "when you face the sockets, D is on the left" in guide
    assert "mirror([0, 1, 0]) let ($side = i)" in hub, "the sockets are in the wall of the largest y"
