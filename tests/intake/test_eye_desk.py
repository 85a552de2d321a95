"""The desk at which the eye is set up: one device, one camera, one picture, and only while it asks."""

import base64
import json
import sys
import threading

import cv2
import numpy as np
import pytest

from companion.clock import ManualClock
from companion.errors import ConfigError
from companion.intake.eye.calibrating import DeskRefused, EyeDesk
from companion.intake.eye.calibrating_kept import EyeChoice, keep_choice, kept_choice, planned_eye
from companion.intake.eye.refitting import Offer
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.stage.setting import TableKind, setting_of
from lab.bench.plane_by_tiles import off_mm, picture
from vision.place.calibration import read_calibration
from vision.place.rectify import placed

SEED = 3001
"""Of a drawn table."""
JPEG = b"\xff\xd8\xff a picture"
CORNERS = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
PICTURED = {"jpeg": base64.b64encode(JPEG).decode(), "width": 1000, "height": 500, "found": "stickers"}
CHILD = f"""
import json, os, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    do = asked["do"]
    if do == "fall":
        os.abort()
    if do == "hang":
        time.sleep(60)
    if do == "show":
        answer = {{"error": "faces_unclear", "message": "No faces."}}
    elif do == "look":
        answer = {PICTURED}
    else:
        answer = {{"asked": asked}}
    print(json.dumps(answer), flush=True)
"""
COMMAND = (sys.executable, "-S", "-c", CHILD)


