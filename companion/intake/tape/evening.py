"""An evening that is kept for the eye and the scribe to learn from: game by game, where people said yes.

Each game of it has a tape without names, and a small picture of the cloth at each rest. Before somebody
at the table has said yes, nothing of a game is written; a no that comes later deletes what was kept of it.
Where the disk or the journal refuses, it goes on by itself once that works again, in a part of its own.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from pathlib import Path

from companion.clock import Clock
from companion.errors import JournalError, SourceStuck
from companion.intake.door import TableDoor
from companion.intake.tape.again import TRY_EVERY_S, Again
from companion.intake.tape.before import Before
from companion.intake.tape.evening_place import EveningPlace
from companion.intake.tape.evening_told import ASKED, CUT, KEPT, NAME, Kept, State, Told
from companion.intake.tape.evening_writing import TAPE, EveningWriting
from companion.intake.tape.events import Heard, TapeError, Wrote
from companion.intake.tape.recording import Overhearing, head_of
from companion.intake.tape.tap import Tap
from companion.journal import Journal
from companion.keeping.evenings_kept import EveningRefused
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState
from vision.sighting import RestTaken

__all__ = ["ASKED", "CUT", "KEPT", "NAME", "TAPE", "Kept", "KeptEvening", "WrongGame"]

_log = logging.getLogger(__name__)


class WrongGame(EveningRefused):
    """The answer is about another game than the one on the table."""


class KeptEvening(Overhearing):
    """Listens all the time, and writes where people said yes. The page says if it cannot be written."""

    def __init__(self, path: Path, folder: Path, house: RuleSet, clock: Clock) -> None:
        super().__init__(Tap(self._hear, clock, self._rest, self._forgets))
        self._house, self._clock, self._place = house, clock, EveningPlace(path, folder, clock)
        self._writing = EveningWriting(path, self._place, clock, self._failed, self._deleted)
        self._answering = threading.Lock()
        """Held while an answer is carried out on the disk, which may take long; play does not wait for it."""
        self._lock = threading.RLock()
        self._game: str | None = None
        self._kept = Kept.NO_GAME
        self._before, self._told = Before(), Told()
        self._is_unread = False
        """Whether the journal has not said yet what was written of the game."""
        self._is_deleted = self._has_gap = False
        """Of the game: what was kept was deleted, and nobody was asked since; a part of it is missing."""
        self.failure, self._why = "", "ended"
        self._again = Again(self._goes_on, TRY_EVERY_S)
        try:
            self._writing.open()
        except (EveningRefused, OSError) as error:
            _log.warning("evening.refused %s", error)
            why = "other" if isinstance(error, EveningRefused) else "ended"
            self._failed(f"The evening cannot be kept: {error}.", why)
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
                if is_yes and self.failure:
                    raise EveningRefused(self.failure)
                if is_yes and not self._writing.is_going:
                    self._begin(game)
                elif not is_yes:
                    self._drop(game)
                with self._lock:
                    self._require(game)
                    self._kept, self._is_deleted = Kept.YES if is_yes else Kept.NO, False
                    self._has_gap = self._has_gap and is_yes
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
                    self._writing.end()
                    self._game, self._is_deleted = game, False
                    self._kept = Kept.NO_GAME if game is None else Kept.ASKED
                    self._has_gap, self._is_unread = False, True
                if self._is_unread:
                    self._before.turn_to(game)
                    self._is_unread = False
                    self.failure = "" if self._why == "journal" else self.failure
        except JournalError as error:
            if not self.failure:  # a disk that refuses still does so once the journal is back
                self._failed(f"The evening cannot be kept: {error}.", "journal")
        self._say()

    def close(self) -> None:
        """Write what is waiting, and end. Raises SourceStuck."""
        self._again.stop()
        self._writing.close()
        with self._lock:
            self._writing.end()
        self._writing.settle()

    def _rest(self, rest: RestTaken) -> None:
        self._writing.take(rest)

    def _hear(self, at_ns: int, heard: Heard) -> None:
        with self._lock:
            if isinstance(heard, Wrote) and heard.game != self._game:
                return  # that game is asked about once the table shows it
            self._before.hear(heard)
            if not self.failure:
                self._writing.hear(at_ns, heard)

    def _begin(self, game: str) -> None:
        """Begin a tape, whose first lines say what was there before. Raises EveningRefused."""
        try:
            before = self._writing.part
            part, writer = self._writing.begin(game, head_of(self._house, self._clock))
            with self._lock:
                if game != self._game or before != self._writing.part:
                    writer.end()
                    raise WrongGame("Another game is on the table now, or this one was forgotten.")
                self._writing.turn_to((part, writer))
                self.failure = ""
                for heard in self._before.needed(self._tap.notes_of):
                    writer.hear(self._clock.monotonic_ns(), heard)
        except (OSError, TapeError) as error:
            sentence = f"The evening cannot be kept: {error}."
            self._failed(sentence)
            raise EveningRefused(sentence) from error

    def _goes_on(self) -> bool:
        """Try to keep what was refused before; returns whether there is nothing left to try."""
        with self._answering, contextlib.suppress(EveningRefused, OSError):
            if self.failure and not self._is_unread:
                self._try_again()
        self._say()
        return not self.failure

    def _try_again(self) -> None:
        """Raises EveningRefused, OSError."""
        self._writing.open()
        if (part := self._writing.part) is not None and self._writing.has_lost(part):
            self._deleted(part)
        if self._writing.is_full:
            return
        self._writing.require_room()
        self._place.date()
        if (game := self._game) is not None and self._writing.is_going:  # else it was refused, or forgotten
            self._begin(game)
        else:
            self.failure = ""

    def _drop(self, game: str) -> None:
        """Write no more of this game, and delete what was written. Raises EveningRefused."""
        with self._lock:
            self._writing.end()
        try:
            self._writing.settle()
            if self._writing.pictures is not None:
                self._place.delete(game)
        except (SourceStuck, EveningRefused) as error:
            raise EveningRefused(f"What was kept cannot be deleted: {error}.") from error

    def _forgets(self, game: str) -> None:
        """Write no more of a game that is about to be deleted: its tape would be found missing."""
        with self._lock:
            if game == self._game:
                self._writing.end()
        with contextlib.suppress(SourceStuck):  # whoever deletes from that disk will hear of it
            self._writing.settle()

    def _failed(self, sentence: str, why: str = "ended") -> None:
        """Nothing more is kept for now: play goes on, and it is tried again now and then."""
        self.failure, self._why = sentence, why
        self._has_gap = self._has_gap or self._writing.is_going
        self._writing.pause()
        self._say()
        self._again.begin()

    def _deleted(self, part: Path) -> None:
        """Somebody has deleted what was kept of the game: people are asked anew, as that may be a no."""
        with self._lock:
            if part != self._writing.part:
                return  # that of an earlier game, or the other half was missed first
            _log.warning("evening.deleted part=%s", part.name)
            self._writing.end()
            self._kept, self._is_deleted, self._has_gap = Kept.ASKED, True, False
        self._say()

    def _say(self) -> None:
        is_kept = self._kept is Kept.YES and self._writing.is_going and not self.failure
        why = self._why if self.failure else ""
        told = {"is_kept": is_kept, "is_deleted": self._is_deleted, "has_gap": self._has_gap}
        self._told.say(State(self._kept, self.failure, why, **told))
