"""The drawn tiles: complete, harmless, small, true to their rank, and no two of them alike."""

import doctest
import itertools
import re
import zlib
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.conftest import ROOT

TILES = ROOT / "companion" / "dashboard" / "static" / "tiles"
FONT_FILE = ROOT / "lab" / "tile_faces" / "font" / "yuji-syuku-japanese-400-normal.woff"

NAMES = (*(f"{rank}{suit}" for suit in "mps" for rank in range(10)), *(f"{n}z" for n in range(1, 8)), "back")
PAIRS = tuple(itertools.combinations(NAMES, 2))
SVG = "{http://www.w3.org/2000/svg}"
RED = "#cf1526"
OTHER_INKS = {"#1c1c22", "#0a7040", "#1d3f86"}
MOST_BYTES = 120_000
MOST_BYTES_OF_THE_SPRITE = 48_000
TABLET_WIDTHS = (24, 48)
PLAIN_STEP = 48  # of 255: a difference in one pixel that an eye sees
LEAST_SHARE_OF_PLAIN_PIXELS = 0.04

every_file = pytest.mark.parametrize("name", [*NAMES, "sprite"])
every_tile = pytest.mark.parametrize("name", NAMES)


def tree(name: str) -> ET.Element:
    return ET.fromstring((TILES / f"{name}.svg").read_bytes())  # noqa: S314  our own files


def symbol(name: str) -> ET.Element:
    found = tree("sprite").find(f"{SVG}symbol[@id='t-{name}']")
    assert found is not None, f"the sprite has no {name}"
    return found


def laid_down(drawing: ET.Element, part: str) -> int:
    return sum(use.get("href") == f"#{part}" for use in drawing.iter(f"{SVG}use"))


def parts(drawing: ET.Element) -> dict[str, str]:
    shared = drawing.find(f"{SVG}defs")
    return {
        part.get("id", ""): ET.tostring(part, encoding="unicode").strip()
        for part in (() if shared is None else shared)
    }


def inks(drawing: ET.Element) -> set[str]:
    shapes = (shape for shape in drawing if shape.tag != f"{SVG}defs")
    return {ink for shape in shapes for ink in (shape.get("fill"), shape.get("stroke")) if ink}


def test_there_is_a_file_for_every_tile_and_nothing_else():
    assert {path.name for path in TILES.iterdir()} == {f"{name}.svg" for name in (*NAMES, "sprite")}
    assert len(NAMES) == 38


@every_file
def test_a_file_holds_drawings_only(name: str):
    allowed = {"svg", "defs", "symbol", "g", "use", "path", "circle", "rect"}
    assert {node.tag.removeprefix(SVG) for node in tree(name).iter()} <= allowed


@every_file
def test_a_file_refers_to_itself_only(name: str):
    ids = [node.get("id") for node in tree(name).iter() if node.get("id")]
    wanted = {use.get("href") for use in tree(name).iter(f"{SVG}use")}
    assert len(ids) == len(set(ids))
    assert wanted <= {f"#{known}" for known in ids}
    text = (TILES / f"{name}.svg").read_text(encoding="utf-8")
    assert not re.findall(r"https?:(?!//www\.w3\.org/2000/svg)|url\(|\bon\w+=|<!", text)


@every_tile
def test_every_tile_has_the_shape_of_a_tile(name: str):
    assert tree(name).get("viewBox") == symbol(name).get("viewBox") == "0 0 190 260"


def test_the_sprite_holds_every_tile_once():
    symbols = [node.get("id", "") for node in tree("sprite").iter(f"{SVG}symbol")]
    assert sorted(symbols) == sorted(f"t-{name}" for name in NAMES)


@every_tile
def test_the_sprite_draws_what_the_file_draws(name: str):
    alone = [ET.tostring(node) for node in tree(name) if node.tag != f"{SVG}defs"]
    assert [ET.tostring(node) for node in symbol(name)] == alone
    assert parts(tree(name)).items() <= parts(tree("sprite")).items()


def test_all_tiles_fit_the_page():
    sizes = {path.name: path.stat().st_size for path in TILES.iterdir()}
    assert sum(sizes.values()) < MOST_BYTES
    assert sizes["sprite.svg"] < MOST_BYTES_OF_THE_SPRITE


@pytest.mark.parametrize("rank", [0, *range(2, 10)])
def test_a_tile_of_circles_has_as_many_as_its_rank(rank: int):
    assert laid_down(tree(f"{rank}p"), "tf-coin") == (rank or 5)


@pytest.mark.parametrize("rank", [0, *range(2, 10)])
def test_a_tile_of_bamboo_has_as_many_as_its_rank(rank: int):
    assert laid_down(tree(f"{rank}s"), "tf-stick") == (rank or 5)


@pytest.mark.parametrize("rank", range(10))
def test_every_tile_of_characters_carries_the_myriad(rank: int):
    assert laid_down(tree(f"{rank}m"), "tf-man") == 1


@pytest.mark.parametrize("suit", "mps")
def test_a_red_five_is_the_five_in_red(suit: str):
    plain, red = tree(f"5{suit}"), tree(f"0{suit}")
    assert inks(plain) & OTHER_INKS
    assert inks(red) == {RED}
    assert len(plain.findall(f"{SVG}use")) == len(red.findall(f"{SVG}use"))


