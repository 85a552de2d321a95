"""The eye over HTTP: what a device that sets it up may ask, and what is refused with which code."""

import pytest

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.intake.eye.calibrating import EyeDesk
from tests.intake.test_eye_desk import COMMAND, CORNERS, JPEG
from tests.security.houses import House

OURS = {"X-Table": "1"}


@pytest.fixture
def own(tmp_path):
    """The machine's own screen, and a desk."""
    house = House()
    desk = EyeDesk(tmp_path, ManualClock(), source="video=pictures.mp4", command=COMMAND)
    app = create_app(house.board, house.table, entrance=house.entrance, desk=desk)
    yield app.test_client()
    desk.stop()


def do(client, deed, **body):
    return client.post(f"/api/eye/{deed}", json=body, headers=OURS, base_url="http://localhost:8136")


def get(client, path):
    return client.get(path, base_url="http://localhost:8136")


def test_from_the_first_picture_to_a_table_that_is_kept(own):
    assert get(own, "/api/eye").json["cameras"][0]["name"] == "camera"
    key = do(own, "open", camera="camera").json["key"]
    first = do(own, "look", key=key, corners=None).json
    again = do(own, "look", key=key, corners=CORNERS, refine=True).json
    assert (first["width"], again["number"]) == (1000, first["number"] + 1)
    picture = get(own, f"/api/eye/picture?key={key}")
    assert (picture.data, picture.mimetype) == (JPEG, "image/jpeg")
    assert picture.headers["Cache-Control"] == "no-store"
    assert do(own, "keep", key=key, corners=CORNERS).json["status"] == "done"
    assert do(own, "read", key=key, corners=None, tiles="").json["asked"]["do"] == "read"
    assert do(own, "forget", key=key).json["asked"] == {"do": "forget"}
    assert do(own, "close", key=key).status_code == 200
    assert get(own, f"/api/eye/picture?key={key}").json["error"] == "closed"


@pytest.mark.parametrize(
    ("name", "body", "status", "code"),
    [
        ("nothing", {}, 404, "not_found"),
        ("open", {"camera": "side"}, 409, "no_camera"),
        ("open", {}, 400, "bad_eye"),
        ("look", {"key": "x"}, 410, "closed"),
        ("look", {"key": 7}, 400, "bad_eye"),
        ("look", {"key": "x", "corners": [[0, 0]] * 3}, 400, "bad_eye"),
        ("look", {"key": "x", "corners": [[0, 0], [1, 0], [1, 1], [0, "1"]]}, 400, "bad_eye"),
        ("look", {"key": "x", "corners": [[0, 0], [1, 0], [1, 1], [0, 1e9]]}, 400, "bad_eye"),
        ("look", {"key": "x", "corners": [[0, 0], [1, 0], [1, True], [0, 1]]}, 400, "bad_eye"),
        ("keep", {"key": "x"}, 400, "bad_eye"),
        ("show", {"key": "x", "faces": []}, 400, "bad_eye"),
        ("show", {"key": "x", "faces": ["9z"]}, 400, "bad_eye"),
        ("show", {"key": "x", "faces": ["5p"] * 61}, 400, "bad_eye"),
        ("use", {"tiles": "other"}, 409, "no_tile_set"),
    ],
)
def test_what_is_asked_wrongly_is_refused(own, name, body, status, code):
    answer = do(own, name, **body)
    assert (answer.status_code, answer.json["error"]) == (status, code)


def test_a_name_that_nothing_can_have_is_refused(own):
    key = do(own, "open", camera="camera").json["key"]
    assert do(own, "enrol", key=key, name="../x").json["error"] == "bad_name"
    assert do(own, "show", key=key, faces=["5p"]).json["error"] == "faces_unclear"


def test_a_body_that_is_no_object_is_refused(own):
    asked = {"headers": OURS, "base_url": "http://localhost:8136"}
    assert own.post("/api/eye/look", json=[1], **asked).json["error"] == "bad_eye"
    said = own.post("/api/eye/look", data=b"{", content_type="application/json", **asked)
    assert said.json["error"] == "not_json"


def test_without_a_desk_there_is_no_eye():
    house = House()
    client = create_app(house.board, house.table, entrance=house.entrance).test_client()
    assert get(client, "/api/eye").json["error"] == "no_eye"
    assert do(client, "open", camera="x").json["error"] == "no_eye"