class Camera:
    """What the table does about its camera meanwhile."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.is_back = threading.Event()

    def aside(self) -> None:
        self.said.append("aside")

    def back(self) -> None:
        self.said.append("back")
        self.is_back.set()


@pytest.fixture
def table():
    return Camera()


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def desk(tmp_path, table, clock):
    desk = EyeDesk(tmp_path, clock, table.aside, table.back, source="video=pictures.mp4", command=COMMAND)
    yield desk
    desk.stop()


def test_a_picture_is_there_for_the_device_that_asked_and_for_nobody_else(desk) -> None:
    key = desk.open("camera")
    answer = desk.ask(key, {"do": "look"})
    assert answer == {"width": 1000, "height": 500, "found": "stickers"}
    assert desk.picture(key) == JPEG
    with pytest.raises(DeskRefused, match="no longer being set up by this device"):
        desk.picture("another")
    desk.close(key)
    with pytest.raises(DeskRefused) as told:
        desk.picture(key)
    assert told.value.code == "closed"


def test_the_table_gives_its_camera_and_gets_it_back(desk, table) -> None:
    key = desk.open("camera")
    assert table.said == ["aside"]
    desk.close("another")
    desk.close(key)
    desk.close(key)
    assert table.said == ["aside", "back"]


def test_a_camera_whose_process_cannot_be_started_goes_back_to_the_table(desk, table) -> None:
    desk._command = ("/no/such/program",)
    with pytest.raises(DeskRefused, match="cannot be started"):
        desk.open("camera")
    assert (table.said, desk.state()["is_taken"]) == (["aside", "back"], False)


def test_a_device_whose_child_died_and_cannot_be_started_again_leaves_in_time(desk, table, clock) -> None:
    key = desk.open("camera")
    with pytest.raises(DeskRefused):
        desk.ask(key, {"do": "fall"})
    desk._command = ("/no/such/program",)
    with pytest.raises(DeskRefused, match="cannot be started"):
        desk.ask(key, {"do": "look"})
    clock.advance(seconds=16)
    with pytest.raises(DeskRefused, match="no longer being set up"):
        desk.picture(key)
    assert table.said == ["aside", "back"]


def test_one_device_at_a_time_until_it_has_gone(desk, clock) -> None:
    desk.open("camera")
    with pytest.raises(DeskRefused, match="Another device"):
        desk.open("camera")
    assert desk.state()["is_taken"]
    clock.advance(seconds=16)
    key = desk.open("camera")
    clock.advance(seconds=14)
    desk.ask(key, {"do": "accept"})
    clock.advance(seconds=14)
    desk.ask(key, {"do": "accept"})


def test_a_device_that_fell_asleep_leaves_though_nobody_comes(tmp_path, table, clock) -> None:
    sides = table.aside, table.back
    desk = EyeDesk(tmp_path, clock, *sides, source="video=x.mp4", lease_s=0.2, command=COMMAND)
    desk.open("camera")
    clock.advance(seconds=1)
    assert table.is_back.wait(30)
    assert not desk.state()["is_taken"]
    desk.stop()


def test_photographs_take_time_unless_somebody_else_wants_the_desk(desk, clock) -> None:
    key = desk.open("photographs")
    clock.advance(seconds=20 * 60)
    desk.ask(key, {"do": "accept"})
    with pytest.raises(DeskRefused, match="Another device"):
        desk.open("camera")
    clock.advance(seconds=16)
    desk.open("camera")
    with pytest.raises(DeskRefused) as told:
        desk.ask(key, {"do": "accept"})
    assert told.value.code == "closed"


def test_photographs_are_not_kept_for_ever(desk, clock) -> None:
    key = desk.open("photographs")
    clock.advance(seconds=31 * 60)
    with pytest.raises(DeskRefused):
        desk.ask(key, {"do": "accept"})


def test_an_eye_that_falls_is_said_and_started_again(desk) -> None:
    key = desk.open("camera")
    with pytest.raises(DeskRefused) as told:
        desk.ask(key, {"do": "fall"})
    assert told.value.code == "fell"
    assert desk.ask(key, {"do": "look"})["width"] == 1000


def test_what_the_eye_refuses_keeps_its_code(desk) -> None:
    with pytest.raises(DeskRefused, match=r"No faces\.") as told:
        desk.ask(desk.open("camera"), {"do": "show"})
    assert told.value.code == "faces_unclear"


@pytest.mark.parametrize("camera", ["side", "", "../x"])
def test_a_camera_that_is_not_there_is_refused(desk, table, camera) -> None:
    with pytest.raises(DeskRefused, match="no camera"):
        desk.open(camera)
    assert table.said == []


def test_where_the_table_is_is_kept_for_the_next_start(desk, tmp_path) -> None:
    key = desk.open("camera")
    with pytest.raises(DeskRefused, match="No picture was taken yet"):
        desk.keep(key, CORNERS)
    desk.ask(key, {"do": "look"})
    desk.keep(key, CORNERS)
    kept = read_calibration(tmp_path / "eye" / "table-camera.json")
    assert kept.corners == ((100, 50), (900, 50), (900, 450), (100, 450))
    assert (kept.width, kept.height, kept.by_stickers) == (1000, 500, True)
    assert planned_eye(tmp_path).source == "video=pictures.mp4"
    assert planned_eye(tmp_path).calibration == tmp_path / "eye" / "table-camera.json"


@pytest.mark.parametrize("order", [(0, 2, 1, 3), (1, 0, 2, 3), (3, 2, 1, 0)])
def test_corners_that_were_tapped_crosswise_are_one_sentence_and_the_old_place_stays(
    desk, tmp_path, order
) -> None:
    key = desk.open("camera")
    desk.ask(key, {"do": "look"})
    desk.keep(key, CORNERS)
    path = tmp_path / "eye" / "table-camera.json"
    before = path.read_bytes()
    with pytest.raises(DeskRefused, match="not those of a table") as refused:
        desk.keep(key, [CORNERS[at] for at in order])
    assert refused.value.code == "no_square"
    assert path.read_bytes() == before


def test_own_tiles_are_read_with_from_then_on(desk, tmp_path) -> None:
    key = desk.open("camera")
    (tmp_path / "tiles").mkdir()
    (tmp_path / "tiles" / "house.json").write_text("{}")
    path = str(tmp_path / "tiles" / "house.json")
    assert desk.enrol(key, "house")["asked"] == {"do": "enrol", "path": path}
    assert desk.state()["tiles"] == "house"
    assert desk.read(key, CORNERS, "house", is_played=False)["asked"]["tiles"] == path
    desk.use("")
    assert desk.state()["tiles"] == ""
    with pytest.raises(DeskRefused, match="no tile set other"):
        desk.use("other")
    with pytest.raises(DeskRefused, match="cannot be called"):
        desk.read(key, None, "../x", is_played=False)


def test_a_disk_that_is_full_is_one_sentence(desk, monkeypatch) -> None:
    key = desk.open("camera")
    desk.ask(key, {"do": "look"})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("companion.intake.eye.calibrating_kept.write_calibration", full)
    with pytest.raises(DeskRefused, match="could not be written: No space left") as told:
        desk.keep(key, CORNERS)
    assert told.value.code == "not_kept"


def test_a_table_without_a_camera_has_no_eye(tmp_path) -> None:
    assert planned_eye(tmp_path) is None
    with pytest.raises(ConfigError):
        planned_eye(tmp_path, "no-such-profile")


def test_the_camera_of_the_profile_goes_before_one_that_was_chosen_and_a_typed_one_before_both(
    tmp_path,
) -> None:
    keep_choice(tmp_path, EyeChoice("camera 0", "uvc=/dev/video0", "none of that name"))
    chosen, named = planned_eye(tmp_path), planned_eye(tmp_path, "usb-panel")
    assert (chosen.camera, chosen.source, chosen.tiles) == ("camera 0", "uvc=/dev/video0", None)
    assert (named.camera, named.source) == ("above", None)
    typed = planned_eye(tmp_path, "usb-panel", "http://10.0.0.7/stream")
    assert (typed.camera, typed.source) == ("camera", "mjpeg=http://10.0.0.7/stream")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"camera": 1, "source": "", "tiles": ""}', "[" * 9_000])
def test_a_damaged_choice_is_no_choice(tmp_path, text) -> None:
    keep_choice(tmp_path, EyeChoice("a"))
    (tmp_path / "eye" / "choice.json").write_text(text)
    assert kept_choice(tmp_path) == EyeChoice()


def test_what_there_is_can_be_asked_without_taking_the_desk(desk) -> None:
    assert json.loads(json.dumps(desk.state())) == {
        "missing": [],
        "cameras": [{"name": "camera", "kind": "video", "says": "pictures.mp4"}],
        "camera": "",
        "tile_sets": [],
        "tiles": "",
        "is_taken": False,
        "offer": None,
    }


def test_photographs_need_no_camera_and_leave_the_tables_own_alone(desk, table) -> None:
    key = desk.open("photographs")
    assert (table.said, desk.state()["is_taken"]) == ([], True)
    photo = bytes(range(256)) * 9
    assert desk.photo(key, photo[:1_000], 0, len(photo)) == {"have": 1_000}
    with pytest.raises(DeskRefused, match="no longer being set up by this device"):
        desk.photo("another", photo[1_000:], 1_000, len(photo))
    answer = desk.photo(key, photo[1_000:], 1_000, len(photo))
    assert base64.b64decode(answer["asked"]["content"]) == photo
    desk.ask(key, {"do": "look"})
    with pytest.raises(DeskRefused, match="choose a camera") as told:
        desk.keep(key, CORNERS)
    assert told.value.code == "photo_not_camera"
    desk.close(key)
    assert table.said == []


def test_corners_are_kept_from_a_photograph_only_where_it_has_the_cameras_shape(tmp_path, clock) -> None:
    sizes = {"look": (1000, 500), "photo": (2000, 1000), "live": (700, 500)}
    child = f"""
