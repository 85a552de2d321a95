"""The dashboard on a real port: streams deliver, vanish and are cut, and stopping is quick."""

import json
import socket
import time
from contextlib import ExitStack
from http.client import HTTPConnection, IncompleteRead
from threading import Thread

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.serve import Server
from companion.dashboard.settings import DashboardSettings
from companion.dashboard.stream import STILL_HERE
from tests.dashboard.conftest import snapshot

PATIENCE_S = 30


@pytest.fixture
def server(board, commands):
    settings = DashboardSettings(most_streams=3, poll_s=0.02)
    return Server(create_app(board, commands, settings), board, "127.0.0.1", 0)


@pytest.fixture(autouse=True)
def running(server):
    """The thread in which the server runs; it must end when the server is stopped."""
    thread = Thread(target=server.run)
    thread.start()
    yield thread
    server.stop()
    thread.join(PATIENCE_S)
    assert not thread.is_alive(), "the server did not stop"


@pytest.fixture
def get(server):
    """Ask on a connection of its own, which is closed at the end; the answer is not read yet."""
    with ExitStack() as connections:

        def get(path):
            connection = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
            connections.callback(connection.close)
            connection.request("GET", path)
            # The socket goes to the answer of a stream, which ends with its connection.
            return connections.enter_context(connection.getresponse())

        yield get


def next_event(answer):
    """The next event that carries a snapshot; other events and retry lines are passed over."""
    fields = {}
    while True:
        line = answer.readline().decode().rstrip("\n")
        if not line and "id" in fields:
            return int(fields["id"]), json.loads(fields["data"])
        if not line:
            fields = {}
            continue
        name, _, value = line.partition(": ")
        fields[name] = value


def rest(answer):
    """What comes before the stream ends, by its last chunk or by the closed connection.

    How often it is said that the server is still there hangs on how busy the machine is.
    """
    try:
        said = answer.read()
    except IncompleteRead as cut:
        said = cut.partial
    return said.replace(STILL_HERE.encode(), b"")


def wait_until(holds):
    """What another thread will have done soon; the test fails where it never does."""
    for _ in range(PATIENCE_S * 100):
        if holds():
            return
        time.sleep(0.01)
    pytest.fail("it never came to pass")


def test_a_viewer_gets_the_newest_snapshot_and_every_one_that_follows(get, board):
    answer = get("/api/stream")
    assert answer.status == 200
    assert next_event(answer)[0] == 7
    for seq in (8, 9, 10):
        board.publish(snapshot(seq))
        number, shown = next_event(answer)
        assert (number, shown["seq"]) == (seq, seq)


def test_the_place_of_a_viewer_that_vanished_is_free_again(get, board):
    viewers = [get("/api/stream") for _ in range(3)]
    assert [viewer.status for viewer in viewers] == [200] * 3
    assert get("/api/stream").status == 503
    for viewer in viewers:
        viewer.close()
    wait_until(lambda: board.reader_count == 0)
    wait_until(lambda: get("/api/stream").status == 200)


def test_other_pages_are_answered_while_all_stream_places_are_taken(get):
    viewers = [get("/api/stream") for _ in range(3)]
    assert [next_event(viewer)[0] for viewer in viewers] == [7] * 3
    assert json.loads(get("/healthz").read())["streams"] == 3


def test_stopping_ends_open_streams(get, server, running):
    viewers = [get("/api/stream") for _ in range(3)]
    assert [next_event(viewer)[0] for viewer in viewers] == [7] * 3
    server.stop()
    running.join(PATIENCE_S)
    assert not running.is_alive()
    assert [rest(viewer) for viewer in viewers] == [b""] * 3


def test_a_port_that_is_taken_is_an_os_error(app, board):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="in use"):
            Server(app, board, "127.0.0.1", taken.getsockname()[1])


def test_the_address_is_one_to_click_on(server):
    assert server.url == f"http://127.0.0.1:{server.port}/"


@pytest.mark.parametrize(
    "garbage",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
    ],
)
def test_after_garbage_the_server_lives_on(get, server, garbage):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE_S) as connection:
        connection.sendall(garbage)
        connection.shutdown(socket.SHUT_WR)
        connection.recv(4096)
    assert get("/healthz").status == 200
