"""A one of circles that is seen badly looks like a round dial, and is a tile all the same."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.evidence.sights import TableSeen
from companion.intake.eye.translate import seen
from companion.riichi.calls import Action
from companion.riichi.seats import SEATS
from tests.intake.eye.laying import TABLE, Layer, Mess
from tests.stories.watched_evening import Evening, seen_of
from tests.vision.finds import named, there
from tests.vision.finds import seen as finds
from vision.read.checks import PHOTOGRAPH
from vision.sighting import Sighting, TileView

E, S, W, N = SEATS
DISCARDED = "E draws, E discards 2p"
CALLED = f"{DISCARDED}, S chis 2p with 13p, S discards 9m"
FACE = np.full((48, 48, 3), 220, np.uint8)
cv2.rectangle(FACE, (8, 6), (39, 41), (30, 30, 120), 3)
DISC = np.full_like(FACE, 25)
cv2.circle(DISC, (24, 24), 23, (235, 235, 230), -1)


def kept(sighting: Sighting, sureness: float) -> Sighting:
    """What is left of it where the one of circles fills its place like a disc, and is read so confidently."""
    views = [view for zone in sighting.zones for view in zone.tiles]
    is_round = [view.label == "1p" for view in views]
    candidates = finds(
        named([view.label for view in views], [sureness if one else 0.95 for one in is_round]),
        quads=np.array([view.quad for view in views], np.float32) * np.float32(TABLE),
        scores=[0.6 if one else 0.8 for one in is_round],
        crops=np.stack([DISC if one else FACE for one in is_round]),
    )
    are_there = there(candidates, *PHOTOGRAPH.there[1:])
    left = {id(view) for view, is_one in zip(views, are_there, strict=True) if is_one}

    def read(view: TileView) -> TileView:
        return replace(view, confidence=sureness, alternatives=(("3p", 0.1),)) if view.label == "1p" else view

    return replace(
        sighting,
        zones=tuple(
            replace(zone, tiles=tuple(read(view) for view in zone.tiles if id(view) in left))
            for zone in sighting.zones
        ),
    )


def looked_at(script: str, sureness: float) -> TableSeen:
    return seen(kept(Layer(Random(1), Mess()).lay(seen_of(script)), sureness), "ABCD")


@pytest.mark.parametrize("is_pressed", [True, False])
def test_a_run_with_a_one_of_circles_that_is_hardly_read_is_told_with_it(*, is_pressed: bool) -> None:
    evening = Evening()
    evening.sees(DISCARDED)
    if is_pressed:
        evening.presses(S, Action.CHI)
    for _ in range(3):
        evening.sees(looked_at(CALLED, 0.34))
    assert evening.story() == ["E Discarded 2p", "S ChiCalled 2p", "S Discarded 9m"]
    (meld,) = evening.kyoku.players[S].melds
    assert [str(tile) for tile in meld.own] == ["1p", "3p"]
    assert not evening.questions


def test_what_is_round_all_over_and_surely_read_is_an_instrument_and_no_tile() -> None:
    (run,) = looked_at(CALLED, 0.95).seats[S].melds
    assert [str(tile.tile) for tile in run.tiles] == ["2p", "3p"]
