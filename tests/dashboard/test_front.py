"""The port, asked over real sockets: walls, deadlines, turns, and the parts of waitress that it needs."""

import inspect
import json
import os
import time
from contextlib import closing, suppress
from http.client import HTTPConnection
from pathlib import Path

import pytest
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import BaseWSGIServer
from waitress.task import ErrorTask, Task, WSGITask

from companion.dashboard.bodies import MOST_BODY_BYTES, MOST_RECORD_BYTES
from companion.dashboard.crowd import Limits
from companion.dashboard.pace import COMMANDS_A_SECOND, QUESTIONS_A_SECOND
from companion.dashboard.roles import Role
from companion.dashboard.serve import LIMITS, SETTINGS
from companion.intake.eye.photos import MOST_PHOTO_BYTES, PIECE_BYTES
from tests.dashboard.ports import AWAY, PATIENCE_S, answer_on, head, is_cut, opened

QUICK = Limits(idle_s=0.5, head_s=0.5, body_s=0.5, reader_s=0.5)
FEW = Limits(
    connections=12,
    connections_of_network=10,
    connections_of_strangers=6,
    connections_of_one_stranger=3,
    connections_of_one_paired=3,
)


@pytest.fixture
def port(board, commands):
    with opened(board, commands) as port:
        yield port


@pytest.fixture
def quick(board, commands):
    with opened(board, commands, QUICK) as port:
        yield port


@pytest.fixture
def small(board, commands):
    with opened(board, commands, FEW) as port:
        yield port


# What is needed of waitress


def test_waitress_has_the_parts_on_which_the_port_stands():
    parts = {
        BaseWSGIServer: ("__init__", "handle_accept", "maintenance", "set_socket_options", "pull_trigger"),
        HTTPChannel: (
            "__init__",
            "received",
            "readable",
            "handle_write",
            "handle_close",
            "service",
            "cancel",
        ),
        HTTPRequestParser: ("received",),
        WSGITask: ("get_environment", "execute"),
        ErrorTask: ("execute",),
        Task: ("build_response_header",),
    }
    for owner, names in parts.items():
        assert [name for name in names if not callable(getattr(owner, name, None))] == []
    wanted = {"application", "map", "_sock", "dispatcher", "adj", "sockinfo", "bind_socket"}
    assert wanted <= set(inspect.signature(BaseWSGIServer.__init__).parameters)
    assert list(inspect.signature(HTTPChannel.__init__).parameters) == [
        *("self", "server", "sock", "addr", "adj", "map")
    ]
    flags = (
        "completed",
        "empty",
        "headers_finished",
        "expect_continue",
        "chunked",
        "content_length",
        "error",
    )
    assert [flag for flag in flags if not hasattr(HTTPRequestParser, flag)] == []
    source = inspect.getsource(HTTPChannel)
    for used in ("requests_lock", "total_outbufs_len", "close_when_flushed", "self.parser_class(self.adj)"):
        assert used in source
    assert "to_response(" in inspect.getsource(ErrorTask.execute)


def test_the_release_of_waitress_is_bounded(root):
    assert '"waitress>=3.0.1,<3.1"' in (root / "pyproject.toml").read_text()


# Walls


def test_a_head_ends_at_32_kb(port):
    assert SETTINGS["max_request_header_size"] == 32 * 1024
    assert port.ask("GET /healthz", f"X-Long: {'a' * 31_000}")[0] == 200
    assert port.ask("GET /healthz", f"X-Long: {'a' * 32_768}")[0] == 431


COMMAND = ("X-Table: 1", "Content-Type: application/json")
BYTES = ("X-Table: 1", "Content-Type: application/octet-stream")


@pytest.mark.parametrize(
    ("path", "headers", "most"),
    [
        ("/api/commands", COMMAND, MOST_BODY_BYTES),
        ("/api/eye/photo", BYTES, PIECE_BYTES),
        ("/api/games", BYTES, MOST_RECORD_BYTES),
        ("/api/hand-photo", BYTES, MOST_PHOTO_BYTES),
        ("/api/phone/picture", BYTES, MOST_PHOTO_BYTES),
    ],
)
def test_a_body_that_is_too_long_is_refused_before_any_of_it_came(port, path, headers, most):
    cookie = port.cookie(Role.HOST)
    status, said = port.ask(f"POST {path}", cookie, *headers, f"Content-Length: {most + 1}")
    assert (status, json.loads(said)["error"]) == (413, "request_entity_too_large")
    line = port.dial()
    line.sendall(head(f"POST {path}", cookie, *headers, f"Content-Length: {most}") + b"\r\n" + b"x" * most)
    assert answer_on(line)[0] not in {0, 413}


