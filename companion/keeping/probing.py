"""Asks the machine whether its disk keeps what it is given, and how much room and memory there is."""

from __future__ import annotations

import logging
import os
import shutil
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.files import give_to_owner

PROBE: Final = ".probe"
PROBE_EVERY_S: Final = 30.0
"""A write now and then proves the disk; more would wear out a card for nothing."""

_log = logging.getLogger(__name__)


class WriteProbe:
    """Writes a few bytes to the folder where games are kept, and waits until they are on the disk."""

    def __init__(self, folder: Path, clock: Clock) -> None:
        self._path = folder / PROBE
        self._clock = clock
        self._proved_ns = clock.monotonic_ns()
        self.complaint = ""
        """What the disk said last; empty while it is well."""

    @property
    def age_s(self) -> float:
        """For how many seconds the disk has not proved itself."""
        return (self._clock.monotonic_ns() - self._proved_ns) / 1e9

    def proved(self) -> None:
        """Something was just written and is on the disk."""
        self._proved_ns = self._clock.monotonic_ns()

    def look(self) -> None:
        """Try the disk, if nothing has proved it for a while. May take as long as the disk takes."""
        if self.age_s < PROBE_EVERY_S and not self.complaint:
            return
        try:
            _write(self._path, str(self._clock.monotonic_ns()).encode())
        except OSError as failure:
            if not self.complaint:
                _log.warning("disk.refuses %s", failure)
            self.complaint = failure.strerror or str(failure)
        else:
            self.complaint = ""
            self.proved()


def free_bytes(folder: Path) -> int:
    """Room left where games are kept; 0 where nobody knows."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return 0


def resident_bytes() -> int:
    """Memory in use; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except (OSError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def open_files() -> int:
    """Files and sockets that this process has open; 0 where the system does not say."""
    try:
        return sum(1 for _ in Path("/proc/self/fd").iterdir())
    except OSError:
        return 0


def _write(path: Path, content: bytes) -> None:
    # Root may write it in a folder of another account, which could have put a link there.
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
    try:
        give_to_owner(opened, path.parent)
        os.write(opened, content)
        os.fsync(opened)
    finally:
        os.close(opened)
