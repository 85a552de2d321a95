"""Narrow sides, round dials and bits of tiles: what lies around and on them tells."""

import cv2
import numpy as np
import pytest

from tests.vision.finds import named, seen, there
from vision.labels import BACK
from vision.read.checks import PHOTOGRAPH, WATCHED
from vision.read.impostors import sizes_beside


def tile(x: float, y: float, wide: float = 20, high: float = 27) -> np.ndarray:
    return np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)


ROW = np.stack([tile(22 * k, 0) for k in range(10)])
BARE = np.full((48, 48, 3), 220, np.uint8)


def framed() -> np.ndarray:
    crop = BARE.copy()
    cv2.rectangle(crop, (8, 6), (39, 41), (30, 30, 120), 3)
    return crop


def disc(radius: int) -> np.ndarray:
    """A one of circles, or with a larger radius something that is wholly round, on a dark ground."""
    crop = BARE.copy() if radius < 20 else np.full_like(BARE, 25)
    cv2.circle(crop, (24, 24), radius, (235, 235, 230) if radius > 20 else (30, 60, 30), -1)
    return crop


def none_of(
    names: list[str],
    quads: np.ndarray,
    score: float,
    crops: list[np.ndarray],
    sure: float = 0.95,
    *,
    is_of_known_size: bool = False,
) -> list[bool]:
    """Which of some readings beside a row of sure tiles are impostors."""
    count = len(ROW)
    candidates = seen(
        named([*["3m"] * count, *names], [0.95] * count + [sure] * len(names)),
        quads=np.concatenate([ROW, quads]),
        scores=[0.8] * count + [score] * len(names),
        crops=np.stack([framed()] * count + crops),
        is_photograph=not is_of_known_size,
    )
    told = there(candidates, *(WATCHED if is_of_known_size else PHOTOGRAPH).there[1:])
    assert all(told[:count])
    return [not one for one in told[count:]]


def narrow_ones(some: np.ndarray, others: np.ndarray) -> np.ndarray:
    return sizes_beside(some, others) < 0.6


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


def test_a_narrow_blank_is_a_side_and_a_framed_white_dragon_seen_aslant_is_none() -> None:
    thin = np.stack([tile(230, 0, high=14), tile(255, 0, high=14)])
    assert none_of(["5z", "5z"], thin, 0.5, [BARE, framed()], is_of_known_size=True) == [True, False]
    assert none_of(["5z", "1s"], thin, 0.9, [BARE, BARE]) == [False, False]


def test_a_blank_much_larger_than_the_faces_around_it_is_a_rim() -> None:
    quads = np.stack([tile(230, 0, 27, 36), tile(230, 60, 22, 29), tile(300, 0, 27, 36)])
    assert none_of(["5z", "5z", "3m"], quads, 0.45, [BARE, BARE, framed()]) == [True, False, False]
    assert none_of(["5z", "5z", "3m"], quads, 0.7, [BARE, BARE, framed()]) == [False, False, False]


def test_a_white_dragon_beside_the_foreshortened_faces_of_a_rack_is_a_tile_where_sizes_are_known() -> None:
    quads = np.stack([tile(230, 0, 32, 43), tile(300, 0, high=11)])
    assert none_of(["5z", "5z"], quads, 0.6, [BARE, BARE]) == [True, True]
    assert none_of(["5z", "5z"], quads, 0.6, [BARE, BARE], is_of_known_size=True) == [False, True]


def test_something_round_without_a_bare_rim_is_no_circle() -> None:
    whole = np.stack([tile(230, 0), tile(255, 0)])
    assert none_of(["1p", "1p"], whole, 0.6, [disc(23), disc(14)]) == [True, False]
    assert none_of(["1p", "2p"], whole, 0.75, [disc(23), disc(23)]) == [False, False]
    assert none_of(["1p"], whole[:1], 0.6, [disc(23)], sure=0.34) == [False], "a tile that is seen badly"


def test_a_bit_of_a_tile_is_none_beside_whole_ones() -> None:
    bits = np.stack([tile(230, 0, 8, 9), tile(255, 0, 14, 20)])
    assert none_of(["2p", "2p"], bits, 0.6, [disc(14), disc(14)]) == [True, False]


