"""What a kyoku makes visible, and that a story explains its own table."""

import pytest

from companion.evidence.sights import SeenTile
from companion.riichi.apply import apply
from companion.riichi.facts import AnkanDeclared, KakanDeclared, PonCalled
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind, tile_at
from companion.riichi.tiles import Tile
from companion.scribe.comparing import Look, fit_table
from companion.scribe.spots import Telling
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS


def test_a_called_tile_leaves_the_river_and_lies_sideways_where_it_came_from() -> None:
    seen = visible(play(table(), "E draws, E discards 5p, W pons 5p"))
    assert seen.seats[E].river == ()
    (meld,) = seen.seats[W].melds
    assert [tile.sideways for tile in meld.tiles] == [False, True, False]
    assert {tile.tile for tile in meld.tiles} == {Tile("5p")}


def test_the_outer_tiles_of_a_closed_kan_are_backs() -> None:
    (meld,) = visible(play(table(), "E draws, E closes 1111z")).seats[E].melds
    assert [tile.is_back for tile in meld.tiles] == [True, False, False, True]


def test_the_added_tile_lies_on_the_sideways_one() -> None:
    script = (
        "E draws, E discards 1m, W pons 1m, W discards 9p, N draws, N discards 2s, E draws, E discards 3z"
    )
    seen = visible(play(table(), f"{script}, S draws, S discards 4z, W draws, W adds 1m"))
    assert seen.seats[W].melds[0].added == SeenTile(Tile("1m"), sideways=True)
    assert len(seen.seats[W].melds[0].tiles) == 3


def test_riichi_lies_sideways_and_north_aside() -> None:
    assert visible(play(table(), "E draws, E riichi, E discards 9p")).seats[E].river[0].sideways
    assert len(visible(play(table(TENHOU_3P), "E draws, E kita")).seats[E].aside) == 1


def test_a_kan_added_to_a_pon_that_nobody_told_is_laid_whole_and_has_no_spot() -> None:
    before = play(table(), "nobody follows")
    added = KakanDeclared(N, Tile("3p"))
    told = Telling((before, apply(before, added)), (added,))
    assert told.spots == ((),)
    pon = PonCalled(N, E, Tile("3p"), (Tile("3p"), Tile("3p")))
    known = apply(before, pon)
    told = Telling((before, known, apply(known, added)), (pon, added))
    assert told.spots[-1] == (Spot(SpotKind.OWN, N, 0, 2),)


def test_a_closed_kan_that_was_told_late_has_the_spots_of_its_own_four_tiles() -> None:
    pon = PonCalled(W, E, Tile("5p"), (Tile("5p"), Tile("5p")))
    before = apply(play(table(), "nobody follows"), pon)
    kan = AnkanDeclared(W, (Tile("1z"),) * 4, is_late=True)
    told = Telling((before, apply(before, kan)), (kan,))
    (spots,) = told.spots
    assert [tile_at(told.kyoku, spot) for spot in spots] == [Tile("1z")] * 4


@pytest.mark.parametrize(
    "script",
    [
        "",
        "E draws, E discards 5p, W pons 5p, W discards 1z",
        "E draws, E closes 1111z, dora 2z, E replaces, E discards 3s",
        "E draws, E discards 3m, S chis 3m with 24m, S discards 9s",
        "E draws, E riichi, E discards 9p, E pays, S draws, S discards 9p",
    ],
)
def test_nothing_speaks_against_the_story_that_is_true(script: str) -> None:
    kyoku = play(table(), script)
    fit = fit_table(kyoku, Look(visible(kyoku)))
    assert fit.cost == 0
    assert not fit.is_open
