"""What the server answers: snapshots, commands, files, and one shape for every error."""

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.commands import Command, CommandKind
from companion.dashboard.release import load_release
from companion.evidence import Refusal, Refused, UndoAsked, WaiveAsked
from companion.projections.board import Board
from tests.dashboard.conftest import Asked, snapshot


def test_the_newest_snapshot_is_answered_whole(client, board):
    board.publish(snapshot(12))
    answer = client.get("/api/snapshot")
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    assert (
        answer.text
        == f'{board.current.text[:-1]},"beside":{{"release": "{load_release().name}", "hosts": []}}}}'
    )
    assert answer.headers["Cache-Control"] == "no-store"


def test_before_the_first_snapshot_the_answer_says_so():
    answer = create_app(Board(), Asked()).test_client().get("/api/snapshot")
    assert (answer.status_code, answer.json["error"]) == (503, "not_ready")


def test_the_server_says_that_it_is_alive(client):
    assert client.get("/healthz").json == {"status": "ok", "seq": 7, "streams": 0}


def test_a_command_is_handed_on_and_answered_with_its_number(post, commands):
    answer = post()
    assert (answer.status_code, answer.json) == (200, {"status": "done", "seq": 8})
    asked = UndoAsked("tap-1", 7, "127.0.0.1")
    assert commands.commands == [Command("tap-1", 7, CommandKind.UNDO, by="127.0.0.1", asked=asked)]


@pytest.mark.parametrize(
    ("kind", "extra", "speed"),
    [
        ("pause", {}, None),
        ("resume", {}, None),
        ("speed", {"speed": 10}, 10.0),
        ("speed", {"speed": 1}, 1.0),
    ],
)
def test_a_pretend_table_is_paused_and_hurried(post, commands, kind, extra, speed):
    assert post(kind=kind, **extra).status_code == 200
    assert (commands.commands[0].kind, commands.commands[0].speed) == (kind, speed)


def test_people_cannot_be_paused(post, board, commands):
    board.publish(snapshot(9, control=None))
    answer = post(kind="pause")
    assert (answer.status_code, answer.json["error"], answer.json["seq"]) == (409, "no_control", 9)
    assert commands.commands == []


def test_people_may_allow_what_the_rules_refused(post, board, commands):
    board.publish(snapshot(9, control=None))
    assert post(kind="waive", reason="kuikae_same").status_code == 200
    assert commands.commands[0].asked == WaiveAsked("tap-1", 7, "127.0.0.1", "kuikae_same")


@pytest.mark.parametrize(
    ("reason", "status"),
    [
        (Refusal.STALE, 409),
        (Refusal.NOTHING_TO_UNDO, 409),
        (Refusal.JOURNAL_DOWN, 507),
        (Refusal.STOPPED, 503),
    ],
)
def test_what_is_refused_says_why_and_which_number_holds(post, commands, reason, status):
    commands.answer = Refused(reason)
    answer = post()
    assert answer.status_code == status
    assert (answer.json["error"], answer.json["seq"]) == (reason.value, 7)
    assert answer.json["message"].endswith(".")


def test_every_reason_to_refuse_has_its_answer(post, commands):
    for reason in Refusal:
        commands.answer = Refused(reason)
        assert post().json["error"] == reason.value


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "tsumo"},
        {"kind": None},
        {"kind": ["undo"]},
        {"id": ""},
        {"id": "a b"},
        {"id": "x" * 65},
        {"id": 5},
        {"expected_seq": -1},
        {"expected_seq": "7"},
        {"expected_seq": True},
        {"expected_seq": 1.0},
        {"kind": "speed"},
        {"kind": "speed", "speed": 0},
        {"kind": "speed", "speed": 0.5},
        {"kind": "speed", "speed": 1e9},
        {"kind": "speed", "speed": 10**400},
        {"kind": "speed", "speed": float("nan")},
        {"kind": "speed", "speed": True},
        {"kind": "undo", "speed": 2},
        {"kind": "waive"},
        {"kind": "waive", "reason": "because"},
        {"more": 1},
    ],
)
def test_a_command_with_a_wrong_field_is_refused_in_one_sentence(post, commands, wrong):
    answer = post(**wrong)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")
    assert answer.json["message"].endswith(".")
    assert commands.commands == []


@pytest.mark.parametrize(
    "body", ["", "{", "[]", "null", '"undo"', "7", b"\xff\xfe", '{"speed": NaN}', "[" * 60_000]
)
def test_a_body_that_is_no_command_is_refused(post, commands, body):
    answer = post(body=body)
    assert answer.status_code == 400
    assert set(answer.json) == {"error", "message"}
    assert commands.commands == []


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/static/../app.py", 404),
        ("GET", "/static/%2e%2e/app.py", 404),
        ("GET", "/static/tiles/", 404),
        ("GET", "/static//etc/passwd", 404),
        ("GET", "/api/commands", 405),
    ],
)
def test_what_is_not_there_is_said_in_the_same_shape(client, method, path, status):
    answer = client.open(path, method=method)
    assert answer.status_code == status
    assert set(answer.json) == {"error", "message"}


def test_an_own_fault_shows_nothing_of_the_inside(board, caplog):
    class Broken(Asked):
        def submit(self, command):
            raise RuntimeError("a secret")

    client = create_app(board, Broken()).test_client()
    answer = client.post(
        "/api/commands", json={"id": "a", "expected_seq": 7, "kind": "undo"}, headers={"X-Table": "1"}
    )
    assert (answer.status_code, answer.json["error"]) == (500, "own_fault")
    assert "secret" not in answer.text
    assert "a secret" in caplog.text


def test_a_file_is_asked_again_and_answered_with_nothing_new(client):
    first = client.get("/static/tiles/sprite.svg")
    assert (first.status_code, first.mimetype) == (200, "image/svg+xml")
    again = client.get("/static/tiles/sprite.svg", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_the_first_page_is_html(client):
    answer = client.get("/")
    assert answer.mimetype == "text/html"
    assert b"<!doctype html>" in answer.data
