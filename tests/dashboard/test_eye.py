"""The eye over HTTP: what a device that sets it up may ask, and what is refused with which code."""

from dataclasses import replace

import pytest

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.intake.eye.calibrating import EyeDesk
from companion.riichi.hanchan import apply_to_hanchan
from tests.dashboard.test_hand_photo import DEALT, OVER
from tests.intake.test_eye_desk import COMMAND, CORNERS, JPEG
from tests.security.houses import Browser, House

OURS = {"X-Table": "1"}


@pytest.fixture
def own(tmp_path):
    """The machine's own screen, and a desk."""
    house = House()
    desk = EyeDesk(tmp_path, ManualClock(), source="video=pictures.mp4", command=COMMAND)
    app = create_app(house.board, house.table, entrance=house.entrance, desk=desk)
    client = app.test_client()
    client.table = house.table
    yield client
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
        ("look", {"key": "x", "corners": [[0, 0], [1, 0], [1, float("nan")], [0, 1]]}, 400, "bad_eye"),
        ("look", {"key": "x", "corners": [[0, 0], [1, 0], [1, 10**400], [0, 1]]}, 400, "bad_eye"),
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


@pytest.mark.parametrize(("facts", "is_played"), [((), False), ((DEALT,), True), ((DEALT, OVER), False)])
def test_the_eye_is_told_whether_a_hand_is_played_whatever_a_page_says_of_it(own, facts, is_played):
    for fact in facts:
        hanchan = apply_to_hanchan(own.table.table.hanchan, fact)
        own.table.table = replace(own.table.table, hanchan=hanchan)
    key = do(own, "open", camera="camera").json["key"]
    asked = do(own, "read", key=key, corners=None, tiles="", is_played=not is_played).json["asked"]
    assert asked["is_played"] is is_played


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


PHOTO = bytes(range(256)) * 1_500
BYTES = "application/octet-stream"


def send(client, piece=PHOTO, *, kind=BYTES, url="http://localhost:8136", **asked):
    where = "&".join(f"{name}={value}" for name, value in asked.items())
    more = {"base_url": url} if url else {}
    return client.post(f"/api/eye/photo?{where}", data=piece, content_type=kind, headers=OURS, **more)


def test_a_photograph_comes_in_pieces_to_whoever_sits_at_the_desk(own):
    key = do(own, "open", camera="photographs").json["key"]
    size = len(PHOTO)
    first = send(own, PHOTO[:262_144], key=key, at=0, of=size).json
    assert (first["status"], first["have"]) == ("done", 262_144)
    whole = send(own, PHOTO[262_144:], key=key, at=262_144, of=size).json
    assert whole["asked"]["do"] == "photo"
    assert do(own, "live", key=key).json["asked"] == {"do": "live"}


@pytest.mark.parametrize(
    ("piece", "asked", "status", "code"),
    [
        (b"x", {"key": "another", "at": 0, "of": 1}, 410, "closed"),
        (b"x", {"at": 0}, 400, "bad_eye"),
        (b"x", {"at": "-1", "of": 1}, 400, "bad_eye"),
        (b"x", {"at": "9" * 13, "of": 1}, 400, "bad_eye"),
        (b"x", {"at": 5, "of": 9}, 409, "photo_lost"),
        (b"", {"at": 0, "of": 9}, 409, "photo_lost"),
        (b"x", {"at": 0, "of": 12 * 1024**2 + 1}, 413, "photo_too_large"),
        (bytes(262_145), {"at": 0, "of": 262_145}, 413, "request_entity_too_large"),
    ],
)
def test_a_piece_that_cannot_be_is_refused(own, piece, asked, status, code):
    key = do(own, "open", camera="photographs").json["key"]
    answer = send(own, piece, **{"key": key, **asked})
    assert (answer.status_code, answer.json["error"]) == (status, code)


def test_a_photograph_is_taken_from_a_host_alone_and_as_bytes_alone(tmp_path):
    house = House()
    desk = EyeDesk(tmp_path, ManualClock(), command=COMMAND)
    house.app = create_app(house.board, house.table, entrance=house.entrance, desk=desk)
    house.app.test_client_class = Browser
    asked = {"key": "x", "at": 0, "of": 1, "url": None}
    codes = {
        name: send(client, b"x", **asked).json["error"]
        for name, client in {
            "host": house.host(),
            "scorer": house.paired(),
            "stranger": house.stranger(),
        }.items()
    }
    assert codes == {"host": "closed", "scorer": "role_too_low", "stranger": "pairing_needed"}
    assert send(house.host(), b"x", kind="image/jpeg", **asked).status_code == 415
    desk.stop()
