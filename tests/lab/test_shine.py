"""Light that the tops of tiles mirror, while the finder learns."""

import cv2
import numpy as np
import pytest

from lab.train.shine import shone_on

QUADS = np.array(
    [[[40, 40], [70, 44], [66, 84], [36, 80]], [[72, 44], [102, 48], [98, 88], [68, 84]]], np.float32
)
CLOTH = np.full((128, 128, 3), 60, np.uint8)


def tops(grown=0):
    """Where the tops of the tiles lie, and some pixels around them."""
    mask = np.zeros(CLOTH.shape[:2], np.uint8)
    for quad in QUADS:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    return cv2.dilate(mask, np.ones((2 * grown + 1, 2 * grown + 1), np.uint8)) > 0


@pytest.mark.parametrize("seed", range(8))
def test_light_lies_on_tops_and_cloth_mirrors_nothing(seed):
    shone = shone_on(CLOTH, QUADS, np.random.default_rng(seed))
    assert (shone[~tops(grown=4)] == 60).all()
    assert (shone >= 60 - 1).all()
    assert shone.dtype == np.uint8


def test_most_cuts_get_light_that_can_be_seen_and_no_two_the_same():
    shone = [shone_on(CLOTH, QUADS, np.random.default_rng(seed)) for seed in range(20)]
    assert sum(int(one[tops()].max()) > 90 for one in shone) >= 14
    assert len({one.tobytes() for one in shone}) >= 14


def test_without_tiles_nothing_shines():
    none = np.zeros((0, 4, 2), np.float32)
    for seed in range(6):
        assert (shone_on(CLOTH, none, np.random.default_rng(seed)) == CLOTH).all()
