"""The stream, without a socket: what is sent, to how many, and when it ends."""

import json

from companion.dashboard.app import create_app
from companion.dashboard.entrance import Entrance, HostByKey
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import events
from tests.dashboard.conftest import snapshot

QUICK = DashboardSettings(poll_s=0.001, polls_to_heartbeat=3)


def test_a_stream_begins_with_the_newest_snapshot_and_goes_on(board):
    stream = events(board, QUICK, lambda: False)
    assert next(stream) == "retry: 1500\n\n"
    assert next(stream).startswith("id: 7\ndata: {")
    board.publish(snapshot(8))
    number, text = next(stream).removesuffix("\n\n").split("\n")
    assert number == "id: 8"
    assert json.loads(text.removeprefix("data: "))["seq"] == 8


def test_a_quiet_stream_sends_a_heartbeat(board):
    stream = events(board, QUICK, lambda: False)
    assert [next(stream) for _ in range(4)][2:] == ["event: still\ndata: here\n\n"] * 2


def test_every_page_is_told_who_is_a_host_by_a_key_at_first_and_when_another_one_becomes_a_host(board):
    hosts = [HostByKey("1", "an old one")]
    stream = events(board, QUICK, lambda: False, lambda: hosts)
    said = [next(stream) for _ in range(3)]
    assert said[1] == 'event: hosts\ndata: [{"mark": "1", "name": "an old one"}]\n\n'
    assert said[2].startswith("id: 7")
    hosts.append(HostByKey("2", "Dai’s phone"))
    said = next(stream)
    assert said.startswith("event: hosts\ndata: ")
    assert json.loads(said.split("data: ")[1])[1] == {"mark": "2", "name": "Dai’s phone"}
    assert next(stream).startswith("event: still")


def test_a_page_that_polls_is_told_who_is_a_host_by_a_key(board, commands):
    entrance = Entrance()
    client = create_app(board, commands, entrance=entrance).test_client()
    assert client.get("/api/snapshot").json["beside"]["hosts"] == []
    for _ in range(2):
        entrance.became_host_by_key("Dai’s phone")
    told = client.get("/api/snapshot").json["beside"]["hosts"]
    assert [each["name"] for each in told] == ["Dai’s phone"] * 2
    assert len({each["mark"] for each in told}) == 2


def test_a_page_that_comes_back_is_told_that_clocks_round_and_call_are_gone(board):
    gone = dict.fromkeys(("seen_round", "seen_call", "seen_clocks"), lambda: None)
    stream = events(board, QUICK, lambda: False, **gone)
    assert [next(stream) for _ in range(4)][1:] == [
        "event: round\ndata: null\n\n",
        "event: referee\ndata: null\n\n",
        "event: clocks\ndata: null\n\n",
    ]
    assert next(stream).startswith("id: 7")
    assert next(stream).startswith("event: still")


def test_what_a_key_asks_to_be_read_is_told_to_who_watches_then_and_no_snapshot_falls_out_for_it(board):
    board.ask("points", 0)
    stream = events(board, QUICK, lambda: False)
    assert [next(stream) for _ in range(2)][1].startswith("id: 7")
    board.publish(snapshot(8))
    for _ in range(20):
        board.ask("river.S", 2)
    assert next(stream).startswith("id: 8")
    asked = [next(stream) for _ in range(9)]
    assert [json.loads(each.split("data: ")[1])["number"] for each in asked[:8]] == [*range(14, 22)]
    assert asked[0] == 'event: ask\ndata: {"reading": "river.S", "seat": 2, "number": 14}\n\n'
    assert asked[8].startswith("event: still")


def test_a_page_that_polls_is_told_of_the_newest_request_for_a_reading(board, client):
    assert "ask" not in client.get("/api/snapshot").json["beside"]
    board.ask("points", 0)
    board.ask("river.S", 2)
    asked = {"number": 2, "reading": "river.S", "seat": 2}
    assert client.get("/api/snapshot").json["beside"]["ask"] == asked


def test_a_stream_ends_when_its_viewer_goes(board):
    looks = iter([False, False, True])
    assert len(list(events(board, QUICK, lambda: next(looks)))) == 2
    assert board.reader_count == 0


def test_a_stream_ends_when_the_board_closes(board):
    board.close()
    assert len(list(events(board, QUICK, lambda: False))) == 2


def test_who_comes_when_all_places_are_taken_gets_503_and_a_free_place_is_given_again(client):
    first, second = client.get("/api/stream"), client.get("/api/stream")
    third = client.get("/api/stream")
    assert (first.status_code, second.status_code, third.status_code) == (200, 200, 503)
    assert third.json["error"] == "too_many_viewers"
    first.close()
    fourth = client.get("/api/stream")
    assert (fourth.status_code, fourth.mimetype) == (200, "text/event-stream")
    assert fourth.headers["Cache-Control"] == "no-store, no-transform"
    second.close()
    fourth.close()


def test_a_stream_that_is_only_asked_for_its_head_takes_no_place(client):
    for _ in range(5):
        answer = client.head("/api/stream")
        assert answer.status_code == 200
        answer.close()
