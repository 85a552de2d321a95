"""Rows of blanks: a wall has more of them than a set has white dragons."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.finds import named, seen
from vision.labels import READINGS
from vision.read.checks import PHOTOGRAPH, WATCHED
from vision.read.walls import amid_backs, in_walls, rows_of

WHITE, BACK = READINGS.index("5z"), READINGS.index("back")


def lying(x: float, y: float, wide: float = 38, high: float = 54) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


def side_by_side(count: int, y: float = 0) -> np.ndarray:
    return np.stack([lying(40 * k, y) for k in range(count)])


def turned(quads: np.ndarray, turn: float, flat: float) -> np.ndarray:
    """As another camera sees them."""
    way = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(quads @ way * (1, flat), np.float32)


def lengths(quads: np.ndarray) -> list[int]:
    return sorted(map(len, rows_of(quads)))


@given(st.floats(0, 3.2), st.floats(0.5, 1.0), st.integers(2, 17), st.randoms())
def test_a_row_is_one_row_however_it_is_seen_and_in_whatever_order(turn, flat, count, dice):
    quads = list(turned(side_by_side(count), turn, flat))
    dice.shuffle(quads)
    # A quad has no first corner: the finder begins at any of them.
    assert lengths(np.stack([np.roll(one, dice.randrange(4), axis=0) for one in quads])) == [count]


def test_a_gap_of_half_a_tile_parts_a_row():
    further = np.stack([lying(3 * 40 + 20 + 40 * k, 0) for k in range(4)])
    assert lengths(np.concatenate([side_by_side(3), further])) == [3, 4]


def test_tiles_one_behind_the_other_are_a_row_too():
    assert lengths(np.concatenate([side_by_side(3), side_by_side(3, 56)])) == [2, 2, 2, 3, 3]


def said(names: list[str], quads: np.ndarray) -> list[bool]:
    """Which blanks are said to be backs."""
    what = in_walls(seen(named(names, [0.9] * len(names)), quads=quads)).what
    assert what is not None
    return [float(one) > 1 for one in what[:, BACK] - what[:, WHITE]]


def test_five_blanks_in_a_row_are_backs_and_a_kan_of_white_dragons_is_not():
    assert said(["5z"] * 4, side_by_side(4)) == [False] * 4
    assert said(["5z", "back", "5z", "back", "back"], side_by_side(5)) == [True] * 5


def test_a_wall_goes_on_behind_its_indicator():
    names = ["back", "5z", "7s", "5z", "back", "back"]
    assert said(names, side_by_side(6)) == [True, True, False, True, True, True]


def test_white_dragons_of_a_hand_and_blanks_that_lie_anywhere_are_no_wall():
    hand = ["1m", "2m", "3m", *["5z"] * 4, "7s", "8s", "9s"]
    assert not any(said(hand, side_by_side(len(hand))))
    assert not any(said(["5z"] * 6, np.stack([lying(90 * k, 70 * (k % 3)) for k in range(6)])))


@pytest.mark.parametrize("checks", [PHOTOGRAPH, WATCHED], ids=["photograph", "watched"])
def test_it_is_asked_of_photographs_and_of_tables(checks):
    assert in_walls in checks.by_finder


def helped(sureness: list[float], names: list[str] | None = None) -> list[bool]:
    """Which tiles of a row are said to be there, where the finder is this sure of each."""
    names = names or ["back"] * len(sureness)
    row = side_by_side(len(names))
    there = amid_backs(seen(named(names, [0.9] * len(names)), quads=row, scores=sureness)).there
    assert there is not None
    return [float(one) > 0 for one in there]


def test_a_back_that_is_found_late_is_there_amid_others():
    assert helped([0.8, 0.7, 0.35, 0.8, 0.9]) == [True] * 5
    assert helped([0.8, 0.7, 0.35, 0.8]) == [False] * 4


def test_a_row_of_which_the_finder_is_hardly_sure_proves_nothing():
    assert helped([0.8, 0.4, 0.35, 0.7, 0.4]) == [False] * 5


def test_a_face_in_a_wall_is_not_helped():
    names = ["back", "back", "7s", "back", "back", "back"]
    assert helped([0.8, 0.8, 0.4, 0.8, 0.4, 0.8], names) == [True, True, False, True, True, True]


@pytest.mark.parametrize("checks", [PHOTOGRAPH, WATCHED], ids=["photograph", "watched"])
def test_backs_are_found_so_in_photographs_and_at_tables(checks):
    assert amid_backs in checks.there
