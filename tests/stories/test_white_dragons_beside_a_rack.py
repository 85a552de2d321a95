"""A pon of white dragons before a camera that sees the small, slanting faces of the rack beside it (白板)."""

import cv2
import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import Pose, StageTile, Stance
from vision.place.raising import at_faces
from vision.place.rectify import TABLE_MM, placed
from vision.read.detect import Eye
from vision.settle.glance import WHOLE
from vision.settle.laid import SAME
from vision.settle.patches import PatchReader
from vision.settle.watching import OneScale

PON = (Pose(-365, 341, turn=6.26), Pose(-360, 319, turn=4.71), Pose(-361, 364, turn=4.7))
RACK = ("4m", "5s", "8p", "5p", "7z", "7p", "6p", "3p", "4p", "2p", "1s", "3m", "6s")


@pytest.fixture(scope="module")
def seen():
    """Everything that is read of the table at one look, by label with its place in millimetres."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    film = Film(CAMERAS["oblique"], tiles=0, seed=1)
    for number, label in enumerate(RACK):
        film.put(label, StageTile(label, Pose(-172 + 19 * number, 362, 0, 0, Stance.STANDING)))
    for number, pose in enumerate(PON):
        film.put(number, StageTile("5z", pose))
    corners = placed(np.array(film.lens.corners(0.0)), (WIDTH, HEIGHT))
    picture = film.frame()
    place = at_faces(lambda _: corners)(picture)
    yield PatchReader(OneScale(Eye(threads=1))).read(picture, place, [WHOLE])
    cv2.setNumThreads(threads)


def test_each_of_the_three_is_read(seen) -> None:
    whites = [tile for tile in seen if tile.label == "5z"]
    for pose in PON:
        at = np.array([pose.x, pose.y]) / TABLE_MM + 0.5
        (near,) = [tile for tile in whites if np.hypot(*(tile.middle - at)) < SAME]
        assert near.confidence > 0.9
        assert 0.7 < near.area < 1.2


def test_nothing_larger_than_a_tile_is_told_as_a_blank(seen) -> None:
    assert max(tile.area for tile in seen if tile.label == "5z") < 1.5
