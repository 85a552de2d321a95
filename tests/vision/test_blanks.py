"""Blank faces and blank sides: the size of the tiles around tells them apart, wherever the camera is."""

import numpy as np

from vision.blanks import narrow_ones
from vision.detect import Reading, without_sides


def tile(x: float, y: float, wide: float = 20, high: float = 27) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


ROW = np.stack([tile(22 * k, 0) for k in range(10)])


def test_a_strip_beside_whole_tiles_is_a_side_and_a_whole_blank_is_a_face() -> None:
    blanks = np.stack([tile(230, 0), tile(255, 0, high=11)])
    assert narrow_ones(blanks, ROW).tolist() == [False, True]


def test_far_tiles_are_measured_by_far_tiles() -> None:
    far = np.stack([tile(11 * k, 900, 10, 13) for k in range(10)])
    blanks = np.stack([tile(120, 900, 10, 13), tile(230, 0)])
    assert narrow_ones(blanks, np.concatenate([ROW, far])).tolist() == [False, False]


def test_where_nothing_can_be_compared_nothing_is_narrow() -> None:
    assert narrow_ones(np.stack([tile(0, 0, high=5)]), ROW[:2]).tolist() == [False]
    assert narrow_ones(ROW[:0], ROW).tolist() == []


def test_only_blanks_are_left_out() -> None:
    def seen(name: str, quad: np.ndarray) -> Reading:
        return Reading(name, 0.95, quad, 0.5, ())

    row = [seen("1p", quad) for quad in ROW]
    thin = [seen("5z", tile(230, 0, high=11)), seen("1s", tile(255, 0, high=11))]
    assert [reading.tile for reading in without_sides([*row, *thin])] == ["1p"] * 10 + ["1s"]
    assert without_sides([]) == []
