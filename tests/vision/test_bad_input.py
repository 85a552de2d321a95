"""Bad pictures and cameras before the real models and the real loop: an answer or a sentence, each time."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import suppress
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.profile import CameraMount
from tests.conftest import ROOT
from tests.vision.pretend_table import DotReader, PretendTable
from tests.vision.settle.test_watching import WEIGHING
from tests.vision.stream_server import Script, part, serving
from vision.errors import ModelMismatch
from vision.place.zones import zones_of
from vision.read.detect import MODEL as QUADS
from vision.read.detect import TileFinder
from vision.read.faces import MODEL as FACES
from vision.read.faces import FaceReader
from vision.settle.pipeline import Pipeline
from vision.settle.watching import Times, Watch
from vision.sighting import Condition, EyeStatus, Sighting

TABLE = Path(__file__).parent / "pictures" / "5000000.jpg"


def cat() -> np.ndarray:
    """A cat on a cushion, as one draws it with a few strokes."""
    picture = np.full((480, 640, 3), (196, 178, 150), np.uint8)
    cv2.ellipse(picture, (320, 400), (260, 110), 0, 0, 360, (150, 40, 50), -1)
    for side in (-1, 1):
        ear = np.array([[320 + side * 40, 150], [320 + side * 130, 60], [320 + side * 125, 210]])
        cv2.fillPoly(picture, [ear], (90, 90, 95))
    cv2.ellipse(picture, (320, 230), (130, 110), 0, 0, 360, (100, 100, 105), -1)
    for side in (-1, 1):
        cv2.ellipse(picture, (320 + side * 52, 210), (24, 30), 0, 0, 360, (200, 210, 90), -1)
        cv2.ellipse(picture, (320 + side * 52, 210), (7, 26), 0, 0, 360, (10, 10, 10), -1)
        for lean in (-12, 0, 12):
            cv2.line(picture, (320 + side * 25, 268), (320 + side * 190, 262 + lean), (240, 240, 240), 2)
    cv2.fillPoly(picture, [np.array([[305, 252], [335, 252], [320, 270]])], (220, 140, 150))
    return picture


@pytest.fixture(scope="module")
def looked(tmp_path_factory) -> dict[str, dict]:
    """All pictures in one run of the eye on its own: what it says of each, and what it weighed."""
    folder = tmp_path_factory.mktemp("odd")
    plain = np.asarray(Image.open(TABLE))
    Image.fromarray(cat()).save(folder / "cat.png")
    Image.fromarray(plain).save(folder / "plain.png")
    cv2.imwrite(str(folder / "deep.png"), plain[..., ::-1].astype(np.uint16) * 257)
    Image.fromarray(plain).convert("CMYK").save(folder / "printed.jpg", quality=95)
    turned = Image.fromarray(np.ascontiguousarray(np.rot90(plain)))
    turned.save(folder / "turned.jpg", quality=95, exif=_lies_on_its_side(6))
    (folder / "cut.jpg").write_bytes(TABLE.read_bytes()[: TABLE.stat().st_size * 4 // 5])
    Image.new("RGB", (1, 1)).save(folder / "one.png")
    giant = Image.new("RGB", (10_000, 10_000), (40, 90, 60))
    giant.paste(Image.fromarray(plain).resize((plain.shape[1] * 4, plain.shape[0] * 4)), (2_000, 2_000))
    giant.save(folder / "giant.jpg", quality=60)
    names = sorted(path.name for path in folder.iterdir())
    command = [sys.executable, "-c", WEIGHING, sys.executable, "-m", "vision", *names, "--json"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=environment)
    assert ran.returncode == 0, ran.stderr
    answers = {said["image"]: said for said in map(json.loads, ran.stdout.splitlines())}
    return {**answers, "kilobytes": {"most": int(ran.stderr.split()[-1])}}


def _lies_on_its_side(orientation: int) -> Image.Exif:
    remarks = Image.Exif()
    remarks[0x0112] = orientation
    return remarks


def tiles(said: dict) -> list[str]:
    return sorted(one["tile"] for one in said["tiles"])


@pytest.mark.parametrize("name", ["cat.png", "one.png"])
def test_where_no_tile_is_none_is_read_surely(looked, name: str) -> None:
    named = [one for one in looked[name]["tiles"] if one["tile"] != "unknown"]
    assert [one for one in named if one["confidence"] >= 0.6] == []
    assert len(named) <= 1


def test_sixteen_bits_are_read_as_eight(looked) -> None:
    assert len(tiles(looked["plain.png"])) > 10
    assert tiles(looked["deep.png"]) == tiles(looked["plain.png"])


@pytest.mark.parametrize("name", ["printed.jpg", "turned.jpg", "cut.jpg"])
def test_printers_colours_a_turned_and_a_cut_picture_are_read_nearly_as_well(looked, name: str) -> None:
    wanted, found = tiles(looked["plain.png"]), tiles(looked[name])
    common = sum(min(wanted.count(one), found.count(one)) for one in set(wanted))
    assert common >= (0.4 if name == "cut.jpg" else 0.8) * len(wanted)


def test_corners_lie_in_the_picture_as_it_is_to_be_seen(looked) -> None:
    plain, turned = looked["plain.png"], looked["turned.jpg"]
    assert (turned["width"], turned["height"]) == (plain["width"], plain["height"])
    middles = [np.mean(one["quad"], axis=0) for one in turned["tiles"]]
    near = [
        min(np.linalg.norm(np.mean(one["quad"], axis=0) - middle) for middle in middles)
        for one in plain["tiles"]
    ]
    assert np.median(near) < 4


def test_a_hundred_megapixels_are_read_within_bounded_memory(looked) -> None:
    assert (looked["giant.jpg"]["width"], looked["giant.jpg"]["height"]) == (10_000, 10_000)
    middles = np.array([np.mean(one["quad"], axis=0) for one in looked["giant.jpg"]["tiles"]])
    assert len(middles) >= 0.7 * len(looked["plain.png"]["tiles"])
    assert (middles > 1_900).all()
    # As 100 million pixels of three bytes it would be 300 MB by itself, and as much again for each step.
    assert looked["kilobytes"]["most"] < 550 * 1024


@pytest.mark.parametrize(("path", "opened"), [(QUADS, TileFinder), (FACES, FaceReader)])
def test_a_model_of_another_version_is_one_sentence(tmp_path, path: Path, opened: type) -> None:
    content = path.read_bytes()
    marked = b"\n\x06format\x12\x011"
    assert content.count(marked) == 1
    other = tmp_path / path.name
    other.write_bytes(content.replace(marked, b"\n\x06format\x12\x012"))
    with pytest.raises(ModelMismatch, match=r"format 2; role .*, format 1 is needed"):
        opened(other)


class Told(Exception):
    """Enough was said."""


def test_a_stream_that_stalls_breaks_off_and_changes_its_size_is_followed_on_the_real_loop() -> None:
    """The patience is a tenth of a second here; at a table it is ten."""
    table = PretendTable(tiles={(0.5, 0.64): 4})
    pictures = [table.picture() for _ in range(8)]
    for number, picture in enumerate(pictures):
        picture[:16, :16] = 16 * number  # no camera sends the same picture twice
    frames = [cv2.imencode(".jpg", one[..., ::-1])[1].tobytes() for one in pictures]
    small = [cv2.imencode(".jpg", cv2.resize(one, (800, 800))[..., ::-1])[1].tobytes() for one in pictures]
    said: list = []
    wanted = [Condition.WATCHING, Condition.NO_CAMERA, Condition.WATCHING]

    def say(message) -> None:
        said.append(message)
        if len(statuses(said)) >= len(wanted):
            raise Told

    with serving(Script(*(part(one) for one in [*frames, *small]), then="stall")) as url:
        pipeline = Pipeline(DotReader(), lambda _: table.place(), zones_of(()))
        times = Times(wait=0.05, stalled=0.1, reopen=0.05)
        clock = iter(range(0, 10**18, 20_000_000))
        watch = Watch(
            CameraMount("above", "mjpeg", url),
            pipeline,
            say,
            now_ns=lambda: next(clock),
            pause=lambda _: None,
            times=times,
        )
        with suppress(Told):
            watch.run()
    assert statuses(said) == wanted
    notes = [one.note for one in said if isinstance(one, EyeStatus)]
    assert "has sent nothing for 0.1 s" in notes[1]
    assert all(isinstance(one, Sighting | EyeStatus) or one.frames >= 0 for one in islice(said, 100))


def statuses(said: list) -> list[Condition]:
    """How it did, without what a stall that is soon over says between."""
    found = [one.condition for one in said if isinstance(one, EyeStatus)]
    return [one for one in found if one is not Condition.STALLED]
