"""Where the table as it is written and as it is seen differ, zone by zone."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.reveals.differences import differences
from companion.reveals.numbers import UNLIKE
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.observations import against
from companion.table_state import Zone
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

KYOKU = play(table(), "E draws, E discards 1m")


@pytest.mark.parametrize(("share", "is_other"), [(0.36, False), (0.3, True)])
def test_a_written_tile_is_another_where_it_is_less_than_a_third_as_likely_as_the_best(
    share: float, is_other: bool
) -> None:
    best = 1 / (1 + share)
    read = SeenTile(Tile("7m"), best, others=((Tile("1m"), 1 - best),))
    assert (against(read, Tile("1m")) > UNLIKE) is is_other
    seen = visible(KYOKU)
    east = replace(seen.seats[SEATS[0]], river=(read,))
    found = differences(KYOKU, replace(seen, seats=(east, *seen.seats[1:])))
    assert [(one.zone, one.other) for one in found] == (
        [(Zone.RIVER, ((Tile("1m"), Tile("7m")),))] if is_other else []
    )


def test_a_table_as_it_was_written_has_none() -> None:
    assert differences(KYOKU, visible(KYOKU)) == ()
