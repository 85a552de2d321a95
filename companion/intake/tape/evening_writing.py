"""Writes what is kept of one game at a time: its tape and its pictures, in a part of the evening's folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.intake.tape.evening_place import EveningPlace
from companion.intake.tape.events import Head, Heard
from companion.intake.tape.pictures import RestPictures
from companion.intake.tape.writing import TapeWriter, begin_tape
from companion.keeping.evenings_kept import new_part
from vision.sighting import RestTaken

__all__ = ["TAPE", "Begun", "EveningWriting"]

TAPE: Final = "evening.tape"
Begun = tuple[Path, TapeWriter]
"""A part that lies on the disk, and its tape."""


class EveningWriting:
    """Whoever plays waits for none of it, except for `begin` and `settle`.

    `failed` is told one sentence when the disk refuses, and `deleted` which part somebody has deleted.
    """

    def __init__(
        self,
        path: Path,
        place: EveningPlace,
        clock: Clock,
        failed: Callable[[str], None],
        deleted: Callable[[Path], None],
    ) -> None:
        self._path, self._place, self._clock = path, place, clock
        self._failed, self._deleted = failed, deleted
        self.pictures: RestPictures | None = None
        self.part: Path | None = None
        """Where the game is being kept."""
        self._writer: TapeWriter | None = None
        self._ending: TapeWriter | None = None
        """The tape that ended last; it may still be being written."""

    @property
    def is_going(self) -> bool:
        """Whether a game is being kept, or was until the disk refused."""
        return self._writer is not None

    @property
    def is_full(self) -> bool:
        """Whether the tape of this game has ended because nothing more may be written on it."""
        return self._writer is not None and self._writer.is_full

    def open(self) -> None:
        """Make the folder this evening's, unless it is. Raises EveningRefused, OSError."""
        if self.pictures is None:
            self._place.claim()
            self.pictures = RestPictures(self._path, self._no_picture)

    def begin(self, game: str, head: Head) -> Begun:
        """Begin a part; nothing is written there before `turn_to`. Raises OSError, TapeError."""
        self._place.date()
        part = new_part(self._path, game)
        return part, begin_tape(part / TAPE, head, self._failed, partial(self._deleted, part))

    def turn_to(self, begun: Begun) -> None:
        """Write there from now on."""
        self.end()
        self.part, self._writer = begun
        if self.pictures is not None:
            self.pictures.begin(self.part)

    def hear(self, at_ns: int, heard: Heard) -> None:
        """Add what was heard to the tape, if there is one."""
        if self._writer is not None:
            self._writer.hear(at_ns, heard)

    def take(self, rest: RestTaken) -> None:
        """Keep a picture, if a game is being kept."""
        if self.pictures is not None:
            self.pictures.take(rest)

    def pause(self) -> None:
        """The disk has refused: write no more in this part, and let the tape end here."""
        if self.pictures is not None:
            self.pictures.end()
        if (writer := self._writer) is not None:
            writer.end(self._clock.monotonic_ns())

    def end(self) -> None:
        """Write no more of this game."""
        self.pause()
        self._ending, self._writer, self.part = self._writer or self._ending, None, None

    def settle(self) -> None:
        """Wait until all that was heard is on the disk. Raises SourceStuck."""
        if self._ending is not None:
            self._ending.close()
        if self.pictures is not None:
            self.pictures.settle()

    def close(self) -> None:
        """Write the pictures that are waiting, and end."""
        if self.pictures is not None:
            self.pictures.close()

    def require_room(self) -> None:
        """Raises OSError where the disk has no room for more, or is gone."""
        if self.pictures is not None:
            self.pictures.require_room()

    def has_lost(self, part: Path) -> bool:
        """Whether somebody has deleted a part; no stick was pulled out."""
        return not part.exists() and self._place.is_there()

    def _no_picture(self, sentence: str) -> None:
        """A picture could not be written: somebody has deleted its part, or the disk takes no more."""
        part = self.part
        if part is not None and self.has_lost(part):
            self._deleted(part)
        elif part is not None:  # else its tape was found missing just now
            self._failed(sentence)
