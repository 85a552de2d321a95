"""The tape of a running companion: how it is made, and where it listens."""

from __future__ import annotations

import contextlib
import logging
import shutil
import threading
from collections.abc import Callable
from functools import cached_property
from importlib import metadata
from itertools import count
from pathlib import Path
from typing import Any, Final

from companion.clock import Clock, utc_text
from companion.errors import JournalError, TableStopped
from companion.evidence import SourceChanged, SourceState
from companion.intake.door import TableDoor
from companion.intake.eye.source import EyeSource
from companion.intake.tape.again import ROOM, TRY_EVERY_S, Again
from companion.intake.tape.before import Before
from companion.intake.tape.events import Head, Heard, TapeError, Wrote
from companion.intake.tape.options import TapeWish
from companion.intake.tape.tap import (
    OverheardHouse,
    Tap,
    overheard_door,
    overheard_eye,
    overheard_journal,
    overheard_panel,
)
from companion.intake.tape.writing import TapeWriter, begin_tape
from companion.journal import Journal
from companion.keeping.checkup import PRODUCT
from companion.keeping.trusting import HouseTrust
from companion.logs import boot_id
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState
from firmware_bridge.panel import Panel
from vision.errors import VisionError

__all__ = ["NAME", "Overhearing", "Recording", "head_of"]

_log = logging.getLogger(__name__)
NAME: Final = "tape"
"""Its name among the sources."""


class Overhearing:
    """Listens at every door of one companion, and tells a tap what it hears."""

    def __init__(self, tap: Tap) -> None:
        self._tap = tap

    @property
    def evening(self) -> Any:
        """What asks people whether the evening may be kept; here nothing does."""
        return None

    def journal(self, journal: Journal) -> Journal:
        """The same journal, overheard."""
        return overheard_journal(journal, self._tap)

    def house(self, house: HouseTrust) -> OverheardHouse:
        """The same house, overheard."""
        return OverheardHouse(house, self._tap)

    def door(self, table: TableDoor) -> TableDoor:
        """The same table, overheard."""
        return overheard_door(table, self._tap)

    def panel(self, open_panel: Callable[[], Panel]) -> Callable[[], Panel]:
        """The same panel, overheard."""
        return overheard_panel(open_panel, self._tap)

    @cached_property
    def open_eye(self) -> Callable[..., EyeSource]:
        """What opens an eye that is overheard."""
        return overheard_eye(self._tap)

    def shown(self, state: TableState) -> None:
        """The table shows this now."""
        self._tap.put(state.questions)

    def close(self) -> None:
        """End whatever writes; here nothing does. A subclass raises SourceStuck if that does not end."""


