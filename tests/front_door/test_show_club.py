"""`make club` as a newcomer types it: a hub's page on which pretend tables join and play."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from shlex import quote

import pytest

from tests.club.conftest import require_broker
from tests.conftest import ROOT
from tests.front_door.companions import PATIENCE_S
from tests.reliability.club_kills import free_ports

TABLES = 2
# The first table that is started ends at once, as one does to which no hub answers.
PYTHON = """#!/bin/sh
case "$*" in
  *" demo "*) [ -e {folder}/tried ] || {{ touch {folder}/tried; echo no hub answers; exit 1; }} ;;
esac
exec {python} "$@"
"""
COMPANION = "from companion.cli import main\n\nmain()\n"


def set_up(folder):
    """A checkout as the script sees it."""
    commands = folder / ".venv" / "bin"
    commands.mkdir(parents=True)
    (commands / "python").write_text(PYTHON.format(folder=quote(str(folder)), python=quote(sys.executable)))
    (commands / "python").chmod(0o755)
    (commands / "companion").write_text(COMPANION)
    (folder / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "show-club", folder / "scripts")
    return folder / "scripts" / "show-club"


def tables_shown(port):
    """What a page that is opened now is told first of the tables; nothing while no page is there."""
    line = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        line.request("GET", "/api/stream", headers={"Host": f"localhost:{port}"})
        for said in line.getresponse():
            if said.startswith(b"data: {"):
                return list(json.loads(said[6:])["tables"].values())
    except OSError:
        pass
    finally:
        line.close()
    return []


@pytest.mark.gate(0)
def test_a_newcomer_sees_tables_that_play_also_where_one_had_to_try_twice(tmp_path):
    require_broker()
    ports = [str(port) for port in free_ports(3)]
    options = ("--port", ports[0], "--join-port", ports[1], "--page-port", ports[2])
    command = [set_up(tmp_path), str(TABLES), *options]
    told, kept = tmp_path / "told", tmp_path / "kept"
    kept.mkdir()
    environment = {key: value for key, value in os.environ.items() if not key.startswith("COV_")}
    environment |= {"TMPDIR": str(kept), "PYTHONPATH": str(ROOT)}
    with told.open("w") as said:
        shown = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
        try:
            deadline = time.monotonic() + PATIENCE_S
            while sum(bool(one["game"]) for one in tables_shown(int(ports[2]))) < TABLES:
                assert shown.poll() is None, told.read_text()
                assert time.monotonic() < deadline, told.read_text()
                time.sleep(0.2)
        finally:
            shown.send_signal(signal.SIGTERM)
            status = shown.wait(PATIENCE_S)
    assert status == 0, told.read_text()
    assert f"http://127.0.0.1:{ports[2]}/" in told.read_text()
    assert (tmp_path / "tried").exists()
    assert list(kept.iterdir()) == []
