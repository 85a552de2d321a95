"""One look at one picture: as JSON, as words, drawn; by an eye that is told what it sees."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.camera.pictures import OpenedPicture, picture_of
from vision.errors import PictureUnreadable
from vision.labels import UNKNOWN
from vision.read.detect import Reading
from vision.read.faces import FaceReader
from vision.read.reading import annotated, look_at, save_picture, summary

QUAD = np.array([[60, 20], [60, 50], [20, 50], [20, 20]], np.float32)


class ToldEye:
    """An eye that sees what it was told."""

    def __init__(self, *readings: Reading) -> None:
        self.readings = list(readings)

    def look(self, picture: np.ndarray) -> list[Reading]:
        return self.readings


def reading(tile: str = "5p", confidence: float = 0.98, score: float = 0.9) -> Reading:
    return Reading(tile, confidence, QUAD, score, (("0p", 0.01),))


def grey(width: int = 200, height: int = 100, scale: int = 1) -> OpenedPicture:
    return OpenedPicture(np.full((height, width, 3), 90, np.uint8), width * scale, height * scale)


def test_the_answer_for_programs_has_the_promised_form() -> None:
    look = look_at(grey(), ToldEye(reading()), "table.jpg")
    answer = json.loads(json.dumps(look.as_json()))
    assert answer.pop("ms") >= 0
    assert answer == {
        "image": "table.jpg",
        "width": 200,
        "height": 100,
        "tiles": [
            {
                "tile": "5p",
                "confidence": 0.98,
                "quad": [[60, 20], [60, 50], [20, 50], [20, 20]],
                "alternatives": [["0p", 0.01]],
            }
        ],
    }


def test_corners_are_in_pixels_of_the_given_picture_even_if_it_was_made_smaller() -> None:
    look = look_at(grey(scale=3), ToldEye(reading()), "table.jpg")
    assert (look.width, look.height) == (600, 300)
    assert look.as_json()["tiles"][0]["quad"][0] == [180, 60]


def test_a_stranger_is_told_only_where_it_is_a_tile_for_sure() -> None:
    look = look_at(grey(), ToldEye(reading(UNKNOWN, score=0.9), reading(UNKNOWN, score=0.35)), "a.jpg")
    assert [tile["tile"] for tile in look.as_json()["tiles"]] == ["unknown"]


def test_the_answer_for_people_counts_and_names() -> None:
    look = look_at(grey(), ToldEye(reading(), reading("back"), reading(UNKNOWN)), "table.jpg")
    head, first, *_ = look.as_text().splitlines()
    assert head.startswith("table.jpg: 200 x 100, 1 tile, 1 back, 1 unknown tile, ")
    assert first.split() == ["5p", "98%", "at", "40,", "35", "0p", "1%"]
    assert summary([]) == "no tiles"


def test_what_was_seen_is_drawn_over_the_picture(tmp_path: Path) -> None:
    opened = grey()
    look = look_at(opened, ToldEye(reading(), reading(UNKNOWN, 0.2)), "table.jpg")
    drawn = annotated(opened, look)
    assert drawn.shape == opened.pixels.shape
    assert (drawn[20, 20:61] != 90).any(axis=-1).mean() > 0.9
    assert (opened.pixels == 90).all()
    save_picture(drawn, tmp_path / "out.png")
    again = picture_of((tmp_path / "out.png").read_bytes(), "out.png")
    assert (again.pixels == drawn).all()


@pytest.mark.parametrize("name", ["out.tile", "none/out.png"])
def test_a_drawing_that_cannot_be_kept_is_one_sentence(tmp_path: Path, name: str) -> None:
    with pytest.raises(PictureUnreadable, match="cannot be written"):
        save_picture(np.zeros((4, 4, 3), np.uint8), tmp_path / name)


def test_a_picture_made_smaller_is_drawn_on_at_its_own_size() -> None:
    opened = grey(scale=2)
    look = look_at(opened, ToldEye(reading()), "table.jpg")
    drawn = annotated(opened, look)
    outline = cv2.absdiff(drawn, opened.pixels).max(axis=-1) > 0
    assert outline[20, 25:55].all()


def test_handfuls_read_beside_each_other_say_what_they_say_one_by_one() -> None:
    crops = np.random.default_rng(4).integers(0, 256, (40, 48, 48, 3), dtype=np.uint8)
    alone, beside = (FaceReader(threads=threads).logits(crops) for threads in (1, 2))
    assert all(np.array_equal(one, other) for one, other in zip(alone, beside, strict=True))