class Recording(Overhearing):
    """Writes a tape until it is closed; one that somebody deletes begins anew.

    Where the disk refuses, it goes on by itself once that works again, in a file beside the first.

    Raises:
        TapeError: the file is there already, or cannot be made or written.
    """

    def __init__(self, wish: TapeWish, house: RuleSet, clock: Clock) -> None:
        self._wish, self._house, self._clock = wish, house, clock
        self._put: Callable[[SourceChanged], None] = lambda _: None
        self._lock = threading.Lock()
        self._before = Before()
        self._known: set[str] = set()
        """The games of which the tape has been told all that was written."""
        self._again = Again(self._goes_on, TRY_EVERY_S)
        self._path = wish.path
        """Of the newest tape."""
        self._writer = self._begun(wish.path)
        self._disk = wish.path.parent.stat().st_dev
        super().__init__(Tap(self._hear, clock))

    def journal(self, journal: Journal) -> Journal:
        """The same journal, overheard."""
        self._before.reads(journal)
        return super().journal(journal)

    def door(self, table: TableDoor) -> TableDoor:
        """The same table, overheard. Pages are told that a tape runs."""
        self._put = table.put
        self._tell(SourceState.UP, "What comes in is written on a tape.", "recording")
        return super().door(table)

    def shown(self, state: TableState) -> None:
        """The table shows this now."""
        super().shown(state)
        with self._lock, contextlib.suppress(JournalError):  # the table says so itself
            self._before.turn_to(state.game)
            if state.game not in self._known and (written := self._before.written(self._tap.notes_of)):
                self._tell_tape(written)  # an undo brought it back, and the tape began after it

    def close(self) -> None:
        """Write what is waiting, and end. Raises SourceStuck."""
        self._again.stop()
        with self._lock:
            writer = self._writer
        writer.close(self._clock.monotonic_ns())
        if self._writer is not writer:  # it was found deleted at the very end
            self._writer.close(self._clock.monotonic_ns())

    def _hear(self, at_ns: int, heard: Heard) -> None:
        with self._lock:
            self._before.hear(heard)
            self._tell_tape(heard, at_ns)

    def _tell_tape(self, heard: Heard, at_ns: int | None = None) -> None:
        if isinstance(heard, Wrote):
            self._known.add(heard.game)
        self._writer.hear(self._clock.monotonic_ns() if at_ns is None else at_ns, heard)

    def _begun(self, path: Path) -> TapeWriter:
        """A new tape. Raises TapeError."""
        head = head_of(self._house, self._clock, has_names=self._wish.with_names)
        return begin_tape(path, head, self._ended, self._deleted)

    def _deleted(self) -> None:
        """Somebody has deleted the tape: the next one begins with what it needs of what was heard before."""
        try:
            writer = self._begun(self._path)
        except TapeError as error:
            self._ended(f"The tape was deleted, and cannot begin anew: {error}.")
            return
        self._tell(SourceState.UP, "The tape was deleted, and has begun anew.", "begun_anew")
        self._turn_to(writer)

    def _turn_to(self, writer: TapeWriter) -> None:
        """Write this tape from now on, which begins with what it needs of what was heard before."""
        with self._lock:
            self._writer = writer
            self._known.clear()
            for heard in self._before.needed(self._tap.notes_of):
                self._tell_tape(heard)

    def _ended(self, sentence: str) -> None:
        """The disk refuses, or the tape is full: then there is no other."""
        self._tell(SourceState.DOWN, sentence, "tape_ended")
        if not self._writer.is_full:
            self._again.begin()

    def _goes_on(self) -> bool:
        """Try to write what comes in now, beside what is there; returns whether that is possible again."""
        path = self._wish.path
        names = (path.with_stem(f"{path.stem}-{number}") if number > 1 else path for number in count(1))
        with contextlib.suppress(OSError, TapeError):
            free = next(name for name in names if not name.exists())
            # Where a stick was pulled out, another disk would take the tape.
            if free == path and path.parent.stat().st_dev != self._disk:
                return False
            if shutil.disk_usage(path.parent).free < ROOM:
                return False
            writer, self._path = self._begun(free), free
            _log.info("tape.goes_on file=%s", free)
            # Before anything is written: if the disk refuses that, it is said after this.
            self._tell(SourceState.UP, f"The tape goes on in {free.name}; a part is missing.", "recording")
            self._turn_to(writer)
            return True
        return False

    def _tell(self, state: SourceState, sentence: str, code: str) -> None:
        with contextlib.suppress(TableStopped):
            self._put(SourceChanged(NAME, state, sentence, code))


def head_of(house: RuleSet, clock: Clock, *, has_names: bool = False) -> Head:
    """The first line of a tape that begins now."""
    return Head(_version(), _eye_mark(), house, utc_text(clock.utc_now()), has_names, boot_id())


def _version() -> str:
    try:
        return metadata.version(PRODUCT)
    except metadata.PackageNotFoundError:
        return "0"


def _eye_mark() -> str:
    """Which reader of faces is installed; empty where there is none."""
    try:
        from vision.read.model_mark import faces_mark  # needs the eye's libraries

        return faces_mark()
    except (ImportError, VisionError):
        return ""
