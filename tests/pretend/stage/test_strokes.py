"""A reach of a hand in time: it comes from its side, carries, lays down and goes; a camera sees it."""

from math import hypot

import numpy as np
import pytest

from companion.pretend.painting.things import Pose, Stance
from companion.pretend.stage import places
from companion.pretend.stage.performance import Performance, StageClosed, Staging
from companion.pretend.stage.strokes import LAID, REACHED, Carry, Stroke
from companion.pretend.stage.table import StageTable
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU_3P
from hardware.profile import CameraMount
from vision.camera.cameras import open_camera

START, END = places.place(1, -60, 362, stance=Stance.STANDING), places.place(1, 10, 74)
LABELS = {7: "5p"}


def stroke(**more) -> Stroke:
    return Stroke(1.0, 1, (Carry(7, START, END),), **more)


def test_a_tile_goes_from_where_it_was_to_where_it_belongs() -> None:
    assert Carry(7, START, END).pose(0.0) == START
    last = Carry(7, START, END).pose(1.0)
    assert (last.x, last.y, last.z) == pytest.approx((END.x, END.y, 0), abs=1e-9)
    assert last.stance is END.stance
    halfway = Carry(7, START, END).pose(0.5)
    assert halfway.z > max(START.z, END.z) + 20
    assert Carry(7, START, END).pose(0.4).stance is Stance.STANDING
    assert Carry(7, START, END).pose(0.6).stance is Stance.UP


def test_a_turn_takes_the_short_way() -> None:
    turned = Carry(7, Pose(0, 0, turn=0.1), Pose(0, 0, turn=6.2)).pose(0.5).turn
    assert turned == pytest.approx(0.008, abs=0.01)


def test_the_hand_comes_from_its_side_takes_lays_and_leaves() -> None:
    moments = {share: stroke().moment(share, LABELS) for share in (0.0, REACHED, LAID - 0.001, 1.0)}
    hands = {share: moment.hands[0] for share, moment in moments.items()}
    assert all(hand.side == 1 for hand in hands.values())
    assert hypot(hands[0.0].x, hands[0.0].y) > 450 < hypot(hands[1.0].x, hands[1.0].y)
    assert (hands[REACHED].x, hands[REACHED].y) == pytest.approx((START.x, START.y), abs=1)
    assert (hands[LAID - 0.001].x, hands[LAID - 0.001].y) == pytest.approx((END.x, END.y), abs=2)
    assert [tile.label for tile in moments[REACHED].tiles] == ["5p"]
    assert moments[1.0].tiles == ()


def test_a_hand_from_before_may_still_be_there() -> None:
    sides = [hand.side for hand in stroke(lingering=3).moment(0.2, LABELS).hands]
    assert sides == [3, 1]
    assert len(stroke(lingering=3).moment(0.9, LABELS).hands) == 1


def test_everybody_mixes_at_once() -> None:
    assert {hand.side for hand in Stroke(3.0).moment(0.5, {}).hands} == {0, 1, 2, 3}


def test_three_players_mix_with_three_hands() -> None:
    table = StageTable(begin(TENHOU_3P, ("Aiko", "Ben", "Chiyo")), "BCD")
    (cleared,) = table.clear()
    assert [hand.side for hand in cleared.moment(0.5, {}).hands] == [1, 2, 3]


def test_any_seed_sets_a_stage_and_nobody_plays_on_one_that_is_closed() -> None:
    stage = Performance(Staging("overhead", 1.0, -(3**50)))
    stage.close()
    assert stage.frames == 0
    with pytest.raises(StageClosed):
        stage.rest(1.0)
    with pytest.raises(StageClosed):
        stage.perform((Stroke(1.0),), {})


def test_a_performance_is_filmed_while_it_goes_on() -> None:
    stage = Performance(Staging(speed=4.0), told=lambda: len(stage.laid))
    stage.start()
    try:
        camera = open_camera(CameraMount("stage", "mjpeg", stage.stream.stream_url))
        frames = iter(camera)
        empty = next(frames).pixels
        stage.perform([stroke(settles={3: places.place(0, 0, 74)})], {**LABELS, 3: "1z"})
        stage.settle()
        after = next(frame.pixels for frame in frames if np.abs(frame.pixels.astype(int) - empty).max() > 120)
        camera.close()
    finally:
        stage.close()
    assert after.shape == (1080, 1920, 3)
    assert len(stage.laid) == 1
    assert stage.frames >= 2
