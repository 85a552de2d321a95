"""Nobody's hand is read while it stands: its faces are painted over before the reader sees them."""

from random import Random

import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.solids import solid_of
from companion.pretend.painting.things import StageTile, Stance
from companion.pretend.stage import places
from vision.fitting import Fitting
from vision.frame import Frame
from vision.labels import UNKNOWN, plain_of
from vision.place.raising import camera_over, raised
from vision.place.rectify import TablePlace, placed
from vision.place.zones import zones_of
from vision.read.detect import Eye
from vision.settle.glance import WHOLE
from vision.settle.patches import PatchReader, box_of
from vision.settle.pipeline import Pipeline

LABELS = ("1m", "5z", "0p", "7s", "9m", "1z", "3p", "6s", "7z", "2m", "4s", "8p", "5m", "6z")
TRUE = ((0.0, 0.0),) * 4


class Shown:
    """A reader that reads nothing and keeps what it was shown."""

    def __init__(self) -> None:
        self.pictures: list[np.ndarray] = []

    def __call__(self, picture, scale):
        self.pictures.append(picture.copy())
        return []


class Stills:
    """A camera that always gives the same picture."""

    frame: Frame
    stalled_s = 0.0

    def take(self) -> Frame:
        return self.frame

    def close(self) -> None:
        pass


def table_of(camera: str, beside=TRUE) -> TablePlace:
    cloth = placed(np.array(CAMERAS[camera].tapped(beside)), (WIDTH, HEIGHT))
    assert isinstance(cloth, TablePlace)
    return raised(cloth)


def whole(camera: str, poses, beside=TRUE) -> tuple[np.ndarray, tuple[int, int], np.ndarray]:
    """What the reader sees of a table, where that begins in the picture, and the picture itself."""
    film = Film(CAMERAS[camera], seed=3)
    for number, pose in enumerate(poses):
        film.put(number, StageTile(LABELS[number % len(LABELS)], pose))
    picture, reader, table = film.frame(), Shown(), table_of(camera, beside)
    PatchReader(reader).read(picture, table, [WHOLE])
    x0, y0, *_ = box_of(WHOLE.grown(0.1).cut_to(WHOLE), table)
    return reader.pictures[0], (x0, y0), picture


def faces(camera: str, poses) -> list[np.ndarray]:
    solids = [solid_of(StageTile("1m", pose), CAMERAS[camera]) for pose in poses]
    return [one.face for one in solids if one.face is not None and not one.is_back]


def colours(picture: np.ndarray, quad: np.ndarray) -> int:
    """How many colours a face shows, a little within its rim."""
    inner = quad.mean(axis=0) + 0.8 * (quad - quad.mean(axis=0))
    points = inner.mean(axis=0) + np.linspace(-0.5, 0.5, 9)[:, None] * (inner[2] - inner[0])
    return len({tuple(picture[round(float(y)), round(float(x))]) for x, y in points})


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("camera", ["low", "oblique"])
def test_the_nearest_players_faces_never_reach_the_reader(camera: str, seed: int) -> None:
    """Also where the corners were tapped up to two per cent of the table off."""
    dice = Random(seed)
    beside = tuple((dice.uniform(-0.02, 0.02), dice.uniform(-0.02, 0.02)) for _ in range(4)) if seed else TRUE
    hand = places.standing(0, 14, has_drawn=True)
    shown, (x0, y0), picture = whole(camera, hand, beside)
    seen = faces(camera, hand)
    assert len(seen) == 14, "they stand towards the camera"
    assert min(colours(picture, quad) for quad in seen) > 3
    assert [colours(shown, quad - [x0, y0]) for quad in seen] == [1] * 14


@pytest.mark.parametrize("camera", ["low", "oblique"])
def test_a_hand_that_is_laid_open_and_melds_are_shown_to_the_reader(camera: str) -> None:
    melds = [places.place(side, right, 361) for side in (0, 3) for right in (320, 340, 360)]
    lying = [*places.shown(0, 11, has_drawn=True), *melds]
    shown, (x0, y0), picture = whole(camera, lying)
    for quad in faces(camera, lying):
        assert colours(shown, quad - [x0, y0]) == colours(picture, quad) > 3


