"""Riichi sticks: found in front of the rivers of drawn tables, and nowhere in photographs that have none."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import Pose, StageTile, Stick
from companion.pretend.stage import places
from companion.pretend.stage.truth import flat_quad
from hardware.profile import Side, Zone
from vision.frame import Frame
from vision.place.raising import raised
from vision.place.rectify import TablePlace, placed
from vision.place.zones import turned, zones_of
from vision.settle.glance import Patch
from vision.settle.pipeline import Pipeline
from vision.settle.sticks import PER_MM, Sticks, has_stick, shows_stick, stick_places
from vision.sighting import Sighting

PHOTOS = Path(__file__).parents[4] / "shared" / "data" / "photos"
PLACES = stick_places(zones_of(()))
FACES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
TILE_MM = 26.0


class Drawn:
    """A table with rivers as people lay them, and what its camera sees."""

    def __init__(self, camera: str, seed: int) -> None:
        self.random = Random(seed)
        self.film = Film(CAMERAS[camera], tiles=seed % 2, seed=seed)
        self.quads = []
        place = placed(np.array(self.film.lens.corners(0.0)), (WIDTH, HEIGHT))
        assert isinstance(place, TablePlace)
        self.place = raised(place)
        for side in range(4):
            across = self.random.randrange(6)
            for number in range(self.random.randint(across + 1, 14)):
                before = [at == across for at in range(number)]
                self.lay((side, number), places.river(side, before, sideways=number == across))

    def lay(self, name: object, pose: Pose) -> None:
        crooked = Pose(
            pose.x + self.random.gauss(0, 0.8),
            pose.y + self.random.gauss(0, 0.8),
            turn=pose.turn + self.random.gauss(0, 0.03),
        )
        self.film.put(name, StageTile(self.random.choice(FACES), crooked))
        self.quads.append(np.array(flat_quad(crooked)))

    def stick(self, side: int) -> None:
        where = places.stick(side)
        x, y = where.x + self.random.gauss(0, 2), where.y + self.random.gauss(0, 1)
        self.film.put_stick(side, Stick(x, y, where.turn + self.random.gauss(0, 0.04)))

    def picture(self) -> np.ndarray:
        return np.asarray(cv2.cvtColor(self.film.frame(), cv2.COLOR_BGR2RGB), np.uint8)

    def found(self) -> set[int]:
        picture, quads = self.picture(), np.array(self.quads)
        return {one.side.value for one in PLACES if has_stick(picture, self.place, one, quads)}


@pytest.mark.parametrize("camera", ["overhead", "oblique"])
def test_the_stick_of_a_riichi_is_found_before_its_river_and_nowhere_else(camera: str) -> None:
    drawn = Drawn(camera, 2)
    assert drawn.found() == set()
    for side in range(4):
        drawn.stick(side)
        assert drawn.found() == {side}
        drawn.film.clear_sticks()
    drawn.stick(1)
    drawn.stick(3)
    assert drawn.found() == {1, 3}


def bar(
    *, white: tuple[int, int, int] = (232, 230, 224), dots: tuple[float, ...] = (0.0,), long: float = 88.0
) -> np.ndarray:
    """A bar on a green cloth in a strip as it is looked at, with red dots along it."""
    mm = 10
    strip = np.full((70 * mm, 160 * mm, 3), (40, 90, 70), np.uint8)
    x, y = 80 * mm, 35 * mm
    half, broad = int(long / 2 * mm), 35
    cv2.rectangle(strip, (x - half, y - broad), (x + half, y + broad), white, -1)
    for dot in dots:
        cv2.circle(strip, (x + int(dot * mm), y), 2 * mm, (200, 30, 40), -1)
    size = (round(160 * PER_MM), round(70 * PER_MM))
    return cv2.resize(strip, size, interpolation=cv2.INTER_AREA)


def tells(strip: np.ndarray) -> bool:
    return shows_stick(strip, lambda: np.zeros(strip.shape[:2], np.uint8))


@pytest.mark.parametrize("long", [64.0, 80.0, 88.0, 95.0])
def test_a_bar_with_one_red_dot_in_its_middle_is_one(long: float) -> None:
    assert tells(bar(long=long))


@pytest.mark.parametrize(
    "strip",
    [
        bar(dots=()),
        bar(dots=(-30.0,)),
        bar(dots=(-20.0, 20.0)),
        bar(dots=(-12.0, 0.0, 12.0)),
        bar(long=40.0),
        bar(long=140.0),
        bar(long=200.0),
        bar(white=(60, 110, 220)),
        bar(white=(90, 88, 85)),
        np.full((88, 200, 3), 230, np.uint8),
        cv2.GaussianBlur(bar(), (0, 0), 9),
    ],
    ids=["no dot", "dot aside", "two", "three", "short", "long", "no ends", "blue", "grey", "white", "blur"],
)
def test_what_is_nearly_one_is_none(strip: np.ndarray) -> None:
    assert not tells(strip)


def test_a_bar_with_something_across_it_is_none() -> None:
    strip = bar()
    strip[:, 60:70] = (40, 90, 70)
    assert not tells(strip)
    strip = bar()
    strip[20:40, 110:150] = (232, 230, 224)
    assert not tells(strip)


def test_behind_a_hand_it_is_told_as_it_was_seen_last() -> None:
    drawn = Drawn("overhead", 3)
    sticks, hand = Sticks(PLACES), (Patch(0.4, 0.5, 0.6, 1.1),)

    def told(*hands: Patch) -> tuple[str, ...]:
        return sticks.seen(drawn.picture(), drawn.place, drawn.quads, hands)

    assert told() == ()
    drawn.stick(0)
    assert told(*hand) == ()
    assert told() == ("A",)
    drawn.film.clear_sticks()
    assert told(*hand) == ("A",)
    assert told() == ()


def test_a_sighting_tells_before_whom_they_lie() -> None:
    drawn = Drawn("overhead", 0)
    drawn.stick(3)  # it touches no tile: this eye reads none
    pipeline = Pipeline(lambda *_: [], lambda _: drawn.place, zones_of(()))
    frames = (Frame(drawn.picture(), "above", at, at * 100_000_000) for at in range(1, 12))
    told = [message for frame in frames for message in pipeline.feed(frame)]
    (sighting,) = [message for message in told if isinstance(message, Sighting)]
    assert sighting.sticks == ("D",)
    assert sighting.over == pytest.approx((0.5, 0.6), abs=0.15), "and over which point the camera hangs"


def test_it_is_looked_for_where_a_profile_has_the_rivers_begin() -> None:
    corners = ((0.4, 0.65), (0.6, 0.65), (0.6, 0.8), (0.4, 0.8))
    own = [Zone(f"river.{side.name}", turned(corners, side)) for side in Side]
    first, moved = stick_places(zones_of(()))[0], stick_places(zones_of(own))[0]
    assert (first.side, moved.side) == (Side.A, Side.A)
    assert moved.patch.y0 - first.patch.y0 == pytest.approx(0.65 - 0.575)


def photographs() -> Iterator[tuple[str, np.ndarray]]:
    """Every fourth photograph, upright and turned, so that a tile is as high as on a strip."""
    for labels in sorted(PHOTOS.glob("*/labels.json")):
        for one in json.loads(labels.read_text())["images"][::4]:
            picture = cv2.imread(str(labels.parent / one["image"]))
            assert picture is not None
            share = PER_MM * TILE_MM / high(one["objects"])
            small = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB), None, fx=share, fy=share)
            yield one["image"], small
            yield one["image"], cv2.rotate(small, cv2.ROTATE_90_CLOCKWISE)


def high(objects: list[dict]) -> float:
    boxes = [
        one.get("box") or [*np.min(one["quad"], axis=0), *np.max(one["quad"], axis=0)] for one in objects
    ]
    return float(np.median([max(x1 - x0, y1 - y0) for x0, y0, x1, y1 in boxes]))


def test_no_photograph_of_tiles_without_sticks_shows_one() -> None:
    if not PHOTOS.is_dir():
        pytest.skip("The photographs of real tables are not in ../shared/data.")
    seen = [(name, tells(picture)) for name, picture in photographs()]
    assert len(seen) > 100
    assert [name for name, is_told in seen if is_told] == []
