"""A meld in a corner that touches the edge of what is looked at: tiles came to lie there, and no hand."""

import cv2
import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.solids import solid_of
from companion.pretend.painting.things import StageTile
from companion.pretend.stage import places
from companion.riichi.melds import LaidTile
from companion.riichi.tiles import Tile
from vision.frame import Frame
from vision.place.raising import raised
from vision.place.rectify import placed
from vision.place.zones import zones_of
from vision.settle.pipeline import Pipeline
from vision.sighting import Condition, EyeStatus

INSIDE = ((-0.007, -0.002), (-0.004, -0.015), (-0.004, 0.01), (-0.002, -0.02))
"""As a finger taps: the nearest corners a little within the cloth."""


class Noting:
    """A reader that reads nothing, and knows whether it was shown some faces."""

    def __init__(self) -> None:
        self.pictures: list[np.ndarray] = []

    def __call__(self, picture, scale):
        self.pictures.append(picture.copy())
        return []


@pytest.mark.gate(2)
@pytest.mark.parametrize("side", [0, 3])
@pytest.mark.parametrize("count", [3, 4])
def test_a_meld_in_a_near_corner_is_looked_at_though_it_touches_the_edge(side: int, count: int) -> None:
    lens = CAMERAS["oblique"]
    table = raised(placed(np.array(lens.tapped(INSIDE)), (WIDTH, HEIGHT)))
    film, reader = Film(lens, seed=5), Noting()
    pipeline = Pipeline(reader, lambda _: table, zones_of(()))
    said = []

    def run(frames: int, begin: int) -> None:
        for number in range(begin, begin + frames):
            frame = Frame(film.frame(), "stage", number, number * 10**8)
            said.extend(one.condition for one in pipeline.feed(frame) if isinstance(one, EyeStatus))

    run(8, 0)
    laid = tuple(LaidTile(Tile("4z"), sideways=at == 1) for at in range(count))
    poses, _ = places.meld(side, laid, places.MELDS_END)
    for number, pose in enumerate(poses):
        film.put(number, StageTile("4z", pose))
    reader.pictures.clear()
    run(8, 8)
    assert reader.pictures, "somebody's hand is said to lie there"
    picture = film.frame()
    for pose in poses:
        quad = solid_of(StageTile("4z", pose), lens).face
        x0, y0 = np.floor(quad.min(axis=0)).astype(int)
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
        face = picture[y0:y1, x0:x1].astype(int)
        assert any(_shows(shown, face) for shown in reader.pictures)
    assert Condition.HAND not in said


def _shows(shown: np.ndarray, face: np.ndarray) -> bool:
    """Whether a face is somewhere in a part of a frame, but for the noise of the camera."""
    if any(a < b for a, b in zip(shown.shape, face.shape, strict=True)):
        return False
    beside = cv2.matchTemplate(shown, face.astype(np.uint8), cv2.TM_SQDIFF)
    return float(beside.min()) / face.size < 60
