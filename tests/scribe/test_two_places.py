"""A tile that could lie in either of two places: the record says in which, and a reading has its price."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen, ways_of
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import Mind, consider
from companion.scribe.mind import Trust
from tests.toolbox.sightings import visible
from tests.toolbox.tables import table

E, S, W, N = SEATS
BEGUN = table()
RED = Tile("7z")


def with_river(seen: TableSeen, seat: int, *tiles: SeenTile, at_ns: int = 0) -> TableSeen:
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], river=(*seats[seat].river, *tiles))
    return replace(seen, at_ns=at_ns, seats=tuple(seats))


EMPTY = visible(BEGUN)
EASTS = with_river(EMPTY, E, SeenTile(RED))
SOUTHS_ACROSS = with_river(EMPTY, S, SeenTile(RED, sideways=True))


def told(seen: TableSeen, mind: Mind | None = None, before=()):
    return consider(mind or Mind(), BEGUN, before, seen, Trust())


@pytest.mark.parametrize("cost", [-3.0, 0.0])
def test_whose_turn_it_can_be_says_in_whose_river_it_lies(cost: float) -> None:
    """By how it lies it is rather South's, and declares riichi; but East is to discard."""
    verdict = told(replace(SOUTHS_ACROSS, otherwise=((cost, EASTS),)))
    assert verdict.facts == (Drawn(E), Discarded(E, RED))
    assert verdict.questions == ()
    unlikely = told(replace(SOUTHS_ACROSS, otherwise=((3.0, EASTS),)))
    assert unlikely.facts == (), "then East may as well have discarded something that nobody saw"


def test_what_was_told_stays_told_where_it_lay_before() -> None:
    first = told(EASTS)
    again = replace(SOUTHS_ACROSS, at_ns=5, otherwise=((1.0, replace(EASTS, at_ns=5)),))
    second = told(again, first.mind, first.mind.told.facts)
    assert (second.facts, second.takes_back, second.questions) == ((), 0, ())


def test_it_never_declares_riichi_by_lying_in_another_river() -> None:
    verdict = told(replace(SOUTHS_ACROSS, otherwise=((0.5, EASTS),)))
    for rest in range(1, 5):
        seen = replace(SOUTHS_ACROSS, at_ns=rest, otherwise=((0.5, replace(EASTS, at_ns=rest)),))
        verdict = told(seen, verdict.mind, verdict.mind.told.facts)
    assert verdict.mind.told.facts == (Drawn(E), Discarded(E, RED))
    assert verdict.mind.unsure.maybe_riichi == {}


def test_a_reading_in_which_nothing_lies_there_has_to_be_paid_for() -> None:
    verdict = told(replace(EASTS, otherwise=((7.0, EMPTY),)))
    assert verdict.facts == (Drawn(E), Discarded(E, RED))
    near = told(replace(EASTS, otherwise=((1.0, EMPTY),)))
    assert near.facts == (), "where both are near nothing is written yet"


def test_each_way_knows_the_others_and_what_they_cost() -> None:
    seen = replace(EASTS, at_ns=9, otherwise=((2.0, SOUTHS_ACROSS), (5.0, EMPTY)))
    (zero, first), (two, second), (five, third) = ways_of(seen)
    assert (zero, two, five) == (0.0, 2.0, 5.0)
    assert first is seen
    assert second.at_ns == third.at_ns == 9
    assert [cost for cost, _ in second.otherwise] == [-2.0, 3.0]
    assert [one.seats for _, one in second.otherwise] == [EASTS.seats, EMPTY.seats]
