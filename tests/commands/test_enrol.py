"""`companion enrol`: what is kept, what is said, and what is refused."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.intake.eye.enrolling import spelled_out
from companion.intake.eye.tile_sets import kept_tile_set, tile_set_names
from tests.vision.read.test_showing import ToldEye, patterned, rows
from vision.errors import TileSetUnreadable
from vision.labels import BACK, TILES
from vision.read import reading


def enrol(*arguments: object):
    return CliRunner().invoke(main, ["enrol", *map(str, arguments)])


@pytest.fixture
def photograph(tmp_path, monkeypatch):
    """A photograph of two rows of faces, and an eye that finds them."""
    laid = rows(TILES[:18])
    cv2.imwrite(str(tmp_path / "faces.png"), patterned(laid)[..., ::-1])
    monkeypatch.setattr(reading, "eye_for_pictures", lambda _tile_set=None: ToldEye(laid))
    return tmp_path / "faces.png"


SHOWN = "123456789m123456789p"


def test_a_set_is_learnt_kept_and_described(photograph, tmp_path) -> None:
    answer = enrol("house", photograph, "--faces", SHOWN, "--data", tmp_path)
    assert answer.exit_code == 0, answer.output
    first, gained, missing, *_ = answer.output.splitlines()
    assert first == "house is enrolled with 18 faces."
    assert gained.startswith("Read correctly before: ")
    assert missing == f"Not shown: {' '.join(TILES[18:])}"
    assert tile_set_names(tmp_path) == ("house",)
    assert kept_tile_set(tmp_path, "house").names == TILES[:18]
    assert [path.name for path in (tmp_path / "tiles").iterdir()] == ["house.json"]


def test_backs_are_learnt_from_a_photograph_of_their_own(photograph, tmp_path) -> None:
    answer = enrol("house", photograph, "--faces", SHOWN, "--backs", photograph, "--data", tmp_path)
    assert answer.output.startswith("house is enrolled with 19 faces.")
    assert kept_tile_set(tmp_path, "house").names == (*TILES[:18], BACK)


@pytest.mark.gate(0)
def test_the_report_is_one_json_object(photograph, tmp_path) -> None:
    said = json.loads(enrol("house", photograph, "--faces", SHOWN, "--data", tmp_path, "--json").output)
    assert said["faces"] == 18
    assert said["known_after"] > said["known_before"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("house", "faces.png"), "34 or 37 faces were expected and 18 found"),
        (("house", "faces.png", "--faces", "12m"), "2 faces were expected and 18 found"),
        (("house", "faces.png", "--faces", "12m9z"), "9z cannot be read as tiles"),
        (("house", "faces.png", "--faces", "nonsense"), "'nonsense' cannot be read as tiles"),
        (("house", "none.png", "--faces", SHOWN), "No such file"),
        (("../house", "faces.png", "--faces", SHOWN), "cannot be called"),
    ],
)
def test_what_cannot_be_learnt_is_one_sentence_and_keeps_nothing(
    photograph, tmp_path, monkeypatch, arguments, says
) -> None:
    monkeypatch.chdir(tmp_path)
    answer = enrol(*arguments, "--data", tmp_path)
    assert answer.exit_code == 1
    assert says in answer.stderr
    assert answer.stderr.count("\n") == 1
    assert tile_set_names(tmp_path) == ()


@pytest.mark.gate(1)
@pytest.mark.parametrize(
    "faces", [7, {"9z": [1.0]}, {"1m": [2.0] * 96}, {"1m": [10**400] * 96}], ids=lambda faces: str(faces)[:20]
)
def test_a_damaged_set_is_one_sentence(photograph, tmp_path, faces) -> None:
    enrol("house", photograph, "--faces", SHOWN, "--data", tmp_path)
    path = tmp_path / "tiles" / "house.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"faces": faces}))
    with pytest.raises(TileSetUnreadable, match="enrol it again"):
        kept_tile_set(tmp_path, "house")


def test_short_writing_is_spelled_out() -> None:
    assert spelled_out("055p 17z") == ("0p", "5p", "5p", "1z", "7z")
    assert np.all([spelled_out(text) == () for text in ("", "p", "12", "1m2", "1x")])
    assert spelled_out("1m  " * 40 + "x") == (), "and at once"
