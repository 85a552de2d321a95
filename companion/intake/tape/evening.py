"""An evening that is kept for the eye and the scribe to learn from: game by game, where people said yes.

Each game of it has a tape without names, and a small picture of the cloth at each rest. Before somebody
at the table has said yes, nothing of a game is written; a no that comes later deletes what was kept of it.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
from functools import partial
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import JournalError, SourceStuck
from companion.intake.door import TableDoor
from companion.intake.tape.before import Before
from companion.intake.tape.evening_told import ASKED, CUT, KEPT, NAME, Kept, State, Told
from companion.intake.tape.events import Heard, TapeError, Wrote
from companion.intake.tape.pictures import RestPictures
from companion.intake.tape.recording import Overhearing, head_of
from companion.intake.tape.tap import Tap
from companion.intake.tape.writing import TapeWriter, begin_tape
from companion.journal import Journal
from companion.keeping.evenings_kept import (
    EveningRefused,
    claim_evening,
    date_evening,
    is_evening,
    new_part,
    parts_of,
    require_evening,
)
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState
from vision.sighting import RestTaken

__all__ = ["ASKED", "CUT", "KEPT", "NAME", "TAPE", "Kept", "KeptEvening", "WrongGame"]

TAPE: Final = "evening.tape"
_log = logging.getLogger(__name__)


class WrongGame(EveningRefused):
    """The answer is about another game than the one on the table."""


class KeptEvening(Overhearing):
    """Listens all the time, and writes where people said yes. The page says if it cannot be written."""

    def __init__(self, path: Path, folder: Path, house: RuleSet, clock: Clock) -> None:
        super().__init__(Tap(self._hear, clock, self._rest, self._forgets))
        self._path, self._folder, self._house, self._clock = path, folder, house, clock
        self._answering = threading.Lock()
        """Held while an answer is carried out on the disk, which may take long; play does not wait for it."""
        self._lock = threading.RLock()
        self._game: str | None = None
        self._kept = Kept.NO_GAME
        self._writer: TapeWriter | None = None
        self._ending: TapeWriter | None = None
        """The tape that ended last; it may still be being written."""
        self._before, self._told = Before(), Told()
        self._part: Path | None = None
        """Where the game is being kept."""
        self._is_deleted = False
        """Whether somebody has deleted what was kept of the game, and nobody was asked since."""
        self._pictures: RestPictures | None = None
        self.failure, self._why, self._claim = "", "ended", ("", 0)
        try:
            self._claim = _claimed(path, folder, clock)
            self._pictures = RestPictures(path, self._no_picture)
        except (EveningRefused, OSError) as error:
            self.failure = f"The evening cannot be kept: {error}."
            self._why = "other" if isinstance(error, EveningRefused) else "ended"
            _log.warning("evening.refused %s", error)
        self._say()

    def journal(self, journal: Journal) -> Journal:
        """The same journal, overheard."""
        self._before.reads(journal)
        return super().journal(journal)

    def door(self, table: TableDoor) -> TableDoor:
        """The same table, overheard. Pages are told whether an evening can be kept."""
        self._told.to(table.put)
        return super().door(table)

    @property
    def evening(self) -> KeptEvening:
        """The evening itself: it asks people."""
        return self

    @property
    def game(self) -> str | None:
        """The game that people are asked about now."""
        return self._game

    @property
    def kept(self) -> Kept:
        """What becomes of that game."""
        return Kept.FAILED if self.failure else self._kept

    def answer(self, game: str, *, is_yes: bool) -> None:
        """Everybody at the table agrees that this game is kept, or somebody does not.

        Raises:
            WrongGame: another game is on the table.
            EveningRefused: it cannot be kept, or what was kept cannot be deleted.
        """
        try:
            with self._answering:
                self._require(game)
                if is_yes and (self.failure or self._writer is None):
                    self._begin(game)
                elif not is_yes:
                    self._drop(game)
                with self._lock:
                    self._require(game)
                    self._kept, self._is_deleted = Kept.YES if is_yes else Kept.NO, False
        finally:
            self._say()  # a no that fails has stopped the tape all the same

    def _require(self, game: str) -> None:
        if game != self._game:
            raise WrongGame("Another game is on the table now.")

    def shown(self, state: TableState) -> None:
        """The table shows this now: people are asked anew about a new game, and about none after its end."""
        super().shown(state)
        game = None if state.hanchan.is_closed else state.game
        try:
            with self._lock:
                if game != self._game:
                    self._end()
                    self._game, self._is_deleted = game, False
                    self._kept = Kept.NO_GAME if game is None else Kept.ASKED
                    self._before.turn_to(game)
        except JournalError as error:
            self._failed(f"The evening cannot be kept: {error}.")
        self._say()

    def close(self) -> None:
        """Write what is waiting, and end. Raises SourceStuck."""
        if self._pictures is not None:
            self._pictures.close()
        with self._lock:
            self._end()
        self._settle()

    def _rest(self, rest: RestTaken) -> None:
        if self._pictures is not None:
            self._pictures.take(rest)

    def _hear(self, at_ns: int, heard: Heard) -> None:
        with self._lock:
            if isinstance(heard, Wrote) and heard.game != self._game:
                return  # that game is asked about once the table shows it
            self._before.hear(heard)
            if self._writer is not None and not self.failure:
                self._writer.hear(at_ns, heard)

    def _begin(self, game: str) -> None:
        """Begin a tape, whose first lines say what was there before. Raises EveningRefused."""
        if self.failure or self._pictures is None:
            raise EveningRefused(self.failure)
        try:
            _date(self._path, self._folder, self._claim, self._clock)
            part = new_part(self._path, game)
            gone = partial(self._deleted, part)
            writer = begin_tape(part / TAPE, head_of(self._house, self._clock), self._failed, gone)
            with self._lock:
                if game != self._game:
                    writer.end()
                self._require(game)
                self._writer, self._part = writer, part
                self._pictures.begin(part)
                for heard in self._before.needed(self._tap.notes_of):
                    writer.hear(self._clock.monotonic_ns(), heard)
        except (OSError, TapeError) as error:
            sentence = f"The evening cannot be kept: {error}."
            self._failed(sentence)
            raise EveningRefused(sentence) from error

    def _drop(self, game: str) -> None:
        """Write no more of this game, and delete what was written. Raises EveningRefused."""
        with self._lock:
            self._end()
        try:
            self._settle()
            if self._pictures is not None:
                _delete(self._path, self._claim, game)
        except (SourceStuck, EveningRefused) as error:
            raise EveningRefused(f"What was kept cannot be deleted: {error}.") from error

    def _forgets(self, game: str) -> None:
        """Write no more of a game that is about to be deleted: its tape would be found missing."""
        with self._lock:
            if game == self._game:
                self._end()
        with contextlib.suppress(SourceStuck):  # whoever deletes from that disk will hear of it
            self._settle()

    def _end(self) -> None:
        """Write no more of this game; whoever plays does not wait for the disk."""
        writer, self._writer, self._part = self._writer, None, None
        if self._pictures is not None:
            self._pictures.end()
        if writer is not None:
            writer.end(self._clock.monotonic_ns())
            self._ending = writer

    def _settle(self) -> None:
        """Wait until all that was heard is on the disk. Raises SourceStuck."""
        if self._ending is not None:
            self._ending.close()
        if self._pictures is not None:
            self._pictures.settle()

    def _failed(self, sentence: str) -> None:
        """The disk takes no more: play goes on, and nothing more is kept."""
        self.failure = sentence
        if self._pictures is not None:
            self._pictures.end()
        self._say()

    def _no_picture(self, sentence: str) -> None:
        """A picture could not be written: somebody has deleted its part, or the disk takes no more."""
        part = self._part
        if part is not None and not part.exists() and _is_there(self._path, self._claim):
            self._deleted(part)
        elif part is not None:  # else its tape was found missing just now
            self._failed(sentence)

    def _deleted(self, part: Path) -> None:
        """Somebody has deleted what was kept of the game: people are asked anew, as that may be a no."""
        with self._lock:
            if part != self._part:
                return  # that of an earlier game, or the other half was missed first
            _log.warning("evening.deleted part=%s", part.name)
            self._end()
            self._kept, self._is_deleted = Kept.ASKED, True
        self._say()

    def _say(self) -> None:
        is_kept = self._kept is Kept.YES and self._writer is not None and not self.failure
        why = self._why if self.failure else ""
        self._told.say(State(self._kept, self.failure, why, is_kept=is_kept, is_deleted=self._is_deleted))


Claim = tuple[str, int]
"""The name of this table among evenings, and the number of the disk on which its evening lies."""


def _claimed(path: Path, folder: Path, clock: Clock) -> Claim:
    """Make a folder this evening's, or go on with it. Raises EveningRefused, OSError."""
    return claim_evening(path, folder, clock), path.stat().st_dev


