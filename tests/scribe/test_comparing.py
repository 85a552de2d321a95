"""What lies before each player beside what is seen there: what each difference costs."""

from dataclasses import replace

import pytest

from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Left, Look, fit_table, leftover
from companion.scribe.sights import SeenMeld, SeenTile, TableSeen
from companion.scribe.spots import visible
from companion.scribe.weights import MELD_DIFFERS, MELD_TILE_MISSED, MISSED, STEADY, STRAY, STRAY_SURE, SURE
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
BEGUN = table()
FIRST = play(BEGUN, "E draws, E discards 1m")
PON = play(FIRST, "S pons 1m with 11m")
THREES = table(TENHOU_3P)


def cost(kyoku, seen: TableSeen, rests: dict[Left, int] | None = None) -> float:
    return fit_table(kyoku, Look(seen, rests or {})).cost


def with_tile(confidence: float) -> TableSeen:
    seen = visible(BEGUN)
    first = replace(seen.seats[E], river=(SeenTile(Tile("1m"), confidence),))
    return replace(seen, seats=(first, *seen.seats[1:]))


def with_meld(*tiles: str) -> TableSeen:
    seen = visible(BEGUN)
    meld = SeenMeld(tuple(SeenTile(Tile(one)) for one in tiles))
    return replace(seen, seats=(replace(seen.seats[E], melds=(meld,)), *seen.seats[1:]))


@pytest.mark.parametrize("kyoku", [BEGUN, FIRST, PON])
def test_a_table_as_it_was_told_costs_nothing(kyoku) -> None:
    assert cost(kyoku, visible(kyoku)) == 0


@pytest.mark.parametrize(("confidence", "stray"), [(SURE - 0.01, STRAY), (SURE, STRAY_SURE)])
def test_a_tile_that_does_not_lie_there_says_more_where_it_is_read_surely(confidence, stray) -> None:
    assert cost(BEGUN, with_tile(confidence)) == stray


def test_each_rest_that_shows_it_again_says_more() -> None:
    assert cost(BEGUN, with_tile(0.5), {("river", E, 0): 2}) == STRAY + 2 * STEADY
    meld = with_meld("1m", "1m", "1m")
    assert cost(BEGUN, meld, {("meld", E, 0): 2}) == STRAY_SURE + 2 * STEADY


def test_a_meld_that_is_not_seen_and_one_that_does_not_lie_there() -> None:
    seen = visible(PON)
    gone = replace(seen, seats=(seen.seats[E], replace(seen.seats[S], melds=()), *seen.seats[2:]))
    assert cost(PON, gone) == MELD_DIFFERS
    assert cost(BEGUN, with_meld("1m", "1m", "1m")) == STRAY_SURE


def test_two_tiles_are_less_than_a_meld_however_long_they_lie_there() -> None:
    assert cost(BEGUN, with_meld("1m", "1m"), {("meld", E, 0): 5}) == MELD_TILE_MISSED


def test_norths_aside() -> None:
    seen = visible(THREES)
    more = replace(seen, seats=(replace(seen.seats[E], aside=(SeenTile(Tile("4z")),)), *seen.seats[1:]))
    assert cost(THREES, more) == STRAY_SURE
    after = play(THREES, "E draws, E kita")
    assert cost(after, replace(visible(after), seats=seen.seats)) == MISSED


def test_what_is_left_over_is_named_by_the_place_it_would_have() -> None:
    assert leftover(fit_table(BEGUN, Look(with_tile(1.0)))) == {("river", E, 0): ("river", E, 0)}
    seen = visible(play(BEGUN, "E draws, E discards 1m, S draws, S discards 2p"))
    hidden = replace(seen, seats=(replace(seen.seats[E], river=()), *seen.seats[1:]))
    assert leftover(fit_table(FIRST, Look(hidden))) == {("river", S, 0): ("river", S, 0)}
