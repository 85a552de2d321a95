"""The wall on the table beside the draws that were told: when it agrees, and from when on people are told."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.reveals.numbers import WALL_AGREES, WALL_DIFFERS, WALL_EARLY, WALL_OTHER_RESTS
from companion.reveals.wall_seen import WallWatch, watched
from companion.riichi.kyoku import Kyoku
from companion.riichi.tiles import Tile
from companion.scribe.policy import ENOUGH_RESTS
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

TILES = ("1m", "2p", "3s", "4m", "5p")


def after(draws: int) -> Kyoku:
    """The table after this many draws, each with a discard."""
    turns = [f"{seat} draws, {seat} discards {tile}" for tile in TILES for seat in "ESWN"]
    return play(table(), ", ".join(turns[:draws]))


EARLY, LATE = after(WALL_EARLY), after(WALL_EARLY + 1)


def looked(before: WallWatch, kyoku: Kyoku, too_much: float = 0.0) -> WallWatch:
    """One more look at a wall that is this many stacks longer than it should be."""
    stacks = (kyoku.wall.live + kyoku.rules.dead_wall) / 2 + too_much
    return watched(before, kyoku, replace(visible(kyoku), stacks=stacks))


def test_only_the_beginning_of_a_hand_says_that_a_wall_was_all_in_view() -> None:
    assert looked(WallWatch(1, 3), EARLY) == WallWatch(2, 0)
    assert looked(WallWatch(1, 3), LATE) == WallWatch(1, 0)
    assert WALL_EARLY == 16


@pytest.mark.parametrize("sign", [1, -1])
def test_a_wall_a_little_off_agrees_and_between_the_two_nothing_is_said(sign: int) -> None:
    before = WallWatch(1, 3)
    assert looked(before, EARLY, sign * (WALL_AGREES - 0.01)) == WallWatch(2, 0)
    assert looked(before, EARLY, sign * WALL_AGREES) == before
    assert looked(before, EARLY, sign * (WALL_DIFFERS - 0.01)) == before
    assert looked(before, EARLY, sign * WALL_DIFFERS) == WallWatch(1, 4)


def test_people_are_told_of_a_wall_that_agreed_often_and_differs_often() -> None:
    assert WallWatch(ENOUGH_RESTS, WALL_OTHER_RESTS).differs
    assert not WallWatch(ENOUGH_RESTS - 1, WALL_OTHER_RESTS).differs
    assert not WallWatch(ENOUGH_RESTS, WALL_OTHER_RESTS - 1).differs
    assert (ENOUGH_RESTS, WALL_OTHER_RESTS) == (3, 8)


def test_a_wall_that_nobody_sees_or_beside_which_a_hand_lies_open_says_nothing() -> None:
    before, seen = WallWatch(1, 3), replace(visible(LATE), stacks=10.0)
    open_hand = replace(seen.seats[0], showing=(SeenTile(Tile("1m")),))
    assert watched(before, LATE, seen) == WallWatch(1, 4)
    assert watched(before, LATE, replace(seen, stacks=None)) == before
    assert watched(before, LATE, replace(seen, seats=(open_hand, *seen.seats[1:]))) == before