@pytest.mark.parametrize("rank", [2, 3, 4, 6, 8])
def test_the_bamboo_of_an_all_green_hand_is_all_green(rank: int):
    assert inks(tree(f"{rank}s")) == {"#0a7040"}


def rows_of_png(png: bytes) -> list[bytes]:
    """Unpack an 8-bit RGBA picture, which is all that the renderer writes."""
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert png[24:29] == bytes((8, 6, 0, 0, 0))
    raw = zlib.decompress(b"".join(chunks(png, b"IDAT")))
    stride = 4 * width
    rows = [bytes(stride)]
    for at in range(0, height * (stride + 1), stride + 1):
        rows.append(unfiltered(raw[at], raw[at + 1 : at + 1 + stride], rows[-1]))
    return rows[1:]


def chunks(png: bytes, kind: bytes):
    at = 8
    while at < len(png):
        length = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == kind:
            yield png[at + 8 : at + 8 + length]
        at += length + 12


def unfiltered(how: int, line: bytes, above: bytes) -> bytes:
    row = bytearray()
    for at, byte in enumerate(line):
        left, corner = (row[at - 4], above[at - 4]) if at >= 4 else (0, 0)
        guess = (0, left, above[at], (left + above[at]) // 2, nearest(left, above[at], corner))[how]
        row.append((byte + guess) & 255)
    return bytes(row)


def nearest(left: int, above: int, corner: int) -> int:
    aim = left + above - corner
    return min((left, above, corner), key=lambda value: abs(aim - value))


@cache
def picture(name: str, width: int) -> bytes:
    resvg = pytest.importorskip("resvg_py", reason="needs resvg-py, which draws the tiles")
    png = resvg.svg_to_bytes((TILES / f"{name}.svg").read_text(encoding="utf-8"), width=width)
    return b"".join(rows_of_png(bytes(png)))


def share_of_plain_pixels(one: bytes, other: bytes) -> float:
    steps = [abs(a - b) for a, b in zip(one, other, strict=True)]
    pixels = [max(steps[at : at + 4]) for at in range(0, len(steps), 4)]
    return sum(step >= PLAIN_STEP for step in pixels) / len(pixels)


@pytest.mark.parametrize("width", TABLET_WIDTHS)
def test_no_two_tiles_look_alike(width: int):
    shares = {pair: share_of_plain_pixels(picture(pair[0], width), picture(pair[1], width)) for pair in PAIRS}
    alike = {pair: share for pair, share in shares.items() if share < LEAST_SHARE_OF_PLAIN_PIXELS}
    assert not alike, alike


def test_a_tile_looks_like_itself():
    assert share_of_plain_pixels(picture("5p", 24), picture("5p", 24)) == 0


@every_tile
def test_a_tile_is_solid_in_the_middle_and_clear_at_its_corners(name: str):
    pixels = picture(name, 48)
    height = len(pixels) // (4 * 48)
    opacity = pixels[3::4]
    corners = (0, 47, 48 * (height - 1), 48 * height - 1)
    assert opacity[48 * (height // 2) + 24] == 255
    assert [opacity[corner] for corner in corners] == [0, 0, 0, 0]


def test_the_drawing_tools_do_what_their_examples_say():
    from lab.tile_faces import markup

    assert doctest.testmod(markup) == doctest.TestResults(failed=0, attempted=3)


def test_drawing_again_gives_the_same_bytes():
    pytest.importorskip("fontTools", reason="needs fontTools, which reads the outlines")
    if not FONT_FILE.exists():
        pytest.skip("needs the font Yuji Syuku in lab/tile_faces/font; its README says where it comes from")
    from lab.tile_faces.files import all_files
    from lab.tile_faces.outlines import Brush

    drawn = {name: text.encode() for name, text in all_files(Brush(FONT_FILE)).items()}
    assert drawn == {path.name: path.read_bytes() for path in TILES.iterdir()}


def test_another_font_is_refused(tmp_path: Path):
    tools = pytest.importorskip("fontTools.fontBuilder", reason="needs fontTools, which reads the outlines")
    from lab.tile_faces.outlines import Brush, WrongFontError

    builder = tools.FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef"])
    builder.setupNameTable({"psName": "Another-Regular", "version": "Version 1"})
    builder.save(tmp_path / "another.ttf")
    with pytest.raises(WrongFontError, match="Another-Regular"):
        Brush(tmp_path / "another.ttf")


@pytest.mark.parametrize("name", ["missing.ttf", "text.ttf"])
def test_without_its_font_the_command_says_why_nothing_was_drawn(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    pytest.importorskip("fontTools", reason="needs fontTools, which reads the outlines")
    from lab.tile_faces.__main__ import main

    (tmp_path / "text.ttf").write_text("no font at all")
    monkeypatch.setattr(
        "sys.argv", ["tile_faces", "--font", str(tmp_path / name), "--out", str(tmp_path / "out")]
    )
    assert main() == 1
    assert name in (told := capsys.readouterr().err)
    assert "The tiles were not drawn" in told
    assert not (tmp_path / "out").exists()
