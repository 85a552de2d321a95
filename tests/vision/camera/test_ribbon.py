"""The camera on a Pi's ribbon: a process of the system's Python, without our numpy, never left behind."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hardware.profile import CameraMount
from tests.vision.system_python import SystemPython
from vision.camera import ribbon
from vision.camera.cameras import open_camera
from vision.devices import cameras_at_hand
from vision.errors import CameraLost, CameraUnavailable

MOUNT = CameraMount("above", "picamera2", "", 640, 480)


@pytest.fixture
def python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SystemPython:
    there = SystemPython(tmp_path)
    monkeypatch.setattr(ribbon, "SYSTEM_PYTHON", str(there.path))
    return there


def is_gone(pid: int) -> bool:
    for _ in range(500):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_a_pi_camera_gives_frames_until_it_is_lost(python: SystemPython) -> None:
    camera = open_camera(MOUNT)
    frames = iter(camera)
    taken = [next(frames), next(frames)]
    assert [(frame.pixels.shape, int(frame.pixels.min()), int(frame.pixels.max())) for frame in taken] == [
        ((48, 64, 3), 50, 50),
        ((48, 64, 3), 100, 100),
    ]
    assert [frame.frame_id for frame in taken] == [0, 1]
    with pytest.raises(CameraLost, match="the ribbon came loose"):
        next(frames)
    camera.close()
    camera.close()
    assert python.calls == [0, {"size": [640, 480], "format": "BGR888"}, "start"]
    assert is_gone(python.pid)


def test_the_library_finds_the_numpy_of_the_system_and_never_ours(
    python: SystemPython, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours = str(Path(sys.modules["numpy"].__file__ or "").parent.parent)
    monkeypatch.setenv("PYTHONPATH", ours)
    camera = open_camera(MOUNT)
    assert next(iter(camera)).pixels.shape == (48, 64, 3)
    camera.close()


def test_the_true_program_sees_no_package_of_an_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "picamera2.py").write_text("raise ValueError('of an environment')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ribbon, "SYSTEM_PYTHON", sys.executable)
    with pytest.raises(CameraUnavailable, match="apt-get install python3-picamera2"):
        open_camera(MOUNT)
    assert not ribbon.has_library()


def test_a_lens_with_a_motor_is_focused_once_and_then_stays(python: SystemPython) -> None:
    python.does(controls={"AfMode": [0, 2, 0]})
    open_camera(MOUNT).close()
    # libcamera numbers them: AfMode 1 is Auto (one scan when it is triggered), AfTrigger 0 is Start.
    assert python.calls[2:] == ["start", {"AfMode": 1, "AfTrigger": 0}]


def test_a_library_that_does_not_work_is_one_sentence(
    python: SystemPython, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    python.does(broken="numpy.dtype size changed")
    with pytest.raises(CameraUnavailable, match=r"does not work here: numpy\.dtype size changed\.$"):
        open_camera(MOUNT)
    assert cameras_at_hand(tmp_path) == ()
    assert "does not work here: numpy.dtype size changed" in capsys.readouterr().err


def test_a_library_that_lacks_another_one_is_not_said_to_be_missing(
    python: SystemPython, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (python.folder / "numpy.py").write_text("import lib_of_camera")
    with pytest.raises(CameraUnavailable, match=r"does not work here: No module named 'lib_of_camera'\.$"):
        open_camera(MOUNT)
    assert cameras_at_hand(tmp_path) == ()
    assert "does not work here" in capsys.readouterr().err


def test_a_library_that_hangs_is_one_sentence(
    python: SystemPython, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ribbon, "LISTS_WITHIN_S", 0.0)
    assert cameras_at_hand(tmp_path) == ()
    assert "can be used: the library picamera2 does not answer.\n" in capsys.readouterr().err


def test_a_pi_camera_that_is_not_there_is_one_sentence(python: SystemPython) -> None:
    with pytest.raises(CameraUnavailable, match=r"cannot be opened: no such camera\.$"):
        open_camera(CameraMount("above", "picamera2", "3", 640, 480))


def test_a_program_that_falls_is_a_lost_camera(python: SystemPython) -> None:
    python.does(then="crash")
    camera = open_camera(MOUNT)
    with pytest.raises(CameraLost, match="ended without a word"):
        list(camera)
    camera.close()


def test_a_system_without_the_library_is_told_what_to_type(python: SystemPython, tmp_path: Path) -> None:
    assert ribbon.has_library()
    assert ribbon.listed() == ("imx708",)
    (python.folder / "picamera2.py").unlink()
    assert not ribbon.has_library()
    assert ribbon.listed() == ()
    python.path.unlink()
    assert not ribbon.has_library()
    assert cameras_at_hand(tmp_path) == ()
    with pytest.raises(CameraUnavailable, match="apt-get install python3-picamera2"):
        open_camera(MOUNT)


def test_who_is_killed_leaves_nobody_behind_with_the_camera(python: SystemPython) -> None:
    """The camera stalls, so its program would never notice by writing that nobody is reading."""
    python.does(then="stall", pictures=1)
    words = (
        "import os, signal, sys\nfrom vision.camera import ribbon\nribbon.SYSTEM_PYTHON = sys.argv[1]\n"
        "next(ribbon.Ribbon(0, 640, 480, 10).pictures())\nos.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", words, str(python.path)], check=False, timeout=60)
    assert killed.returncode == -9
    assert is_gone(python.pid)
