"""The disk rig from Python: built with the machine's compiler, put under a process, told what shall fail.

No test stands here. What the rig does is written in disk_rig.c.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import shutil
import struct
import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.conftest import ROOT

SOURCE = Path(__file__).with_name("disk_rig.c")
WRITES, SYNCS, OPENS, NAMES = 1, 2, 4, 8
_CONTROL = struct.Struct("=iiiiqii")


@cache
def library() -> Path:
    """The rig, built once; a test that needs it is skipped where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        if os.environ.get("REQUIRE_TOOLS"):
            pytest.fail("a C compiler is needed here: apt-get install gcc libc6-dev")
        pytest.skip("there is no C compiler here to build the disk rig")
    built = ROOT / "build" / f"disk_rig-{sysconfig.get_platform()}-{SOURCE.stat().st_mtime_ns}.so"
    if not built.exists():
        built.parent.mkdir(exist_ok=True)
        aside = built.with_suffix(f".{os.getpid()}")
        command = [compiler, "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-o", aside, SOURCE, "-ldl"]
        subprocess.run([*command, "-lpthread"], check=True)
        aside.replace(built)
    return built


@dataclass
class Rig:
    """A rig under a process that is started with `environment`."""

    environment: dict[str, str]
    control: mmap.mmap

    def fail(self, error: int, operations: int, spared: int = 0) -> None:
        """From now on these operations fail, after some that go well."""
        self.control[:16] = _CONTROL.pack(0, operations, spared, 0, 0, 0, 0)[:16]
        self.control[:4] = error.to_bytes(4, "little")

    def heal(self) -> None:
        """From now on nothing fails."""
        self.control[:4] = bytes(4)

    @property
    def failed(self) -> int:
        """How many operations have failed since `fail`."""
        return int(_CONTROL.unpack(self.control[: _CONTROL.size])[3])

    def slow_down(self, milliseconds: int) -> None:
        """From now on each sync takes this much longer; 0 ends the waits that go on."""
        self.control[24:28] = milliseconds.to_bytes(4, "little")

    def turn_clock(self, seconds: int) -> None:
        """Put the wall clock ahead or back."""
        self.control[16:24] = seconds.to_bytes(8, "little", signed=True)


@contextmanager
def rig(folder: Path, meant: Path, log: Path | None = None) -> Iterator[Rig]:
    """A rig for the files below `meant`; its own file lies in `folder`."""
    control = folder / "rig.control"
    control.write_bytes(bytes(_CONTROL.size))
    environment = {
        **os.environ,
        "LD_PRELOAD": str(_loadable(folder)),
        "RIG_FOLDER": str(meant),
        "RIG_CONTROL": str(control),
        **({"RIG_LOG": str(log)} if log else {}),
    }
    with control.open("r+b") as file, mmap.mmap(file.fileno(), 0) as seen:
        yield Rig(environment, seen)


def _loadable(folder: Path) -> Path:
    """The library under a name that the loader takes: it reads a blank or a colon as the end of one."""
    link = folder / "disk_rig.so"
    link.symlink_to(library())
    assert not re.search(r"[\s:]", str(link)), f"the loader cannot be given {link}"
    return link


class Inside:
    """The rig as the process over it sees it."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)
        self._library.rig_mark.argtypes = [ctypes.c_uint64]

    def mark(self, number: int) -> None:
        """Write a number into the log."""
        self._library.rig_mark(number)

    def fail(self, error: int, operations: int, spared: int = 0) -> None:
        """From now on these operations of this process fail, after some that go well."""
        self._library.rig_fail(error, operations, spared)

    @property
    def failed(self) -> int:
        """How many operations have failed since `fail`."""
        return int(self._library.rig_failed())
