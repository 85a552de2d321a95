"""Flowers and seasons: many boxes hold them, riichi has none, and no tile of a suit may come of them."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from lab.train.evaluate_flowers import marked, nearest, shares
from lab.train.photographs import load_photographs
from tests.conftest import ROOT
from tests.vision.finds import chances
from vision.errors import ModelMismatch
from vision.labels import FLOWER, READINGS, at_table
from vision.read.detect import Reading
from vision.read.enrol import enrolled
from vision.read.faces import MODEL, FaceReader
from vision.read.flowers import FILE, Flowers
from vision.read.hand_rows import hand_row
from vision.read.reading import eye_for_pictures, summary
from vision.settle.laid import lying

SOME = 24
"""This many photographs of flowers are read: a third of all."""


def reading(tile: str, at: float = 0, others: tuple[tuple[str, float], ...] = ()) -> Reading:
    corners = np.array([[0, 0], [20, 0], [20, 27], [0, 27]], np.float32) + np.float32([at, 0])
    return Reading(tile, 0.9, corners, 0.9, others)


class FlatTable:
    def flat(self, points: np.ndarray) -> np.ndarray:
        return points / 100


@pytest.mark.gate(0)
class TestRealOnes:
    def test_most_are_told_as_flowers_and_hardly_one_surely_as_a_tile_of_riichi(
        self, shared_data: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(ROOT)
        places, eye = marked(), eye_for_pictures()
        shown = [one for one in load_photographs() if one.path.name in places][:SOME]
        read = [
            nearest(readings, middle)
            for one in shown
            for readings in [eye.look(one.read())]
            for middle in places[one.path.name]
        ]
        told = shares(read)
        flowers, of = told["flowers told as flowers"]
        assert of >= SOME
        assert flowers > 0.75 * of
        assert told["flowers surely told as tiles of riichi"][0] <= 0.03 * of


class TestTheFile:
    def test_it_fits_the_reader(self) -> None:
        answers = FaceReader(threads=1).read(np.zeros((1, 48, 48, 3), np.uint8))
        assert answers.readings.shape == (1, len(READINGS))

    def test_without_it_nothing_is_a_flower(self, tmp_path: Path) -> None:
        shutil.copy(MODEL, tmp_path)
        noise = np.random.default_rng(1).integers(0, 255, (4, 48, 48, 3)).astype(np.uint8)
        read = FaceReader(tmp_path / MODEL.name, threads=1).read(noise).readings
        assert read[:, READINGS.index(FLOWER)].max() < 1e-5

    def test_of_another_reader_it_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / MODEL.name).write_bytes(MODEL.read_bytes() + b"later")
        shutil.copy(MODEL.with_name(FILE), tmp_path)
        with pytest.raises(ModelMismatch, match="learnt with a reader other than"):
            Flowers(tmp_path / MODEL.name)

    def test_a_damaged_one_is_refused(self, tmp_path: Path) -> None:
        shutil.copy(MODEL, tmp_path)
        (tmp_path / FILE).write_bytes(MODEL.with_name(FILE).read_bytes()[:900])
        with pytest.raises(ModelMismatch, match="damaged"):
            Flowers(tmp_path / MODEL.name)


class TestWhatBecomesOfThem:
    def test_at_a_table_one_is_a_tile_that_nobody_can_name(self) -> None:
        (seen,) = lying([reading(FLOWER, others=(("1s", 0.06), ("unknown", 0.03)))], FlatTable())
        assert (seen.label, seen.alternatives) == ("unknown", (("1s", 0.06),))

    def test_what_else_a_tile_may_be_is_told_without_them(self) -> None:
        (seen,) = lying([reading("1s", others=((FLOWER, 0.06), ("unknown", 0.03)))], FlatTable())
        assert (seen.label, dict(seen.alternatives)) == ("1s", {"unknown": pytest.approx(0.09)})

    def test_a_hand_leaves_them_out_and_stays_one_row(self) -> None:
        tiles = ["2m", "3m", "4m", FLOWER, FLOWER, FLOWER, "5p", "5p"]
        row = hand_row([reading(tile, 21 * place) for place, tile in enumerate(tiles)])
        assert ([one.tile for one in row.tiles], row.gaps) == (["2m", "3m", "4m", "5p", "5p"], ())

    def test_a_tile_apart_behind_one_is_still_apart(self) -> None:
        tiles = ["2m", "3m", "4m", "5p", FLOWER]
        laid = [reading(tile, 21 * place) for place, tile in enumerate(tiles)]
        row = hand_row([reading(FLOWER, -40), *laid, reading("5p", 21 * 6)])
        assert ([one.tile for one in row.tiles], row.gaps) == (["2m", "3m", "4m", "5p", "5p"], (4,))

    def test_a_face_that_the_house_has_shown_is_none(self) -> None:
        look = np.eye(1, 96, dtype=np.float32)
        read = chances(flower=0.9, _1s=0.08)[None]
        told = enrolled(["1s"], look).sharpened(read, look)
        assert READINGS[int(told.argmax())] == "1s"

    def test_a_picture_s_summary_counts_them(self) -> None:
        assert summary([reading("1s"), reading(FLOWER), reading(FLOWER)]) == "1 tile, 2 flowers"
        assert at_table(FLOWER) == "unknown"
