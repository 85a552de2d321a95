"""Which cameras can be set up, and what each is called: its corners are kept under that name."""

import json
import subprocess

from companion.clock import ManualClock
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.calibrating_cameras import CameraChoice, cameras_to_set_up
from companion.intake.eye.calibrating_kept import EyeChoice, keep_choice


def test_cameras_are_those_of_the_profile_or_those_at_hand(monkeypatch) -> None:
    assert [one.name for one in cameras_to_set_up("usb-panel", None)] == ["above"]
    said = json.dumps([{"kind": "uvc", "source": "/dev/video0", "says": "Webcam"}]).encode()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: subprocess.CompletedProcess([], 0, said))
    for profile in ("bench", "no-such-profile"):
        assert cameras_to_set_up(profile, None) == (
            CameraChoice("uvc video0", "uvc", "uvc=/dev/video0", "Webcam"),
        )


def test_a_camera_keeps_its_name_and_its_corners_while_another_one_is_unplugged(
    tmp_path, monkeypatch
) -> None:
    def plug(*numbers: int) -> None:
        said = [{"kind": "uvc", "source": f"/dev/video{number}", "says": "Webcam"} for number in numbers]
        ran = subprocess.CompletedProcess([], 0, json.dumps(said).encode())
        monkeypatch.setattr(subprocess, "run", lambda *_, **__: ran)

    def names() -> list[str]:
        return [one["name"] for one in desk.state()["cameras"]]

    desk = EyeDesk(tmp_path, ManualClock(), command=("nothing is opened",))
    plug(0, 2)
    first, second = names()
    plug(2)
    assert names() == [second] != [first]
    # Chosen by an earlier version, which counted the cameras.
    keep_choice(tmp_path, EyeChoice("camera 1", "uvc=/dev/video2"))
    assert names() == ["camera 1"]


def test_a_list_of_cameras_that_cannot_be_made_is_an_empty_one(monkeypatch) -> None:
    def falls(*_: object, **__: object) -> None:
        raise subprocess.CalledProcessError(1, "list")

    monkeypatch.setattr(subprocess, "run", falls)
    assert cameras_to_set_up("bench", None) == ()
