"""The drawn table: painting only what changed gives the same picture, and the eye's own camera can see it."""

import math
from urllib.error import HTTPError
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from companion.pretend.painting.faces import LABELS, SETS, faces
from companion.pretend.painting.film import Film, StillReel, as_jpeg
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.painter import Painter, Tiles
from companion.pretend.painting.snapshots import Snapshots
from companion.pretend.painting.stream import PictureStream
from companion.pretend.painting.things import DEEP, TABLE, Hand, Moving, Pose, StageTile, Stance, Stick
from hardware.profile import CameraMount
from vision.camera.cameras import open_camera
from vision.camera.lens import Verdict, judge_lens
from vision.place.rectify import TablePlace, placed


def thrown(rng: np.random.Generator) -> StageTile:
    x, y = rng.uniform(-300, 300, 2)
    stance = list(Stance)[int(rng.integers(3))]
    high = DEEP if stance is Stance.DOWN and rng.random() < 0.3 else 0.0
    return StageTile(str(rng.choice(LABELS)), Pose(x, y, high, rng.uniform(0, 7), stance))


@pytest.mark.parametrize("camera", ["overhead", "low"])
def test_painting_only_what_changed_is_painting_all(camera: str) -> None:
    rng = np.random.default_rng(4)
    tiles = Tiles(1)
    painter = Painter(CAMERAS[camera], tiles)
    lying: dict[int, StageTile] = {}
    for step in range(40):
        name = int(rng.integers(12))
        if name in lying and rng.random() < 0.4:
            painter.take(name)
            del lying[name]
        else:
            lying[name] = thrown(rng)
            painter.put(name, lying[name])
        if step % 5 == 0:
            painter.refresh()
    for x in (250, 10):
        painter.put_stick(0, Stick(x, 60, 0.2))
        painter.refresh()
    again = Painter(CAMERAS[camera], tiles)
    again.put_stick(0, Stick(10, 60, 0.2))
    for name, tile in lying.items():
        again.put(name, tile)
    again.refresh()
    # Shadows are softened within the part that is painted: at its rim one step of brightness may differ.
    apart = np.abs(painter.picture.astype(int) - again.picture)
    assert np.count_nonzero(apart > 2) < 0.0005 * apart.size


def test_what_moves_leaves_nothing_behind() -> None:
    film = Film(CAMERAS["oblique"])
    film.put(1, StageTile("5p", Pose(0, 100)))
    before = _quiet(film)
    moving = Moving((StageTile("0s", Pose(40, 150, 30, 0.4)),), (Hand(1, 40, 150),))
    moved = _quiet(film, moving)
    assert np.count_nonzero(np.abs(moved.astype(int) - before) > 20) > 20_000
    assert np.array_equal(_quiet(film), before)


def _quiet(film: Film, moving: Moving | None = None) -> np.ndarray:
    """A picture with the same grain each time."""
    film._number = 0
    return film.frame(moving)


@pytest.mark.parametrize("camera", sorted(CAMERAS))
def test_the_whole_table_is_in_the_picture_and_its_light_is_good(camera: str) -> None:
    lens = CAMERAS[camera]
    corners = np.array(lens.corners(0.0))
    assert ((corners > 0) & (corners < (WIDTH, HEIGHT))).all()
    place = placed(lens.corners(), (WIDTH, HEIGHT))
    assert isinstance(place, TablePlace)
    spot = np.array([[120.0, -210.0, DEEP]])
    assert place.flat(lens.pixels(spot))[0] == pytest.approx(spot[0, :2] / TABLE + 0.5, abs=0.004)
    film = Film(lens)
    for number in range(30):
        film.put(
            number, StageTile("5z", Pose(-200 + 40 * (number % 10), 60 * (number // 10), turn=math.pi / 2))
        )
    assert judge_lens(cv2.cvtColor(film.frame(), cv2.COLOR_BGR2RGB)).verdict is Verdict.GOOD


def test_a_covered_lens_and_a_dim_lamp_are_what_the_eye_calls_them() -> None:
    film = Film(CAMERAS["overhead"])
    film.is_covered = True
    assert judge_lens(film.frame()).verdict is Verdict.COVERED
    film.is_covered, film.exposure = False, 0.25
    assert judge_lens(film.frame()).verdict is Verdict.DARK


def test_a_camera_that_was_bumped_sees_the_table_elsewhere() -> None:
    film = Film(CAMERAS["overhead"])
    before = _quiet(film)
    film.look_from(film.lens.bumped(12, -7, 0.004))
    assert np.mean(np.abs(_quiet(film).astype(int) - before)) > 2


def test_each_set_has_every_face_and_no_two_alike() -> None:
    for number in range(SETS):
        own = faces(number)
        assert sorted(own) == sorted(LABELS)
        flat = np.array([face.ravel() for face in own.values()], np.float32)
        apart = np.linalg.norm(flat[:, None] - flat[None], axis=2) + 1e9 * np.eye(len(flat))
        assert apart.min() > 500


def test_pictures_without_motion_are_taken_once_and_shown_again() -> None:
    film = Film(CAMERAS["overhead"])
    reel = StillReel(film)
    first = {reel.jpeg(None) for _ in range(12)}
    assert len(first) <= 4
    film.put(1, StageTile("1m", Pose(0, 0)))
    assert not first & {reel.jpeg(None) for _ in range(6)}


@pytest.mark.parametrize("camera", ["overhead", "oblique"])
def test_a_part_that_is_coded_alone_is_as_it_would_be_in_the_whole_picture(camera: str) -> None:
    rng = np.random.default_rng(6)
    film = Film(CAMERAS[camera])
    shots = Snapshots(film)
    for step in range(6):
        film.put(step % 4, thrown(rng))
        film.exposure = 0.9 if step == 3 else film.exposure
        arm = Moving((thrown(rng),), (Hand(step % 4, *rng.uniform(-200, 200, 2)),)) if step % 2 else None
        seen = shots.frame(arm)
        film._number = step  # the same grain
        whole = cv2.imdecode(np.frombuffer(as_jpeg(film.frame(arm)), np.uint8), cv2.IMREAD_COLOR)
        assert np.array_equal(seen, cv2.cvtColor(whole, cv2.COLOR_BGR2RGB))


def test_the_stream_is_a_camera_of_the_network() -> None:
    stream = PictureStream()
    try:
        stream.put(as_jpeg(np.full((48, 64, 3), 90, np.uint8)))
        camera = open_camera(CameraMount("stage", "mjpeg", stream.stream_url))
        frame = next(iter(camera))
        camera.close()
        assert frame.size == (64, 48)
        assert round(float(frame.pixels.mean()), -1) == 90
    finally:
        stream.close()


def test_before_the_first_picture_there_is_none_to_be_had(monkeypatch) -> None:
    monkeypatch.setattr("companion.pretend.painting.stream.PATIENCE_S", 0.01)
    stream = PictureStream()
    try:
        with pytest.raises(HTTPError, match="503"):
            urlopen(f"{stream.url}picture.jpg")  # noqa: S310 - its own address
        stream.put(b"\xff\xd8\xff")
        with urlopen(f"{stream.url}picture.jpg") as answer:  # noqa: S310 - its own address
            assert answer.read() == b"\xff\xd8\xff"
    finally:
        stream.close()
