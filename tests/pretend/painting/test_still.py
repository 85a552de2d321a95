"""One picture of a stage, when it is asked for: here, and by the painter in a process of its own."""

import base64
import json
import subprocess
import sys

import cv2
import numpy as np
import pytest

from companion.pretend.painting.still import CUT, WIDE, StillCamera
from companion.pretend.painting.still_worker import as_line
from companion.pretend.painting.things import Hand, Pose, StageTile, Stance, Stick

TILES = {
    "r0.0": StageTile("5p", Pose(0, 120)),
    "w0": StageTile("", Pose(-200, 0, 16, 1.57, Stance.DOWN)),
    "h0.0": StageTile("", Pose(0, 362, stance=Stance.STANDING)),
}
STICKS = {"s0": Stick(0, 48, 0)}


def seen(jpeg: bytes) -> np.ndarray:
    return cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).astype(int)


def apart(one: np.ndarray, other: np.ndarray) -> int:
    """How many pixels differ by more than what packing does."""
    return int((np.abs(one - other).max(axis=2) > 40).sum())


@pytest.fixture(scope="module")
def camera():
    return StillCamera()


def test_what_lies_there_is_in_the_picture_and_what_was_taken_is_not(camera) -> None:
    empty = seen(camera.jpeg({}, {}))
    x0, y0, x1, y1 = CUT
    assert empty.shape == (round(WIDE * (y1 - y0) / (x1 - x0)), WIDE, 3)
    with_tiles = seen(camera.jpeg(TILES, STICKS))
    with_hand = seen(camera.jpeg(TILES, STICKS, [Hand(0, 0, 120)]))
    without_stick = seen(camera.jpeg(TILES, {}))
    assert apart(empty, with_tiles) > 500
    assert apart(with_tiles, with_hand) > 5_000
    assert 20 < apart(with_tiles, without_stick) < apart(empty, with_tiles)
    assert apart(empty, seen(camera.jpeg({}, {}))) == 0


def test_a_picture_is_small_enough_for_two_a_second(camera) -> None:
    assert len(camera.jpeg(TILES, STICKS)) < 70_000


def test_the_painter_in_a_process_of_its_own_paints_the_same(camera) -> None:
    asked = as_line(TILES, STICKS, (Hand(2, 10, -90),))
    lines = [asked, as_line(TILES, {}, ())]
    done = subprocess.run(
        [sys.executable, "-m", "companion.pretend.painting.still_worker", "--sign-s", "0.02"],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert said[0] == {"alive": True}  # long before the first picture, however slow the machine is
    first, second = (base64.b64decode(one["jpeg"]) for one in said if "alive" not in one)
    assert apart(seen(first), seen(camera.jpeg(TILES, STICKS, [Hand(2, 10, -90)]))) == 0
    assert apart(seen(second), seen(camera.jpeg(TILES, {}))) == 0
