"""Files set aside because something went wrong: they may hold games that were forgotten."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

OLDER: Final = "before-restore-"
"""The beginning of the names of folders that hold what a restore, or another table's journal, replaced."""


def new_older(folder: Path, now: datetime) -> Path:
    """A name for one more such folder; it is not made."""
    name, count = f"{OLDER}{now:%Y%m%dT%H%M%S}Z", 1
    older = folder / name
    while older.exists():
        count += 1
        older = folder / f"{name}-{count}"
    return older


def older_files(folder: Path) -> tuple[Path, ...]:
    """Those folders by their names: the oldest first, unless the wall clock has jumped."""
    return tuple(sorted(path for path in folder.glob(f"{OLDER}*") if path.is_dir()))


def set_aside_files(folder: Path) -> tuple[Path, ...]:
    """The journals that were damaged and brought back from a copy, and their logs."""
    return tuple(sorted(folder.glob("*.damaged-*Z*")))


def asides(folder: Path) -> tuple[Path, ...]:
    """Both kinds of file: whoever has a game forgotten must know that it may still be in them."""
    return (*set_aside_files(folder), *older_files(folder))
