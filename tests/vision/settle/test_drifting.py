"""A camera that was bumped: how far the picture moved is known to a small part of a tile."""

from __future__ import annotations

import math

import numpy as np
import pytest

from companion.pretend.painting.faces import LABELS
from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH, StageLens
from companion.pretend.painting.things import Pose, StageTile
from vision.place.rectify import TABLE_MM, TILE_MM, TablePlace, placed
from vision.settle.glance import corners_after, drifted, small_frame

A_TENTH = TILE_MM[0] / TABLE_MM / 10
"""Of a tile's width, in widths of the table: so far off a tile is still itself and not its neighbour."""


def place_of(lens: StageLens) -> TablePlace:
    place = placed(np.array(lens.corners()), (WIDTH, HEIGHT))
    assert isinstance(place, TablePlace)
    return place


def a_hand(film: Film, rng: np.random.Generator) -> None:
    """Four rivers of twelve tiles each."""
    for side in range(4):
        for number in range(12):
            across, away = -75 + 30 * (number % 6), -90 - 40 * (number // 6)
            turn = side * math.pi / 2
            x = across * math.cos(turn) - away * math.sin(turn)
            y = across * math.sin(turn) + away * math.cos(turn)
            film.put((side, number), StageTile(str(rng.choice(LABELS)), Pose(x, y, turn=turn)))


@pytest.mark.gate(2)
@pytest.mark.parametrize("camera", ["overhead", "oblique"])
@pytest.mark.parametrize("seed", range(3))
def test_how_the_picture_moved_is_known_to_a_tenth_of_a_tile(camera: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    film = Film(CAMERAS[camera], tiles=seed % 2, seed=seed)
    a_hand(film, rng)
    place = place_of(film.lens)
    before = small_frame(film.frame(), place)
    right, down = rng.uniform(-15, 15, 2)
    film.look_from(film.lens.bumped(float(right), float(down), float(rng.uniform(-0.008, 0.008))))
    matrix = drifted(before, small_frame(film.frame(), place))
    assert matrix is not None
    truly = place_of(film.lens)
    off = truly.flat(corners_after(place, matrix)) - truly.flat(np.array(truly.corners))
    assert np.linalg.norm(off, axis=1).max() < A_TENTH
