"""From pictures in a folder to facts in the journal and tiles on the page, by a real worker process."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from companion.evidence import Cause
from companion.journal import SqliteReader
from companion.pretend.stage.places import place
from companion.riichi.facts import Discarded, Drawn
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.front_door.companions import called, source, started

pytest.importorskip("cv2", reason="the eye's libraries are not installed")
pytest.importorskip("onnxruntime", reason="the eye's libraries are not installed")

import cv2

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS, HEIGHT, WIDTH
from companion.pretend.painting.things import Pose, StageTile, Stance
from vision.place.calibration import Calibration, write_calibration

NAMES = ["Aki", "Ben", "Chie", "Dai"]
FRAMES_A_REST = 14
FIRST_OF_RIVER, WALL = (-70.5, 78.0), 215.0


class Filming:
    """Pictures of one rest after the other."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.numbers = folder, count()
        self.film = Film(CAMERAS["overhead"], tiles=0, seed=3)
        folder.mkdir()

    def rest(self) -> None:
        kept = [self.film.frame() for _ in range(3)]
        for number in range(FRAMES_A_REST):
            path = self.folder / f"{next(self.numbers):04}.jpg"
            cv2.imwrite(str(path), kept[number % 3], [cv2.IMWRITE_JPEG_QUALITY, 90])

    def put(self, name: str, label: str, pose: Pose) -> None:
        self.film.put(name, StageTile(label, pose))


@pytest.fixture
def filmed(tmp_path) -> Path:
    """A wall with its indicator; then East discards, then South."""
    filming = Filming(tmp_path / "film")
    for stack in range(7):
        is_indicator = stack == 2
        stance = Stance.UP if is_indicator else Stance.DOWN
        filming.put(f"wall {stack}", "9s", place(0, -60 + 19 * stack, WALL, stance=stance))
    filming.rest()
    filming.put("east", "1z", place(0, *FIRST_OF_RIVER))
    filming.rest()
    filming.put("south", "9m", place(1, *FIRST_OF_RIVER))
    filming.rest()
    return filming.folder


def test_what_a_camera_films_is_written_and_shown(tmp_path, filmed) -> None:
    games = tmp_path / "games"
    with started(games, "run") as companion:
        tell(companion, "start", names=NAMES)
        tell(companion, "tell", facts=[{"is": "SeatsBound", "sides": "ABCD"}])
        tell(companion, "deal", depth="full", indicator="9s")
        companion.end()
    corners = CAMERAS["overhead"].corners(0.0)
    write_calibration(Calibration("camera", corners, WIDTH, HEIGHT), games / "eye" / "table-camera.json")
    with started(games, "run", "--camera", filmed) as companion:
        seen = companion.wait_until(lambda now: now["seats"][1]["river"])
        assert [seat["river"] for seat in seen["seats"]] == [["1z"], ["9m"], [], []]
        assert seen["questions"] == []
        over = companion.wait_until(lambda now: source(now, "camera").get("state") == "ended")
        assert source(over, "camera")["code"] == "ended"
        companion.end()
    reader = SqliteReader(games / "table.sqlite")
    told = reader.entries(reader.games()[0].number)[-4:]
    reader.close()
    south, nine = SEATS[1], Tile("9m")
    east, wind = SEATS[0], Tile("1z")
    facts = [Drawn(east), Discarded(east, wind), Drawn(south), Discarded(south, nine)]
    assert [(entry.fact, entry.because) for entry in told] == [(fact, Cause.CAMERA) for fact in facts]


def tell(companion, kind: str, **more) -> None:
    status, answer = companion.command(kind, tap=f"{kind}-1", **more)
    assert status == 200, answer


@pytest.mark.gate(0)
def test_a_camera_that_is_not_there_is_said_and_the_game_goes_on(tmp_path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with started(tmp_path / "games", "run", "--camera", empty) as companion:
        companion.wait_until(lambda now: source(now, "camera").get("code") == "no_camera")
        tell(companion, "start", names=NAMES)
        now = companion.wait_until(lambda now: now["reminders"])
        assert "camera_lost" in [one["code"] for one in now["reminders"]]
        companion.end()


def test_a_tile_set_that_nobody_enrolled_is_refused_in_one_sentence(tmp_path) -> None:
    done = called("run", "--camera", tmp_path, "--tiles", "mine", "--data", tmp_path / "games", "--port", 0)
    assert (done.status, done.sentence) == (1, "Error: There is no tile set mine; enrolled: none yet.")
