"""Pale backs of a house that were shown once: the real reader tells them from white dragons."""

from dataclasses import replace

import numpy as np
import pytest

from companion.pretend.painting.lens import aimed
from companion.pretend.painting.painter import Painter, Tiles
from companion.pretend.painting.solids import solid_of
from companion.pretend.painting.things import Pose, StageTile, Stance
from vision.find.cuts import cut_out
from vision.labels import BACK, READINGS, plain_of
from vision.read.detect import Found, answers_of
from vision.read.enrol import TileSet
from vision.read.faces import FaceReader
from vision.read.showing import ShownFaces, enrolment_of

LENS = aimed(70, 4, 1000, focal=1750)
FACES = ("1m", "5m", "9m", "2p", "6p", "8s", "3s", "1z", "5z", "7z")

MINT = (205, 228, 205)


class Looked:
    """Reader and nothing else, as enrolment needs it."""

    def __init__(self) -> None:
        self.reader = FaceReader(threads=1)


@pytest.fixture(scope="module")
def eye():
    return Looked()


def drawn(colour: tuple[int, int, int], seed: int) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Faces and backs of a house, where they lie, and what each is."""
    tiles = Tiles(0)
    tiles.back = np.array(colour, np.float64)
    painter, rng = Painter(LENS, tiles, seed), np.random.default_rng(seed)
    names = [*FACES, *[BACK] * 5]
    quads = []
    for number, name in enumerate(names):
        x, y = -140 + 40 * (number % 8), -60 + 60 * (number // 8)
        pose = Pose(x, y, 0, rng.normal(0, 0.1), Stance.DOWN if name == BACK else Stance.UP)
        tile = StageTile("1m" if name == BACK else name, pose)
        painter.put(number, tile)
        quads.append(solid_of(tile, LENS).face)
    painter.refresh()
    return painter.picture[..., ::-1].copy(), np.array(quads, np.float32), names


def test_pale_backs_that_the_finder_takes_for_faces_are_read_as_backs_once_they_were_shown(eye) -> None:
    picture, quads, names = drawn(MINT, 2)
    shown = ShownFaces("house", picture, tuple(_At(quad) for quad in quads))
    tile_set = enrolment_of([shown], names, eye).tile_set
    other, places, truth = drawn(MINT, 5)
    as_faces = Found(places, np.full(len(places), 0.9, np.float32), np.zeros(len(places), np.bool_))
    crops = cut_out(other, places)

    def read(with_set: TileSet) -> list[str]:
        best = answers_of(eye.reader, with_set, (crops,), as_faces).readings.argmax(axis=1)
        return [name if (name := READINGS[int(k)]) == BACK else plain_of(name) for k in best]

    assert read(tile_set) == truth
    assert read(replace(tile_set, back_hue=())) != truth, "it would have been read so anyway"


class _At:
    """Where a tile was shown."""

    def __init__(self, quad: np.ndarray) -> None:
        self.quad = quad
