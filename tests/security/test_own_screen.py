"""The machine's own screen, on a real port: a proxy in front of the companion makes nobody a host."""

import json
from contextlib import closing
from http.client import HTTPConnection

import pytest

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
