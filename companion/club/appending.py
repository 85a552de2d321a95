"""Appends a line to a file of the hub: all of it, or nothing.

A line that a power cut left unfinished was never confirmed, and the next one takes its place.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from companion.files import give_to_owner

__all__ = ["append_line"]


def append_line(file: Path, line: bytes) -> None:
    """Write a line, with its end, after the last whole one; it is on the disk when this returns.

    Raises:
        OSError: the disk refuses; what was written of the line is taken out again.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    # Without a buffer: closing the file would write what is left in one after the disk has refused it.
    with os.fdopen(os.open(file, flags, 0o600), "ab", buffering=0) as opened:
        give_to_owner(opened.fileno(), file.parent)
        size = file.read_bytes().rfind(b"\n") + 1
        opened.truncate(size)
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[opened.write(rest) :]
            os.fsync(opened.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                opened.truncate(size)
            raise
