"""A machine with an installed companion and scripts/update, which may be killed; no test stands here."""

from __future__ import annotations

import os
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

from companion.journal import SqliteReader
from tests.conftest import ROOT

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
        # As a Pi has it. Elsewhere the word may name a script that finds out each time which Python is meant.
        (folder / "bin" / "python3").symlink_to(Path(sys.base_prefix) / "bin" / "python3")

    def version(self, name: str, broken: str = "") -> Path:
        """An environment: a Python that knows the companion, or one that fails in some way."""
        script = f'{broken}\nexport PYTHONPATH="{ROOT}"\nexec "{sys.executable}" "$@"\n'
        self._write(self.folder / name / "bin" / "python", script)
        (self.folder / name / "name").write_text(name)
        return self.folder / name

    def update(self, environment: Path, **more: str) -> subprocess.CompletedProcess[str]:
        """Run scripts/update as a person does; `more` is what its environment has beside."""
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
            env={**os.environ, "PATH": path, "UPDATE_SETTLE": "0", "UPDATE_PATIENCE": "20", **more},
            start_new_session=True,
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
        """Whether the companion that was tried on a copy of the games still runs."""
        place = str(self.home / "update").encode()
        words = (path for path in Path("/proc").glob("[0-9]*/cmdline"))
        return any(place in _content(path) for path in words)

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
            start() {{
              ((pid)) && kill -0 $pid 2>/dev/null && return
              setsid {command} >>"{self.folder}/service" 2>&1 &
              echo $! >"{self._pid}"
            }}
            case "$1" in
              start) start ;;
              stop) stop ;;
              restart) stop; start ;;
              is-failed) ! kill -0 $pid 2>/dev/null ;;
            esac
            """)

    def pull_the_plug(self) -> None:
        """The power goes, and comes: what the link names is started."""
        with suppress(OSError, ValueError):
            os.kill(int(self._pid.read_text()), signal.SIGKILL)
        while self.listens:
            time.sleep(0.02)
        self._pid.write_text("")
        subprocess.run([self.folder / "bin" / "systemctl", "start"], check=True)

    @property
    def comes_up(self) -> bool:
        """Whether what was started answers, before it ends or half a minute is over."""
        for _ in range(300):
            if self.answers:
                return True
            ended = subprocess.run([self.folder / "bin" / "systemctl", "is-failed"], check=False)
            if ended.returncode == 0:
                return False
            time.sleep(0.1)
        return False

    @property
    def listens(self) -> bool:
        """Whether anybody does at the service's port."""
        with socket.socket() as caller:
            return caller.connect_ex(("127.0.0.1", self.port)) == 0

    @staticmethod
    def _write(path: Path, script: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/usr/bin/env bash\n{script}")
        path.chmod(0o755)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
