"""Enrolment from photographs: faces in rows, however the camera was held; and what is learnt from them."""

import cv2
import numpy as np
import pytest

from vision.camera.pictures import OpenedPicture
from vision.find.cuts import shaken
from vision.labels import BACK, TILES, UNKNOWN
from vision.read.detect import Reading
from vision.read.faces import FaceReader
from vision.read.showing import (
    REDS,
    FacesUnclear,
    ShownFaces,
    enrolment_of,
    in_reading_order,
    names_of,
    shown_faces,
    trial_quads,
)


def reading(tile: str, x: float, y: float, turn: float = 0.0, score: float = 0.9) -> Reading:
    quad = np.array([[-30, -40], [30, -40], [30, 40], [-30, 40]], np.float32) + np.float32([x, y])
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return Reading(tile, 0.9, ((quad - 500) @ spin + 500).astype(np.float32), score, ())


def rows(names: tuple[str, ...], turn: float = 0.0) -> list[Reading]:
    return [reading(name, 120 + 90 * (k % 9), 150 + 120 * (k // 9), turn) for k, name in enumerate(names)]


class ToldEye:
    """An eye that finds what it was told, and reads as the real one does."""

    def __init__(self, readings: list[Reading] | None = None) -> None:
        self.readings = readings or []
        self.reader = FaceReader(threads=1)

    def look(self, picture: np.ndarray) -> list[Reading]:
        return self.readings


def shown(readings: list[Reading], picture: np.ndarray | None = None) -> ShownFaces:
    opened = OpenedPicture(np.zeros((800, 1000, 3), np.uint8) if picture is None else picture, 1000, 800)
    return shown_faces(opened, ToldEye(readings), "faces.jpg")


@pytest.mark.parametrize("turn", [0.0, 0.2, -0.3])
def test_faces_are_read_row_by_row_however_the_camera_was_held(turn: float) -> None:
    laid = rows(TILES, turn)
    mixed = [laid[k] for k in np.random.default_rng(4).permutation(len(laid))]
    assert [one.tile for one in in_reading_order(mixed)] == list(TILES)


def test_backs_and_what_is_no_tile_are_passed_over() -> None:
    extra = [reading(BACK, 50, 50), reading(UNKNOWN, 900, 700, score=0.3)]
    assert len(shown(rows(TILES) + extra).readings) == 34


def test_the_usual_order_has_red_fives_last_and_may_be_spread_over_photographs() -> None:
    names = (*TILES, *REDS)
    faces = [shown(rows(names[:20])), shown(rows(names[20:]))]
    assert names_of(faces, None) == list(names)
    assert names_of([shown(rows(("1m", "5p")))], ["1m", "0p"]) == ["1m", "0p"]


def test_too_few_faces_are_said_with_where_they_were_found() -> None:
    with pytest.raises(FacesUnclear, match=r"34 or 37 faces were expected and 33 found \(33 in faces.jpg\)"):
        names_of([shown(rows(TILES[1:]))], None)
    with pytest.raises(FacesUnclear, match="2 faces were expected and 0 found"):
        names_of([shown([])], ["1m", "2m"])


def test_another_order_is_noticed() -> None:
    with pytest.raises(FacesUnclear, match="lay them in rows, beginning 1m 2m 3m"):
        names_of([shown(rows(TILES[::-1]))], None)


def patterned(readings: list[Reading]) -> np.ndarray:
    """A photograph in which each tile has a face of its own that nobody has ever seen."""
    rng = np.random.default_rng(6)
    picture = np.full((800, 1000, 3), (40, 90, 60), np.uint8)
    for one in readings:
        face = np.full((80, 60, 3), 230, np.uint8)
        for _ in range(5):
            (x0, y0), (x1, y1) = rng.integers(6, [54, 74], (2, 2))
            cv2.line(face, (int(x0), int(y0)), (int(x1), int(y1)), rng.integers(0, 160, 3).tolist(), 5)
        x, y = one.quad[0].astype(int)
        picture[y : y + 80, x : x + 60] = face
    return picture


def test_faces_that_nobody_has_ever_seen_are_known_after_they_were_shown() -> None:
    names = TILES[9:27]
    laid = rows(names)
    faces = [shown(laid, patterned(laid))]
    enrolment = enrolment_of(faces, names, ToldEye())
    assert enrolment.shown == len(names)
    assert enrolment.trials == 4 * len(names)
    assert enrolment.tile_set.names == names
    assert enrolment.known_after > 4 * enrolment.known_before
    assert enrolment.known_after > 0.5 * enrolment.trials
    assert set(enrolment.tile_set.missing()) == set(TILES) - set(names)


def test_a_set_is_never_tried_with_cuts_that_it_was_learnt_from() -> None:
    quads = shown(rows(TILES[:9])).quads
    learnt, tried = shaken(quads), trial_quads(quads)
    assert tried.shape == (4 * len(quads), 4, 2)
    assert not (tried[:, None] == learnt[None]).all(axis=(2, 3)).any()
    assert np.abs(tried.reshape(len(quads), 4, 4, 2) - quads[:, None]).max() < 20
