"""Names put into what was told: when a tile that has a name is in doubt all the same."""

from __future__ import annotations

import pytest

from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind
from companion.riichi.tiles import Tile
from companion.scribe.identities import Identity
from companion.scribe.naming import _is_open
from companion.scribe.policy import LIKELY_ENOUGH
from tests.toolbox.tables import play, table

E = SEATS[0]
FIRST = Spot(SpotKind.DISCARD, E, 0)
ONE, TWO = Tile("1m"), Tile("2m")


@pytest.mark.parametrize(
    ("read", "chance", "is_open"),
    [
        (ONE, LIKELY_ENOUGH, False),
        (ONE, LIKELY_ENOUGH - 0.01, True),
        (TWO, LIKELY_ENOUGH, True),
    ],
)
def test_a_name_is_in_doubt_where_it_is_too_unlikely_or_another_is_likelier(read, chance, is_open) -> None:
    told = play(table(), "E draws, E discards 1m")
    assert _is_open(Identity(((((FIRST, read),), chance),)), told) == is_open


def test_a_tile_of_which_nothing_is_read_is_in_no_doubt() -> None:
    told = play(table(), "E draws, E discards 1m")
    assert not _is_open(Identity(), told)
