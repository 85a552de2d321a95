"""The worker: its loop with cameras that fail, and the real process on a film of our own making."""

import json
import math
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pretend.painting.faces import faces
from hardware.profile import CameraMount
from tests.conftest import ROOT
from tests.vision.pretend_table import RIM, SIZE, TABLE, DotReader, PretendTable, lay_face
from vision.errors import (
    CalibrationUnreadable,
    CameraAmbiguous,
    CameraLost,
    CameraStuck,
    CameraUnavailable,
)
from vision.frame import Frame
from vision.place.calibration import Calibration, read_calibration, write_calibration
from vision.place.rectify import SQUARE
from vision.place.zones import zones_of
from vision.settle import watching
from vision.settle.pipeline import Pipeline
from vision.settle.watching import Times, Watch
from vision.sighting import Condition, EyeStatus, Heartbeat, Sighting
from vision.wire import from_line

CORNERS = tuple((float(x), float(y)) for x, y in SQUARE * TABLE + RIM)
QUICK = Times(wait=0.02)


class Told(Exception):
    """Enough was said."""


class Camera:
    def __init__(self, *shown: Frame | Exception | str) -> None:
        self.shown = shown

    def __iter__(self):
        for one in self.shown:
            if isinstance(one, Exception):
                raise one
            if one == "hang":
                import threading

                threading.Event().wait(60)
            else:
                yield one

    def close(self) -> None:
        pass


class EachFrame:
    """A live camera of which no frame is dropped, in place of a thread that keeps the newest one."""

    def __init__(self, open_one) -> None:
        self.frames = iter(open_one())

    def take(self, wait_s: float) -> Frame:
        return next(self.frames)

    def stop(self) -> None:
        pass


def watched(monkeypatch, cameras: list[Camera | Exception], until: int, kind: str = "uvc") -> list:
    """What is said while these cameras are opened in turn; each look at the clock takes a second."""
    table = PretendTable()
    said: list = []
    waiting = iter(cameras)

    def opened(mount, now_ns, patience_s):
        one = next(waiting)
        if isinstance(one, Exception):
            raise one
        return one

    def say(message) -> None:
        said.append(message)
        if sum(not isinstance(one, Heartbeat) for one in said) >= until:
            raise Told

    monkeypatch.setattr(watching, "open_camera", opened)
    clock = count(0, 1_000_000_000)
    pipeline = Pipeline(DotReader(), lambda _: table.place(), zones_of(()))
    watch = Watch(
        CameraMount("above", kind),
        pipeline,
        say,
        now_ns=lambda: next(clock),
        pause=lambda _: None,
        times=QUICK,
    )
    with suppress(Told):
        watch.run()
    return said


def statuses(said: list) -> list[Condition]:
    return [one.condition for one in said if isinstance(one, EyeStatus)]


def frame() -> Frame:
    return PretendTable().frame()


def test_a_camera_that_is_lost_is_said_and_opened_again(monkeypatch) -> None:
    cameras = [Camera(frame(), CameraLost("gone")), CameraUnavailable("not there"), Camera(frame(), frame())]
    said = watched(monkeypatch, cameras, 3)
    assert statuses(said) == [Condition.WATCHING, Condition.NO_CAMERA, Condition.WATCHING]
    assert [one.note for one in said if isinstance(one, EyeStatus)][1] == "gone"
    assert sum(isinstance(one, Heartbeat) for one in said) > 5


def test_that_several_cameras_have_the_saved_name_is_said(monkeypatch) -> None:
    said = watched(monkeypatch, [CameraAmbiguous("two"), CameraUnavailable("none"), Camera(frame())], 3)
    assert statuses(said) == [Condition.SEVERAL_CAMERAS, Condition.NO_CAMERA, Condition.WATCHING]


def test_a_live_camera_that_just_ends_is_said_and_opened_again(monkeypatch) -> None:
    said = watched(monkeypatch, [Camera(), Camera(frame(), frame())], 2)
    assert statuses(said) == [Condition.NO_CAMERA, Condition.WATCHING]
    assert next(one.note for one in said if isinstance(one, EyeStatus)) == "The camera above has ended."


def test_a_camera_that_stalls_is_said_and_given_up_in_the_end(monkeypatch) -> None:
    with pytest.raises(CameraStuck, match="hangs"):
        watched(monkeypatch, [Camera(frame(), "hang")], 99)
    said = watched(monkeypatch, [Camera(frame(), "hang")], 2)
    assert statuses(said) == [Condition.WATCHING, Condition.STALLED]


def repeated(one: Frame, times: int, each_s: float = 2.0) -> list[Frame]:
    """The same picture again and again, as a camera that has frozen delivers it."""
    return [replace(one, at_ns=one.at_ns + round(k * each_s * 1e9)) for k in range(times)]


def test_a_camera_that_repeats_one_picture_does_not_see_until_there_is_a_new_one(monkeypatch) -> None:
    monkeypatch.setattr(watching, "NewestFrame", EachFrame)
    table = PretendTable()
    frozen = repeated(table.frame(), 8)
    said = watched(monkeypatch, [Camera(*frozen, replace(table.frame(), at_ns=16 * 10**9))], 4)
    assert statuses(said) == [Condition.WATCHING, Condition.STALLED, Condition.WATCHING]
    notes = [one.note for one in said if isinstance(one, EyeStatus)]
    assert notes[1] == "The camera above has given the same picture for 10 s."


