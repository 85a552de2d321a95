"""Appends lines to the hub's files: all of them, or none.

A line that a power cut left unfinished was never confirmed, and the next lines take its place.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from companion.files import give_to_owner

__all__ = ["append_lines"]


def append_lines(file: Path, lines: bytes) -> None:
    """Write whole lines after the last whole one; they are on the disk when this returns.

    Raises:
        OSError: the disk refuses; what was written of the lines is taken out again.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    # Without a buffer: closing the file would write what is left in one after the disk has refused it.
    with os.fdopen(os.open(file, flags, 0o600), "ab", buffering=0) as opened:
        give_to_owner(opened.fileno(), file.parent)
        size = file.read_bytes().rfind(b"\n") + 1
        opened.truncate(size)
        try:
            rest = memoryview(lines)
            while rest:
                rest = rest[opened.write(rest) :]
            os.fsync(opened.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                opened.truncate(size)
            raise
