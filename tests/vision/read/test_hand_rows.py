"""Tiles that somebody laid in a row, read by the real eye from pictures of them."""

import numpy as np
import pytest

from companion.pretend.painting.things import Pose
from tests.vision.laid_hands import laid_hand
from vision.read.detect import Reading
from vision.read.hand_rows import hand_row
from vision.read.reading import eye_for_pictures

HANDS = {
    "pinfu": "2m 3m 4m 3p 4p 5p 6p 7p 8p 8s 8s 5s 6s 7s",
    "kokushi": "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z",
    "seven pairs": "1m 1m 9p 9p 1s 1s 2s 2s 5s 5s 3z 3z 6z 6z",
    "red fives": "0m 5m 5m 0p 5p 5p 0s 5s 5s 2z 2z 2z 7z 7z",
}


@pytest.fixture(scope="module")
def eye():
    return eye_for_pictures()


def told(row):
    return [one.tile for one in row.tiles]


@pytest.mark.parametrize("name", HANDS)
def test_a_row_is_read_from_left_to_right(eye, name):
    tiles = HANDS[name].split()
    assert told(hand_row(eye.look(laid_hand(tiles)))) == tiles


@pytest.mark.gate(2)
@pytest.mark.parametrize("azimuth", [-90, -40, 40, 90])
def test_however_the_phone_was_held_the_reader_s_left_is_left(eye, azimuth):
    tiles = HANDS["pinfu"].split()
    assert told(hand_row(eye.look(laid_hand(tiles, azimuth=azimuth)))) == tiles


@pytest.mark.gate(1)
@pytest.mark.parametrize("elevation", [40, 46, 34])
def test_a_row_that_is_photographed_from_low_down_is_whole(eye, elevation):
    """Then tiles look wider than high."""
    tiles = HANDS["pinfu"].split()
    assert told(hand_row(eye.look(laid_hand(tiles, elevation=elevation)))) == tiles


def test_tiles_elsewhere_are_no_part_of_the_row(eye):
    tiles = HANDS["pinfu"].split()
    rng = np.random.default_rng(3)
    heap = [
        (label, Pose(rng.uniform(-120, 120), -70 - 34 * (place % 3), turn=rng.uniform(0, 6.28)))
        for place, label in enumerate(("9m", "1p", "7s"))
    ]
    assert told(hand_row(eye.look(laid_hand(tiles, others=heap)))) == tiles


def test_where_a_tile_lies_apart_is_said(eye):
    tiles = HANDS["pinfu"].split()
    assert hand_row(eye.look(laid_hand(tiles, apart=(13,)))).gaps == (13,)
    assert hand_row(eye.look(laid_hand(tiles))).gaps == ()


def test_of_two_rows_the_one_of_a_hand_is_taken(eye):
    tiles = HANDS["pinfu"].split()
    river = [
        (label, Pose(-50 + 20 * place, -60))
        for place, label in enumerate(["1z", "2z", "9s", "1p", "9m", "3z"])
    ]
    assert told(hand_row(eye.look(laid_hand(tiles, others=river)))) == tiles


def test_an_empty_cloth_has_no_row(eye):
    assert hand_row(eye.look(laid_hand([]))).tiles == ()


def _tile(x, y, turn=0.0, wide=20.0, high=28.0):
    corners = np.array([(-wide, -high), (wide, -high), (wide, high), (-wide, high)]) / 2
    c, s = np.cos(turn), np.sin(turn)
    quad = corners @ np.array([[c, s], [-s, c]]) + (x, y)
    return Reading("1s", 0.9, np.asarray(quad, np.float32), 0.9, ())


def test_a_bird_that_is_read_a_quarter_turn_off_stays_in_its_row():
    row = [_tile(22 * place, 0) for place in range(13)]
    # The same tile, its corners counted from another one.
    bird = Reading("1s", 0.9, np.roll(_tile(22 * 13, 0).quad, 1, axis=0), 0.9, ())
    assert len(hand_row([*row, bird]).tiles) == 14


def test_a_heap_is_no_row():
    rng = np.random.default_rng(1)
    heap = [_tile(24 * (at % 8), 30 * (at // 8) - 200, rng.uniform(0, 6.28)) for at in range(40)]
    row = [_tile(22 * place, 100) for place in range(14)]
    assert {id(one) for one in hand_row([*heap, *row]).tiles} == {id(one) for one in row}


def test_of_a_heap_whose_tiles_touch_and_a_row_the_row_is_taken():
    def laid(x, y, width):
        corners = np.array([[0, 0], [width, 0], [width, 27], [0, 27]], np.float32) + np.float32([x, y])
        return Reading("5s", 0.9, corners, 0.9, ())

    heap = [laid(21 * place, 300 + 11 * abs(place - 9), 20.5) for place in range(19)]
    row = [laid(21 * place, 600, 20) for place in range(15)]
    assert hand_row([*heap, *row]).tiles == tuple(row)


def test_of_two_hands_the_one_with_as_many_tiles_as_are_asked_for_is_taken():
    near = [_tile(22 * place, 300) for place in range(14)]
    far = [_tile(21 * place, 0, wide=19, high=27) for place in range(13)]
    assert hand_row([*near, *far], 13).tiles == tuple(far)
    assert hand_row([*near, *far]).tiles == tuple(near)
