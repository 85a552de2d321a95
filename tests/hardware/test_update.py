"""scripts/update: a new version beside the old one, tried first, and gone back from by itself."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.journal import SqliteReader
from tests.conftest import ROOT
from tests.reliability.evenings import write_evening

BROKEN = """
if [[ " $* " == *" run "* && " $* " {condition} ]]; then
  {deed}
  echo "this version is broken" >&2
  exit 1
fi
"""
NEWER_FORM = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('PRAGMA user_version = 99')"


class Pi:
    """A machine with an installed companion, a systemd that is a script, and a port."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.data = folder, folder / "home", folder / "games"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._pid = folder / "pid"
        (folder / "bin").mkdir()
        self._write(folder / "bin" / "systemctl", self._systemctl())

    def version(self, name: str, broken: str = "") -> Path:
        """An environment: a Python that knows the companion, or one that fails in some way."""
        script = f'{broken}\nexport PYTHONPATH="{ROOT}"\nexec "{sys.executable}" "$@"\n'
        self._write(self.folder / name / "bin" / "python", script)
        (self.folder / name / "name").write_text(name)
        return self.folder / name

    def update(self, environment: Path) -> "subprocess.CompletedProcess[str]":
        arguments = [
            "--home",
            self.home,
            "--data",
            self.data,
            "--url",
            self.url,
            "--environment",
            environment,
        ]
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        return subprocess.run(
            [ROOT / "scripts" / "update", *arguments],
            env={**os.environ, "PATH": path, "UPDATE_SETTLE": "0"},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def install(self, environment: Path) -> None:
        """What an update that went well has left, laid there by hand; then the service is started."""
        first = self.home / "versions" / "20240101T120000Z-1"
        shutil.copytree(environment, first)
        (self.home / "venv").symlink_to(first.relative_to(self.home))
        subprocess.run([self.folder / "bin" / "systemctl", "start"], check=True)
        while not self.answers:
            time.sleep(0.02)

    @property
    def runs(self) -> str:
        """The name of the version to which the link points."""
        return (self.home / "venv" / "name").read_text()

    @property
    def answers(self) -> bool:
        with suppress(OSError), closing(urllib.request.urlopen(f"{self.url}/healthz", timeout=30)) as answer:  # noqa: S310
            return answer.status == 200
        return False

    @property
    def is_still_rehearsing(self) -> bool:
        """Whether the companion that was tried on a copy of the games still listens."""
        said = (self.home / "update" / "said").read_text()
        port = int(re.findall(r"http://127\.0\.0\.1:(\d+)", said)[-1])
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", port)) == 0

    @property
    def versions(self) -> list[str]:
        return sorted((path / "name").read_text() for path in (self.home / "versions").iterdir())

    def last_seq(self) -> int:
        with closing(SqliteReader(self.data / "table.sqlite")) as reader:
            reader.check()
            return reader.last_seq

    def stop(self) -> None:
        with suppress(OSError, ValueError):
            os.kill(int(self._pid.read_text()), signal.SIGTERM)

    def _systemctl(self) -> str:
        command = f'"{self.home}/venv/bin/python" -m companion run --port {self.port} --data "{self.data}"'
        return textwrap.dedent(f"""
            pid=$(cat "{self._pid}" 2>/dev/null || echo 0)
            stop() {{
              ((pid)) && kill $pid 2>/dev/null && tail -s 0.1 --pid=$pid -f /dev/null
              : >"{self._pid}"
            }}
            start() {{ {command} >>"{self.folder}/service" 2>&1 & echo $! >"{self._pid}"; }}
            case "$1" in
              start) start ;;
              stop) stop ;;
              restart) stop; start ;;
              is-failed) ! kill -0 $pid 2>/dev/null ;;
            esac
            """)

    @staticmethod
    def _write(path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{script}")
        path.chmod(0o755)


@pytest.fixture
def pi(tmp_path):
    machine = Pi(tmp_path)
    write_evening(machine.data / "table.sqlite", copies=False, count=60)
    yield machine
    machine.stop()
    for _ in range(500):
        if not machine.answers:
            return
        time.sleep(0.02)


@pytest.fixture
def installed(pi):
    """A machine on which the first version runs."""
    pi.install(pi.version("one"))
    return pi


def test_a_good_version_takes_over_and_the_one_before_is_kept(pi):
    done = pi.update(pi.version("one"))
    assert done.returncode == 0, done.stderr
    assert (pi.runs, pi.answers, pi.versions) == ("one", True, ["one"])
    done = pi.update(pi.version("two"))
    assert done.returncode == 0, done.stderr
    assert (pi.runs, pi.answers, pi.versions) == ("two", True, ["one", "two"])
    assert pi.last_seq() == 60
    assert not pi.is_still_rehearsing


def test_a_version_that_cannot_read_the_games_never_takes_over(installed):
    broken = installed.version("two", BROKEN.format(condition='== *" run "*', deed=":"))
    done = installed.update(broken)
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr
    assert (installed.runs, installed.answers, installed.versions) == ("one", True, ["one"])


def test_a_version_that_falls_in_service_is_gone_back_from_with_the_games_as_they_were(installed):
    spoil = f'"{sys.executable}" -c "{NEWER_FORM}" "{installed.data}/table.sqlite"'
    broken = installed.version("two", BROKEN.format(condition='!= *" --port 0 "*', deed=spoil))
    done = installed.update(broken)
    assert done.returncode == 1
    assert "The old version runs again" in done.stderr, done.stderr
    assert (installed.runs, installed.answers, installed.versions) == ("one", True, ["one"])
    assert installed.last_seq() == 60
    assert list(installed.data.glob("before-restore-*/table.sqlite"))


def test_an_installation_without_versions_is_taken_over(pi):
    old = pi.version("old")
    pi.home.mkdir()
    old.rename(pi.home / "venv")
    done = pi.update(pi.version("new"))
    assert done.returncode == 0, done.stderr
    assert (pi.home / "venv").is_symlink()
    assert (pi.runs, pi.versions) == ("new", ["new", "old"])


def test_wrong_words_are_answered_with_the_usage():
    ran = subprocess.run(
        [ROOT / "scripts" / "update", "--nonsense"], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2
    assert "sudo scripts/update" in ran.stderr
