"""Faces lie over the cloth: corners that were tapped on it are raised to them, whatever camera looks."""

import numpy as np
import pytest

from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH, StageLens, aimed
from vision.place.raising import TILE_DEEP_MM, at_faces, raised
from vision.place.rectify import TABLE_MM, TableNotLocated, TablePlace, WhyNot, placed

LENSES = {
    **CAMERAS,
    "wide": aimed(60, 30, 900, focal=1100),
    "tele": aimed(50, -40, 2200, focal=3000),
    "straight": aimed(89.5, 10, 1100, focal=1480),
}
GRID = [(x, y, TILE_DEEP_MM) for x in (-300, 0, 300) for y in (-300, 0, 300)]


def shown(lens: StageLens, *, off: float = 0.0, seed: int = 0) -> TablePlace:
    """The cloth's corners, tapped by somebody whose finger is off by this many pixels."""
    slip = np.random.default_rng(seed).normal(0, off, (4, 2)) if off else 0
    place = placed(np.array(lens.corners(0.0)) + slip, (WIDTH, HEIGHT))
    assert isinstance(place, TablePlace)
    return place


def furthest_off(lens: StageLens, place: TablePlace) -> float:
    """How far from where they lie faces are taken to be, in millimetres."""
    true = np.array(GRID)[:, :2] / TABLE_MM + 0.5
    return float(np.linalg.norm(place.flat(lens.pixels(GRID)) - true, axis=1).max() * TABLE_MM)


@pytest.mark.parametrize("name", sorted(LENSES))
def test_faces_lie_where_they_are_once_the_cloth_was_raised(name: str) -> None:
    lens = LENSES[name]
    cloth = shown(lens)
    assert furthest_off(lens, cloth) > 5
    assert furthest_off(lens, raised(cloth)) < 1


@pytest.mark.parametrize("name", sorted(LENSES))
def test_a_finger_that_slips_does_no_more_harm_than_before(name: str) -> None:
    lens = LENSES[name]
    places = [shown(lens, off=3.0, seed=seed) for seed in range(8)]
    before = np.mean([furthest_off(lens, place) for place in places])
    after = np.mean([furthest_off(lens, raised(place)) for place in places])
    assert after < 0.7 * before


def test_higher_is_further_and_nothing_is_where_it_was() -> None:
    cloth = shown(CAMERAS["oblique"])
    assert np.allclose(raised(cloth, 0.0).corners, cloth.corners)
    steps = [np.abs(np.array(raised(cloth, mm).corners) - cloth.corners).max() for mm in (8, 16, 24)]
    assert steps == sorted(steps)
    assert steps[0] > 2


def test_corners_that_no_camera_sees_so_do_not_break_it() -> None:
    """They go round, but one side is far too short for the others."""
    odd = placed([(200, 200), (1700, 190), (1710, 300), (150, 900)], (WIDTH, HEIGHT))
    assert isinstance(odd, TablePlace)
    assert isinstance(raised(odd), TablePlace)


def test_a_table_that_is_not_found_is_not_raised() -> None:
    missing = TableNotLocated(WhyNot.NO_STICKERS)
    picture = np.zeros((4, 4, 3), np.uint8)
    assert at_faces(lambda _: missing)(picture) is missing
    cloth = shown(CAMERAS["low"])
    assert at_faces(lambda _: cloth)(picture) == raised(cloth)
