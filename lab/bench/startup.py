"""The start, from the command to the first snapshot, and the memory that the companion then uses."""

from __future__ import annotations

import compileall
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path

import companion
from lab.bench.figures import Figure

TITLE = "start of `companion run`"
STARTS = 5
PATIENCE_S = 60.0
"""A companion that has given no snapshot after this time is not waited for."""

Measure = Callable[[subprocess.Popen[bytes]], float]


def figures() -> Iterator[Figure]:
    """Time to the first snapshot, and resident memory while waiting and with a fast pretend table."""
    # As in an installed companion, which Python has already compiled.
    for package in ("companion", "firmware_bridge", "hardware", "vision"):
        compileall.compile_dir(Path(companion.__file__).parents[1] / package, quiet=1)
    with tempfile.TemporaryDirectory() as folder:
        seconds = [_start(["run"], folder, _nothing)[0] for _ in range(STARTS)]
        yield Figure(
            "first snapshot, median", sorted(seconds)[STARTS // 2] * 1_000, "ms", "target under 1,500"
        )
        _, megabytes = _start(["run"], folder, _resident_mb)
        yield Figure("resident memory, waiting", megabytes, "MB", "target under 80")
        _, megabytes = _start(["demo", "--speed", "1000"], folder, _resident_mb_later)
        yield Figure("resident memory, pretend table at 1000x for 20 s", megabytes, "MB", "target under 80")


def _start(arguments: list[str], folder: str, measure: Measure) -> tuple[float, float]:
    port = _free_port()
    started = time.perf_counter()
    command = [sys.executable, "-m", "companion", *arguments, "--port", str(port), "--data", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_for_snapshot(process, port)
            seconds = time.perf_counter() - started
            measured = measure(process)
        finally:
            process.terminate()
    return seconds, measured


def _nothing(process: subprocess.Popen[bytes]) -> float:
    return float(process.pid)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for_snapshot(process: subprocess.Popen[bytes], port: int, patience_s: float = PATIENCE_S) -> None:
    """Ask until the companion gives a snapshot.

    Raises:
        ChildProcessError: the companion has ended.
        TimeoutError: it gives none within `patience_s`.
    """
    give_up_at = time.monotonic() + patience_s
    while not _is_snapshot_given(port):
        if process.poll() is not None:
            raise ChildProcessError(f"the companion ended with status {process.returncode}")
        if time.monotonic() > give_up_at:
            raise TimeoutError(f"the companion gave no snapshot within {patience_s:g} s")
        time.sleep(0.005)


def _is_snapshot_given(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/api/snapshot")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _resident_mb(process: subprocess.Popen[bytes]) -> float:
    pages = int(Path(f"/proc/{process.pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _resident_mb_later(process: subprocess.Popen[bytes]) -> float:
    time.sleep(20)
    return _resident_mb(process)
