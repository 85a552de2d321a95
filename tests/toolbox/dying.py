"""A process that dies at a chosen step of what it does to a folder; no test stands here."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

STEPS = frozenset(
    ("os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "open", "sqlite3.connect")
)


def dies_at(step: int, folder: Path, deed: Callable[[], object]) -> bool:
    """Do it in a child that is killed just before this step in the folder; whether it died on the way."""
    child = os.fork()
    if child == 0:
        _live(step, folder, deed)
    _, status = os.waitpid(child, 0)
    died = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    assert died or os.waitstatus_to_exitcode(status) == 0, "the deed itself failed"
    return died


def steps_of(folder: Path, deed: Callable[[], object]) -> int:
    """How many steps it takes when nobody kills it."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        _live(0, folder, deed, writes)
    os.close(writes)
    with os.fdopen(reads) as told:
        steps = told.read()
    os.waitpid(child, 0)
    return int(steps)


def _live(step: int, folder: Path, deed: Callable[[], object], writes: int | None = None) -> None:
    done, below = 0, str(folder)

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal done
        if event in STEPS and isinstance(arguments[0], str | os.PathLike) and below in str(arguments[0]):
            done += 1
            if done == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)
    try:
        deed()
        if writes is not None:
            os.write(writes, str(done).encode())
    except BaseException:  # noqa: BLE001 - a child must not go on as if it were the test
        os._exit(1)
    os._exit(0)