def test_no_readings_are_no_impostors() -> None:
    assert there(seen(named([])), *PHOTOGRAPH.there[1:]) == []


def test_a_blank_in_shade_beside_lit_faces_is_a_side_and_one_as_light_as_they_are_a_white_dragon() -> None:
    whole = np.stack([tile(230, 0), tile(255, 0), tile(280, 0)])
    shaded, lit = (BARE * 0.8).astype(np.uint8), (BARE * 0.97).astype(np.uint8)
    assert none_of(["5z", "5z", "1s"], whole, 0.45, [shaded, lit, shaded]) == [True, False, False]


def test_a_blank_both_a_little_smaller_and_a_little_darker_is_a_side_and_either_alone_is_a_white_dragon() -> (
    None
):
    small, whole = tile(230, 0, 17, 24), tile(260, 0)
    quads = np.stack([small, whole, small + np.float32((60, 0))])
    darker = (BARE * 0.93).astype(np.uint8)
    assert none_of(["5z"] * 3, quads, 0.55, [darker, darker, BARE]) == [True, False, False]


def test_a_face_many_times_as_large_as_the_others_is_none_and_a_back_may_be() -> None:
    large = np.stack([tile(230, 0, 60, 81), tile(300, 0, 60, 81)])
    assert none_of(["3z", BACK], large, 0.6, [framed(), BARE]) == [True, False]
    assert none_of(["3z"], large[:1], 0.6, [framed()], is_of_known_size=True) == [False]


def test_where_the_nearest_faces_lie_in_shade_too_a_dark_blank_is_a_white_dragon() -> None:
    far = np.stack([tile(22 * k, 900) for k in range(5)])
    count = len(ROW) + 4
    crops = (
        [framed()] * len(ROW) + [(framed() * 0.75).astype(np.uint8)] * 4 + [(BARE * 0.75).astype(np.uint8)]
    )
    candidates = seen(
        named([*["3m"] * count, "5z"]),
        quads=np.concatenate([ROW, far]),
        scores=[0.8] * count + [0.45],
        crops=np.stack(crops),
    )
    assert all(there(candidates, *PHOTOGRAPH.there[1:]))


def sign(light: tuple[int, int, int]) -> np.ndarray:
    """A wind as it is printed on the plate of a table's centre unit, or a digit of its displays."""
    crop = np.full_like(BARE, 48)
    cv2.rectangle(crop, (12, 8), (34, 40), light, 3)
    cv2.line(crop, (12, 24), (34, 24), light, 3)
    return crop


def full_face() -> np.ndarray:
    """A nine of circles in shade, whose dots fill it up to its rim."""
    crop = np.full_like(BARE, 150)
    for x in (10, 24, 38):
        for y in (9, 24, 39):
            cv2.circle(crop, (x, y), 6, (60, 40, 40), -1)
    return crop


def test_what_glows_on_a_dark_plate_is_a_sign_and_a_face_full_of_dots_is_a_tile() -> None:
    quads = np.stack([tile(230, 0), tile(255, 0), tile(280, 0)])
    crops = [sign((214, 220, 205)), sign((60, 70, 250)), full_face()]
    assert none_of(["3z", "6s", "9p"], quads, 0.7, crops, sure=0.95) == [True, True, False]
    assert none_of(["3z"], quads[:1], 0.85, crops[:1]) == [False], "the finder is sure of a black set's tile"


@pytest.mark.parametrize("is_of_known_size", [True, False])
def test_a_sign_that_nobody_can_name_is_no_tile_and_a_badly_seen_face_is_one(
    *, is_of_known_size: bool
) -> None:
    quads = np.stack([tile(230, 0), tile(255, 0)])
    blurred = cv2.GaussianBlur(full_face(), (0, 0), 6)
    crops = [sign((214, 220, 205)), blurred]
    told = none_of(["unknown"] * 2, quads, 0.7, crops, sure=0.8, is_of_known_size=is_of_known_size)
    assert told == [True, False]
