"""The boards as they lie in the repository: their copper is the drawn wiring, and nothing comes too near."""

from __future__ import annotations

import copy
import csv
import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from hardware.schematics import circuit
from hardware.schematics.circuit import PICO, Circuit
from tests.firmware_bridge.firmware import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML is missing: it reads the wiring drawings")
from hardware.boards import __main__ as writing  # noqa: E402
from hardware.boards import plan, words  # noqa: E402
from hardware.boards.copper import Sheet, sheet_of  # noqa: E402
from hardware.boards.plan import BOARDS, Board, drawing  # noqa: E402
from hardware.boards.projects import library_files, project_files  # noqa: E402
from hardware.boards.routing import Router  # noqa: E402

KEPT = ROOT / "hardware" / "boards"
DRAWINGS = {"seat": "seat-box", "hub": "hub-pico"}


def text_of(name: str) -> str:
    return (KEPT / name / f"{name}.kicad_pcb").read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=BOARDS)
def board(request: pytest.FixtureRequest) -> Board:
    return BOARDS[request.param]()


@pytest.fixture(scope="module")
def sheet(board: Board) -> Sheet:
    return sheet_of(text_of(board.name))


def drawn_pins(board: Board, sheet: Sheet) -> list[set[tuple[str, str]]]:
    """What the copper joins, as pins of the drawing."""
    pins = {(part.ref, number): pin for part in board.parts for number, pin in part.pins.items()}
    groups = ({pins[pad] for pad in group if pad in pins} for group in sheet.joined())
    return [group for group in groups if group]


def test_the_copper_joins_what_the_drawing_joins_and_nothing_else(board: Board, sheet: Sheet) -> None:
    tree = drawing(DRAWINGS[board.name])
    wiring = Circuit()
    wiring.add(tree)
    all_pins = {
        (name, str(label)) for name, part in tree["connectors"].items() for label in part["pinlabels"]
    }
    drawn = {frozenset(wiring.at(pin)) for pin in all_pins}
    assert {frozenset(group) for group in drawn_pins(board, sheet)} == drawn
    # Each of them is one piece: nothing is said to be joined twice.
    assert len(drawn_pins(board, sheet)) == len(drawn)


def test_a_pad_without_a_pin_of_the_drawing_is_joined_with_nothing(board: Board, sheet: Sheet) -> None:
    used = {(part.ref, number) for part in board.parts for number in part.pins}
    for group in sheet.joined():
        assert group <= used or len(group) == 1


def test_copper_keeps_away_from_other_copper_holes_and_edges(sheet: Sheet) -> None:
    assert list(sheet.too_near(0.2, 0.25, 0.5)) == []


OPEN_OUTLINES = {
    "none": (),
    "a line is missing": ((0, 0, 1, 0), (1, 0, 1, 1)),
    "the first line leads into a closed outline": ((0, 0, 1, 0), (1, 0, 1, 1), (1, 1, 1, 0)),
}


@pytest.mark.parametrize("lines", OPEN_OUTLINES.values(), ids=OPEN_OUTLINES)
def test_an_outline_that_is_not_closed_is_refused(lines: tuple[tuple[int, ...], ...]) -> None:
    line = '(gr_line (start {} {}) (end {} {}) (layer "Edge.Cuts"))'
    with pytest.raises(ValueError, match="the outline is not closed"):
        sheet_of(f"(kicad_pcb {' '.join(line.format(*each) for each in lines)})")


def from_copper(name: str) -> dict:
    """The drawing, its wires taken out and those of the board's copper put in."""
    board = BOARDS[name]()
    tree = copy.deepcopy(drawing(DRAWINGS[name]))
    tree["connections"] = []
    for group in drawn_pins(board, sheet_of(text_of(name))):
        first, *others = sorted(group)
        tree["connections"] += [[{first[0]: [first[1]]}, "-->", {pin[0]: [pin[1]]}] for pin in others]
    return tree


def test_a_hub_and_four_boxes_of_boards_are_what_the_firmware_expects() -> None:
    """Also with a box or a hub that was wired by hand."""
    hub, box = from_copper("hub"), from_copper("seat")
    for one in (hub, drawing("hub-pico")):
        for other in (box, drawing("seat-box")):
            assert circuit.faults(PICO, one, other) == []


