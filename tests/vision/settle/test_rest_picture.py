"""The small picture of an evening that is kept: the cloth, nothing of the room or of hands that stand."""

from random import Random

import cv2
import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import StageTile, Stance
from companion.pretend.stage import places
from tests.vision.pretend_table import DotReader, PretendTable
from tests.vision.settle.test_settling import RIVER
from vision.place.raising import raised
from vision.place.rectify import TablePlace, placed
from vision.place.zones import zones_of
from vision.settle.glance import Patch
from vision.settle.pipeline import Pipeline
from vision.settle.rest_picture import MOST_BYTES, SIDE, cloth_alone
from vision.sighting import Message, RestTaken, Sighting
from vision.wire import from_line, to_line

LOUD = (255, 0, 255)
SLEEVE = (70, 60, 150)


def table_of(camera: str) -> TablePlace:
    cloth = placed(np.array(CAMERAS[camera].corners(0.0)), (WIDTH, HEIGHT))
    assert isinstance(cloth, TablePlace)
    return raised(cloth)


def opened(jpeg: bytes) -> np.ndarray:
    return cv2.cvtColor(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), cv2.COLOR_BGR2RGB)


def loud(picture: np.ndarray) -> int:
    """How many pixels are nearly of the colour that nothing at a table has."""
    return int((np.abs(picture.astype(int) - LOUD).max(axis=2) < 90).sum())


@pytest.mark.parametrize("camera", ["overhead", "oblique", "low"])
def test_nothing_beyond_the_rim_is_on_it(camera: str) -> None:
    room = np.full((HEIGHT, WIDTH, 3), LOUD, np.uint8)
    cloth = np.round(np.array(CAMERAS[camera].corners(0.0))).astype(np.int32)
    cv2.fillConvexPoly(room, cloth, (20, 120, 60))
    seen = opened(cloth_alone(room, table_of(camera)))
    assert seen.shape == (SIDE, SIDE, 3)
    assert loud(seen) == 0
    assert tuple(seen[SIDE // 2, SIDE // 2].round(-1)) == (20, 120, 60)


@pytest.mark.gate(2)
@pytest.mark.parametrize("further_in", [0, 30])
@pytest.mark.parametrize("camera", ["oblique", "low"])
def test_hands_that_stand_before_the_nearest_player_are_not_on_it(camera: str, further_in: int) -> None:
    """Also where somebody lets them stand three centimetres further in than most people do."""
    seen = []
    for labels in ("1m5z0p7s", "9p9p9p9p"):
        film = Film(CAMERAS[camera], seed=3)
        for at in range(14):
            pose = places.place(0, -162.0 + 19.3 * at, 362.0 - further_in, stance=Stance.STANDING)
            film.put(at, StageTile(labels[at % 4 * 2 :][:2], pose))
        seen.append(opened(cloth_alone(film.frame(), table_of(camera))).astype(int))
    assert np.abs(seen[0] - seen[1]).max() < 60, "two hands look alike"


def test_what_is_in_the_way_is_painted_over() -> None:
    room = np.full((HEIGHT, WIDTH, 3), LOUD, np.uint8)
    seen = opened(cloth_alone(room, table_of("overhead"), [Patch(-0.08, -0.08, 1.08, 1.08)]))
    assert loud(seen) == 0


def test_it_is_small_enough_for_a_line_whatever_lies_there() -> None:
    noise = np.frombuffer(Random(4).randbytes(HEIGHT * WIDTH * 3), np.uint8).reshape(HEIGHT, WIDTH, 3)
    jpeg = cloth_alone(noise, table_of("overhead"))
    assert len(jpeg) <= MOST_BYTES
    assert from_line(to_line(RestTaken(7, jpeg))) == RestTaken(7, jpeg)


@pytest.mark.parametrize("keeps", [True, False])
def test_the_eye_sends_it_where_an_evening_is_kept_and_nowhere_else(keeps: bool) -> None:
    table = PretendTable(tiles={RIVER[0]: 3})
    pipeline = watching(table, keeps=keeps)
    heard = said(pipeline, table, 8)
    table.tiles[RIVER[1]] = 5
    heard += said(pipeline, table, 8)
    rests, sightings = ([one for one in heard if isinstance(one, kind)] for kind in (RestTaken, Sighting))
    assert len(sightings) == 2
    assert [one.at_ns for one in rests] == ([sightings[1].at_ns] if keeps else [])


def test_an_arm_that_lay_there_when_the_eye_began_to_watch_is_on_none() -> None:
    """At the first rest nothing says what does not belong there."""
    table = PretendTable(tiles={RIVER[0]: 3}, sleeve=(0.6, 0.64))
    pipeline = watching(table, keeps=True)
    first = said(pipeline, table, 8)
    assert any(isinstance(one, Sighting) for one in first)
    table.sleeve = None
    table.tiles[RIVER[1]] = 5
    rests = [one for one in first + said(pipeline, table, 60) if isinstance(one, RestTaken)]
    assert rests
    for rest in rests:
        far = np.abs(opened(rest.jpeg).astype(int) - SLEEVE).max(axis=2)
        assert (far < 30).sum() == 0


def watching(table: PretendTable, *, keeps: bool) -> Pipeline:
    pipeline = Pipeline(DotReader(), lambda _: table.place(), zones_of(()))
    pipeline.portraits.keeps_rests = keeps
    return pipeline


def said(pipeline: Pipeline, table: PretendTable, frames: int) -> list[Message]:
    return [message for _ in range(frames) for message in pipeline.feed(table.frame())]
