"""Of a meld one tile is never found; what is left of it still says that it was called."""

from dataclasses import replace
from random import Random

import pytest

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.intake.eye.translate import seen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.intake.eye.laying import Layer, Mess
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
DISCARDED = "E draws, E discards 5z"
PON = f"{DISCARDED}, S pons 5z with 55z, S discards 6m"
NEXT = f"{PON}, W draws, W discards 8m"
SECOND = f"{NEXT}, S pons 8m with 88m, S discards 7m"
FIRST = ["E Discarded 5z", "S PonCalled 5z", "S Discarded 6m"]
TOLD = [*FIRST, "W Discarded 8m", "S PonCalled 8m", "S Discarded 7m"]


def found(script: str, missing: int, label: str = "5z") -> TableSeen:
    """The table as it is told by an eye that never finds one of the tiles of a kind in front of South."""
    sighting = Layer(Random(1), Mess()).lay(seen_of(script))
    melds = next(zone for zone in sighting.zones if zone.name == "melds.B")
    alike = sorted((view for view in melds.tiles if view.label == label), key=lambda view: view.quad)
    gone = alike[missing] if alike else None
    left = replace(melds, tiles=tuple(view for view in melds.tiles if view is not gone))
    zones = tuple(left if zone is melds else zone for zone in sighting.zones)
    return seen(replace(sighting, zones=zones), "ABCD")


@pytest.mark.parametrize("is_pressed", [True, False])
@pytest.mark.parametrize("missing", range(3))
def test_two_tiles_of_a_meld_are_a_call_and_no_part_of_the_meld_beside_them(
    missing: int, is_pressed: bool
) -> None:
    evening = Evening()
    evening.sees(DISCARDED)
    for before, script in ((DISCARDED, PON), (NEXT, SECOND)):
        evening.sees(found(before, missing) if before is NEXT else before)
        if is_pressed:
            evening.presses(S, Action.PON)
        for _ in range(3):
            evening.sees(found(script, missing))
    assert evening.story() == TOLD
    assert evening.kyoku.players[S].melds[0].own == (Tile("5z"), Tile("5z"))
    assert evening.questions == ()


@pytest.mark.parametrize("is_pressed", [True, False])
def test_rows_of_circles_on_two_tiles_that_look_like_two_sideways_ones_are_a_call(is_pressed: bool) -> None:
    """Seen flat from the front, six rows of two side by side; in the drawn table for half a minute."""
    discarded = "E draws, E discards 9p"
    evening = Evening()
    evening.sees(discarded)
    if is_pressed:
        evening.presses(N, Action.PON)
    called = f"{discarded}, N pons 9p with 99p, N discards 6m"
    rows = SeenMeld((SeenTile(Tile("9p"), 0.99, sideways=True),) * 2)
    whole = seen_of(called)
    north = replace(whole.seats[N], melds=(rows,))
    lying = Layer(Random(1), Mess()).lay(replace(whole, seats=(*whole.seats[:N], north)))
    for _ in range(3):
        evening.sees(seen(lying, "ABCD"))
    assert evening.story() == ["E Discarded 9p", "N PonCalled 9p", "N Discarded 6m"]


RUN = "E draws, E discards 3m, S chis 3m with 24m, S discards 9p"


@pytest.mark.parametrize(("label", "own"), [("3m", ["2m", "4m"]), ("2m", ["4m", None]), ("4m", ["2m", None])])
def test_what_nobody_sees_of_a_run_stays_open_and_is_asked_about(label: str, own: list[str | None]) -> None:
    evening = Evening()
    evening.sees("E draws, E discards 3m")
    evening.presses(S, Action.CHI)
    for _ in range(3):
        evening.sees(found(RUN, 0, label))
    assert evening.story() == ["E Discarded 3m", "S ChiCalled 3m", "S Discarded 9p"]
    (meld,) = evening.kyoku.players[S].melds
    assert [tile and tile.text for tile in meld.own] == own
    evening.waits(50)
    assert [question.code for question in evening.questions] == ["which_tile"] * own.count(None)


def test_two_tiles_laid_before_the_discard_is_taken_are_no_call_yet() -> None:
    evening = Evening()
    evening.sees(DISCARDED)
    lying = found(PON, 1)
    laid = replace(seen_of(DISCARDED).seats[S], melds=lying.seats[S].melds)
    before = seen_of(DISCARDED)
    half = replace(before, seats=(before.seats[E], laid, *before.seats[2:]))
    for _ in range(2):
        evening.sees(half)
    assert evening.story() == ["E Discarded 5z"]
    evening.sees(PON)
    evening.sees(PON)
    assert evening.story() == FIRST


def test_two_tiles_that_are_no_part_of_one_meld_say_nothing() -> None:
    evening = Evening()
    evening.sees(DISCARDED)
    evening.presses(S, Action.PON)
    before = seen_of(DISCARDED)
    melds = found("E draws, E discards 8m, S pons 8m with 88m, S discards 6m", 2, "8m").seats[S].melds
    half = replace(before.seats[S], melds=melds)
    for _ in range(2):
        evening.sees(replace(before, seats=(before.seats[E], half, *before.seats[2:])))
    assert evening.story() == ["E Discarded 5z"]


def test_a_back_beside_a_pressed_pon_is_no_fourth_tile_of_it() -> None:
    evening = Evening()
    evening.sees(DISCARDED)
    evening.presses(S, Action.PON)
    whole = seen_of(PON)
    (pon,) = whole.seats[S].melds
    rim = SeenMeld((SeenTile(None, 0.7, is_back=True), *pon.tiles))
    south = replace(whole.seats[S], melds=(rim,))
    lying = Layer(Random(1), Mess()).lay(replace(whole, seats=(whole.seats[E], south, *whole.seats[2:])))
    for _ in range(3):
        evening.sees(seen(lying, "ABCD"))
    assert evening.story() == FIRST
