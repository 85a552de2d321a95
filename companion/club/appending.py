"""Files of the hub with a JSON object in each line: which lines are whole, and how one is added at the end.

A line that a power cut left unfinished was never confirmed, and the next one takes its place. A whole line
without an end counts: an editor may add none.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from companion.files import give_to_owner, json_in

__all__ = ["append_line", "whole_lines"]


def whole_lines(content: bytes) -> list[bytes]:
    """The lines of a file, without their ends, but for one that was left unfinished."""
    *lines, last = content.split(b"\n")
    try:
        # No part of an object, from its beginning on, is one.
        return [*lines, last] if type(json_in(last)) is dict else lines
    except ValueError:
        return lines


def append_line(file: Path, line: bytes) -> None:
    """Write a line, with its end, after the last whole one; it is on the disk when this returns.

    Raises:
        OSError: the disk refuses; what was written of the line is taken out again.
    """
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    # Without a buffer: closing the file would write what is left in one after the disk has refused it.
    with os.fdopen(os.open(file, flags, 0o600), "ab", buffering=0) as opened:
        give_to_owner(opened.fileno(), file.parent)
        lines = whole_lines(file.read_bytes())
        size = sum(len(one) + 1 for one in lines)
        has_no_end = opened.seek(0, os.SEEK_END) < size
        size -= has_no_end
        opened.truncate(size)
        try:
            rest = memoryview(b"\n" + line if has_no_end else line)
            while rest:
                rest = rest[opened.write(rest) :]
            os.fsync(opened.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                opened.truncate(size)
            raise
