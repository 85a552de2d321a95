"""Files set aside because something went wrong: they may hold games that were forgotten."""

from __future__ import annotations

from pathlib import Path
from typing import Final

OLDER: Final = "before-restore-"
"""How the names of folders begin that hold what a restore replaced."""


def older_files(folder: Path) -> tuple[Path, ...]:
    """The folders with what a restore replaced, the oldest first."""
    return tuple(sorted(path for path in folder.glob(f"{OLDER}*") if path.is_dir()))


def set_aside_files(folder: Path) -> tuple[Path, ...]:
    """The journals that were damaged and brought back from a copy."""
    return tuple(sorted(folder.glob("*.damaged-*Z*")))


def asides(folder: Path) -> tuple[Path, ...]:
    """Both: whoever has a game forgotten has to know that it may still be in them."""
    return (*set_aside_files(folder), *older_files(folder))
