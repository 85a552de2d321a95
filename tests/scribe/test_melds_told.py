"""A laid meld beside a seen one: what each difference says against it."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.melds import MeldFit, fit_meld, without_shadow
from companion.scribe.policy import FAR_FETCHED
from companion.scribe.weights import (
    MELD_DIFFERS,
    MELD_NONE_ACROSS,
    MELD_OTHER_ACROSS,
    MELD_TILE_MISSED,
    MISREAD_MOST,
    NEVER_SEEN,
    STRAY,
    SURE,
)
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
PON = play(table(), "E draws, E discards 1m, S pons 1m with 11m")
CHI = play(table(), "E draws, E discards 1m, S chis 1m with 23m")
ADDED = play(PON, "S discards 9s, W draws, W discards 8p, N draws, N discards 7p")
ADDED = play(ADDED, "E draws, E discards 6p, S draws, S adds 1m")
CLOSED = play(table(), "E draws, E closes 1m")


def fit(kyoku, seen: SeenMeld, seat=S) -> MeldFit:
    return fit_meld(kyoku.players[seat].melds[0], seat, 4, seen)


def seen_of(kyoku, seat=S) -> SeenMeld:
    return visible(kyoku).seats[seat].melds[0]


def without(meld: SeenMeld, at: int) -> SeenMeld:
    return replace(meld, tiles=(*meld.tiles[:at], *meld.tiles[at + 1 :]))


def turned(meld: SeenMeld, *sideways: bool) -> SeenMeld:
    tiles = zip(meld.tiles, sideways, strict=True)
    return replace(meld, tiles=tuple(replace(one, sideways=way) for one, way in tiles))


@pytest.mark.parametrize(("kyoku", "seat"), [(PON, S), (CHI, S), (ADDED, S), (CLOSED, E)])
def test_a_meld_that_is_seen_as_it_lies_costs_nothing(kyoku, seat) -> None:
    assert fit(kyoku, seen_of(kyoku, seat), seat).cost == 0


def test_a_tile_that_is_hidden() -> None:
    assert fit(PON, without(seen_of(PON), 2)).cost == MELD_TILE_MISSED
    assert fit(CLOSED, without(seen_of(CLOSED, E), 1), E).cost == MELD_TILE_MISSED


def test_an_added_tile_is_missed_more_easily() -> None:
    meld = seen_of(ADDED)
    assert fit(ADDED, replace(meld, added=None)).cost == NEVER_SEEN


def test_a_tile_too_much() -> None:
    meld = seen_of(CHI)
    more = replace(meld, tiles=(*meld.tiles, SeenTile(Tile("4m"), 1.0)))
    found = fit(CHI, more)
    assert (found.cost, found.has_more) == (MELD_DIFFERS, True)


@pytest.mark.parametrize(("confidence", "cost"), [(SURE - 0.01, STRAY), (SURE, MELD_DIFFERS)])
def test_a_tile_too_much_that_is_unsure_may_be_a_shadow(confidence: float, cost: float) -> None:
    meld = seen_of(PON)
    more = replace(meld, tiles=(*meld.tiles, SeenTile(Tile("1m"), confidence)))
    assert fit(PON, more).cost == cost
    assert bool([*without_shadow(more)]) is (confidence < SURE)


def test_none_looks_sideways() -> None:
    straight = turned(seen_of(PON), False, False, False)
    assert fit(PON, straight).cost == MELD_NONE_ACROSS
    opened = replace(seen_of(CLOSED, E), tiles=(SeenTile(Tile("1m")),) * 4)
    assert fit(CLOSED, opened, E).cost == MELD_NONE_ACROSS


def test_another_looks_sideways() -> None:
    assert fit(PON, turned(seen_of(PON), False, False, True)).cost == MELD_OTHER_ACROSS


UNNAMED = play(table(), "E draws, E discards 9p, S chis 9p with 78p").players[S].melds[0]
UNNAMED = replace(UNNAMED, own=(None, None))


def named(*faces: str) -> SeenMeld:
    """Three tiles read with confidence, the first of them sideways."""
    tiles = [SeenTile(Tile(face), 1.0, sideways=not at) for at, face in enumerate(faces)]
    return SeenMeld(tuple(tiles))


def test_a_run_that_nobody_has_named_explains_the_tiles_of_a_run_alone() -> None:
    """Nine circles called, and nobody knows with which: once it explained any three tiles."""
    assert fit_meld(UNNAMED, S, 4, named("9p", "8p", "7p")).cost == 0
    assert fit_meld(UNNAMED, S, 4, named("9p", "6p", "7p")).cost == MISREAD_MOST
    assert fit_meld(UNNAMED, S, 4, named("9p", "6p", "9p")).cost == FAR_FETCHED
    assert fit_meld(replace(UNNAMED, called=None), S, 4, named("8p", "6p", "7p")).cost == 0


def test_a_pon_that_nobody_has_named_has_the_called_tile_three_times() -> None:
    pon = replace(PON.players[S].melds[0], own=(None, None))
    assert fit_meld(pon, S, 4, named("1m", "1m", "1m")).cost == 0
    assert fit_meld(pon, S, 4, named("1m", "1m", "2m")).cost == MISREAD_MOST