def test_a_camera_that_has_frozen_is_opened_again_and_still_has_to_show_something_new(monkeypatch) -> None:
    monkeypatch.setattr(watching, "NewestFrame", EachFrame)
    table = PretendTable()
    frozen = repeated(table.frame(), 30)
    anew = replace(table.frame(), at_ns=60 * 10**9)
    said = watched(monkeypatch, [Camera(*frozen[:25]), Camera(*frozen[25:], anew)], 4)
    assert statuses(said) == [Condition.WATCHING, Condition.STALLED, Condition.WATCHING]


def test_a_covered_lens_is_called_covered_even_if_its_pictures_have_no_noise(monkeypatch) -> None:
    monkeypatch.setattr(watching, "NewestFrame", EachFrame)
    black = Frame(np.zeros((SIZE, SIZE, 3), np.uint8), "above", 0, 0)
    said = watched(monkeypatch, [Camera(*repeated(black, 12), CameraLost("gone"))], 3)
    assert statuses(said) == [Condition.WATCHING, Condition.COVERED, Condition.NO_CAMERA]


def test_a_film_ends_and_says_so(monkeypatch) -> None:
    table = PretendTable(tiles={(0.5, 0.64): 4})
    said = watched(monkeypatch, [Camera(*(table.frame() for _ in range(8)))], 99, "folder")
    assert statuses(said) == [Condition.WATCHING, Condition.ENDED]
    assert len([one for one in said if isinstance(one, Sighting)]) == 1


def test_a_film_that_cannot_be_opened_is_said(monkeypatch) -> None:
    said = watched(monkeypatch, [CameraUnavailable("There is no folder.")], 99, "folder")
    assert statuses(said) == [Condition.NO_CAMERA]


WEIGHING = """
import resource, subprocess, sys
ran = subprocess.run(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
sys.exit(ran.returncode)
"""


def worker(folder: Path, *arguments: object) -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", "vision.worker", *map(str, arguments), "--once", "--threads", "1"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    # A small process asks for it: what a child weighs counts from what its parent weighed.
    command = [sys.executable, "-c", WEIGHING, *command]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)


def test_the_real_process_watches_a_film_within_its_memory_and_leaves_nothing_behind(tmp_path) -> None:
    film, desk = tmp_path / "film", tmp_path / "desk"
    film.mkdir()
    desk.mkdir()
    table = PretendTable(tiles={(0.4 + 0.05 * k, 0.64): 4 for k in range(5)})
    labels = ["9s", "7z", "3p", "2z", "9p"]
    for number in range(8):
        picture = table.picture()
        for place, label in zip(table.tiles, labels, strict=True):
            lay_face(picture, place, faces(0)[label][..., ::-1])
        cv2.imwrite(str(film / f"{number}.png"), picture[..., ::-1])
    write_calibration(Calibration("above", CORNERS, SIZE, SIZE), desk / "above.json")
    answer = worker(
        desk, "--source", f"folder={film}", "--camera", "above", "--calibration", desk / "above.json"
    )
    assert answer.returncode == 0, answer.stderr
    said = [from_line(line) for line in answer.stdout.splitlines()]
    assert statuses(said) == [Condition.WATCHING, Condition.ENDED]
    seen = [one for one in said if isinstance(one, Sighting)]
    # A tile in doubt is looked at again after a rest, and the table is told once more: the same tiles.
    assert [(one.camera, one.number) for one in seen] in ([("above", 1)], [("above", 1), ("above", 2)])
    for one in seen:
        told = [tile.label for zone in one.zones if zone.name == "river.A" for tile in zone.tiles]
        assert sorted(told) == sorted(labels)
    assert [path.name for path in desk.iterdir()] == ["above.json"]
    assert int(answer.stderr.split()[-1]) < 300 * 1024


@pytest.mark.parametrize(
    ("arguments", "says", "conditions"),
    [
        (("--profile", "nonsense"), "no shipped profile", []),
        (("--profile", "usb-panel", "--camera", "side"), "has no such camera", []),
        (("--source", "folder=film", "--calibration", "none.json"), "cannot be read", [Condition.NO_TABLE]),
        (("--source", "folder=film", "--tiles", "broken.json"), "is damaged", [Condition.NO_TILE_SET]),
    ],
)
def test_a_worker_that_cannot_begin_says_why(tmp_path, arguments, says, conditions) -> None:
    (tmp_path / "broken.json").write_text("[]")
    answer = worker(tmp_path, *arguments)
    assert answer.returncode == 1
    assert says in answer.stderr.decode()
    assert "Traceback" not in answer.stderr.decode()
    said = [from_line(line) for line in answer.stdout.splitlines()]
    assert statuses(said) == conditions
    assert all(says in one.note for one in said if isinstance(one, EyeStatus))


def test_a_calibration_is_kept_and_read_again(tmp_path) -> None:
    kept = Calibration("above", CORNERS, SIZE, SIZE)
    write_calibration(kept, tmp_path / "eye" / "above.json")
    assert read_calibration(tmp_path / "eye" / "above.json") == kept


@pytest.mark.parametrize(
    "change",
    [
        {"form": 2},
        {"corners": [[1, 2]] * 3},
        {"corners": 7},
        {"corners": [[10**400, 2]] * 4},
        {"crept_mm": [0, math.inf]},
        {"width": 0},
        {"camera": None},
        {"height": True},
    ],
)
def test_a_damaged_calibration_is_one_sentence(tmp_path, change) -> None:
    path = tmp_path / "above.json"
    write_calibration(Calibration("above", CORNERS, SIZE, SIZE), path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(CalibrationUnreadable, match="show the table's corners again"):
        read_calibration(path)
