"""Files that are there whole or not at all, whenever the power is cut."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str, mode: int) -> None:
    """Write a text file beside its place, and move it there once it lies on the disk.

    Args:
        path: where it belongs; its folder is there.
        text: what it holds, written as UTF-8.
        mode: who may read and write it, from the first moment on, such as 0o600.
    """
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(
        os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "w", encoding="utf-8"
    ) as file:
        os.fchmod(file.fileno(), mode)
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
