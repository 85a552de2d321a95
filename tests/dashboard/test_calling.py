"""The beat of the pages: it comes when the page was served over the port, and not before."""

import socket
from contextlib import closing, contextmanager
from http.client import HTTPConnection, RemoteDisconnected
from threading import Event, Thread

import pytest

from companion.dashboard.app import create_app
from companion.dashboard.serve import Server
from tests.dashboard.ports import PATIENCE_S


@contextmanager
def running(app, board):
    server = Server(app, board, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(PATIENCE_S)


@pytest.fixture
def stuck(board, commands):
    """A server that answers nothing until it is let go."""
    app, go_on = create_app(board, commands), Event()
    app.before_request(lambda: go_on.wait(PATIENCE_S) and None)
    server = Server(app, board, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    yield server, go_on
    go_on.set()
    server.stop()
    thread.join(PATIENCE_S)


def test_the_pages_beat_when_the_page_was_served_and_not_before(stuck):
    server, go_on = stuck
    beaten = Event()
    server.prod(beaten.set)
    assert not beaten.wait(1)
    go_on.set()
    assert beaten.wait(PATIENCE_S)


def test_no_beat_comes_of_a_port_that_answers_with_an_error(board, commands):
    app = create_app(board, commands)
    app.view_functions["pages.first_page"] = lambda: 1 / 0
    beaten = Event()
    with running(app, board) as server:
        server.prod(beaten.set)
        assert not beaten.wait(1)


def test_the_pages_beat_again_after_a_call_that_failed(board, commands):
    app, tried = create_app(board, commands), []
    sound = app.view_functions["pages.first_page"]
    app.view_functions["pages.first_page"] = lambda: tried.append(1) or (sound() if tried[1:] else 1 / 0)
    beaten = Event()
    with running(app, board) as server:
        server.prod(beaten.set)
        assert beaten.wait(PATIENCE_S)
    assert len(tried) == 2


def test_a_call_that_waits_ends_with_the_server(board, commands):
    server = Server(create_app(board, commands), board, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)) as line:
        line.request("GET", "/healthz")
        assert line.getresponse().status == 200
    server.stop()
    thread.join(PATIENCE_S)
    server.prod(lambda: pytest.fail("a page of a server that has ended"))
    with pytest.raises((ConnectionError, RemoteDisconnected)):
        socket.create_connection(("127.0.0.1", server.port), 1)
