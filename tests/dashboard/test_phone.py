"""A phone's pictures over HTTP: taken from whoever keeps the score, and never given back to anybody."""

from types import SimpleNamespace

import pytest

from companion.clock import ManualClock, SystemClock
from companion.dashboard.app import create_app
from companion.intake.eye.calibrating import EyeDesk
from companion.intake.eye.phone import PhoneDoor
from tests.intake.test_eye_desk import COMMAND
from tests.intake.test_phone import jpeg, kept

OURS = {"X-Table": "1"}


@pytest.fixture
def door(tmp_path):
    return PhoneDoor(tmp_path, SystemClock())


@pytest.fixture
def client(board, commands, door):
    return create_app(board, commands, pictures=SimpleNamespace(of_table=door, of_hands=None)).test_client()


def send(client, picture, kind="application/octet-stream"):
    return client.post("/api/phone/picture", data=picture, content_type=kind, headers=OURS)


def test_a_picture_is_taken_and_the_phone_learns_how_often_to_send(client, door):
    answer = send(client, jpeg())
    assert answer.status_code == 200
    assert answer.json["still_ms"] > answer.json["moving_ms"] > 0
    assert answer.json["outline"] is None
    assert door.is_sending


def test_the_phone_draws_the_table_where_it_was_shown(client, tmp_path):
    kept(tmp_path)
    assert len(send(client, jpeg()).json["outline"]) == 4
    assert len(client.get("/api/phone").json["outline"]) == 4


@pytest.mark.parametrize(
    ("picture", "status", "code"),
    [
        (jpeg(4000, 3000), 413, "too_many_pixels"),
        (jpeg(320, 240), 422, "too_few_pixels"),
        (b"a video of something else", 422, "bad_picture"),
    ],
    ids=["twelve megapixels", "tiny", "a video"],
)
def test_what_is_not_for_the_eye_is_one_sentence(client, picture, status, code):
    answer = send(client, picture)
    assert (answer.status_code, answer.json["error"]) == (status, code)
    assert answer.json["message"].endswith(".")


@pytest.mark.parametrize(("sits_at", "status"), [("camera", 200), ("photographs", 409)])
def test_a_phone_may_be_turned_while_the_camera_is_set_up_and_not_while_photographs_are_sent(
    board, commands, door, sits_at, status
):
    kept(door._folder)
    desk = EyeDesk(door._folder, ManualClock(), source="phone=somewhere", command=COMMAND)
    pictures = SimpleNamespace(of_table=door, of_hands=None)
    client = create_app(board, commands, pictures=pictures, desk=desk).test_client()
    desk.open(sits_at)
    assert send(client, jpeg(720, 1280)).status_code == status
    desk.stop()


def test_a_turned_phone_is_told_so(client, tmp_path):
    kept(tmp_path)
    answer = send(client, jpeg(720, 1280))
    assert (answer.status_code, answer.json["error"]) == (409, "other_shape")


def test_no_form_can_send_a_picture(client):
    assert send(client, jpeg(), "image/jpeg").status_code == 415
    assert send(client, jpeg(), "multipart/form-data; boundary=x").status_code == 415


def test_a_picture_that_is_too_long_is_not_taken(client, door):
    assert send(client, jpeg() + bytes(480 * 1024)).status_code == 413
    assert not door.is_sending


def test_no_address_gives_the_picture_back(client):
    picture = jpeg()
    send(client, picture)
    for path in ("/api/phone", "/api/phone/picture", "/api/eye/picture", "/api/snapshot", "/api/crop/1"):
        assert b"\xff\xd8\xff" not in client.get(path).data


def test_without_a_phone_in_the_plan_none_is_the_camera(board, commands):
    client = create_app(board, commands).test_client()
    answer = send(client, jpeg())
    assert (answer.status_code, answer.json["error"]) == (409, "no_phone")


def test_a_phone_that_leaves_makes_room(client, door):
    send(client, jpeg())
    assert client.post("/api/phone/leave", json={}, headers=OURS).status_code == 200
    assert not door.is_sending