def _is_there(path: Path, claim: Claim) -> bool:
    """Whether the evening lies in this folder, or the folder was deleted on a disk that is still there."""
    return is_evening(path) or _is_deleted(path, claim)


def _is_deleted(path: Path, claim: Claim) -> bool:
    """Whether somebody has deleted the folder, or all that was in it; no stick was pulled out."""
    try:
        is_empty = not path.exists() or not any(path.iterdir())
        return is_empty and (path if path.exists() else path.parent).stat().st_dev == claim[1]
    except OSError:
        return False


def _delete(path: Path, claim: Claim, game: str) -> None:
    """Delete what was kept of a game in this folder. Raises EveningRefused."""
    if _is_deleted(path, claim):
        return
    require_evening(path, claim[0])
    try:
        for part in parts_of(path, game):
            shutil.rmtree(part)
    except OSError as error:
        raise EveningRefused(error.strerror or str(error)) from error


def _date(path: Path, folder: Path, claim: Claim, clock: Clock) -> None:
    """Date the evening in this folder, which is made anew where somebody has deleted it.

    Raises OSError, also where the stick is gone, or another table's.
    """
    try:
        if _is_deleted(path, claim):
            claim_evening(path, folder, clock)
        require_evening(path, claim[0])
        date_evening(path, clock)
    except EveningRefused as error:
        raise OSError(str(error)) from error
