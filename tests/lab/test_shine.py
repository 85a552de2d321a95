"""Light that tiles mirror, while the finder learns."""

import cv2
import numpy as np
import pytest

from lab.train.shine import shone_crops, shone_on

QUADS = np.array(
    [[[40, 40], [70, 44], [66, 84], [36, 80]], [[72, 44], [102, 48], [98, 88], [68, 84]]], np.float32
)
SIDES = QUADS[:, 2:].repeat(2, axis=1) + np.array([[0, 0], [0, 16], [0, 16], [0, 0]], np.float32)
CLOTH = np.full((128, 128, 3), 60, np.uint8)


def place_of(quads, grown=0):
    """Where these quads lie, and some pixels around them."""
    mask = np.zeros(CLOTH.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8)) > 0


@pytest.mark.parametrize("seed", range(8))
def test_light_lies_on_tiles_and_cloth_mirrors_nothing(seed):
    shone = shone_on(CLOTH, QUADS, SIDES, np.random.default_rng(seed))
    assert (shone[~place_of([*QUADS, *SIDES], grown=4)] == 60).all()
    assert (shone >= 60 - 1).all()
    assert shone.dtype == np.uint8


def test_most_cuts_get_light_that_can_be_seen_and_no_two_the_same():
    shone = [shone_on(CLOTH, QUADS, SIDES, np.random.default_rng(seed)) for seed in range(100)]
    assert sum(int(one[place_of([*QUADS, *SIDES])].max()) > 90 for one in shone) >= 70
    assert len({one.tobytes() for one in shone}) >= 80


def test_light_lies_on_narrow_sides_alone_on_faces_alone_and_on_both():
    def is_lit(picture, quads):
        return bool((picture[place_of(quads)] > 90).any())

    far = SIDES + 20.0
    shone = [shone_on(CLOTH, QUADS[:1] - 20, far, np.random.default_rng(seed)) for seed in range(60)]
    lit = {(is_lit(one, QUADS[:1] - 20), is_lit(one, far)) for one in shone}
    assert lit >= {(True, False), (False, True), (True, True)}


def test_without_tiles_nothing_shines():
    none = np.zeros((0, 4, 2), np.float32)
    for seed in range(6):
        assert (shone_on(CLOTH, none, none, np.random.default_rng(seed)) == CLOTH).all()


def test_some_crops_get_light_on_the_whole_tile_and_the_others_stay():
    crops = np.full((40, 48, 48, 3), 60, np.uint8)
    shone = shone_crops(crops, np.random.default_rng(1), 0.5)
    changed = [(one != 60).any() for one in shone]
    assert 8 <= sum(changed) <= 24
    assert (crops == 60).all()
    assert any((one[:4] > 90).any() for one in shone)
