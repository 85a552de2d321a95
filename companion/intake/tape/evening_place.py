"""The folder of a kept evening: its stick may be pulled out, swapped or full, or somebody deletes it."""

from __future__ import annotations

import shutil
from pathlib import Path

from companion.clock import Clock
from companion.keeping.evenings_kept import (
    EveningRefused,
    claim_evening,
    date_evening,
    is_evening,
    parts_of,
    require_evening,
)

__all__ = ["EveningPlace"]


class EveningPlace:
    """Where one table keeps its evening; `folder` is its data folder."""

    def __init__(self, path: Path, folder: Path, clock: Clock) -> None:
        self._path, self._folder, self._clock = path, folder, clock
        self._table = ""
        """The name of this table among evenings."""
        self._disk = 0
        """The number of the disk on which the evening lies."""

    def claim(self) -> None:
        """Make the folder this evening's, or go on with it. Raises EveningRefused, OSError."""
        self._table = claim_evening(self._path, self._folder, self._clock)
        self._disk = self._path.stat().st_dev

    def is_there(self) -> bool:
        """Whether the evening lies there, or the folder was deleted on a disk that is still there."""
        return is_evening(self._path) or self.is_deleted()

    def is_deleted(self) -> bool:
        """Whether somebody has deleted the folder, or all that was in it; no stick was pulled out."""
        path = self._path
        try:
            is_empty = not path.exists() or not any(path.iterdir())
            return is_empty and (path if path.exists() else path.parent).stat().st_dev == self._disk
        except OSError:
            return False

    def delete(self, game: str) -> None:
        """Delete what was kept of a game. Raises EveningRefused."""
        if self.is_deleted():
            return
        require_evening(self._path, self._table)
        try:
            for part in parts_of(self._path, game):
                shutil.rmtree(part)
        except OSError as error:
            raise EveningRefused(error.strerror or str(error)) from error

    def date(self) -> None:
        """Date the evening, whose folder is made anew where somebody has deleted it.

        Raises OSError, also where the stick is gone, or another table's.
        """
        try:
            if self.is_deleted():
                claim_evening(self._path, self._folder, self._clock)
            require_evening(self._path, self._table)
            date_evening(self._path, self._clock)
            self._disk = self._path.stat().st_dev  # a stick that is back may have got another number
        except EveningRefused as error:
            raise OSError(str(error)) from error
