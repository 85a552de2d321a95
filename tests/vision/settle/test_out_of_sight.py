"""A table that the eye cannot read is not said to lie still, whatever its picture shows."""

import cv2
import numpy as np

from tests.vision.pretend_table import PretendTable
from tests.vision.settle.test_settling import RIVER, Film
from vision.sighting import Condition


class GreyAtNight(PretendTable):
    """A table whose camera may change to grey pictures, as many do when the lamp is dimmed."""

    is_grey = False

    def picture(self) -> np.ndarray:
        picture = super().picture()
        if not self.is_grey:
            return picture
        return np.repeat(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)[..., None], 3, axis=2)


def test_a_camera_that_turns_grey_and_reads_nothing_more_has_no_rest(monkeypatch) -> None:
    film = Film(GreyAtNight(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(10)
    rested_ns = film.pipeline.rested_ns
    assert rested_ns > 0
    film.table.is_grey = True
    monkeypatch.setattr(film.pipeline._reader, "_look", lambda *_: [])
    assert film.run(150) == []
    assert film.conditions == [Condition.WATCHING, Condition.HAND]
    assert film.pipeline.rested_ns == rested_ns
    film.table.is_grey = False
    film.run(10)
    assert film.conditions[-1] is Condition.WATCHING
    assert film.pipeline.rested_ns > rested_ns


def test_an_arm_that_rests_lets_the_rest_of_the_table_be_read() -> None:
    film = Film(PretendTable(tiles={RIVER[0]: 3, RIVER[1]: 5}))
    film.run(10)
    film.reach_in(*RIVER[0])
    before_ns = film.pipeline.rested_ns
    film.run(60)
    assert film.pipeline.rested_ns > before_ns
