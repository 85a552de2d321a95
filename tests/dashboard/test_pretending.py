"""The picture of a pretend table over HTTP, and that there is none where people play."""

import sys

import pytest

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.pretend.devices.boxes import PlayedBoxes
from companion.pretend.devices.cameras import PaintedCamera
from companion.pretend.devices.window import PretendWindow
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat, Wind
from companion.riichi.tiles import Tile
from companion.table_state import TableState
from tests.security.houses import Browser, House

JPEG = b"\xff\xd8\xff a drawn table"


class Camera:
    """A camera with one picture, or none yet."""

    missing = ()
    number = 7

    def __init__(self) -> None:
        self.picture = None

    def notice(self, state) -> None:
        pass

    def jpeg(self):
        return self.picture

    def stop(self) -> None:
        pass


@pytest.fixture
def camera():
    return Camera()


def onlooker_at(camera):
    """A device of the network that nobody has let in."""
    house = House()
    window = PretendWindow(ManualClock(), camera, PlayedBoxes(ManualClock()))
    window.notice(house.table.table)
    app = create_app(house.board, house.table, entrance=house.entrance, window=window)
    app.test_client_class = Browser
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.50"
    client.url = "http://192.168.1.7:8136"
    return client


@pytest.fixture
def onlooker(camera):
    return onlooker_at(camera)


def test_whoever_looks_on_at_a_pretend_table_sees_its_picture_and_its_boxes(onlooker, camera) -> None:
    said = onlooker.get("/api/pretend").json
    assert (said["number"], said["missing"]) == (7, [])
    assert said["keys"] == ["chi", "pon", "kan", "ron", "tsumo", "riichi", "wait", "next"]
    assert [(box["side"], box["seat"]) for box in said["boxes"]] == [("A", 0), ("B", 1), ("C", 2), ("D", 3)]
    not_yet = onlooker.get("/api/pretend/picture")
    assert (not_yet.status_code, not_yet.data, not_yet.headers["Cache-Control"]) == (204, b"", "no-store")
    camera.picture = JPEG
    answer = onlooker.get("/api/pretend/picture?number=7")
    assert (answer.data, answer.mimetype) == (JPEG, "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/api/pretend", "/api/pretend/picture", "/api/pretend/picture?number=1"])
@pytest.mark.parametrize("visitor", ["host", "stranger", "paired"])
def test_a_table_at_which_people_play_shows_nobody_a_picture(path, visitor) -> None:
    answer = getattr(House(), visitor)().get(path)
    assert (answer.status_code, answer.json["error"]) == (404, "no_pretend_table")
    assert answer.mimetype == "application/json"


def test_at_a_private_table_one_must_be_let_in_for_it() -> None:
    assert House(is_private=True).stranger().get("/api/pretend").status_code == 401


PATIENCE_S = 1.0
PAINTER = """
import json, sys, time
for line in sys.stdin:
    for _ in range(int(sys.argv[1])):
        time.sleep(0.1)
        print(json.dumps({"alive": True}), flush=True)
    if sys.argv[1] == "0":
        time.sleep(60)
    print(json.dumps({"jpeg": "YWZ0ZXIgYWxs"}), flush=True)
"""


def dealt():
    hanchan = begin(TENHOU, ("Aiko", "Ben", "Chiyo", "Dario"))
    return apply_to_hanchan(
        hanchan, KyokuStarted(Wind.EAST, Seat(0), 0, 0, (25_000,) * 4, indicator=Tile("1p"))
    )


@pytest.mark.parametrize(("signs", "answer"), [(15, (200, b"after all")), (0, (204, b""))])
def test_a_painter_that_is_slow_is_waited_for_and_one_that_is_silent_is_not(signs, answer) -> None:
    command = (sys.executable, "-S", "-c", PAINTER, str(signs))
    camera = PaintedCamera(ManualClock(), command, patience_s=PATIENCE_S)
    try:
        onlooker = onlooker_at(camera)
        camera.notice(TableState(1, "pretend-1", dealt()))
        said = onlooker.get("/api/pretend/picture")
        assert (said.status_code, said.data) == answer
    finally:
        camera.stop()
