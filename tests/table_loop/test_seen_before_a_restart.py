"""What the eye told before a restart is still its own word, and what people told is still theirs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.evidence import Depth
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi import facts as f
from companion.riichi.tiles import Tile
from tests.table_loop.people import E, People, S, sat_down
from tests.table_loop.test_scribing import with_discard
from tests.toolbox.sightings import visible


@pytest.fixture(params=["ran on", "restarted"])
def again(request) -> Callable[[People], People]:
    def same(people: People) -> People:
        if request.param == "ran on":
            return people
        restarted = People(people.journal)
        restarted.clock.advance(seconds=people.clock.monotonic_ns() / 1e9)
        return restarted

    return same


def sees(people: People, table: TableSeen, rests: int = 1) -> None:
    for _ in range(rests):
        people.clock.advance(seconds=4)
        people.keeper.see(replace(table, at_ns=people.clock.monotonic_ns()))
        people.clock.advance(seconds=4)
        people.keeper.see(people.keeper.tick())


def river(people: People, *tiles: SeenTile) -> TableSeen:
    """The table as it is known, with this river before South."""
    table = visible(people.kyoku)
    return replace(table, seats=(table.seats[E], replace(table.seats[S], river=tiles), *table.seats[2:]))


@pytest.fixture
def people() -> People:
    people = sat_down(Depth.FULL)
    sees(people, with_discard(people, E, "1p"))
    return people


def test_the_eye_takes_back_a_shadow_that_it_told_before(people, again) -> None:
    before = list(people.facts)
    sees(people, with_discard(people, S, "3p"))
    assert people.facts[-1] == f.Discarded(S, Tile("3p"))
    people = again(people)
    sees(people, river(people), rests=6)
    assert people.facts == before
    assert not people.keeper.state.questions


def test_the_eye_asks_before_it_takes_back_what_people_told_before(people, again) -> None:
    people.tap(S, tile=Tile("3p"))
    told = list(people.facts)
    people = again(people)
    sees(people, river(people), rests=6)
    assert people.facts == told


def test_a_tile_that_lay_upright_before_and_is_knocked_askew_is_no_riichi(people, again) -> None:
    sees(people, with_discard(people, S, "3p"))
    told = list(people.facts)
    people = again(people)
    sees(people, river(people, SeenTile(Tile("3p"), sideways=True)), rests=6)
    assert people.facts == told


def test_a_tile_that_people_told_again_is_their_word(people, again) -> None:
    sees(people, with_discard(people, S, "3p"))
    people.undo()
    people.keeper.see(people.keeper.tick())
    people.redo()
    told = list(people.facts)
    people = again(people)
    sees(people, river(people), rests=6)
    assert people.facts == told
