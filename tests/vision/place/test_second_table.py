"""A second table in the picture, with the same printed stickers: the two are not taken for one."""

import cv2
import numpy as np
import pytest

from tests.vision.place.test_rectify import SIZE, table_picture
from vision.place.rectify import TableNotLocated, TablePlace, WhyNot
from vision.place.seeking import ByStickers

OURS = np.array([[413, 167], [787, 160], [887, 573], [320, 587]], np.float64)
BESIDE = {
    "right": np.array([[927, 157], [1233, 150], [1467, 560], [1093, 570]], np.float64),
    "left": np.array([[-40, 175], [287, 170], [153, 590], [-280, 593]], np.float64),
    "behind": np.array([[460, -107], [727, -110], [760, 113], [440, 119]], np.float64),
}


def turned(corners: np.ndarray, quarter: int) -> np.ndarray:
    """The same table whose side A is another one."""
    return np.roll(corners, quarter, axis=0)


def both(one: np.ndarray, other: np.ndarray, first: np.ndarray | None = None) -> np.ndarray:
    """The first table, and beside it the other one."""
    first, second = table_picture(one) if first is None else first.copy(), table_picture(other)
    mask = np.zeros(first.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, other.round().astype(np.int32), 255)
    return np.where(mask[..., None] > 0, second, first)


def far_off(place: object, one: np.ndarray) -> float:
    """By how many pixels the table that is found in both is beside the one that is found alone."""
    alone = ByStickers()(table_picture(one))
    assert isinstance(place, TablePlace)
    assert isinstance(alone, TablePlace)
    return float(np.abs(np.array(place.corners) - alone.corners).max())


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("quarter", range(4))
def test_a_part_of_another_table_is_no_part_of_ours(beside: str, quarter: int) -> None:
    picture = both(OURS, turned(BESIDE[beside], quarter))
    assert picture.shape == (SIZE[1], SIZE[0], 3)
    assert far_off(ByStickers()(picture), OURS) < 2


SMALL = np.array([[80, 150], [560, 150], [580, 640], [60, 640]], np.float64)


def test_of_two_whole_tables_nobody_knows_which_is_meant() -> None:
    stickers = ByStickers()
    other = SMALL + np.array([620, 0])
    assert stickers(both(SMALL, other)) == TableNotLocated(WhyNot.SEVERAL_TABLES)
    # Seen alone before, it is known which one it is.
    assert far_off(stickers(table_picture(SMALL)), SMALL) < 2
    assert far_off(stickers(both(SMALL, other)), SMALL) < 2


def test_a_table_that_was_bumped_beside_another_one_is_followed() -> None:
    stickers = ByStickers()
    stickers(table_picture(OURS))
    bumped = OURS + np.array([25, -15])
    assert far_off(stickers(both(bumped, BESIDE["right"])), bumped) < 2


@pytest.mark.parametrize("beside", BESIDE)
@pytest.mark.parametrize("number", range(4))
def test_where_a_sticker_is_hidden_that_of_another_table_does_not_take_its_place(
    beside: str, number: int
) -> None:
    stickers = ByStickers()
    stickers(table_picture(OURS))
    hidden = table_picture(OURS, stickers=tuple(k for k in range(4) if k != number))
    picture = both(OURS, turned(BESIDE[beside], 1), hidden)
    assert far_off(stickers(picture), OURS) < 2
    assert far_off(stickers(table_picture(OURS)), OURS) < 2


def test_where_two_stickers_are_hidden_another_table_does_not_complete_ours() -> None:
    stickers = ByStickers()
    stickers(table_picture(OURS))
    hidden = table_picture(OURS, stickers=(0, 1))
    found = stickers(both(OURS, BESIDE["left"], hidden))
    assert found == TableNotLocated(WhyNot.SEVERAL_TABLES)
    assert stickers(hidden) == TableNotLocated(WhyNot.FEW_STICKERS)


def test_a_camera_that_was_moved_far_still_finds_all_four() -> None:
    stickers = ByStickers()
    stickers(table_picture(OURS))
    for elsewhere in (SMALL, np.array([[500, 200], [800, 230], [850, 600], [300, 500]], np.float64)):
        assert far_off(stickers(table_picture(elsewhere)), elsewhere) < 2