@pytest.mark.parametrize("name", BOARDS)
def test_a_track_that_is_missing_or_too_near_is_found(name: str) -> None:
    """So that the tests above can fail: each net loses a track, or gets one that crosses another."""
    text, board = text_of(name), BOARDS[name]()
    tracks = re.findall(r"^  \(segment .*\)$", text, re.MULTILINE)
    whole = {frozenset(group) for group in sheet_of(text).joined()}
    nets = {re.search(r"\(net (\d+)\)", track)[1]: track for track in tracks}
    assert len(nets) == len(board.nets())
    for track in list(nets.values())[:6]:
        assert {frozenset(group) for group in sheet_of(text.replace(track + "\n", "")).joined()} != whole
    ends = [re.search(r"\(start ([^)]*)\)", track)[1] for track in list(nets.values())[:2]]
    number = next(iter(nets))
    short = f'  (segment (start {ends[0]}) (end {ends[1]}) (width 0.3) (layer "F.Cu") (net {number}))\n'
    broken = sheet_of(text.replace(tracks[0] + "\n", f"{short}{tracks[0]}\n"))
    assert list(broken.too_near(0.2, 0.25, 0.5))
    far_off = f'  (segment (start -90 -90) (end -80 -90) (width 0.3) (layer "F.Cu") (net {number}))\n'
    outside = sheet_of(text.replace(tracks[0] + "\n", f"{far_off}{tracks[0]}\n"))
    assert [told for told in outside.too_near(0.2, 0.25, 0.5) if "lies outside the edge" in told]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("(a", "a bracket is missing"),
        ("(a))", "a bracket too many"),
        ("a", "a bracket is missing"),
        ("", "a bracket is missing"),
        ('(a "b)', "a quotation mark is missing"),
    ],
)
def test_a_file_of_kicad_that_is_cut_off_is_refused(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        words.read(text)


def test_the_resistors_of_the_hub_are_called_as_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = drawing("hub-pico")
    tree["connectors"]["PULLUP"]["type"] = "4 x resistor 4.7 kOhm"
    monkeypatch.setattr(plan, "drawing", lambda _: tree)
    board = BOARDS["hub"]()
    assert {part.value for part in board.parts if part.ref.startswith("R")} == {"4.7k"}
    assert "4.7k" in {text.says for text in board.texts}


def test_a_board_without_nets_has_no_tracks(board: Board) -> None:
    assert Router(replace(board, parts=())).route() == ([], [])


@pytest.mark.gate(0)
def test_what_is_kept_is_what_the_script_makes(board: Board) -> None:
    for path, text in (project_files(board.name) | library_files()).items():
        kept = (KEPT / path).read_text(encoding="utf-8")
        assert kept == text, f"{path}: run python -m hardware.boards"


def test_without_a_folder_lists_of_parts_go_to_that_of_the_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(writing, "__file__", str(tmp_path / "boards" / "__main__.py"))
    assert writing.main(["parts"]) == 0
    assert [one.name for one in tmp_path.iterdir()] == ["boards"]
    assert all((tmp_path / "boards" / name / "parts.csv").exists() for name in BOARDS)


@pytest.mark.parametrize("words", [["--help"], ["-o", "there"], ["parts", "there", "and-there"]])
def test_what_is_not_one_folder_writes_nothing(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        writing.main(words)
    assert list(tmp_path.iterdir()) == []


def test_the_boards_are_small_files() -> None:
    kept = [path for path in KEPT.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}]
    kept += (ROOT / "hardware" / "pictures").glob("board_*.png")
    assert sum(path.stat().st_size for path in kept) < 300_000


ENCLOSURE = ROOT / "hardware" / "enclosure"


def numbers_in(drawing_of_box: str, name: str) -> list[float]:
    text = (ENCLOSURE / drawing_of_box).read_text(encoding="utf-8")
    says = re.search(rf"^{name} = (.*?);", text, re.MULTILINE)[1]
    return [float(number) for number in re.findall(r"-?\b\d+(?:\.\d+)?", says)]


def flat(points: Iterable[Iterable[float]]) -> list[float]:
    return [number for point in points for number in point]


def test_the_boards_and_the_printed_boxes_have_the_same_measures() -> None:
    """`fit_check.py` lays the boards into the boxes by these numbers."""
    assert numbers_in("seat_box.scad", "board_edge") == list(plan.SEAT_EDGE)
    assert numbers_in("seat_box.scad", "board_holes") == flat(plan.SEAT_HOLES)
    assert numbers_in("hub_box.scad", "carrier_edge") == flat(plan.HUB_EDGE)
    assert numbers_in("hub_box.scad", "carrier_holes") == flat(plan.HUB_HOLES)
    assert numbers_in("hub_box.scad", "size")[:2] == list(plan.HUB_SIZE)
    # Keys, lamp and sockets, by the drawing's own words: 12 + half a pitch from the left, and so on.
    pitch_x, pitch_y = numbers_in("seat_box.scad", "pitch")
    behind = numbers_in("seat_box.scad", "behind")[0]
    depth = plan.SEAT_SIZE[1]
    assert depth == 2 * pitch_y + behind + 8
    assert plan.SEAT_SIZE[0] == 4 * pitch_x + 24
    assert list(plan.KEY_X) == [12 + (column + 0.5) * pitch_x for column in range(4)]
    assert list(plan.KEY_Y) == [depth - behind - (row + 0.5) * pitch_y + 5 for row in range(2)]
    lamp_x, lamp_behind, *_ = numbers_in("seat_box.scad", "lamp")
    assert (lamp_x, depth - lamp_behind) == plan.LAMP
    assert list(plan.HUB_SOCKETS) == [20 + 28 * number for number in range(4)]


def test_the_switches_the_lamp_and_the_sockets_lie_under_their_holes() -> None:
    """On the file itself: the middle of the holes of each part, as the box has it."""
    seat, hub = sheet_of(text_of("seat")), sheet_of(text_of("hub"))

    def in_box(at: tuple[float, float], depth: float) -> tuple[float, float]:
        return round(at[0] - plan.MARGIN, 2), round(depth + plan.MARGIN - at[1], 2)

    middles = [hole.shape for hole in seat.holes if hole.shape.radius == 2]
    found = {in_box(shape.core[0], plan.SEAT_SIZE[1]) for shape in middles}
    assert found == {(x, y) for x in plan.KEY_X for y in plan.KEY_Y}
    large = [hole.shape.core[0] for hole in hub.holes if hole.shape.radius == 1.625]
    pegs = sorted(in_box(at, plan.HUB_SIZE[1])[0] for at in large)
    sockets = [(left + right) / 2 for left, right in zip(pegs[::2], pegs[1::2], strict=True)]
    assert sockets == pytest.approx(numbers_in("hub_box.scad", "jack_at"), abs=0.01)
    assert sockets == pytest.approx(plan.HUB_SOCKETS, abs=0.25)


def test_the_page_counts_the_joints_that_are_saved() -> None:
    """By hand: each lug and leg of the drawings. With boards: what no machine places."""
    by_hand = 0
    for name, times in (("seat-box", 4), ("hub-pico", 1)):
        tree = drawing(name)
        wiring = Circuit()
        wiring.add(tree)
        ends = {end for path in tree["connections"] for end in ends_of(tree, path)}
        soldered = {end for end in ends if not tree["connectors"][end[0]]["type"].startswith("RJ45")}
        # A leg that is soldered straight to a lug is one joint with it.
        straight = sum("-->" in path for path in tree["connections"])
        by_hand += times * (len(soldered) - straight)
    punched = 4 * 8 + 4 * 8
    low = 4 * (8 + 2) + 4 * 8 + 40
    page = (ROOT / "docs" / "boards.md").read_text(encoding="utf-8")
    assert f"{by_hand} joints" in page
    assert f"{punched} wires" in page
    assert f"{low} joints" in page
    # Eighteen pins of plugs; the lamp's two legs are soldered to a wire in place of the board.
    assert f"{4 * 2 * 9} joints more" in page


def ends_of(tree: dict, path: list) -> list[tuple[str, str]]:
    """The pins of one connection of a drawing."""
    found = []
    for end in path:
        for name, wanted in end.items() if isinstance(end, dict) else ():
            if name in tree["connectors"]:
                labels = list(map(str, tree["connectors"][name]["pinlabels"]))
                numbers = tree["connectors"][name].get("pins") or list(range(1, len(labels) + 1))
                for item in map(str, wanted):
                    first, _, last = item.partition("-")
                    inside = () if item in labels else range(int(first), int(last or first) + 1)
                    found += [(name, labels[numbers.index(n)]) for n in inside] or [(name, item)]
    return found


def made(tmp_path: Path, projects: Path) -> subprocess.CompletedProcess[str]:
    """The script on projects in another folder; skipped where KiCad is not at hand already."""
    kicad = Path(os.environ.get("KICAD_ROOT", "/var/tmp/riichi-kicad"))
    has_own = shutil.which("kicad-cli") is not None
    if not has_own and not ((kicad / "made").exists() and os.geteuid() == 0):
        pytest.skip("KiCad is missing: sudo make boards fetches it")
    places = {**os.environ, "BOARDS": str(projects), "BOARDS_OUT": str(tmp_path / "out")}
    script = str(ROOT / "scripts" / "make-boards")
    return subprocess.run([script], env=places, capture_output=True, text=True, check=False)


def test_kicad_finds_no_fault_and_makes_what_a_fab_wants(tmp_path: Path) -> None:
    run = made(tmp_path, KEPT)
    assert run.returncode == 0, run.stderr
    for name in BOARDS:
        out = tmp_path / "out" / name
        report = (out / "drc.txt").read_text(encoding="utf-8")
        for nothing in ("0 DRC violations", "0 unconnected pads", "0 Footprint errors"):
            assert f"** Found {nothing} **" in report
        assert "ERC messages: 0 " in (out / "erc.txt").read_text(encoding="utf-8")
        with zipfile.ZipFile(out / f"{name}-gerbers.zip") as archive:
            kinds = {Path(member).suffix for member in archive.namelist()}
        assert {".gtl", ".gbl", ".gts", ".gbs", ".gto", ".gm1", ".drl"} <= kinds
        with (out / "placement.csv").open(newline="", encoding="utf-8") as file:
            placed = {row["Designator"] for row in csv.DictReader(file)}
        assert placed == {part.ref for part in BOARDS[name]().parts if part.footprint.is_surface}


def test_kicad_finds_a_track_that_is_missing(tmp_path: Path) -> None:
    shutil.copytree(KEPT, tmp_path / "boards")
    path = tmp_path / "boards" / "seat" / "seat.kicad_pcb"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"^  \(segment .*\n", "", text, count=1, flags=re.MULTILINE), encoding="utf-8")
    run = made(tmp_path, tmp_path / "boards")
    assert run.returncode != 0
    assert "unconnected" in run.stderr
