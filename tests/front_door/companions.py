"""A companion as people start it: a process, an address, pages that ask it; no test stands here."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

PATIENCE_S = 90.0
"""Until a test gives up; what it waits for takes a blink on a quiet machine."""
SECONDS_TO_END = 5.0
"""The promise is two; a machine that runs many tests at once is allowed some more."""
_ENVIRONMENT = {key: value for key, value in os.environ.items() if not key.startswith("COV_")}


class Companion:
    """A running companion, asked over HTTP."""

    def __init__(self, process: "subprocess.Popen[str]", errors: Path) -> None:
        self.process = process
        self._errors = errors
        self.greeting = process.stdout.readline()
        address = re.search(r"http://([\w.]+):(\d+)/", self.greeting)
        assert address, f"no address was printed: {self.greeting!r} {self.errors}"
        self.host, self.port = address[1], int(address[2])

    @property
    def errors(self) -> str:
        """What it has said on its standard error."""
        return self._errors.read_text()

    @property
    def snapshot(self) -> dict[str, Any]:
        """The newest snapshot."""
        return self.ask("GET", "/api/snapshot")[1]

    @property
    def seq(self) -> int:
        return self.snapshot["seq"]

    def ask(self, method: str, path: str, body: dict | None = None) -> tuple[int, dict[str, Any]]:
        """Status and JSON of an answer."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            headers = {"X-Table": "1", "Content-Type": "application/json"} if body else {}
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def text(self, path: str) -> str:
        """An answer that is not JSON."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path)
            return connection.getresponse().read().decode()
        finally:
            connection.close()

    def header(self, path: str, name: str) -> str:
        """One header of an answer."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", path)
            return connection.getresponse().headers[name]
        finally:
            connection.close()

    def command(self, kind: str, *, tap: str, seq: int | None = None, **more: float) -> tuple[int, dict]:
        """A tap on a page that shows `seq`, or else what is newest."""
        seen = self.seq if seq is None else seq
        return self.ask("POST", "/api/commands", {"id": tap, "expected_seq": seen, "kind": kind, **more})

    @contextmanager
    def watched(self) -> Iterator[Iterator[dict[str, Any]]]:
        """The snapshots of the stream, as a page gets them."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", "/api/stream")
            yield _snapshots(connection.getresponse())
        finally:
            connection.close()

    @contextmanager
    def events(self) -> Iterator[Iterator[tuple[str, str]]]:
        """Name and text of everything in the stream; a snapshot has no name."""
        connection = HTTPConnection(self.host, self.port, timeout=PATIENCE_S)
        try:
            connection.request("GET", "/api/stream")
            yield _events(connection.getresponse())
        finally:
            connection.close()

    def wait_until(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first snapshot of which it is so."""
        give_up_at = time.monotonic() + PATIENCE_S
        while time.monotonic() < give_up_at:
            assert self.process.poll() is None, f"the companion ended: {self.errors}"
            snapshot = self.snapshot
            if is_so(snapshot):
                return snapshot
            time.sleep(0.02)
        raise AssertionError(f"it never came so far: {snapshot}")

    def end(self) -> int:
        """SIGTERM, and the exit status."""
        self.process.terminate()
        return self.process.wait(SECONDS_TO_END)


def _snapshots(stream) -> Iterator[dict[str, Any]]:
    for line in stream:
        if line.startswith(b"data: {"):
            yield json.loads(line[6:])


def _events(stream) -> Iterator[tuple[str, str]]:
    name = ""
    for line in stream:
        word, _, rest = line.decode().strip().partition(": ")
        if word == "data":
            yield name, rest
        name = rest if word == "event" else name if word == "data" else ""


@contextmanager
def started(
    folder: Path, *arguments: object, port: int = 0, environment: dict[str, str] | None = None
) -> Iterator[Companion]:
    """A companion on its own data folder and a free port; killed at the end if it still runs."""
    folder.mkdir(parents=True, exist_ok=True)
    errors = folder.with_name(folder.name + ".stderr")
    with (
        errors.open("w") as told,
        subprocess.Popen(
            _command(*arguments, "--port", port, "--data", folder),
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
            env={**_ENVIRONMENT, **(environment or {})},
        ) as process,
    ):
        try:
            yield Companion(process, errors)
        finally:
            if process.poll() is None:
                process.kill()


def _command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "companion", *map(str, arguments)]


@dataclass(frozen=True)
class Outcome:
    """What a command that came to its end has left."""

    status: int
    said: str
    errors: str

    @property
    def sentence(self) -> str:
        """What it said of an error; it must be one line, and no traceback."""
        lines = self.errors.splitlines()
        assert len(lines) == 1, self.errors
        return lines[0]


def called(*arguments: object, environment: dict[str, str] | None = None) -> Outcome:
    """Run a command to its end, as a process of its own."""
    done = subprocess.run(
        _command(*arguments),
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE_S,
        env={**_ENVIRONMENT, **(environment or {})},
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def source(snapshot: dict[str, Any], name: str) -> dict[str, str]:
    """What a source says of itself; nothing where there is none."""
    return next((each for each in snapshot["health"]["sources"] if each["name"] == name), {})
