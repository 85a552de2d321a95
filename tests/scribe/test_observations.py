"""Each kind of evidence says what it says by itself, whatever the story is."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile
from companion.riichi.calls import Action
from companion.riichi.tiles import Tile
from companion.scribe import weights
from companion.scribe.observations import (
    CALL_KEYS,
    Pool,
    absence,
    call_key,
    direction,
    riichi_key,
    speaks_for_riichi,
    stray_meld,
    stray_tile,
)

ONE = Tile("1m")
STRAIGHT, ACROSS = SeenTile(ONE), SeenTile(ONE, sideways=True)


@pytest.mark.parametrize(
    ("seen", "is_across", "says"),
    [
        (STRAIGHT, False, 0.0),
        (ACROSS, True, 0.0),
        (STRAIGHT, True, weights.STRAIGHT_LAID_ACROSS),
        (ACROSS, False, weights.ACROSS_LAID_STRAIGHT),
        (SeenTile(ONE, sideways=True, is_hidden=True), False, 0.0),
    ],
)
def test_a_tile_that_looks_turned_otherwise_speaks_against_how_it_was_laid(
    seen: SeenTile, is_across: bool, says: float
):
    assert direction(seen, is_across=is_across) == says


def test_a_tile_that_was_pushed_straight_is_less_odd_than_one_that_nobody_laid_across():
    assert 0 < direction(STRAIGHT, is_across=True) < direction(ACROSS, is_across=False)


def test_looks_at_a_discard_are_added_and_two_against_two_do_not_make_a_riichi():
    assert speaks_for_riichi(Pool((ACROSS,)), hears_keys=False) == (
        weights.ACROSS_LAID_STRAIGHT - weights.RIICHI
    )
    both = Pool((ACROSS, STRAIGHT))
    says = weights.ACROSS_LAID_STRAIGHT - weights.SEEN_STRAIGHT - weights.RIICHI
    assert speaks_for_riichi(both, hears_keys=False) == says < 0
    assert speaks_for_riichi(both, hears_keys=True) == says - weights.RIICHI


def test_what_cannot_be_read_surely_does_not_say_how_it_lies():
    """Two tiles that are found as one look like a tile that lies across both."""
    unsure = replace(ACROSS, confidence=weights.SURE - 0.01)
    assert speaks_for_riichi(Pool((unsure,) * 3), hears_keys=False) == -weights.RIICHI


def test_the_longer_a_tile_is_not_seen_the_less_it_was_there_unless_nobody_ever_read_it():
    assert absence(ONE, 0) == weights.MISSED
    assert absence(ONE, 2) == weights.MISSED + 2 * weights.STILL_MISSED
    assert absence(None, 0) == absence(None, 5) == weights.NEVER_SEEN


@pytest.mark.parametrize(
    ("confidence", "says"), [(weights.SURE, weights.STRAY_SURE), (weights.SURE - 0.01, weights.STRAY)]
)
def test_a_tile_that_nobody_laid_is_odder_if_it_is_read_surely_and_at_each_rest(
    confidence: float, says: float
):
    assert stray_tile(SeenTile(ONE, confidence), 0) == says
    assert stray_tile(SeenTile(ONE, confidence), 2) == says + 2 * weights.STEADY


def test_two_tiles_that_lie_together_need_not_be_a_meld_however_long():
    assert stray_meld(SeenMeld((STRAIGHT,) * 2), 4) == weights.MELD_TILE_MISSED
    assert stray_meld(SeenMeld((STRAIGHT,) * 3), 0) == weights.STRAY_SURE
    assert stray_meld(SeenMeld((STRAIGHT,) * 3), 2) == weights.STRAY_SURE + 2 * weights.STEADY


def test_a_key_speaks_for_its_own_call_and_against_the_others():
    assert call_key((Action.PON,), Action.PON) == weights.PRESS_AGREES < 0
    assert call_key((Action.PON,), Action.CHI) == weights.PRESS_OTHER
    assert call_key((Action.PON,), *CALL_KEYS) == weights.PRESS_AGREES
    assert 0 < call_key((), Action.PON) == weights.UNPRESSED_CALL < weights.PRESS_OTHER
    assert call_key((Action.RIICHI, Action.DISCARD), Action.PON) == weights.UNPRESSED_CALL


def test_a_riichi_that_was_pressed_speaks_against_a_discard_without_it():
    assert riichi_key((Action.PON, Action.RIICHI)) == weights.PRESS_UNUSED
    assert riichi_key((Action.PON,)) == 0.0
