"""Riichi sticks before rivers: which of them were laid in this hand, and for which discard."""

from dataclasses import replace

from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.scribe.mind import Laid, Sticks
from companion.scribe.policy import CONFIRMED
from companion.scribe.riichi_discards import laid_for, watched
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
FIRST = play(BEGUN, "E draws, E discards 1m")


def after(*looks: set, kyoku=FIRST) -> Sticks:
    """What is known after looks at which sticks lie before these players."""
    sticks = Sticks()
    for here in looks:
        seen = visible(kyoku)
        seats = tuple(replace(one, stick=seat in here) for seat, one in zip(SEATS, seen.seats, strict=True))
        sticks = watched(sticks, BEGUN, kyoku, replace(seen, seats=seats))
    return sticks


def test_a_stick_that_lay_there_from_the_start_speaks_of_nothing() -> None:
    assert after({E}, {E}, {E}).laid == {}


def test_a_new_stick_speaks_of_the_last_discard_or_of_the_next() -> None:
    sticks = after(set(), {E})
    assert sticks.laid == {E: Laid(0)}
    assert laid_for(sticks, FIRST) == {Spot(SpotKind.DISCARD, E, number) for number in (0, 1)}


def test_a_new_stick_before_an_empty_river_speaks_of_the_next_discard_alone() -> None:
    sticks = after(set(), {S})
    assert laid_for(sticks, FIRST) == {Spot(SpotKind.DISCARD, S, 0)}
    assert laid_for(sticks, FIRST, later=0) == frozenset()


def test_an_old_stick_that_was_out_of_sight_for_fewer_looks_is_the_same() -> None:
    hidden = [set()] * (CONFIRMED - 1)
    assert after({E}, *hidden, {E}).laid == {}
    assert after({E}, *hidden, set(), {E}).laid == {E: Laid(0)}
    assert CONFIRMED == 2


def test_rests_are_counted_in_a_row() -> None:
    assert after(set(), {E}, {E}).laid[E].looks == 2
    assert after(set(), {E}, {E}, set()).laid[E].looks == 0
    discard = Spot(SpotKind.DISCARD, E, 0)
    assert laid_for(after(set(), {E}), FIRST, looks=2, later=0) == frozenset()
    assert laid_for(after(set(), {E}, {E}), FIRST, looks=2, later=0) == {discard}
