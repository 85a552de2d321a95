"""What lies before each player beside what is seen there: what each difference costs."""

from dataclasses import replace

import pytest

from companion.evidence import Said
from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Left, Look, fit_table, leftover, undeclared
from companion.scribe.observations import against
from companion.scribe.weights import (
    MELD_DIFFERS,
    MELD_TILE_MISSED,
    MISSED,
    NEVER_SEEN,
    STEADY,
    STILL_MISSED,
    STRAY,
    STRAY_SURE,
    SURE,
)
from tests.toolbox.sightings import visible
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
    assert leftover(fit_table(BEGUN, Look(with_tile(1.0)))) == {
        ("river", E, 0): (("river", E, 0), (Tile("1m"),))
    }
    seen = visible(play(BEGUN, "E draws, E discards 1m, S draws, S discards 2p"))
    hidden = replace(seen, seats=(replace(seen.seats[E], river=()), *seen.seats[1:]))
    assert leftover(fit_table(FIRST, Look(hidden))) == {("river", S, 0): (("river", S, 0), (Tile("2p"),))}


LAST = Spot(SpotKind.DISCARD, E, 0)


def test_a_tile_that_is_not_seen_says_more_at_each_rest() -> None:
    empty = visible(BEGUN)
    assert cost(FIRST, empty) == MISSED
    assert cost(FIRST, empty, {("river", S, 0): 2}) == MISSED + 2 * STILL_MISSED
    assert fit_table(FIRST, Look(empty, gone={LAST: 3})).cost == MISSED + 3 * STILL_MISSED


def test_a_tile_that_nobody_has_read_counts_as_what_it_most_likely_is() -> None:
    unread = play(BEGUN, "E draws, E discards ?")
    assert cost(unread, visible(BEGUN)) == NEVER_SEEN
    assert fit_table(unread, Look(visible(BEGUN), guesses={LAST: Tile("1m")})).cost == MISSED
    seen = Look(visible(FIRST), guesses={LAST: Tile("9p")})
    assert fit_table(unread, seen).cost == against(SeenTile(Tile("1m")), Tile("9p"))


def test_a_tile_may_lie_either_way_until_its_player_declares_riichi() -> None:
    seen = visible(FIRST)
    river = (replace(seen.seats[E].river[0], sideways=True), SeenTile(Tile("2m"), sideways=True))
    look = Look(replace(seen, seats=(replace(seen.seats[E], river=river), *seen.seats[1:])))
    assert undeclared(FIRST, look) == (2, 0, 0, 0)
    pressed = replace(look, presses=(Said(E, Action.RIICHI),))
    assert undeclared(FIRST, pressed) == (1, 0, 0, 0), "after the key, a new tile lies as it looks"
    declared = play(BEGUN, "E draws, E riichi, E discards 1m")
    assert undeclared(declared, look) == (0, 0, 0, 0)
