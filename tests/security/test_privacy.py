"""A whole game, watched from outside: only its own folder is written, no picture, and nobody is called."""

import json
import os
import re
import shutil
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.reliability.trials import Outcome, Trial, row
from tests.security.watched import PICTURE, PICTURE_STARTS, command, seen, whole_log

PATIENCE_S = 60


@pytest.fixture
def watcher():
    """Skips where nobody can watch a process."""
    if (
        shutil.which("strace")
        and subprocess.run([*command(Path(os.devnull)), "true"], check=False).returncode == 0
    ):
        return
    if os.environ.get("REQUIRE_TOOLS"):
        pytest.fail("strace is needed here, and that it may watch: scripts/install-test-tools brings it")
    pytest.skip("there is no strace here that may watch a process")


def asked(port, path):
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        line.request("GET", path)
        return json.loads(line.getresponse().read())
    finally:
        line.close()


def watched_game(folder, log):
    """Play until a game is over, with a page that watches; the companion's own last word."""
    typed = [
        sys.executable,
        "-m",
        "companion",
        "demo",
        "--speed",
        "1000",
        "--port",
        "0",
        "--data",
        str(folder),
    ]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [*command(log), *typed], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            port = int(re.search(r":(\d+)/", process.stdout.readline())[1])
            give_up_at = time.monotonic() + PATIENCE_S
            while len(asked(port, "/api/games")["games"]) < 2:  # the second begins when the first is over
                assert time.monotonic() < give_up_at, "no game came to its end"
                time.sleep(0.2)
            assert asked(port, "/api/history")["game"]
        finally:
            process.terminate()
        return process.wait(PATIENCE_S)


def test_a_whole_game_writes_its_own_folder_and_calls_nobody(watcher, tmp_path, record_property):
    folder, log = tmp_path / "home", tmp_path / "calls"
    folder.mkdir()
    watched_game(folder, log)
    found = seen(whole_log(log))
    outside = {path for path in found.written if not Path(path).is_relative_to(folder)}
    pictures = {path for path in found.written if PICTURE.search(path)}
    pictures |= {
        str(path)
        for path in folder.rglob("*")
        if path.is_file() and path.read_bytes()[:8].startswith(PICTURE_STARTS)
    }
    assert any(path.endswith("demo.sqlite") for path in found.written), "it was not watched"
    bad = [*sorted(outside), *sorted(pictures), *sorted(found.called)]
    outcome = Outcome(len(found.written), len(bad), ", ".join(bad[:1]))
    record_property(
        "trial",
        row(Trial("S9", "a game watched: files elsewhere, pictures, calls", "0", 0, 0, None), outcome),
    )
    assert not bad


def test_a_picture_and_a_call_would_be_seen(watcher, tmp_path):
    culprit = (
        "import socket, pathlib; pathlib.Path('frame.jpg').write_bytes(b'x');"
        "pathlib.Path('kept').mkdir(); pathlib.Path('frame.jpg').rename('kept/frame.png');"
        "s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('192.0.2.1', 9));"
        "s.connect(('198.51.100.1', 9)); s.connect(('127.0.0.1', 9))"
    )
    log = tmp_path / "calls"
    subprocess.run([*command(log), sys.executable, "-c", culprit], cwd=tmp_path, check=False)
    found = seen(whole_log(log))
    assert {"frame.jpg", "kept", "kept/frame.png"} <= found.written
    assert found.called == {"192.0.2.1", "198.51.100.1"}


def test_calls_that_were_cut_in_two_are_put_together():
    log = """7 openat(AT_FDCWD, "/a/b.png", O_WRONLY|O_CREAT <unfinished ...>
8 connect(5, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("192.0.2.7")}, 16) = -1 EINPROGRESS
7 <... openat resumed>, 0666) = 3
9 openat(AT_FDCWD, "/etc/passwd", O_RDONLY|O_CLOEXEC) = 4
9 openat(AT_FDCWD, "/never", O_WRONLY|O_CREAT, 0600) = -1 EACCES (Permission denied)
"""
    assert seen(log).written == {"/a/b.png"}
    assert seen(log).called == {"192.0.2.7"}
