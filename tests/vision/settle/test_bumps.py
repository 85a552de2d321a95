"""A camera or table that is moved, whatever was in view before: nothing is read until it is found again."""

import cv2
import numpy as np
import pytest

from tests.vision.pretend_table import SIZE, PretendTable
from tests.vision.settle.test_settling import RIVER, Film, river, wanted
from vision.camera.lens import Verdict
from vision.settle.glance import Patch
from vision.settle.settling import Glance, Settler, Task
from vision.sighting import Condition

S = 1_000_000_000
ARM, TILE = Patch(0.4, 0.6, 0.6, 1.08), Patch(0.2, 0.6, 0.24, 0.65)


@pytest.mark.parametrize("rest", [5, 30])
def test_a_bump_is_followed_after_a_hand_paused_and_left_everything_as_it_was(rest: int) -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(8)
    film.reach_in(0.6, 0.64)
    film.reach_out()
    film.run(rest)
    film.table.shift = (14.0, -9.0)
    film.run(14)
    assert all(river(seen) == wanted(film.table) for seen in film.sightings)
    assert len(film.followed) == 1
    film.table.tiles[RIVER[2]] = 4
    film.run(12)
    assert river(film.sightings[-1]) == wanted(film.table)


def test_a_bump_by_the_arm_that_then_leaves_is_followed() -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(8)
    film.reach_in(0.6, 0.64)
    film.table.shift = (14.0, -9.0)
    film.run(3)
    film.reach_out()
    film.run(14)
    assert all(river(seen) == wanted(film.table) for seen in film.sightings)
    film.table.tiles[RIVER[2]] = 4
    film.run(12)
    assert river(film.sightings[-1]) == wanted(film.table)


@pytest.mark.parametrize("shift", [(14.0, -9.0), (24.0, 5.0)])
def test_a_phone_that_is_turned_and_put_back_still_knows_where_the_table_was_followed_to(shift) -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(8)
    film.table.shift = (14.0, -9.0)
    film.run(12)
    upright, film.table.picture = film.table.picture, lambda: np.ascontiguousarray(upright()[:, :560])
    film.run(5)
    assert film.conditions[-1] is Condition.NO_TABLE
    film.table.picture, film.table.shift = upright, shift
    film.run(14)
    assert film.conditions[-1] is Condition.WATCHING
    assert all(river(seen) == wanted(film.table) for seen in film.sightings)
    film.table.tiles[RIVER[2]] = 4
    film.run(12)
    assert river(film.sightings[-1]) == wanted(film.table)


def test_a_table_that_is_lost_is_said_once_and_until_it_is_back() -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(8)
    film.conditions.clear()
    table, floor = film.table.picture, np.random.default_rng(4).integers(30, 220, (60, 60, 3))
    floor = cv2.resize(floor.astype(np.uint8), (SIZE, SIZE), interpolation=cv2.INTER_NEAREST)
    film.table.picture = lambda: floor
    film.run(25)
    assert film.conditions[-1] is Condition.MOVED
    assert film.conditions.count(Condition.MOVED) == 1
    film.table.picture = table
    assert film.run(10) == []
    assert film.conditions[-2:] == [Condition.MOVED, Condition.WATCHING]


def glance(at: int, changed: float, patches=(), hands=(), moving: float = 0.0) -> Glance:
    return Glance(at * S, Verdict.GOOD, 50.0, moving, changed, patches, hands)


def test_a_resting_hand_is_searched_under_once() -> None:
    settler = Settler()
    tasks = [settler.see(glance(at, 0.05, hands=(ARM,))).task for at in range(1, 5)]
    assert tasks.count(Task.FIND_TABLE) == 1


@pytest.mark.parametrize(("moving", "again"), [(0.04, True), (0.005, False)])
def test_what_differs_after_much_has_moved_is_searched_for_again(moving: float, again: bool) -> None:
    settler = Settler()
    for at in range(1, 4):
        settler.see(glance(at, 0.05, hands=(ARM,)))
    settler.see(glance(4, 0.03, (TILE,), moving=moving))
    tasks = [settler.see(glance(at, 0.03, (TILE,))).task for at in range(5, 8)]
    assert (Task.FIND_TABLE in tasks) is again
    assert tasks.count(Task.FIND_TABLE) <= 1


def test_once_a_hand_has_gone_slowly_the_next_difference_is_searched_for() -> None:
    settler = Settler()
    for at in range(1, 4):
        settler.see(glance(at, 0.05, hands=(ARM,)))
    settler.see(glance(4, 0.0, moving=0.005))
    settler.see(glance(5, 0.0))
    tasks = [settler.see(glance(at, 0.03, (TILE,))).task for at in range(6, 8)]
    assert tasks.count(Task.FIND_TABLE) == 1
