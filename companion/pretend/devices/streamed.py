"""The picture of a stage whose camera runs anyway, made small for a page. Nothing is painted here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from companion.table_state import TableState

__all__ = ["StreamedCamera"]

EACH: Final = 5
"""One of this many pictures of the stage is shown: about two a second, or more if people are in a hurry."""

Newest = Callable[[], tuple[int, bytes] | None]


class StreamedCamera:
    """The newest picture of a stream, at half its width and height."""

    missing: tuple[str, ...] = ()
    """Always empty: a stage that runs has all its libraries."""

    def __init__(self, taken: Callable[[], int], newest: Newest) -> None:
        self._taken, self._newest = taken, newest
        self._kept: tuple[int, bytes] | None = None

    @property
    def number(self) -> int | None:
        """It changes with every fifth picture; None before the first."""
        taken = self._taken()
        return taken // EACH if taken else None

    def notice(self, state: TableState) -> None:
        """Do nothing: the stage knows what lies on it."""

    def jpeg(self) -> bytes | None:
        """The picture now; None before the first."""
        number, kept = self.number, self._kept
        if kept is not None and kept[0] == number:
            return kept[1]
        newest = self._newest()
        if number is None or newest is None:
            return None
        from companion.pretend.painting.still import (
            halved,  # where a stage runs, its libraries are loaded anyway
        )

        jpeg = halved(newest[1])
        self._kept = (number, jpeg)
        return jpeg

    def stop(self) -> None:
        """Do nothing: the stage is closed elsewhere."""
