"""`companion camera`: with files as the camera, and with none."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.intake.eye import cameras
from hardware.cameras import CAMERAS
from vision.devices import Device
from vision.place.aruco import seen_stickers


def type_in(*arguments: object):
    return CliRunner().invoke(main, ["camera", *map(str, arguments)])


@pytest.fixture
def folder(tmp_path):
    """Three pictures of a fine chequered table, then one of a lens cap."""
    body = bytes(200 if (x // 4 + y // 4) % 2 else 60 for y in range(48) for x in range(64))
    for number in range(3):
        (tmp_path / f"{number}.pgm").write_bytes(b"P5 64 48 255\n" + body)
    (tmp_path / "cap.pgm").write_bytes(b"P5 64 48 255\n" + bytes(64 * 48))
    return tmp_path


def test_a_good_camera_is_called_good(folder) -> None:
    answer = type_in("test", "--source", folder, "--frames", 3, "--save", folder / "last.png")
    assert answer.output == "camera: 3 frames of 64 x 48, 10.0 a second. Light and sharpness are good.\n"
    assert answer.exit_code == 0
    assert (folder / "last.png").read_bytes().startswith(b"\x89PNG")


def test_a_lens_cap_is_seen(folder) -> None:
    answer = type_in("test", "--source", folder, "--json")
    said = json.loads(answer.stdout)
    assert (said["frames"], said["verdict"], answer.exit_code) == (4, "covered", 1)


def test_stickers_are_drawn_as_the_eye_finds_them(tmp_path) -> None:
    answer = type_in("stickers", tmp_path / "stickers.png")
    assert answer.exit_code == 0, answer.output
    page = cv2.imread(str(tmp_path / "stickers.png"))
    assert set(seen_stickers(np.ascontiguousarray(page[..., ::-1]))) == {0, 1, 2, 3}
    assert "ending .png or .jpg" in type_in("stickers", tmp_path / "stickers.txt").stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--source", "none.avi"), "There is no video none.avi."),
        (("--profile", "bench"), "the profile bench has no camera at all; it has: none"),
        (("--profile", "usb-panel", "--camera", "side"), "has no camera side; it has: above"),
        (("--profile", "nonsense"), "no shipped profile of that name"),
    ],
)
def test_a_camera_that_is_not_there_is_one_sentence(arguments, says) -> None:
    answer = type_in("test", *arguments)
    assert answer.exit_code == 1
    assert says in answer.stderr


def test_cameras_are_listed_in_the_words_of_a_profile(monkeypatch) -> None:
    monkeypatch.setattr(cameras, "cameras_at_hand", lambda: (Device("uvc", "/dev/video0", "Webcam"),))
    assert type_in("list").output == 'kind = "uvc", source = "/dev/video0"  Webcam\n'
    assert json.loads(type_in("list", "--json").output)[0]["says"] == "Webcam"
    monkeypatch.setattr(cameras, "cameras_at_hand", tuple)
    assert type_in("list").output == "No camera is plugged in.\n"


@pytest.mark.parametrize(
    ("source", "kind"),
    [
        ("pi", "picamera2"),
        ("0", "uvc"),
        ("/dev/video1", "uvc"),
        ("http://10.0.0.7/stream", "mjpeg"),
        ("a.mp4", "video"),
        (".", "folder"),
    ],
)
def test_a_source_is_told_by_its_look(source, kind) -> None:
    assert cameras.mount_of_source(source).kind == kind
    assert kind in CAMERAS
