"""Which labelled photographs count as hands in rows."""

from __future__ import annotations

import json

import numpy as np
import pytest

from lab.train.evaluate_hand_rows import MISLABELLED, is_straight
from vision.read.detect import Reading
from vision.read.hand_rows import HandRow


def row(middles: list[tuple[float, float]]) -> HandRow:
    corners = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]], np.float32)
    return HandRow(tuple(Reading("1m", 1.0, corners + np.float32(at), 1.0, ()) for at in middles))


HAND = [(30.0 * at, 0.4 * at) for at in range(10)]
GRIDS = [[(30.0 * x, 40.0 * y) for x in range(wide) for y in range(high)] for wide, high in ((4, 3), (6, 2))]


def test_a_hand_is_straight_also_with_a_meld_beside_it() -> None:
    assert is_straight(row(HAND))
    assert is_straight(row([*HAND, (315, 0), (345, 0), (345, 30), (375, 0)]))


@pytest.mark.parametrize("grid", GRIDS, ids=["three lines", "two lines"])
def test_lines_that_touch_are_no_hand(grid) -> None:
    assert not is_straight(row(grid))


def test_each_wrong_label_says_what_lies_there() -> None:
    for name, sentence in json.loads(MISLABELLED.read_text()).items():
        assert name.endswith(".jpg")
        assert " is labelled " in sentence
