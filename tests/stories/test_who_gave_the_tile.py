"""A call whose giver was told wrongly, and what lies on the table later: the turns say whose tile it was."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
BEFORE = "E draws, E discards 1m, S draws, S discards 2s, W draws, W discards 6z"
PON = f"{BEFORE}, E pons 6z with 66z, E discards 8s"
NEXT = f"{PON}, S draws, S discards 7z"
LATER = f"{NEXT}, W draws, W discards 2m, N draws, N discards 5s"


def misread(seen: TableSeen) -> TableSeen:
    """Two tiles of the pon look sideways: where the taken one lies does not say from whom it came."""
    (meld,) = seen.seats[E].melds
    turned = SeenMeld((meld.tiles[0], *(replace(tile, sideways=True) for tile in meld.tiles[1:])))
    return replace(seen, seats=(replace(seen.seats[E], melds=(turned,)), *seen.seats[1:]))


@pytest.mark.parametrize("next_look", [PON, NEXT])
def test_a_shadow_in_place_of_the_tile_that_was_taken_does_not_leave_the_wrong_giver(next_look: str) -> None:
    """Recorded hand 3046: every discard of that player after it was told one turn too early."""
    evening = Evening()
    evening.sees("")
    evening.sees(BEFORE.partition(", W")[0])
    seen = seen_of(BEFORE)
    evening.sees(with_river(seen, W, SeenTile(Tile("6z"), 0.55, others=((Tile("5z"), 0.2),))))
    evening.presses(E, Action.PON)
    shadow = SeenTile(Tile("9p"), 0.54)
    evening.sees(with_river(misread(seen_of(PON.rpartition(",")[0])), W, shadow))
    for table in (PON, next_look, next_look, LATER, LATER):
        evening.sees(misread(seen_of(table)))
    assert evening.story() == [
        *("E Discarded 1m", "S Discarded 2s", "W Discarded 6z", "E PonCalled 6z", "E Discarded 8s"),
        *("S Discarded 7z", "W Discarded 2m", "N Discarded 5s"),
    ]
    assert not evening.questions