def test_the_documented_walls_are_these():
    assert (MOST_BODY_BYTES, PIECE_BYTES, MOST_RECORD_BYTES) == (64 * 1024, 256 * 1024, 2 * 1024 * 1024)
    assert SETTINGS["max_request_body_size"] == MOST_RECORD_BYTES + 1
    assert (LIMITS.connections, LIMITS.idle_s, LIMITS.head_s) == (200, 30, 10)
    assert (LIMITS.body_s, LIMITS.reader_s) == (30, 30)
    assert (COMMANDS_A_SECOND, QUESTIONS_A_SECOND) == (20, 60)


LONG = "Content-Length: 60000"


@pytest.mark.parametrize(
    ("request_line", "headers", "host", "refused"),
    [
        ("POST /api/pairing", (*COMMAND, LONG), "evil.example", (421, "wrong_host")),
        ("POST /api/commands", (*COMMAND, LONG), AWAY, (401, "pairing_needed")),
        ("POST /api/games", (*BYTES, "Content-Length: 2000000"), AWAY, (401, "pairing_needed")),
        ("POST /api/eye/photo", (*BYTES, LONG), AWAY, (401, "pairing_needed")),
        ("POST /any/path", (*COMMAND, LONG), AWAY, (404, "not_found")),
        ("POST /api/snapshot", (*COMMAND, LONG), AWAY, (405, "method_not_allowed")),
        ("POST /api/pairing", (COMMAND[1], LONG), AWAY, (403, "header_missing")),
        ("POST /api/pairing", (COMMAND[0], "Content-Type: text/plain", LONG), AWAY, (415, "not_json")),
        ("POST /api/pairing", (*COMMAND, "Origin: http://evil.example", LONG), AWAY, (403, "wrong_origin")),
        ("POST /api/pairing", (*COMMAND, "Transfer-Encoding: chunked"), AWAY, (411, "length_required")),
        ("PUT /api/pairing", (*COMMAND, LONG), AWAY, (405, "method_not_allowed")),
        ("GET /", (LONG,), AWAY, (413, "request_entity_too_large")),
    ],
)
def test_a_stranger_is_refused_by_the_head_alone(port, request_line, headers, host, refused):
    """No byte of the body is ever sent: the answer comes all the same, and the line is cut behind it."""
    line = port.dial()
    line.sendall(head(request_line, *headers, host=host) + b"\r\n")
    status, said = answer_on(line)
    assert (status, json.loads(said)["error"]) == refused
    assert is_cut(line)


def test_who_sends_its_body_at_once_hears_why_it_is_refused(port):
    for _ in range(10):
        body = b"x" * 60_000
        assert port.ask("POST /api/commands", *COMMAND, LONG, body=body)[0] == 401


def test_a_scorer_is_no_host_before_its_body_is_taken(port):
    headers = (port.cookie(Role.SCORER), *BYTES, LONG)
    assert port.ask("POST /api/eye/photo", *headers)[0] == 403


def test_no_body_of_a_stranger_reaches_the_disk(port):
    before = temporary_files()
    lines = [port.dial(f"127.0.1.{number}") for number in range(1, 6)]
    for line in lines:
        line.sendall(head("POST /api/games", *BYTES, "Content-Length: 2000000") + b"\r\n")
        with suppress(OSError):
            for _ in range(100):
                line.sendall(b"x" * 10_000)
    assert temporary_files() == before


def temporary_files():
    """The files without a name that this process holds open."""
    opened = [os.path.realpath(f"/proc/self/fd/{each.name}") for each in Path("/proc/self/fd").iterdir()]
    return sum("(deleted)" in name for name in opened)


def test_a_body_that_may_come_is_asked_for_and_taken(port):
    line = port.dial()
    headers = (*COMMAND, "Content-Length: 2", "Expect: 100-continue")
    line.sendall(head("POST /api/pairing/leave", *headers) + b"\r\n")
    assert line.recv(25) == b"HTTP/1.1 100 Continue\r\n\r\n"
    line.sendall(b"{}")
    assert answer_on(line)[0] == 200


# Places


def test_one_address_cannot_take_every_place(small):
    lines = [small.dial() for _ in range(5)]
    assert is_cut(lines[0])
    assert is_cut(lines[1])
    lines[4].sendall(head("GET /healthz") + b"\r\n")
    assert answer_on(lines[4])[0] == 200
    assert small.ask("GET /healthz", address="127.0.1.2")[0] == 200


def test_where_all_of_an_address_are_being_answered_the_next_one_goes(small):
    lines = [small.dial() for _ in range(3)]
    for line in lines:
        line.sendall(head("GET /api/stream") + b"\r\n")
        assert b"200" in line.recv(15)
    assert is_cut(small.dial())
    assert small.ask("GET /healthz", address="127.0.1.2")[0] == 200


