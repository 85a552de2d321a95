"""A phone as a camera: what of its pictures is taken in, and how the eye gets them, over a real socket."""

import stat
import threading
import time
from contextlib import closing

import cv2
import numpy as np
import pytest

from companion.clock import SystemClock
from companion.errors import ConfigError
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.calibrating_cameras import CameraChoice
from companion.intake.eye.calibrating_kept import calibration_path, keep_place, planned_eye
from companion.intake.eye.phone import STAYS_S, PhoneDoor, PhoneRefused
from hardware.profile import CameraMount
from vision.camera.cameras import is_live, open_camera
from vision.errors import CameraLost, CameraUnavailable
from vision.place.calibration import Calibration, write_calibration


class Clock(SystemClock):
    """Time passes when the test says so."""

    def __init__(self):
        self.now_ns = 0

    def monotonic_ns(self):
        return self.now_ns


def jpeg(width=1280, height=720, grey=90):
    return cv2.imencode(".jpg", np.full((height, width, 3), grey, np.uint8))[1].tobytes()


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def door(tmp_path, clock):
    door = PhoneDoor(tmp_path, clock)
    door.start()
    yield door
    door.stop()


@pytest.fixture
def mount(tmp_path):
    return CameraMount("camera", "phone", str(tmp_path / ".phone"), 1920, 1080)


def fed(door, *pictures, sender="phone"):
    """Pictures that come while somebody opens the camera: it waits for the first."""
    done = threading.Event()

    def send():
        while not done.wait(0.05):
            for picture in pictures:
                door.put(picture, sender)

    threading.Thread(target=send, daemon=True).start()
    return done


def test_what_a_phone_sends_is_what_the_eye_sees(door, mount):
    assert is_live(mount)
    done = fed(door, jpeg(grey=140))
    with closing(open_camera(mount, patience_s=5)) as camera:
        frames = iter(camera)
        first, second = next(frames), next(frames)
        done.set()
    assert first.size == (1280, 720)
    assert abs(int(first.pixels.mean()) - 140) < 4
    assert second.frame_id == 1


def test_nobody_else_of_this_machine_can_look_through_it(door, tmp_path):
    assert stat.S_IMODE((tmp_path / ".phone").stat().st_mode) & 0o077 == 0


def test_without_a_phone_the_eye_says_what_to_do(door, mount):
    with pytest.raises(CameraUnavailable, match="open /camera on a paired phone"):
        open_camera(mount, patience_s=0.3)


def test_without_a_door_there_is_no_camera(mount):
    with pytest.raises(CameraUnavailable, match="takes no pictures"):
        open_camera(mount, patience_s=0.3)


def test_an_eye_that_asks_all_day_without_a_phone_leaves_nothing_open(door, mount):
    for _ in range(5):
        with pytest.raises(CameraUnavailable):
            open_camera(mount, patience_s=0.05)
    deadline = time.monotonic() + 10
    while lines := [one for one in threading.enumerate() if one.name == "phone line"]:
        assert time.monotonic() < deadline, f"{len(lines)} lines are still open"
        time.sleep(0.1)


def test_a_phone_that_falls_silent_is_lost_and_comes_back(door, mount):
    done = fed(door, jpeg())
    camera = open_camera(mount, patience_s=0.5)
    frames = iter(camera)
    next(frames)
    done.set()
    with pytest.raises(CameraLost, match="leave its screen on"):
        for _ in frames:
            pass
    done = fed(door, jpeg())
    with closing(open_camera(mount, patience_s=5)) as again:
        assert next(iter(again)).size == (1280, 720)
    done.set()


def test_a_door_that_closes_ends_the_camera(door, mount):
    done = fed(door, jpeg())
    frames = iter(open_camera(mount, patience_s=5))
    next(frames)
    done.set()
    door.stop()
    with pytest.raises(CameraLost):
        for _ in frames:
            pass


@pytest.mark.parametrize(
    ("picture", "code"),
    [
        (jpeg(4000, 3000), "too_many_pixels"),
        (jpeg(320, 240), "too_few_pixels"),
        (b"", "bad_picture"),
        (b"no picture", "bad_picture"),
        (cv2.imencode(".png", np.zeros((720, 1280, 3), np.uint8))[1].tobytes(), "bad_picture"),
    ],
    ids=["twelve megapixels", "tiny", "empty", "words", "png"],
)
def test_what_is_no_picture_for_the_eye_is_not_taken(door, picture, code):
    with pytest.raises(PhoneRefused) as refused:
        door.put(picture, "phone")
    assert refused.value.code == code
    assert not door.is_sending


