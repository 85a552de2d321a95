"""The eye on pictures of our own making, and on pictures that are none of a table."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.finds import named, seen
from tests.vision.finds import there as are_there
from vision.find.cuts import cut_out
from vision.find.quads import box_overlaps, boxes_of
from vision.labels import READINGS, TILES, UNKNOWN, plain_of
from vision.read.checks import strangers
from vision.read.detect import Eye, Reading
from vision.read.faces import FaceReader

PICTURES = Path(__file__).parents[1] / "pictures"


@pytest.fixture(scope="module")
def eye() -> Eye:
    return Eye(threads=1)


def read(path: Path) -> np.ndarray:
    return np.ascontiguousarray(cv2.imread(str(path))[..., ::-1])


def matched(readings: list[Reading], quads: np.ndarray) -> dict[int, Reading]:
    boxes = boxes_of(quads)
    out = {}
    for reading in readings:
        overlaps = box_overlaps(boxes_of(reading.quad[None])[0], boxes)
        if overlaps.max() > 0.5:
            out.setdefault(int(overlaps.argmax()), reading)
    return out


def test_drawn_tables_are_read(eye: Eye) -> None:
    found = right = turned = asked = 0
    for labels in sorted(PICTURES.glob("*.json")):
        wanted = json.loads(labels.read_text(encoding="utf-8"))
        quads = np.array([tile["quad"] for tile in wanted], np.float32)
        by_label = matched(eye.look(read(labels.with_suffix(".jpg"))), quads)
        asked += len(wanted)
        found += len(by_label)
        for number, reading in by_label.items():
            right += plain_of(reading.tile) == plain_of(wanted[number]["tile"])
            turned += np.abs(reading.quad - quads[number]).max() < 14
    assert asked > 60
    assert found >= 0.9 * asked
    assert right >= 0.85 * found
    assert turned >= 0.5 * found  # a circle, a stick or a back may be read upside down


@pytest.mark.parametrize("size", [(1, 1), (7, 400), (480, 640)])
def test_a_picture_without_tiles_has_none(eye: Eye, size: tuple[int, int]) -> None:
    assert eye.look(np.full((*size, 3), 90, np.uint8)) == []


def test_chances_sum_to_one_and_red_belongs_to_its_five() -> None:
    crops = np.random.default_rng(1).integers(0, 255, (5, 48, 48, 3)).astype(np.uint8)
    answers = FaceReader(threads=1).read(crops)
    assert answers.readings.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-4)
    assert answers.readings.shape == (5, len(READINGS))
    assert np.linalg.norm(answers.embeddings, axis=1) == pytest.approx(np.ones(5), abs=1e-4)


@pytest.mark.parametrize(
    ("score", "confidence", "there"),
    [(0.9, 0.1, True), (0.5, 0.2, True), (0.35, 0.3, False), (0.35, 0.9, True), (0.31, 0.5, False)],
)
def test_what_the_finder_doubts_is_told_only_where_it_can_be_read(
    score: float, confidence: float, *, there: bool
) -> None:
    assert are_there(seen(named(["3s"], confidence), scores=score)) == [there]


@pytest.mark.parametrize(("score", "there"), [(0.45, False), (0.55, True)])
def test_a_back_is_only_what_the_finder_knows(score: float, *, there: bool) -> None:
    assert are_there(seen(named(["back"], 0.999), scores=score, backs=True)) == [there]


@pytest.mark.parametrize(("score", "there"), [(0.33, False), (0.4, True)])
def test_a_board_that_is_read_as_a_white_dragon_is_none_where_the_finder_sees_nothing(
    score: float, *, there: bool
) -> None:
    assert are_there(seen(named(["5z"], 0.999), scores=score)) == [there]


def test_a_strange_thing_is_the_less_likely_the_surer_the_finder_is() -> None:
    read = np.zeros((2, len(READINGS)), np.float32)
    read[:, READINGS.index("3p")], read[:, READINGS.index(UNKNOWN)] = 0.4, 0.6
    told = seen(read, scores=[0.75, 0.45]).after(strangers).chances
    assert told.sum(axis=1) == pytest.approx([1, 1])
    assert told[:, READINGS.index("3p")] == pytest.approx([0.881, 0.4], abs=0.01)


def test_no_crops_are_no_answers() -> None:
    answers = FaceReader(threads=1).read(np.zeros((0, 48, 48, 3), np.uint8))
    assert len(answers.readings) == len(answers.turns) == 0


def test_a_large_quad_is_cut_out_as_a_small_one() -> None:
    rng = np.random.default_rng(2)
    small = cv2.GaussianBlur(rng.integers(0, 255, (60, 60, 3)).astype(np.uint8), (0, 0), 4)
    large = cv2.resize(small, (600, 600), interpolation=cv2.INTER_CUBIC)
    quad = np.array([[10, 10], [50, 12], [48, 50], [9, 47]], np.float32)
    one, ten = cut_out(small, quad[None]), cut_out(large, quad[None] * 10)
    assert np.abs(one.astype(int) - ten.astype(int)).mean() < 4


def test_every_reading_has_one_name() -> None:
    assert len(set(READINGS)) == 40
    assert set(TILES) < set(READINGS)
