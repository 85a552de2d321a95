"""The table in a picture: by stickers, by corners that were tapped, and its zones."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.profile import Side, Zone
from vision.place.aruco import seen_stickers, sticker
from vision.place.edges import refined
from vision.place.rectify import SQUARE, Advice, TableNotLocated, TablePlace, WhyNot, moved, placed
from vision.place.seeking import ByStickers
from vision.place.zones import Purpose, default_zones, turned, zones_of
from vision.settle.swapped import flat_picture

OBLIQUE = np.array([[420, 180], [880, 190], [1130, 640], [160, 620]], np.float64)
SIZE = (1280, 720)


def table_picture(corners: np.ndarray = OBLIQUE, *, stickers: tuple[int, ...] = (0, 1, 2, 3)) -> np.ndarray:
    """A dark green table with its stickers, on a brown floor, as a camera sees it."""
    flat = np.full((700, 700, 3), (30, 90, 60), np.uint8)
    where = {0: (0, 0), 1: (610, 0), 2: (610, 610), 3: (0, 610)}
    for number in stickers:
        x, y = where[number]
        flat[y : y + 90, x : x + 90] = np.rot90(sticker(number, 90), number)
    picture = np.full((SIZE[1], SIZE[0], 3), (120, 90, 70), np.uint8)
    source = (SQUARE * 700 - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(source, corners.astype(np.float32))
    cv2.warpPerspective(flat, matrix, SIZE, dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    return picture


def place_of(corners: np.ndarray = OBLIQUE) -> TablePlace:
    place = placed(corners, SIZE)
    assert isinstance(place, TablePlace)
    return place


def test_four_stickers_are_the_table_whichever_way_they_are_turned() -> None:
    place = ByStickers()(table_picture())
    assert isinstance(place, TablePlace)
    rim = moved(place_of().to_pixels, 0.5 + (SQUARE - 0.5) * (1 - 2 * 11 / 700))
    assert np.abs(np.array(place.corners) - rim).max() < 4


def test_corners_that_were_dragged_onto_one_line_stay_as_they_are() -> None:
    sliver = place_of(np.array([[400, 100], [401, 400], [401, 600], [400, 300]], np.float64))
    assert refined(table_picture(), sliver) == sliver


@pytest.mark.parametrize(
    ("stickers", "why"),
    [((), WhyNot.NO_STICKERS), ((0, 1), WhyNot.FEW_STICKERS), ((0, 1, 3), WhyNot.FEW_STICKERS)],
)
def test_without_four_stickers_the_table_is_not_found(stickers: tuple[int, ...], why: WhyNot) -> None:
    assert ByStickers()(table_picture(stickers=stickers)) == TableNotLocated(why)
    assert why.sentence.endswith(".")


def test_three_stickers_are_enough_for_who_has_seen_four() -> None:
    find = ByStickers()
    place = find(table_picture())
    bumped = OBLIQUE + np.array([22, -9])
    after = find(table_picture(bumped, stickers=(0, 1, 3)))
    assert isinstance(after, TablePlace)
    assert np.abs(np.array(after.corners) - np.array(place.corners) - [22, -9]).max() < 3


def test_whichever_sticker_is_covered_next_three_are_enough() -> None:
    find, covered = ByStickers(), [(0, 1, 2, 3), (1, 2, 3), (0, 2, 3), (0, 1, 3)]
    places = [find(table_picture(stickers=seen)) for seen in covered]
    corners = [np.array(place.corners) for place in places if isinstance(place, TablePlace)]
    assert len(corners) == len(covered)
    assert max(np.abs(one - corners[0]).max() for one in corners) < 2


def test_no_stickers_in_a_tiny_picture() -> None:
    assert ByStickers()(np.zeros((3, 3, 3), np.uint8)) == TableNotLocated(WhyNot.NO_STICKERS)


@settings(max_examples=20)
@given(st.lists(st.floats(-9, 9), min_size=8, max_size=8))
def test_tapped_corners_move_to_where_the_edges_meet(offsets: list[float]) -> None:
    tapped = OBLIQUE + np.array(offsets).reshape(4, 2)
    better = refined(table_picture(stickers=()), place_of(tapped))
    assert np.abs(np.array(better.corners) - OBLIQUE).max() < 1.5


def test_where_no_edge_is_seen_the_tapped_corners_stay() -> None:
    place = place_of()
    assert refined(np.full((720, 1280, 3), 80, np.uint8), place) == place


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (OBLIQUE[::-1], WhyNot.NO_SQUARE),
        (OBLIQUE[[0, 2, 1, 3]], WhyNot.NO_SQUARE),
        (OBLIQUE[:3], WhyNot.NO_SQUARE),
        (OBLIQUE * np.nan, WhyNot.NO_SQUARE),
        (OBLIQUE / 12, WhyNot.TOO_SMALL),
        (OBLIQUE + 5_000, WhyNot.OUT_OF_VIEW),
    ],
)
def test_corners_that_are_no_table_are_said_to_be_none(corners: np.ndarray, why: WhyNot) -> None:
    assert placed(corners, SIZE) == TableNotLocated(why)


@given(st.floats(0, 1), st.floats(0, 1))
def test_to_the_flat_table_and_back_is_where_one_was(x: float, y: float) -> None:
    place = place_of()
    assert place.flat(place.pixels([x, y])) == pytest.approx(np.array([[x, y]]), abs=1e-6)


def test_the_flattened_table_is_seen_from_above() -> None:
    flat = flat_picture(table_picture(), place_of())
    assert set(seen_stickers(flat)) == {0, 1, 2, 3}
    assert np.abs(flat[406, 406].astype(int) - (30, 90, 60)).max() < 3


def test_a_picture_of_another_size_has_the_table_at_the_same_place() -> None:
    place = place_of()
    half = place.for_size(640, 360)
    assert isinstance(half, TablePlace)
    assert np.array(half.corners) * 2 == pytest.approx(np.array(place.corners))
    assert place.for_size(640, 480) == TableNotLocated(WhyNot.OTHER_SHAPE)


def test_pixels_of_a_tile_are_estimated_and_advice_given() -> None:
    straight = placed(SQUARE * 700 + 10, (1280, 720))
    assert straight.tile_pixels([0.5, 0.5]) == pytest.approx(26, rel=0.01)
    assert straight.tile_side == pytest.approx((19 * 26) ** 0.5, rel=0.02)
    assert straight.advice is Advice.NONE
    assert straight.advice.sentence == ""
    far = place_of()
    assert far.tile_pixels([0.5, 0.1]) < far.tile_pixels([0.5, 0.9])
    assert "12-megapixel" in far.advice.sentence
    assert "raise the camera" in placed(SQUARE * 300 + 10, (4608, 2592)).advice.sentence


def test_every_side_has_its_zones_and_they_do_not_lie_on_each_other() -> None:
    zones = zones_of(())
    assert len(zones.names) == len(set(zones.names)) == 4 * len(Purpose)
    middles = {zone.name: np.mean(zone.corners, axis=0) for zone in zones.zones}
    assert all(zones.zone_of(middle).name == name for name, middle in middles.items())
    assert zones.zone_of((0.5, 0.5)) is None


def test_sides_go_round_to_the_right() -> None:
    zones = zones_of(())
    assert [zones.zone_of(point).name for point in ((0.5, 0.7), (0.7, 0.5), (0.5, 0.3), (0.3, 0.5))] == [
        "river.A",
        "river.B",
        "river.C",
        "river.D",
    ]
    assert zones.zone_of((0.97, 0.97)).name == "melds.A"
    assert zones.zone_of((0.97, 0.03)).name == "melds.B"
    assert zones.zone_of((0.97, 0.97)).side is Side.A


def test_four_turns_are_none() -> None:
    corners = ((0.1, 0.2), (0.3, 0.2), (0.3, 0.5))
    once = turned(corners, Side.B)
    assert turned(turned(once, Side.B), Side.C) == pytest.approx(np.array(corners))


def test_a_profile_may_say_otherwise_and_three_players_have_fewer() -> None:
    own = Zone("river.A", ((0.0, 0.0), (0.1, 0.0), (0.1, 0.1)))
    zones = zones_of([own, Zone("dead_wall", own.corners)], (Side.A, Side.B, Side.C))
    assert zones.zone_of((0.5, 0.7)) is None
    assert not [name for name in zones.names if name.endswith(".D")]
    assert next(zone for zone in zones.zones if zone.name == "dead_wall").side is None
    assert len(default_zones((Side.A,))) == len(Purpose)
