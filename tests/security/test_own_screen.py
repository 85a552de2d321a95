"""The machine's own screen, on a real port: a proxy in front of the companion makes nobody a host."""

import json
import socket
from contextlib import closing
from http.client import HTTPConnection

import pytest

from tests.front_door.companions import started
from tests.security.attacks import served
from tests.security.houses import House


@pytest.fixture(scope="module")
def server():
    with served(House()) as server:
        yield server


def me(server, **headers):
    with closing(HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request("GET", "/api/me", headers={"Host": f"localhost:{server.port}", **headers})
        return json.loads(line.getresponse().read())


def test_a_browser_of_this_machine_is_the_host(server):
    assert me(server) == {"role": "host", "name": "", "own_screen": True, "private": False}


def test_without_more_the_companion_listens_on_this_machine_alone(tmp_path):
    """A machine has more than one loopback address. Who listens for a network answers on each of them."""
    with started(tmp_path / "home", "run") as companion:
        assert companion.host == "127.0.0.1"
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", companion.port), timeout=30).close()
    with started(tmp_path / "there", "run", "--host", "127.0.0.2") as companion:
        socket.create_connection(("127.0.0.2", companion.port), timeout=30).close()


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"x-forwarded-proto": "https"},
        {"X-Forwarded-Host": "localhost"},
        {"Forwarded": "for=127.0.0.1;host=localhost"},
        {"X-Real-IP": "127.0.0.1"},
        {"Via": "1.1 proxy"},
        {"Host": "192.168.1.7"},
    ],
    ids=str,
)
def test_who_comes_through_something_else_is_not(server, headers):
    assert me(server, **headers)["role"] == "spectator"
