"""A phone's keys over HTTP: heard from whoever keeps the score, and nothing else is taken for a press."""

import pytest

from companion.dashboard.app import create_app
from companion.intake.phone_keys import PhoneKeys
from firmware_bridge.phone_desk import PhoneDesk
from firmware_bridge.signals import Button, Lamp, Lamps, Press, Side

OURS = {"X-Table": "1"}


@pytest.fixture
def desk():
    return PhoneDesk()


@pytest.fixture
def client(board, commands, desk):
    return create_app(board, commands, phones=PhoneKeys(desk)).test_client()


def ask(client, what, **body):
    return client.post(f"/api/keys/{what}", json=body, headers=OURS)


@pytest.fixture
def line(client):
    answer = ask(client, "sit", side="B", now_ms=1_000, instead_of="")
    assert answer.status_code == 200
    return answer.json["line"]


def test_a_press_arrives_with_its_side_and_the_lamp_comes_back(client, desk, line):
    desk.show(Lamps(b=Lamp.WINK))
    answer = ask(client, "edges", line=line, now_ms=1_010, edges=[[1, "pon", True, 1_005]])
    assert answer.json == {"status": "done", "heard": 1, "lamp": "wink"}
    presses = [signal for signal in desk.wait(0) if isinstance(signal, Press)]
    assert [(press.side, press.button) for press in presses] == [(Side.B, Button.PON)]


def test_a_beat_brings_a_lamp_that_the_phone_does_not_show_yet(client, line):
    assert ask(client, "beat", line=line, now_ms=1_020, lamp="").json["lamp"] == "off"


def test_who_leaves_is_nobodys_keys(client, line):
    assert ask(client, "leave", line=line).status_code == 200
    answer = ask(client, "edges", line=line, now_ms=1_010, edges=[])
    assert (answer.status_code, answer.json["error"]) == (409, "no_line")


def test_the_page_learns_which_sides_are_taken(client, desk):
    desk.sit("another", Side.C, 0)
    assert client.get("/api/keys").json["taken"] == ["C"]
    answer = ask(client, "sit", side="C", now_ms=0, instead_of="")
    assert (answer.status_code, answer.json["error"]) == (409, "side_taken")


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("sit", {"side": "E", "now_ms": 0, "instead_of": ""}),
        ("sit", {"side": "A", "now_ms": -1, "instead_of": ""}),
        ("sit", {"side": "A", "now_ms": 1 << 32, "instead_of": ""}),
        ("sit", {"side": "A", "now_ms": 0.5, "instead_of": ""}),
        ("sit", {"side": "A", "now_ms": True, "instead_of": ""}),
        ("sit", {"side": "A"}),
        ("edges", {"line": "x", "now_ms": 0, "edges": "pon"}),
        ("edges", {"line": "x", "now_ms": 0, "edges": [[1, "pon", True]]}),
        ("edges", {"line": "x", "now_ms": 0, "edges": [[1, "push", True, 0]]}),
        ("edges", {"line": "x", "now_ms": 0, "edges": [[1, "pon", 1, 0]]}),
        ("edges", {"line": "x", "now_ms": 0, "edges": [[1, ["pon"], True, 0]]}),
        ("edges", {"line": "x", "now_ms": 0, "edges": [[1, "pon", True, 0]] * 65}),
        ("edges", {"line": "x" * 41, "now_ms": 0, "edges": []}),
        ("beat", {"line": 7, "now_ms": 0, "lamp": ""}),
        ("leave", {}),
    ],
)
def test_what_is_no_press_is_refused_in_one_sentence(client, desk, what, body):
    answer = ask(client, what, **body)
    assert (answer.status_code, answer.json["error"]) == (400, "bad_keys")
    assert answer.json["message"].endswith(".")
    assert desk.wait(0) == ()


def test_a_table_that_plays_by_itself_has_no_keys(board, commands):
    client = create_app(board, commands).test_client()
    assert client.get("/api/keys").json["error"] == "no_keys"
    assert ask(client, "sit", side="A", now_ms=0, instead_of="").json["error"] == "no_keys"


def test_the_page_is_there_before_anybody_is_let_in(client):
    answer = client.get("/keys")
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
