"""Every kind of camera: real files and streams, a Pi's library in its place, and all that breaks."""

from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras import CAMERAS
from hardware.profile import CameraMount
from tests.vision.stream_server import Script, part, serving
from vision import devices
from vision.camera.cameras import NetworkStream, is_live, open_camera
from vision.camera.live import NewestFrame
from vision.devices import cameras_at_hand
from vision.errors import CameraLost, CameraUnavailable
from vision.frame import Frame

SECOND = 1_000_000_000


def grey(value: int, width: int = 64, height: int = 48) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def jpeg(value: int, width: int = 64, height: int = 48) -> bytes:
    return cv2.imencode(".jpg", grey(value, width, height))[1].tobytes()


def mount(kind: str, source: object = "") -> CameraMount:
    return CameraMount("above", kind, str(source), 640, 480)


def values(frames: list[Frame]) -> list[int]:
    return [round(float(frame.pixels.mean()), -1) for frame in frames]


def test_a_folder_shows_its_pictures_in_order_and_passes_over_what_is_none(tmp_path: Path) -> None:
    for number, value in enumerate((50, 100, 150)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), grey(value))
    (tmp_path / "1b.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    frames = list(open_camera(mount("folder", tmp_path), lambda: 7 * SECOND))
    assert values(frames) == [50, 100, 150]
    assert [frame.camera for frame in frames] == ["above"] * 3
    assert frames[0].at_ns == 7 * SECOND
    assert frames[0].at_ns < frames[1].at_ns < frames[2].at_ns


def test_a_video_has_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 5, (64, 48))
    for value in (40, 80, 120, 160):
        writer.write(grey(value))
    writer.release()
    camera = open_camera(mount("video", path), lambda: 0)
    frames = list(camera)
    camera.close()
    assert values(frames) == [40, 80, 120, 160]
    assert [frame.at_ns for frame in frames] == [0, SECOND // 5, 2 * SECOND // 5, 3 * SECOND // 5]
    assert frames[0].size == (64, 48)


@pytest.mark.parametrize("with_length", [True, False])
def test_a_stream_is_read_picture_by_picture(with_length: bool) -> None:
    pieces = [part(jpeg(value), with_length=with_length) for value in (60, 120, 180)]
    script = Script(*pieces, b"--frame--\r\n")
    with serving(script) as url:
        camera = open_camera(mount("mjpeg", url))
        frames = list(islice(camera, 3))
        camera.close()
    assert values(frames) == [60, 120, 180]
    assert [frame.frame_id for frame in frames] == [0, 1, 2]
    assert script.asked == ["/stream?size=big"]


def test_an_address_may_have_letters_that_http_does_not_know() -> None:
    script = Script(part(jpeg(60)))
    with serving(script) as url:
        frames = list(
            islice(open_camera(mount("mjpeg", url.replace("stream?size=big", "b\u00fcro 1?a=%20"))), 1)
        )
    assert values(frames) == [60]
    assert script.asked == ["/b%C3%BCro%201?a=%20"]


def test_a_stream_in_crumbs_and_with_a_damaged_picture_is_read_on() -> None:
    whole = part(jpeg(60)) + part(b"\xff\xd8\xffnonsense") + part(jpeg(180))
    with serving(Script(*(whole[k : k + 97] for k in range(0, len(whole), 97)))) as url:
        frames = list(islice(open_camera(mount("mjpeg", url)), 2))
    assert values(frames) == [60, 180]


def test_a_picture_of_a_stream_that_breaks_off_is_passed_over() -> None:
    rough = np.random.default_rng(1).integers(0, 255, (48, 64, 3)).astype(np.uint8)
    whole = cv2.imencode(".jpg", rough)[1].tobytes()
    with serving(Script(part(jpeg(50)), part(whole[: len(whole) // 2]), part(jpeg(150)))) as url:
        frames = list(islice(open_camera(mount("mjpeg", url), patience_s=5), 2))
    assert values(frames) == [50, 150]


def test_a_picture_inside_a_picture_is_none_of_its_own() -> None:
    small, large = jpeg(200, 16, 16), jpeg(60)
    remarks = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    nested = large[:2] + remarks + large[2:]
    pieces = [part(nested, with_length=False), part(nested, with_length=False), b"--frame--\r\n"]
    with serving(Script(*pieces)) as url:
        frames = list(islice(open_camera(mount("mjpeg", url)), 2))
    assert [frame.size for frame in frames] == [(64, 48), (64, 48)]


def test_a_stream_may_change_its_size() -> None:
    with serving(Script(part(jpeg(60)), part(jpeg(60, 128, 96)))) as url:
        frames = list(islice(open_camera(mount("mjpeg", url)), 2))
    assert [frame.size for frame in frames] == [(64, 48), (128, 96)]


def test_a_stream_that_stalls_is_lost_and_says_so() -> None:
    with serving(Script(part(jpeg(60)), then="stall")) as url:
        frames = iter(NetworkStream(mount("mjpeg", url), lambda: 0, patience_s=0.2))
        assert next(frames).size == (64, 48)
        with pytest.raises(CameraLost, match=r"has sent nothing for 0\.2 s"):
            next(frames)


def test_a_stream_that_hangs_up_is_lost() -> None:
    with serving(Script(part(jpeg(60)))) as url:
        frames = iter(open_camera(mount("mjpeg", url)))
        next(frames)
        with pytest.raises(CameraLost, match="hung up"):
            next(frames)


def test_a_stream_of_something_else_is_lost_and_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.camera.multipart.MOST_BYTES", 10_000)
    with serving(Script(b"no picture " * 2_000)) as url, pytest.raises(CameraLost, match="not a picture"):
        open_camera(mount("mjpeg", url))


def test_a_stream_of_damaged_pictures_is_lost() -> None:
    with (
        serving(Script(part(b"\xff\xd8\xffnonsense") * 40)) as url,
        pytest.raises(CameraLost, match="damaged"),
    ):
        open_camera(mount("mjpeg", url))


def test_a_name_and_password_are_sent_and_never_told() -> None:
    script = Script(status=401)
    with serving(script) as url:
        secret = url.replace("http://", "http://eve:p%40ss@")
        with pytest.raises(CameraUnavailable, match="refuses: 401") as raised:
            open_camera(mount("mjpeg", secret))
    assert script.secrets == ["Basic ZXZlOnBAc3M="]
    assert "p%40ss" not in str(raised.value)


@pytest.mark.parametrize(
    ("kind", "source", "says"),
    [
        ("uvc", "no-device", "is not plugged in"),
        ("uvc", __file__, "cannot be opened"),
        ("video", "none.avi", "There is no video"),
        ("video", __file__, "is not a video that can be read"),
        ("mjpeg", "http://127.0.0.1:1/", "does not answer"),
        ("mjpeg", "http:///nobody", "is not an address of a camera"),
        ("mjpeg", "http://[cam/stream", "is not an address of a camera"),
        ("mjpeg", "http://a..b/stream", "is not an address of a camera"),
        ("folder", "no-folder", "There is no folder"),
        ("folder", "", "There is no folder .none is named"),
        ("folder", Path(__file__).parents[2] / "architecture", "There is no picture in"),
        ("picamera2", "0", "apt-get install python3-picamera2"),
        ("telescope", "", "of an unknown kind, 'telescope'"),
    ],
)
def test_a_camera_that_cannot_be_had_is_one_sentence(kind: str, source: object, says: str) -> None:
    with pytest.raises(CameraUnavailable, match=says):
        open_camera(mount(kind, source))


@pytest.mark.parametrize("kind", ["uvc", "video", "folder"])
def test_a_stream_in_the_place_of_a_file_is_named_without_its_password(kind: str) -> None:
    with pytest.raises(CameraUnavailable, match=r"rtsp://10\.0\.0\.7/stream") as raised:
        open_camera(mount(kind, "rtsp://eve:secret@10.0.0.7/stream?key=secret"))
    assert "secret" not in str(raised.value)


def test_cameras_at_hand_are_named_once_each(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(devices, "listed", lambda: ("imx708",))
    for name, index, says in (
        ("video10", "0", "Microscope"),
        ("video2", "0", "Webcam"),
        ("video3", "1", "Webcam"),
    ):
        place = tmp_path / name
        place.mkdir()
        (place / "index").write_text(index + "\n")
        (place / "name").write_text(says + "\n")
    assert [(device.source, device.says) for device in cameras_at_hand(tmp_path)] == [
        ("0", "imx708"),
        ("/dev/video2", "Webcam"),
        ("/dev/video10", "Microscope"),
    ]


def test_what_a_pi_has_for_other_uses_is_no_camera(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(devices, "listed", lambda: ())
    for name, says in (("video0", "Webcam"), ("video1", "DroidCam"), ("video10", "bcm2835-codec-decode")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "index").write_text("0\n")
        (tmp_path / name / "name").write_text(says + "\n")
    (tmp_path / "usb").mkdir()
    (tmp_path / "usb" / "bInterfaceNumber").write_text("00\n")
    (tmp_path / "video0" / "device").symlink_to(tmp_path / "usb")
    (tmp_path / "bcm2835-codec").mkdir()
    (tmp_path / "video10" / "device").symlink_to(tmp_path / "bcm2835-codec")
    assert [device.says for device in cameras_at_hand(tmp_path)] == ["Webcam", "DroidCam"]


def test_files_wait_and_devices_do_not() -> None:
    assert [kind for kind in CAMERAS if not is_live(mount(kind))] == ["folder", "video"]


@pytest.mark.parametrize("kind", CAMERAS)
def test_every_kind_that_a_profile_may_name_is_known_to_the_eye(kind) -> None:
    with pytest.raises(CameraUnavailable) as told:
        open_camera(mount(kind, "/dev/video987"))
    assert "unknown kind" not in str(told.value)


class Frames:
    """A camera that shows what it is told, when it is told."""

    def __init__(self, *shown: object) -> None:
        self.shown = shown
        self.is_closed = False

    def __iter__(self):
        for number, one in enumerate(self.shown):
            if isinstance(one, Exception):
                raise one
            yield Frame(grey(one), "above", number, number)

    def close(self) -> None:
        self.is_closed = True


def drained(newest: NewestFrame) -> list[int]:
    taken = []
    try:
        while frame := newest.take(30):
            taken.append(frame.frame_id)
    except StopIteration:
        return taken


def test_the_newest_frame_is_kept_until_it_is_taken_and_the_end_is_told() -> None:
    camera = Frames(10, 20, 30)
    taken = drained(NewestFrame(lambda: camera))
    assert taken[-1] == 2
    assert taken == sorted(set(taken))
    assert camera.is_closed


def test_a_lost_camera_is_told_after_its_last_frame() -> None:
    newest = NewestFrame(lambda: Frames(10, CameraLost("gone")))
    taken = []
    with pytest.raises(CameraLost, match="gone"):
        taken.extend(iter(lambda: newest.take(30), None))
    assert len(taken) <= 1


def test_where_no_frame_comes_nobody_waits_for_ever() -> None:
    with serving(Script(part(jpeg(60)), then="stall")) as url:
        newest = NewestFrame(lambda: open_camera(mount("mjpeg", url)))
        assert newest.take(30) is not None
        assert newest.take(0.05) is None
        newest.stop()
