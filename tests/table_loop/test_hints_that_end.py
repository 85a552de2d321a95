"""What the scribe says of a press, the wall and the indicator stands no longer than it is so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth, Said
from companion.evidence.sights import SeenTile
from companion.journal import MemoryJournal
from companion.riichi.calls import Action
from companion.riichi.facts import PonCalled
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import Pressed, SightChanged, Ticked
from tests.table_loop.people import People, sat_down
from tests.toolbox.sightings import visible

E, S, W, N = SEATS


def seconds(count: int) -> int:
    return count * 1_000_000_000


def codes(people: People) -> list[str]:
    return [one.code for one in people.keeper.state.warnings]


def with_press_that_nobody_saw(people: People) -> People:
    """East has discarded, West has pressed `pon`, and the table shows nothing of it."""
    people.tap(E, tile=Tile("1z"))
    people.keeper.see(replace(visible(people.kyoku), at_ns=seconds(1)))
    people.keeper.see(Pressed(Said(W, Action.PON), seconds(1)))
    for second in range(2, 6):
        people.keeper.see(Ticked(seconds(second), None))
    assert codes(people) == ["press_not_seen"]
    return people


@pytest.fixture
def people() -> People:
    return with_press_that_nobody_saw(sat_down(Depth.FULL))


def test_the_call_that_people_tap_ends_what_is_said_of_the_press(people) -> None:
    people.tap(W, "pon", own=parse_tiles("11z"))
    assert not codes(people)


def test_what_others_do_leaves_what_is_said_of_the_press(people) -> None:
    people.tap(S, tile=Tile("2z"))
    assert codes(people) == ["press_not_seen"]
    people.tap(W, tile=Tile("3z"))
    assert not codes(people)


def test_a_correction_that_brings_the_call_ends_what_is_said_of_the_press(people) -> None:
    discarded = people.entries[-1]
    people.tap(S, tile=Tile("2z"))
    drawn, tapped = people.entries[-2:]
    people.correct((drawn.seq, tapped.seq), PonCalled(W, E, Tile("1z"), parse_tiles("11z")))
    assert people.entries[-1].seq > discarded.seq
    assert not codes(people)


def test_the_end_of_the_hand_ends_what_is_said_of_the_press(people) -> None:
    people.wins(N, E)
    assert not codes(people)


@pytest.mark.parametrize("ending", ["finished", "taken back"])
def test_a_hand_that_is_no_longer_on_the_table_is_not_spoken_of(ending) -> None:
    people = sat_down(Depth.FULL)
    people.wins(E)
    people.deal(Depth.FULL)
    with_press_that_nobody_saw(people)
    if ending == "finished":
        people.finish()
    else:
        people.undo()
        people.undo()
    assert not codes(people)


def test_an_indicator_turned_too_early_is_not_spoken_of_once_the_hand_is_taken_back() -> None:
    people = sat_down(Depth.FULL)
    people.wins(E)
    people.deal(Depth.FULL)
    table = visible(people.kyoku)
    early = replace(table, indicators=(*table.indicators, SeenTile(Tile("4p"))))
    for second in range(1, 12):
        people.keeper.see(replace(early, at_ns=seconds(second)))
    assert codes(people) == ["indicator_too_early"]
    people.undo()
    assert not codes(people)


@pytest.mark.parametrize("is_lost", [False, True], ids=["seen", "out of sight"])
def test_an_indicator_is_not_too_early_any_more_once_people_enter_its_kan(is_lost) -> None:
    people = sat_down(Depth.FULL)
    table = visible(people.kyoku)
    early = replace(table, indicators=(*table.indicators, SeenTile(Tile("4p"))))
    for second in range(1, 12):
        people.keeper.see(replace(early, at_ns=seconds(second)))
    if is_lost:
        people.keeper.see(SightChanged(is_seeing=False, at_ns=seconds(12)))
    people.keeper.see(people.keeper.tick())
    assert codes(people) == ["indicator_too_early"]
    people.tap(E, "ankan", own=parse_tiles("1111z"))
    people.keeper.see(people.keeper.tick())
    assert not codes(people)


def test_with_points_only_nothing_is_said_of_a_press_and_of_the_wall(people) -> None:
    table = replace(visible(people.kyoku), stacks=(people.kyoku.wall.live + 14) // 2)
    for second in range(10, 20):
        people.keeper.see(replace(table, at_ns=seconds(second)))
    for second in range(20, 40):
        people.keeper.see(replace(table, stacks=table.stacks - 12, at_ns=seconds(second)))
    assert codes(people) == ["press_not_seen", "wall_differs"]
    people.depth(Depth.POINTS)
    assert not codes(people)
    people.keeper.see(replace(table, stacks=table.stacks - 12, at_ns=seconds(40)))
    people.keeper.see(people.keeper.tick())
    assert not codes(people)


def test_a_restart_finds_what_still_stands_and_nothing_else() -> None:
    journal = MemoryJournal()
    people = People(journal)
    people.start()
    people.deal(Depth.FULL)
    with_press_that_nobody_saw(people)
    assert codes(People(journal)) == ["press_not_seen"]
    people.tap(S, tile=Tile("2z"))
    assert codes(People(journal)) == ["press_not_seen"]
    people.tap(W, tile=Tile("3z"))
    assert not codes(People(journal))
