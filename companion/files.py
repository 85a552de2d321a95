"""Writes files that are complete even after a power cut, and that only their owner may read."""

from __future__ import annotations

import os
from pathlib import Path

__all__ = ["name_durably", "sync", "write_privately"]


def write_privately(target: Path, content: bytes) -> None:
    """Write a file that only its owner may read; the old one stays until the new one is complete.

    Raises:
        OSError: the disk is full, or the folder cannot be written.
    """
    aside = target.with_name(f"{target.name}.new")
    aside.unlink(missing_ok=True)
    # Born private: there is no moment at which another account of this machine could open it.
    handle = os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    name_durably(aside, target)


def name_durably(aside: Path, target: Path) -> None:
    """Rename a finished file, so that the name survives a power cut. Raises OSError."""
    sync(aside)
    aside.rename(target)
    sync(target.parent)


def sync(path: Path) -> None:
    """Wait until a file or a folder is on the disk. Raises OSError."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
