"""Pictures of a camera that is being set up: one that it repeats is not shown as if it were taken now."""

import itertools

import numpy as np
import pytest

from hardware.profile import CameraMount
from tests.vision.pretend_table import PretendTable
from tests.vision.test_fitting import ZONES
from vision.camera.photos import Photographs
from vision.camera.stills import Stills
from vision.fitting import Fitting
from vision.frame import Frame

S = 1_000_000_000


class Now:
    """A clock and a camera at once: it shows what it holds, as often as somebody looks."""

    def __init__(self) -> None:
        self.ns = 0
        self.pixels = PretendTable().picture()
        self.opened = 0

    def __call__(self, mount, now_ns, patience_s) -> "Now":
        self.opened += 1
        return self

    def __iter__(self):
        for number in itertools.count():
            yield Frame(self.pixels, "above", number, self.ns)

    def close(self) -> None:
        pass


class EachTime:
    """The newest frame of a camera, taken in the moment in which somebody asks."""

    def __init__(self, open_one) -> None:
        self.frames = iter(open_one())

    def take(self, wait_s: float) -> Frame:
        return next(self.frames)

    def stop(self) -> None:
        pass


@pytest.fixture
def now(monkeypatch) -> Now:
    monkeypatch.setattr("vision.camera.stills.NewestFrame", EachTime)
    return Now()


@pytest.fixture
def fitting(now) -> Fitting:
    stills = Stills(CameraMount("above", "uvc"), open_one=now, now_ns=lambda: now.ns)
    return Fitting(Photographs(stills), ZONES, lambda: None)


def test_a_picture_that_does_not_change_is_said_to_be_old(fitting, now) -> None:
    told = []
    for now.ns in range(0, 14 * S, S):
        told.append(fitting.look(None)["stalled_s"])
    assert told == [0] * 10 + [10, 11, 12, 13]
    now.pixels = now.pixels + np.uint8(1)
    assert fitting.look(None)["stalled_s"] == 0


def test_a_camera_that_repeats_a_picture_is_opened_anew_and_its_picture_stays_old(fitting, now) -> None:
    for now.ns in range(0, 70 * S, S):
        told = fitting.look(None)["stalled_s"]
    assert (told, now.opened) == (69, 3)


def test_a_picture_that_waited_to_be_taken_is_as_old_as_it_is(fitting, now, monkeypatch) -> None:
    monkeypatch.setattr(EachTime, "take", lambda *_: Frame(now.pixels, "above", 1, 2 * S))
    now.ns = 40 * S
    assert fitting.look(None)["stalled_s"] == 38


def test_a_covered_lens_and_a_photograph_may_stay_as_they_are(fitting, now) -> None:
    table = now.pixels
    now.pixels = np.zeros_like(table)
    for now.ns in range(0, 40 * S, 2 * S):
        assert fitting.look(None)["stalled_s"] == 0
    now.pixels = table
    for now.ns in range(40 * S, 60 * S, 2 * S):
        told = fitting.look(None)["stalled_s"]
    assert told == 18
    fitting._stills._sent = Frame(table, "photograph", 0, 0)
    assert fitting.look(None)["stalled_s"] == 0