def test_of_a_camera_over_the_table_nothing_is_painted_over() -> None:
    hands = [pose for side in range(4) for pose in places.standing(side, 13, has_drawn=False)]
    assert not [pose for pose in hands if pose.stance is not Stance.STANDING]
    shown, (x0, y0), picture = whole("overhead", hands)
    height, width = shown.shape[:2]
    assert (shown == picture[y0 : y0 + height, x0 : x0 + width]).all()


@pytest.mark.parametrize(("camera", "far"), [("overhead", 0.6), ("oblique", 1.59), ("low", 2.05)])
def test_where_the_camera_hangs_follows_from_the_corners(camera: str, far: float) -> None:
    x, y = camera_over(table_of(camera))
    eye = CAMERAS[camera].eye
    assert (x, y) == pytest.approx((eye[0] / 700 + 0.5, eye[1] / 700 + 0.5), abs=0.15)
    assert y == pytest.approx(far, abs=0.15)


def test_the_pipeline_shows_no_standing_face_to_its_reader_either() -> None:
    hand = places.standing(0, 13, has_drawn=False)
    film, reader, table = Film(CAMERAS["low"], seed=3), Shown(), table_of("low")
    for number, pose in enumerate(hand):
        film.put(number, StageTile(LABELS[number], pose))
    pipeline = Pipeline(reader, lambda _: table, zones_of(()))
    for number in range(6):
        list(pipeline.feed(Frame(film.frame(), "stage", number, number * 10**8)))
    x0, y0, *_ = box_of(WHOLE, table)
    assert [colours(reader.pictures[0], quad - [x0, y0]) for quad in faces("low", hand)] == [1] * 13


@pytest.mark.parametrize("camera", ["low", "oblique"])
def test_whoever_shows_tiles_to_the_eye_hears_nothing_of_a_standing_hand(camera: str) -> None:
    row = [f"{number}s" for number in range(1, 10)]
    film, shown = Film(CAMERAS[camera], seed=3), Stills()
    poses = [places.place(0, 100 + 22 * number, 200) for number in range(9)]
    for number, pose in enumerate([*poses, *places.standing(0, 13, has_drawn=False)]):
        film.put(number, StageTile((*row, *LABELS)[number], pose))
    shown.frame = Frame(film.frame(), "stage", 1, 0)
    corners = (np.array(CAMERAS[camera].tapped(TRUE)) / (WIDTH, HEIGHT)).tolist()
    read = Fitting(shown, zones_of(()), lambda: Eye(threads=1)).show(corners, row)["read"]
    assert [plain_of(one["tile"]) for one in read if one["tile"] != UNKNOWN] == row


@pytest.mark.parametrize("is_known", [True, False])
def test_a_setup_reads_the_whole_picture_only_where_no_corners_are_known(is_known, monkeypatch) -> None:
    """The device that asks sees the same picture: nothing is painted over in it."""
    film, shown, read = Film(CAMERAS["low"], seed=3), Stills(), []

    class Patient:
        def __init__(self, _: Eye) -> None:
            """Read nothing, and keep what was shown."""

        def look(self, picture: np.ndarray) -> list:
            read.append(picture)
            return []

    monkeypatch.setattr("vision.fitting.PatientEye", Patient)
    for number, pose in enumerate(places.standing(0, 13, has_drawn=False)):
        film.put(number, StageTile(LABELS[number], pose))
    shown.frame = Frame(film.frame(), "stage", 1, 0)
    fitting = Fitting(shown, zones_of(()), lambda: Eye(threads=1))
    corners = (np.array(CAMERAS["low"].tapped(TRUE)) / (WIDTH, HEIGHT)).tolist() if is_known else None
    assert fitting.read(corners, None)["jpeg"] == fitting.look(corners)["jpeg"]
    assert [(one == shown.frame.pixels).all() for one in read] == ([] if is_known else [True])
