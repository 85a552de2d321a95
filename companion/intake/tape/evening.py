"""An evening that is kept for the eye and the scribe to learn from: game by game, where people said yes.

Each game of it has a tape without names, and a small picture of the cloth at each rest. Before somebody
at the table has said yes, nothing is written; a no that comes later deletes what was kept of that game.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import SourceStuck, TableStopped
from companion.evidence import Notice, NoticesChanged, SourceChanged, SourceState
from companion.intake.door import Observed, TableDoor
from companion.intake.tape.events import Heard, Put, Saw, Shown, TapeError, Trusted, Wrote
from companion.intake.tape.pictures import RestPictures
from companion.intake.tape.recording import Overhearing, head_of
from companion.intake.tape.tap import Tap
from companion.intake.tape.writing import TapeWriter, begin_tape
from companion.keeping.evenings_kept import (
    EveningRefused,
    claim_evening,
    date_evening,
    new_part,
    parts_of,
    require_evening,
)
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState
from vision.sighting import RestTaken

__all__ = ["ASKED", "CUT", "KEPT", "NAME", "TAPE", "Kept", "KeptEvening", "WrongGame"]

NAME: Final = "evening"
"""Its name among the sources."""
TAPE: Final = "evening.tape"
ASKED, KEPT, CUT = "evening_asked", "evening_kept", "evening_cut"
"""The codes of its notices: nobody has answered; the game is being kept; only a part of it was."""
_log = logging.getLogger(__name__)


class Kept(StrEnum):
    """What becomes of the game that is on the table."""

    NO_GAME = "no_game"
    ASKED = "asked"
    YES = "yes"
    NO = "no"
    FAILED = "failed"


class WrongGame(EveningRefused):
    """The answer is about another game than the one on the table."""


class _Before:
    """What a tape that begins now needs of what was heard before."""

    def __init__(self) -> None:
        self._newest: dict[type, Heard] = {}
        self._written: dict[str, Wrote] = {}
        """All that was written of each game: an undo may bring an earlier one back to the table."""

    def hear(self, heard: Heard) -> None:
        """Remember it, if a tape may need it."""
        match heard:
            case Wrote():
                self._written[heard.game] = _continued(self._written.get(heard.game), heard)
            case Saw() if heard.sighting is not None:
                self._newest[Saw] = heard
            case Shown() | Put() | Trusted():
                self._newest[type(heard)] = heard
            case _:
                pass

    def needed(self, game: str, notes: str) -> Iterator[Heard]:
        """What a tape of this game begins with; `notes` is what the table knows of it besides its facts."""
        if game in self._written:
            yield replace(self._written[game], notes=notes)
        yield from (self._newest[kind] for kind in (Trusted, Saw, Shown, Put) if kind in self._newest)


class KeptEvening(Overhearing):
    """Listens all the time, and writes where people said yes. The page says if it cannot be written."""

    def __init__(self, path: Path, folder: Path, house: RuleSet, clock: Clock) -> None:
        super().__init__(Tap(self._hear, clock, self._rest, self._forgets))
        self._path, self._house, self._clock = path, house, clock
        self._put: Callable[[Observed], None] = lambda _: None
        self._answering = threading.Lock()
        """Held while an answer is carried out on the disk, which may take long; play does not wait for it."""
        self._lock = threading.RLock()
        self._game: str | None = None
        self._kept = Kept.NO_GAME
        self._writer: TapeWriter | None = None
        self._ending: TapeWriter | None = None
        """The tape that ended last; it may still be being written."""
        self._before = _Before()
        self._saying = threading.Lock()
        self._said: tuple[Kept, str, bool] = (Kept.NO_GAME, "", False)
        self._pictures: RestPictures | None = None
        self.failure, self._why, self._table = "", "ended", ""
        try:
            self._table = claim_evening(path, folder, clock)
            self._pictures = RestPictures(path, self._failed)
        except (EveningRefused, OSError) as error:
            self.failure = f"The evening cannot be kept: {error}."
            self._why = "other" if isinstance(error, EveningRefused) else "ended"
            _log.warning("evening.refused %s", error)

    def door(self, table: TableDoor) -> TableDoor:
        """The same table, overheard. Pages are told whether an evening can be kept."""
        self._put = table.put
        self._say_source()
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
                    self._kept = Kept.YES if is_yes else Kept.NO
        finally:
            self._say()  # a no that fails has stopped the tape all the same

    def _require(self, game: str) -> None:
        if game != self._game:
            raise WrongGame("Another game is on the table now.")

    def shown(self, state: TableState) -> None:
        """The table shows this now: people are asked anew about a new game, and about none after its end."""
        super().shown(state)
        game = None if state.hanchan.is_closed else state.game
        with self._lock:
            if game != self._game:
                self._end()
                self._game = game
                self._kept = Kept.NO_GAME if game is None else Kept.ASKED
        self._say()

    def close(self) -> None:
        """Write what is waiting, and end. Raises SourceStuck."""
        if self._pictures is not None:
            self._pictures.close()
        with self._lock:
            self._end()
        self._settle()

    # What is heard.

    def _rest(self, rest: RestTaken) -> None:
        if self._pictures is not None:
            self._pictures.take(rest)

    def _hear(self, at_ns: int, heard: Heard) -> None:
        with self._lock:
            self._before.hear(heard)
            is_of_another = isinstance(heard, Wrote) and heard.game != self._game
            if self._writer is not None and not self.failure and not is_of_another:
                self._writer.hear(at_ns, heard)

    # What is kept.

    def _begin(self, game: str) -> None:
        """Begin a tape, whose first lines say what was there before. Raises EveningRefused."""
        if self.failure or self._pictures is None:
            raise EveningRefused(self.failure)
        try:
            _date(self._path, self._table, self._clock)
            part = new_part(self._path, game)
            writer = begin_tape(part / TAPE, head_of(self._house, self._clock), self._failed)
            with self._lock:
                if game != self._game:
                    writer.end()
                self._require(game)
                self._writer = writer
                self._pictures.begin(part)
                for heard in self._before.needed(game, self._tap.notes_of(game)):
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
                require_evening(self._path, self._table)
                for part in parts_of(self._path, game):
                    shutil.rmtree(part)
        except OSError as error:
            raise EveningRefused(f"What was kept cannot be deleted: {error.strerror or error}.") from error
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
        writer, self._writer = self._writer, None
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

    # What people are told.

    def _say(self) -> None:
        """Tell pages, but only once for each change: what is told is shown, and that calls this again."""
        is_kept = self._kept is Kept.YES and self._writer is not None and not self.failure
        now = (self._kept, self.failure, is_kept)
        # Not the main lock: whoever holds that one may be waiting for the thread that runs this.
        with self._saying:
            if now == self._said:
                return
            self._said = now
        notices = _notices(self._kept, is_kept=is_kept, is_possible=not self.failure)
        with contextlib.suppress(TableStopped):
            self._put(NoticesChanged(NAME, notices))
            self._say_source(is_kept=is_kept)

    def _say_source(self, *, is_kept: bool = False) -> None:
        down = SourceChanged(NAME, SourceState.DOWN, self.failure, self._why)
        self._put(down if self.failure else _going_on(is_kept=is_kept))


def _notices(kept: Kept, *, is_kept: bool, is_possible: bool) -> tuple[Notice, ...]:
    """What people are told or asked. What was kept can be deleted, even if nothing more is kept."""
    if kept is Kept.YES:
        return (Notice(KEPT if is_kept else CUT),)
    return (Notice(ASKED, is_question=True),) if kept is Kept.ASKED and is_possible else ()


def _going_on(*, is_kept: bool) -> SourceChanged:
    if is_kept:
        return SourceChanged(NAME, SourceState.UP, "The cloth and the keys are being kept.", "keeping")
    return SourceChanged(NAME, SourceState.UP, "Nothing is kept.", "waiting")


def _date(path: Path, table: str, clock: Clock) -> None:
    """Date the evening in this folder. Raises OSError, also where the stick is gone, or another table's."""
    try:
        require_evening(path, table)
        date_evening(path, clock)
    except EveningRefused as error:
        raise OSError(str(error)) from error


def _continued(before: Wrote | None, heard: Wrote) -> Wrote:
    """All that was written of a game, for a tape that begins after it."""
    if before is None:
        return replace(heard, is_before=True)
    return replace(before, entries=before.entries + heard.entries)