def test_many_addresses_leave_room_for_who_was_paired_and_for_the_own_screen(small):
    cookie = small.cookie(Role.SCORER)
    assert small.ask("GET /api/me", cookie, address="127.0.2.1")[0] == 200
    strangers = [small.dial(f"127.0.1.{number}") for number in range(1, 7)]
    for line in strangers:  # all are answered and watch: none of them can be sent away
        line.sendall(head("GET /api/stream") + b"\r\n")
        assert b"200" in line.recv(15)
    assert is_cut(small.dial("127.0.1.9"))
    for _ in range(3):
        line = small.dial("127.0.2.1")
        line.sendall(head("GET /api/me", cookie) + b"\r\n")
        assert json.loads(answer_on(line)[1])["role"] == "scorer"
    for _ in range(3):
        own = small.dial("127.0.0.1")
        own.sendall(head("GET /api/me", host="localhost") + b"\r\n")
        assert json.loads(answer_on(own)[1])["own_screen"]


def test_a_connection_more_than_200_takes_the_place_of_an_idle_one(port):
    lines = [port.dial("127.0.0.1") for _ in range(201)]
    lines[0].settimeout(LIMITS.idle_s / 2)  # at once, and not because it is idle
    assert is_cut(lines[0])
    for line in (lines[1], lines[-1]):
        line.sendall(head("GET /healthz", host="localhost") + b"\r\n")
        assert answer_on(line)[0] == 200


# Deadlines


def test_who_says_nothing_is_sent_away(quick):
    assert is_cut(quick.dial())


def test_who_was_answered_and_says_nothing_more_is_sent_away(quick):
    line = quick.dial()
    line.sendall(head("GET /healthz") + b"\r\n")
    assert answer_on(line)[0] == 200
    assert is_cut(line)


@pytest.mark.parametrize(
    "begin",
    [
        head("GET /") + b"X-Slow: ",
        head("POST /api/pairing", *COMMAND, LONG) + b"\r\n",
    ],
    ids=["head", "body"],
)
def test_a_request_that_comes_byte_by_byte_is_cut(quick, begin):
    line = quick.dial()
    line.sendall(begin)
    until = time.monotonic() + PATIENCE_S
    with suppress(OSError):
        while time.monotonic() < until:
            line.sendall(b"a")
            time.sleep(0.05)
    assert time.monotonic() < until


def test_a_slow_request_within_its_time_is_answered(port):
    line = port.dial()
    for piece in (b"GET /heal", b"thz HTTP/1.1\r\nHo", b"st: 192.168.1.7\r\n", b"\r\n"):
        line.sendall(piece)
        time.sleep(0.1)
    assert answer_on(line)[0] == 200


def test_who_never_reads_is_cut(quick):
    line = quick.dial(room=4_096)
    line.sendall((head("GET /static/lang/ja.json") + b"\r\n") * 60)
    # It is not read; that it was cut is seen by what can still be sent.
    until = time.monotonic() + PATIENCE_S
    with suppress(OSError):
        while time.monotonic() < until:
            line.send(b"\r\n")
            time.sleep(0.05)
    assert time.monotonic() < until


def test_a_stream_may_be_silent_for_as_long_as_it_is_watched(quick):
    line = quick.dial()
    line.sendall(head("GET /api/stream") + b"\r\n")
    line.settimeout(3)
    with pytest.raises(TimeoutError):
        is_cut(line)


# Turns


def test_requests_that_are_sent_at_once_are_answered_in_their_order(port):
    line = port.dial()
    line.sendall(b"".join(head(f"GET {path}") + b"\r\n" for path in ("/healthz", "/none", "/api/me")))
    assert [answer_on(line)[0] for _ in range(3)] == [200, 404, 200]


def test_readers_that_never_read_hold_no_thread(port):
    """More of them than there are threads, each with more to be answered than fits into a socket."""
    deaf = [port.dial(f"127.0.1.{number}", room=4_096) for number in range(1, 81)]
    for line in deaf:
        line.sendall((head("GET /static/lang/ja.json") + b"\r\n") * 100)
    for address in ("127.0.1.90", "127.0.1.91"):
        assert port.ask("GET /healthz", address=address)[0] == 200
    assert port.ask("GET /healthz", address="127.0.0.1", host="localhost")[0] == 200


def test_who_asks_too_often_is_not_heard_for_a_while(port):
    with closing(HTTPConnection("127.0.0.1", port.server.port, timeout=PATIENCE_S)) as line:
        statuses = []
        while 429 not in statuses:
            line.request("GET", "/api/snapshot", headers={"Host": AWAY})
            answer = line.getresponse()
            answer.read()
            statuses.append(answer.status)
            assert len(statuses) < 1_000
        began = time.monotonic()
        line.request("GET", "/healthz", headers={"Host": AWAY})
        assert line.getresponse().status == 200
    assert time.monotonic() - began > 0.5
