"""`companion run --https`, as it is typed: what it says before a phone asks, and what it refuses."""

import ssl
import stat
import subprocess
import sys
from contextlib import closing
from http.client import HTTPSConnection
from urllib.parse import urlsplit

import pytest

from companion.commands import greeting
from companion.config import Settings
from companion.dashboard.sealed import server_context
from companion.keeping.house_certificate import HouseCertificate, Names


@pytest.fixture
def running(tmp_path):
    words = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--port", "0", "--https"]
    words += ["--host=0.0.0.0"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    said = []
    for line in process.stdout:
        said.append(line)
        if "SHA-256" in line:
            break
    yield "".join(said), tmp_path
    process.terminate()
    process.wait(20)
    process.stdout.close()


def test_it_says_what_the_phone_will_ask_and_answers_https(running):
    said, folder = running
    assert "will warn that the connection is not private" in said
    assert "nobody else vouches for it" in said
    assert "It is a new one today." in said
    url = urlsplit(next(word for word in said.split() if word.startswith("http://")))
    trusting = ssl.create_default_context(cafile=folder / ".https.pem")
    with closing(HTTPSConnection(url.hostname, url.port, context=trusting, timeout=20)) as line:
        line.request("GET", "/healthz")
        assert line.getresponse().status == 200
    assert stat.S_IMODE((folder / ".https.pem").stat().st_mode) == 0o600


def test_a_phone_that_cannot_reach_the_page_is_given_no_address(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(greeting, "network_addresses", lambda: ("192.0.2.7",))
    certificate = HouseCertificate(tmp_path, lambda: Names.of(["localhost"]), server_context)
    greeting.greet("http://127.0.0.1:8136/", Settings(tmp_path), certificate)
    assert capsys.readouterr().out.splitlines()[1:] == [
        "For a tablet or a phone, start it again and add --host 0.0.0.0"
    ]


def test_a_phone_as_the_camera_needs_https(tmp_path):
    words = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--camera", "phone"]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert "--camera phone needs --https" in ended.stderr
