"""What lies on the flat table is told by zone, also where corners were tapped a little off."""

import numpy as np
import pytest

from hardware.profile import Zone
from vision.place.zones import zones_of
from vision.settle.glance import WHOLE
from vision.settle.laid import TABLE_MM, TILE_MM, Lying, put_together, zones_with

WIDE, HIGH = (mm / TABLE_MM / 2 for mm in TILE_MM)
ZONES = zones_of(())


def lying(label: str, x_mm: float, y_mm: float) -> Lying:
    """An upright tile, so far right of the middle of the table and so far down from it."""
    x, y = 0.5 + x_mm / TABLE_MM, 0.5 + y_mm / TABLE_MM
    quad = [(x - WIDE, y - HIGH), (x + WIDE, y - HIGH), (x + WIDE, y + HIGH), (x - WIDE, y + HIGH)]
    return Lying(label, 0.99, np.array(quad))


def told(*tiles: Lying) -> dict[str, list[str]]:
    held = {zone.name: [tile.label for tile in zone.tiles] for zone in zones_with(tiles, ZONES)}
    return {name: labels for name, labels in held.items() if labels}


@pytest.mark.parametrize(("away", "zone"), [(49, "river.A"), (74, "river.A"), (35, None)])
def test_a_tile_right_before_a_river_belongs_to_it(away: float, zone: str | None) -> None:
    """With corners that are 3 % off, the first row lies two centimetres nearer to the middle."""
    assert told(lying("1m", -40, away)) == ({} if zone is None else {zone: ["1m"]})
    assert told(lying("1m", 40, -away)) == ({} if zone is None else {"river.C": ["1m"]})


def test_a_back_on_the_rim_is_a_tile_only_beside_a_face() -> None:
    """Where corners are 3 % off, a concealed kan in the corner of the cloth seems to lie on the rim."""
    wide, edge = TILE_MM[0] + 1, 0.546 * TABLE_MM
    kan = [lying(label, 300 + wide * at, edge) for at, label in enumerate(("back", "7z", "7z", "back"))]
    assert sorted(told(*kan)["melds.A"]) == ["7z", "7z", "back", "back"]
    assert told(kan[0], kan[3]) == {}, "wood"
    nearer = [lying("7z", 300, edge - TILE_MM[1]), kan[0]]
    assert told(*nearer) == {"melds.A": ["7z"]}, "wood behind a meld"


@pytest.mark.parametrize(("away", "zone"), [(235, "wall.C"), (260, "wall.C"), (275, "melds.C")])
def test_a_tile_right_behind_a_wall_belongs_to_it(away: float, zone: str) -> None:
    """With corners that are 3 % off, a wall lies two centimetres nearer to its player's melds."""
    assert told(lying("9p", -150, -away)) == {zone: ["9p"]}


def test_what_a_profile_calls_melds_is_no_wall_even_where_one_usually_stands() -> None:
    own = Zone("melds.A", ((0.66, 0.8), (1.05, 0.8), (1.05, 1.05), (0.66, 1.05)))
    zones = zones_of([own])
    assert [zones.home_of((0.75, y)).name for y in (0.79, 0.84, 0.87)] == ["wall.A", "melds.A", "melds.A"]


@pytest.mark.parametrize(("larger", "others", "is_told"), [(1.4, 30, True), (1.6, 30, False), (2.0, 2, True)])
def test_two_discards_found_as_one_tile_are_none(larger: float, others: int, is_told: bool) -> None:
    """A frame around both would lie across their row, and look like a riichi."""
    tile = lying("9s", -40, 74)
    middle = tile.quad.mean(axis=0)
    grown = Lying("9s", 0.9, middle + (tile.quad - middle) * np.sqrt(larger))
    known = [lying("1m", 20 * (at % 6) - 50, -74 - 26 * (at // 6)) for at in range(others)]
    assert told(grown, *known).get("river.A", []) == ["9s"] * is_told


def test_a_tile_that_two_looks_brought_together_have_both_seen_is_one():
    """As where a table is cleared, and what changed and what was in the way are read one after the other."""
    first, again, beside = lying("8p", -70, 130), lying("8p", -69, 130), lying("3z", -44, 130)
    (one, other) = put_together((), [first, beside, again], [WHOLE], ())
    assert {one.label, other.label} == {"8p", "3z"}