def test_one_phone_at_a_time_until_it_leaves_or_is_silent(door, clock):
    door.put(jpeg(), "one")
    with pytest.raises(PhoneRefused) as refused:
        door.put(jpeg(), "two")
    assert refused.value.code == "another_phone"
    door.leave("two")
    assert door.is_sending, "somebody else cannot end it"
    door.leave("one")
    door.put(jpeg(), "two")
    clock.now_ns += round((STAYS_S + 1) * 1e9)
    door.put(jpeg(), "one")


def kept(folder, width=1280, height=720):
    corners = ((100.0, 60.0), (1180.0, 60.0), (1180.0, 660.0), (100.0, 660.0))
    write_calibration(Calibration("camera", corners, width, height), calibration_path(folder, "camera"))


def test_a_phone_that_was_turned_is_told_so_and_nothing_false_is_read(door, tmp_path):
    kept(tmp_path)
    with pytest.raises(PhoneRefused) as refused:
        door.put(jpeg(720, 1280), "phone")
    assert refused.value.code == "other_shape"
    door.put(jpeg(1920, 1080), "phone")  # finer, and of the same shape
    door.put(jpeg(720, 1280), "phone", lambda: True)  # while the corners are shown anew


def test_the_outline_is_where_somebody_showed_the_corners(door, tmp_path):
    assert door.outline is None
    kept(tmp_path)
    left, right, above, below = 100 / 1280, 1180 / 1280, 60 / 720, 660 / 720
    found = [share for point in door.outline for share in point]
    assert found == pytest.approx([left, above, right, above, right, below, left, below])


def test_where_it_is_set_up_a_phone_gives_pictures_like_any_camera(door, tmp_path):
    source = f"phone={tmp_path / '.phone'}"
    desk = EyeDesk(tmp_path, SystemClock(), source=source)
    (camera,) = desk.state()["cameras"]
    assert camera == {"name": "camera", "kind": "phone", "says": ""}
    key = desk.open("camera")
    done = fed(door, jpeg(grey=120))
    try:
        shown = desk.ask(key, {"do": "look", "corners": None})
        assert (shown["width"], shown["height"]) == (1280, 720)
        desk.keep(key, ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)))
    finally:
        done.set()
        desk.stop()
    assert door.outline is not None


def test_a_phone_is_planned_like_any_camera_that_was_typed(tmp_path):
    kept(tmp_path)
    plan = planned_eye(tmp_path, source="phone")
    assert plan.source == f"phone={tmp_path}/.phone"
    assert plan.calibration == calibration_path(tmp_path, "camera")


def test_a_phone_of_an_earlier_evening_is_not_missed_where_none_is_asked_for(tmp_path):
    source = planned_eye(tmp_path, source="phone").source
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    phone = CameraChoice("camera", "phone", source, "")
    keep_place(tmp_path, phone, corners, (1280, 720), by_stickers=False)
    assert planned_eye(tmp_path) is None
    assert planned_eye(tmp_path, source="phone").calibration is not None


def test_where_the_table_is_for_a_phone_says_nothing_to_a_webcam(tmp_path):
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    for kind, typed, other in (("phone", "phone", "/dev/video0"), ("uvc", "/dev/video0", "phone")):
        camera = CameraChoice("camera", kind, planned_eye(tmp_path, source=typed).source, "")
        keep_place(tmp_path, camera, corners, (1280, 720), by_stickers=False)
        assert planned_eye(tmp_path, source=typed).calibration is not None
        assert planned_eye(tmp_path, source=other).calibration is None
    assert PhoneDoor(tmp_path, SystemClock()).outline is None


def test_the_desk_shows_a_webcam_no_corners_that_were_set_for_a_phone(tmp_path, clock, monkeypatch):
    source = planned_eye(tmp_path, source="phone").source
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    phone = CameraChoice("camera", "phone", source, "")
    keep_place(tmp_path, phone, corners, (1280, 720), by_stickers=False)
    started = []

    class Child:
        def __init__(self, command):
            started.append(command)

        def end(self):
            pass

    monkeypatch.setattr("companion.intake.eye.calibrating.ChildProcess", Child)
    for source in (phone.source, "uvc=/dev/video0"):
        desk = EyeDesk(tmp_path, clock, source=source)
        desk.open("camera")
        desk.stop()
    assert ["--calibration" in command for command in started] == [True, False]


def test_a_folder_whose_path_is_too_long_is_one_sentence(tmp_path, clock):
    with pytest.raises(ConfigError, match="too long for a phone"):
        PhoneDoor(tmp_path / ("x" * 100), clock).start()


def test_what_an_earlier_start_left_behind_is_in_nobodys_way(tmp_path, clock, mount):
    first = PhoneDoor(tmp_path, clock)
    first.start()
    second = PhoneDoor(tmp_path, clock)
    second.start()
    done = fed(second, jpeg())
    with closing(open_camera(mount, patience_s=5)) as camera:
        assert next(iter(camera)).size == (1280, 720)
    done.set()
    second.stop()
    first.stop()
