"""Far and near tiles are chosen by their size in the picture, and judged by what is read at their place."""

import numpy as np

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.stage.setting import EXACTLY
from lab.scribe.far_tiles import judged, read
from vision.labels import BACK
from vision.place.raising import raised
from vision.place.rectify import placed
from vision.settle.laid import Lying

PLACE = raised(placed(np.array(CAMERAS["oblique"].tapped(EXACTLY)), (WIDTH, HEIGHT)))
TILE = np.array([[-0.013, -0.018], [0.013, -0.018], [0.013, 0.018], [-0.013, 0.018]])
FAR = (1.0, 0.0)


def lying(label: str, at: tuple[float, float], confidence: float = 0.9) -> Lying:
    return Lying(label, confidence, np.array(at) + TILE)


class Saying:
    """A reader that sees the same wherever it looks, and knows where it looked."""

    def __init__(self, *tiles: Lying) -> None:
        self.tiles, self.patches = tiles, []

    def read(self, _pixels, _place, patches):
        self.patches += patches
        return self.tiles


def test_only_open_faces_of_another_size_than_in_the_middle_are_looked_at() -> None:
    truth = [("3m", np.array(FAR) + TILE), (BACK, np.array(FAR) + TILE), ("4m", np.array((0.5, 0.5)) + TILE)]
    reader = Saying(lying("3m", FAR))
    assert list(read(reader, None, PLACE, truth)) == ["right"]
    (patch,) = reader.patches
    assert patch.holds(*FAR)


def test_a_face_is_judged_by_the_surest_reading_at_its_place() -> None:
    assert judged("5p", FAR, [lying("0p", FAR)]) == "right"
    assert judged("5p", FAR, [lying("5p", FAR, 0.4), lying("9p", FAR, 0.8)]) == "another kind"
    assert judged("5p", FAR, [lying("5p", (0.9, 0.0))]) == "not found"
