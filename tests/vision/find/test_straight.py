"""The second look: a tile is seen where it is, however it was found, and neighbours stay neighbours."""

import cv2
import numpy as np
import pytest

from vision.find.finder import STRIDE, USUAL_TILE, Found
from vision.find.quads import form_of
from vision.find.straight import SIDE, in_order_of, looked_twice, straightened

SQUARE = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)


def found(*quads: np.ndarray, score: float = 0.6) -> Found:
    many = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Found(many, np.full(len(many), score, np.float32), np.zeros(len(many), bool))


class Outlines:
    """Sees the white shape in the middle of each patch, and is as sure of it as it was told to be."""

    def __init__(self, score: float = 0.8) -> None:
        self.logit = float(np.log(score / (1 - score)))

    def maps_of(self, patches: np.ndarray) -> np.ndarray:
        cells = SIDE // STRIDE
        maps = np.full((len(patches), 9, cells, cells), -9.0, np.float32)
        for out, patch in zip(maps, patches, strict=True):
            _, marks = cv2.connectedComponents((patch[..., 0] > 127).astype(np.uint8))
            if not (mark := marks[SIDE // 2, SIDE // 2]):
                continue
            ys, xs = np.nonzero(marks == mark)
            box = cv2.boxPoints(cv2.minAreaRect(np.stack([xs, ys], 1).astype(np.float32))) / STRIDE
            middle = box.mean(axis=0) + 0.5 / STRIDE
            x, y = (int(v) for v in middle)
            form = form_of(box)
            out[0, y, x] = self.logit
            out[2:, y, x] = (
                middle[0] - x - 0.5, middle[1] - y - 0.5,
                form.log_xx, form.log_xy, form.log_yy, form.cos_4, form.sin_4,
            )  # fmt: skip
        return maps


def lying(*quads: np.ndarray) -> np.ndarray:
    picture = np.zeros((400, 600, 3), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(picture, np.round(quad * 16).astype(np.int32), (255, 255, 255), cv2.LINE_AA, 4)
    return picture


def aslant(x: float, y: float, side: float, turn: float, tilt: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return (SQUARE * side / 2) @ np.array([[c, s * tilt], [-s, c * tilt]], np.float32) + (x, y)


@pytest.mark.parametrize(("side", "tilt"), [(22, 1.0), (40, 0.6), (150, 0.7)])
def test_a_tile_that_was_found_askew_is_moved_to_where_it_is(side: float, tilt: float) -> None:
    true = aslant(300, 200, side, 0.5, tilt)
    askew = aslant(300 + side * 0.12, 200 - side * 0.08, side * 1.15, 0.75, tilt)
    twice = looked_twice(Outlines(), lying(true), found(askew))
    apart = np.abs(in_order_of(twice.found.quads, true[None])[0] - true).max()
    assert apart < 0.06 * side + 0.8
    assert apart < 0.4 * np.abs(askew - true).max()
    assert twice.found.scores == pytest.approx([0.7])


def test_what_is_seen_less_surely_again_stays_where_it_was() -> None:
    true, askew = aslant(300, 200, 40, 0.0, 1), aslant(305, 200, 44, 0.1, 1)
    less = looked_twice(Outlines(0.5), lying(true), found(askew))
    assert less.found.quads[0] == pytest.approx(askew)
    assert less.second[0] != pytest.approx(askew)
    gone = looked_twice(Outlines(), lying(), found(askew))
    assert gone.second[0] == pytest.approx(askew)
    assert gone.found.scores[0] < 0.4


def test_two_finds_that_see_one_tile_stay_two() -> None:
    true = aslant(300, 200, 40, 0.0, 1)
    beside = [aslant(288, 200, 40, 0.0, 1), aslant(313, 200, 40, 0.0, 1)]
    twice = looked_twice(Outlines(), lying(true), found(*beside))
    assert twice.found.quads == pytest.approx(np.array(beside))


def test_corners_keep_their_order_and_nothing_is_nothing() -> None:
    quad = aslant(300, 200, 40, 0.2, 0.8)
    for first in range(4):
        turned = np.roll(quad, first, axis=0)
        twice = looked_twice(Outlines(), lying(quad), found(turned))
        assert twice.found.quads[0] == pytest.approx(turned, abs=2.5)
    assert len(looked_twice(Outlines(), lying(), found()).found.quads) == 0


def test_a_straightened_tile_is_a_square_of_the_usual_size() -> None:
    quad = aslant(300, 200, 90, 0.6, 0.5)
    patches, ways = straightened(lying(quad), quad[None])
    assert (patches[0, ..., 0] > 127).sum() == pytest.approx(USUAL_TILE**2, rel=0.08)
    middle = ways[0, :, :2] @ np.full(2, (SIDE - 1) / 2) + ways[0, :, 2] + 0.5
    assert middle == pytest.approx(quad.mean(axis=0), abs=1e-3)
