"""The drawn table is set as real ones are: centre units, loose tiles, pale backs, corners tapped askew."""

import random
from collections import Counter
from math import degrees, hypot

import click
import cv2
import numpy as np
import pytest

from companion.cli import main
from companion.pretend.painting import unit
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.painter import PALE
from companion.pretend.painting.things import HIGH, TABLE, UNIT_HALF, WIDE
from companion.pretend.stage import places
from companion.pretend.stage.performance import Staging, film_of
from companion.pretend.stage.setting import TAPPED, Setting, TableKind, setting_of
from companion.pretend.stage.table import NEAT, Neatness
from lab.scribe.setting import Set, set_of
from vision.place.rectify import placed


def test_most_tables_are_automatic_and_some_have_pale_backs() -> None:
    found = [setting_of(TableKind.USUAL, seed) for seed in range(400)]
    automatic = sum(one.has_unit for one in found)
    pale = Counter(one.pale for one in found if one.pale is not None)
    assert 0.65 < automatic / 400 < 0.85
    assert 0.2 < pale.total() / 400 < 0.4
    assert set(pale) == set(range(len(PALE)))
    assert all(one.has_unit == (one.layout == places.AUTOMATIC) for one in found)


def test_one_seed_sets_the_same_table_again_and_a_plain_one_is_bare() -> None:
    assert setting_of(TableKind.USUAL, 7) == setting_of(TableKind.USUAL, 7)
    assert setting_of(TableKind.PLAIN, 7) == Setting()
    assert Staging(seed=7).setting == setting_of(TableKind.USUAL, 7)


def test_corners_are_tapped_up_to_two_per_cent_beside_the_truth() -> None:
    beside = [point for seed in range(100) for point in setting_of(TableKind.USUAL, seed).tapped_off]
    most = max(abs(value) for point in beside for value in point)
    assert 0.9 * TAPPED < most <= TAPPED == 0.02


@pytest.mark.parametrize("camera", CAMERAS)
def test_a_tapped_corner_lies_so_far_beside_it_on_the_table(camera: str) -> None:
    lens = CAMERAS[camera]
    table = placed(np.array(lens.tapped(Setting().tapped_off)), (WIDTH, HEIGHT))
    assert lens.tapped(Setting().tapped_off) == lens.corners(0.0)
    moved = lens.tapped(Setting().moved(3, 90).tapped_off)
    assert table.flat(moved) == pytest.approx(
        np.array([(0, 0.03), (1, 0.03), (1, 1.03), (0, 1.03)]), abs=2e-3
    )


@pytest.mark.parametrize("side", range(4))
def test_a_river_of_an_automatic_table_begins_at_the_corner_of_its_unit_on_the_diagonal(side: int) -> None:
    first = places.river(side, (), sideways=False, layout=places.AUTOMATIC)
    right, away = (
        places.place((4 - side) % 4, first.x, first.y).x,
        places.place((4 - side) % 4, first.x, first.y).y,
    )
    left, top = right - WIDE / 2, away - HIGH / 2
    assert left == pytest.approx(-UNIT_HALF, abs=0.5)
    assert abs(-left - top) < 3.0, "its corner lies on the diagonal"


def test_people_lay_tiles_one_or_two_millimetres_and_two_to_four_degrees_off() -> None:
    rng, pose = random.Random(1), places.Pose(10.0, 20.0)
    laid = [Neatness().loosely(pose, rng, 1.0) for _ in range(2000)]
    apart = sorted(hypot(one.x - pose.x, one.y - pose.y) for one in laid)
    turned = sorted(abs(degrees(one.turn)) for one in laid)
    assert 1.0 < apart[1000] < 2.0
    assert 1.5 < turned[1000] < 3.0 < turned[1900]
    assert NEAT.shift < Neatness().shift / 3


def test_a_wall_that_was_pushed_in_aslant_is_one_straight_row() -> None:
    where = places.Break(0, 7, places.STACKS[4], aslant=(0.03, 0.0, 0.0, 0.0))
    poses = [pose for pose in map(where.wall, range(0, 136, 2)) if pose.turn == pytest.approx(0.03)]
    assert len(poses) == 17
    along = sorted((pose.x, pose.y) for pose in poses)
    steps = np.diff(np.array(along), axis=0)
    assert np.allclose(np.arctan2(-steps[:, 1], steps[:, 0]), 0.03, atol=1e-3)


def test_the_centre_unit_and_the_back_are_painted() -> None:
    lens = CAMERAS["overhead"]
    bare, with_unit = (
        film_of(lens, Setting(has_unit=has_unit), 0, 3).frame().astype(int) for has_unit in (False, True)
    )
    differs = np.abs(bare - with_unit).max(axis=2) > 30
    inside = np.zeros(differs.shape, np.uint8)
    half = UNIT_HALF
    square = [(-half, -half, 0), (half, -half, 0), (half, half, 0), (-half, half, 0)]
    cv2.fillConvexPoly(inside, np.round(lens.pixels(square)).astype(np.int32), 1)
    assert differs[inside > 0].mean() > 0.5
    assert differs[inside == 0].mean() < 0.001


def test_south_sits_to_the_right_of_east_on_the_centre_unit(monkeypatch) -> None:
    def paint(out, wind, *_):
        out[-1, unit.SIDE // 2] = int(wind[0])

    monkeypatch.setattr(unit, "_side", paint)
    plate = unit.centre_unit(np.random.default_rng(1))[..., 0]
    middle = unit.SIDE // 2
    edges = (plate[-1], plate[:, -1], plate[0], plate[:, 0])
    assert [int(edge[middle - 1 : middle + 1].min()) for edge in edges] == [1, 2, 3, 4]


def test_the_lab_can_ask_for_corners_in_one_direction() -> None:
    asked = set_of("usual:3@90")
    assert asked == Set(TableKind.USUAL, (3.0, 90.0))
    assert np.allclose(asked.of(5).tapped_off, [(0.0, 0.03)] * 4)
    assert asked.of(5).layout == setting_of(TableKind.USUAL, 5).layout
    assert str(asked) == "usual_3_90"
    assert set_of("plain").of(5) == Setting()


def test_pretend_sets_usual_tables_unless_it_is_told_otherwise() -> None:
    command = main.get_command(click.Context(main), "pretend")
    assert command is not None
    (option,) = (one for one in command.params if one.name == "table")
    assert option.default == "usual"
    assert TABLE == 700.0
