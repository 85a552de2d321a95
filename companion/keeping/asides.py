"""Files that were set aside as damaged or replaced: games that were forgotten later may still be in them."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Final

OLDER: Final = "before-restore-"
"""The beginning of the names of folders that hold what a restore, or another table's journal, replaced."""


def new_older(folder: Path, now: datetime) -> Path:
    """A free name for one more of these folders; the folder is not made."""
    name, count = f"{OLDER}{now:%Y%m%dT%H%M%S}Z", 1
    older = folder / name
    while older.exists():
        count += 1
        older = folder / f"{name}-{count}"
    return older


def older_files(folder: Path) -> tuple[Path, ...]:
    """All of these folders by name: the oldest first, unless the wall clock has jumped."""
    return tuple(sorted(path for path in folder.glob(f"{OLDER}*") if path.is_dir()))


def set_aside_files(folder: Path) -> tuple[Path, ...]:
    """Damaged journals whose place a copy has taken, and their logs."""
    return tuple(sorted(folder.glob("*.sqlite.damaged-*Z*")))


def asides(folder: Path) -> tuple[Path, ...]:
    """All that was set aside: whoever has a game forgotten must know that it may still be in there."""
    return (*set_aside_files(folder), *older_files(folder))