import json, sys
for line in sys.stdin:
    width, height = {sizes}[json.loads(line)["do"]]
    told = {{"jpeg": "", "width": width, "height": height, "photo": (width, height) != (1000, 500)}}
    print(json.dumps(told), flush=True)
"""
    desk = EyeDesk(tmp_path, clock, source="video=x.mp4", command=(sys.executable, "-S", "-c", child))
    key = desk.open("camera")
    desk.ask(key, {"do": "look"})
    desk.photo(key, b"alike", 0, 5)
    desk.keep(key, CORNERS)
    assert read_calibration(tmp_path / "eye" / "table-camera.json").width == 2000
    desk.ask(key, {"do": "live"})
    with pytest.raises(DeskRefused, match="not of the same shape"):
        desk.keep(key, CORNERS)
    desk.stop()


class TestByTheTiles:
    """With the real process behind the desk, before a drawn table whose corners were tapped 3 % beside."""

    @pytest.fixture
    def tapped(self):
        beside = setting_of(TableKind.USUAL, SEED).moved(3.0, 45).tapped_off
        return [[x / WIDTH, y / HEIGHT] for x, y in CAMERAS["overhead"].tapped(beside)]

    @pytest.fixture
    def desk(self, tmp_path, table, clock):
        film = tmp_path / "film"
        film.mkdir()
        cv2.imwrite(str(film / "0.png"), picture("overhead", SEED)[..., ::-1])
        desk = EyeDesk(tmp_path, clock, table.aside, table.back, source=f"folder={film}")
        yield desk
        desk.stop()

    @pytest.mark.gate(0)
    def test_corners_beside_the_truth_are_put_right_and_kept(self, desk, tapped, tmp_path) -> None:
        key = desk.open("camera")
        fit = desk.fits.fit(key, tapped)["fit"]
        assert fit["doubt"] is None
        assert 20 < max(fit["moved_mm"]) < 40
        desk.keep(key, fit["corners"])
        kept = read_calibration(tmp_path / "eye" / "table-camera.json")
        place = placed(np.array(kept.corners), (kept.width, kept.height))
        assert off_mm("overhead", place) < 12
        again = desk.fits.fit(key, fit["corners"])["fit"]
        assert again["doubt"] == "near", "what was taken is not offered a second time"

    def test_corners_that_are_none_of_a_table_are_refused_and_the_desk_goes_on(self, desk, tapped) -> None:
        key = desk.open("camera")
        with pytest.raises(DeskRefused) as told:
            desk.fits.fit(key, [tapped[0], tapped[2], tapped[1], tapped[3]])
        assert told.value.code == "no_square"
        assert desk.ask(key, {"do": "look", "corners": tapped})["found"] == "given"


class TestWhatIsOffered:
    """Since the last hand; it is taken with one tap, or left."""

    @pytest.fixture
    def refits(self, tmp_path):
        return Offering()

    @pytest.fixture
    def desk(self, tmp_path, table, clock, refits):
        beside = {"source": "video=pictures.mp4", "command": COMMAND, "refits": refits}
        desk = EyeDesk(tmp_path, clock, table.aside, table.back, **beside)
        yield desk
        desk.stop()

    def test_it_is_told_and_taken(self, desk, refits, tmp_path) -> None:
        assert desk.state()["offer"] == {"camera": "camera", **OFFER.as_json()}
        key = desk.open("camera")
        desk.ask(key, {"do": "look"})
        desk.fits.take(key)
        kept = read_calibration(tmp_path / "eye" / "table-camera.json")
        assert kept.corners[0] == (OFFER.corners[0][0] * 1000, OFFER.corners[0][1] * 500)
        assert refits.said == ["taken"]

    def test_or_left(self, desk, refits, tmp_path) -> None:
        key = desk.open("camera")
        desk.fits.leave(key)
        assert refits.said == ["left"]
        assert not (tmp_path / "eye").exists()

    def test_while_a_hand_is_played_nothing_is_taken(self, desk, refits, tmp_path) -> None:
        key = desk.open("camera")
        desk.ask(key, {"do": "look"})
        refits.offer = None
        with pytest.raises(DeskRefused) as told:
            desk.fits.take(key)
        assert told.value.code == "no_offer"
        assert not (tmp_path / "eye").exists()


OFFER = Offer("camera", tuple((x, y) for x, y in CORNERS), (24.0, 22.0, 20.0, 21.0), 60)


class Offering:
    """Fits of a table, as a test has them."""

    def __init__(self) -> None:
        self.offer: Offer | None = OFFER
        self.said: list[str] = []

    def offered(self, camera: str | None = None) -> Offer | None:
        return self.offer

    def taken(self) -> None:
        self.said.append("taken")
        self.offer = None

    def leave(self) -> None:
        self.said.append("left")
        self.offer = None
