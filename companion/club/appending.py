"""Appends lines to the hub's files; a line that a power cut left unfinished was never confirmed, and goes."""

from __future__ import annotations

import os
from pathlib import Path

from companion.files import give_to_owner

__all__ = ["append_lines"]


def append_lines(file: Path, lines: bytes) -> None:
    """Write whole lines behind the last whole one; they are on the disk when this returns. Raises OSError."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    with os.fdopen(os.open(file, flags, 0o600), "ab") as opened:
        give_to_owner(opened.fileno(), file.parent)
        opened.truncate(file.read_bytes().rfind(b"\n") + 1)
        opened.write(lines)
        opened.flush()
        os.fsync(opened.fileno())
