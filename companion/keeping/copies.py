"""Dated copies of a journal beside it: when one is due, what it is called, and which of them stay.

The number in a copy's name orders it, never its date: the clock of a small machine jumps.
"""

from __future__ import annotations

import logging
import os
import re
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Final

from companion.clock import Clock
from companion.errors import CompanionError, JournalCorrupt
from companion.files import give_to_owner, sync
from companion.journal.copying import copy_journal
from companion.journal.sqlite import SqliteReader
from companion.keeping.frugal import give_back

KEPT_LAST: Final = 5
KEPT_DAYS: Final = 7
KEPT_WEEKS: Final = 4
REST: Final = 50
"""After each copy none is made for this many times as long as it took, so as not to overwork the card."""
TRIED_AGAIN_AFTER_S: Final = 60.0
"""After a copy that the disk refused, another is tried: the last hand of an evening has no next one."""
_NAME: Final = re.compile(r"(?P<seq>\d{9})_(?P<date>\d{8}T\d{6})Z\.sqlite", re.ASCII)
_DATE: Final = "%Y%m%dT%H%M%S"

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, order=True)
class Copy:
    """One copy: up to which entry it goes, and when it was made: UTC by the wall clock, without a zone."""

    seq: int
    made: datetime
    path: Path

    @property
    def day(self) -> date:
        """The day on which it was made."""
        return self.made.date()


def copies_folder(journal: Path) -> Path:
    """Where the copies of a journal lie: `copies/table` beside `table.sqlite`."""
    return journal.parent / "copies" / journal.stem


def copies_of(journal: Path) -> tuple[Copy, ...]:
    """The copies of a journal, the newest entry last. A file with another name is not ours."""
    folder = copies_folder(journal)
    if not folder.is_dir():
        return ()
    found = ((path, _NAME.fullmatch(path.name)) for path in folder.iterdir())
    return tuple(sorted(_copy(path, name) for path, name in found if name))


def which_stay(copies: Iterable[Copy]) -> frozenset[Copy]:
    """The newest five, the last of each of seven days, and the last of each of four weeks."""
    newest_first = sorted(copies, reverse=True)
    stay = set(newest_first[:KEPT_LAST])
    stay |= set(_last_of_each(newest_first, KEPT_DAYS, lambda copy: copy.day.toordinal()))
    stay |= set(_last_of_each(newest_first, KEPT_WEEKS, lambda copy: copy.day.toordinal() // 7))
    return frozenset(stay)


def make_copy(journal: Path, made: datetime) -> Copy:
    """Copy a journal, and let go of the copies that need not stay. The same state is copied once.

    Raises:
        OSError: the folder cannot be made, or an old copy cannot be removed.
        JournalError: it cannot be read, or the copy cannot be written.
    """
    folder = copies_folder(journal)
    _make_folder(folder)
    reader = SqliteReader(journal)
    seq = reader.last_seq
    reader.close()
    there = copies_of(journal)
    if there and there[-1].seq == seq:
        return there[-1]
    path = folder / f"{seq:09}_{made:{_DATE}}Z.sqlite"
    if not path.exists():
        # What comes in between is in it too: the number says what is in it at least.
        copy_journal(journal, path)
    let_go(journal)
    return Copy(seq, made.replace(tzinfo=None, microsecond=0), path)


def copy_what_is_open(copy: Callable[[Path], None], seq: int, journal: Path, made: datetime) -> Copy | None:
    """Have a journal whose file was taken away copied by whoever has it open.

    Returns None if a copy already goes as far.

    Raises:
        JournalError: it cannot be read, or the copy cannot be written.
        OSError: its folder cannot be made.
    """
    there = copies_of(journal)
    if there and there[-1].seq >= seq:
        return None
    _make_folder(copies_folder(journal))
    path = copies_folder(journal) / f"{seq:09}_{made:{_DATE}}Z.sqlite"
    copy(path)
    return Copy(seq, made.replace(tzinfo=None, microsecond=0), path)


def let_go(journal: Path) -> None:
    """Remove the copies that are no longer needed, and parts of any that were cut off. Raises OSError."""
    for rest in copies_folder(journal).glob("*.sqlite.new*"):
        rest.unlink()
    there = copies_of(journal)
    for copy in set(there) - which_stay(there):
        copy.path.unlink()


def renew_copies(journal: Path, made: datetime) -> Copy:
    """Copy a journal anew and remove every older copy: for a file from which something was taken out.

    Raises:
        JournalError: it cannot be read, or the copy cannot be written; the older ones are still there.
    """
    for there in copies_of(journal):
        there.path.rename(there.path.with_suffix(".old"))
    # What is taken out from now on may still be in this copy: whoever takes it out sets another mark.
    with suppress(FileNotFoundError):
        renewal_mark(journal).rename(_renewing(journal))
    older_ones = tuple(copies_folder(journal).glob("*.old"))
    try:
        copy = make_copy(journal, made)
    except BaseException:
        for older in older_ones:
            older.rename(older.with_suffix(".sqlite"))
        raise
    for older in older_ones:
        older.unlink()
    _renewing(journal).unlink(missing_ok=True)
    return copy


def mark_for_renewal(journal: Path) -> None:
    """Note that something is taken out: the next copy replaces all the others, even after a power cut.

    Raises:
        OSError: it cannot be noted.
    """
    folder = copies_folder(journal)
    if folder.is_dir():
        renewal_mark(journal).touch()
        sync(folder)


def renewal_mark(journal: Path) -> Path:
    """The file that says that the copies must be renewed."""
    return copies_folder(journal) / ".renew"


def is_renewal_due(journal: Path) -> bool:
    """Whether the copies must be renewed, or were being renewed when that was cut off."""
    return renewal_mark(journal).exists() or _renewing(journal).exists()


def _renewing(journal: Path) -> Path:
    """The mark while the copies are being renewed."""
    return copies_folder(journal) / ".renewing"


class Copier:
    """A thread that copies a journal when somebody says that it is a good moment."""

    def __init__(self, journal: Path, clock: Clock) -> None:
        self._journal = journal
        self._clock = clock
        self._asked = threading.Event()
        self._stopped = threading.Event()
        self._owes_renewal = False
        self._may_be_tried_again = False
        self._thread = threading.Thread(target=self._run, name="copier", daemon=True)
        self.made = 0
        """How many copies were made since the start."""
        self.last_s = 0.0
        """How long the last one took, in seconds."""
        self.complaint = ""
        """Why the last one could not be made; empty while all is well."""

    def now(self) -> datetime:
        """The wall-clock time for a copy that is made now."""
        return self._clock.utc_now()

    def start(self) -> None:
        """Copy from now on."""
        self._thread.start()

    def ask(self, *, renew: bool = False) -> None:
        """A hand is over: copy soon. Any thread may call; it does not wait for the copy, and never raises.

        With `renew` something was taken out of the journal, so the older copies go.
        """
        if renew:
            self._owes_renewal = True
            try:
                mark_for_renewal(self._journal)
            except OSError as failure:
                _log.warning("copy.renewal_not_noted %s", failure)
        self._asked.set()

    def stop(self, timeout_s: float = 1.0) -> None:
        """Make no more copies; one that is being made is finished, or left without a name."""
        self._stopped.set()
        self._asked.set()
        if self._thread.ident is not None:
            self._thread.join(timeout_s)

    def copy_now(self) -> None:
        """Make a copy in the caller's thread; what goes wrong is remembered, and never raised."""
        began_ns = self._clock.monotonic_ns()
        is_owed, self._owes_renewal = self._owes_renewal, False
        make = renew_copies if is_owed or is_renewal_due(self._journal) else make_copy
        try:
            copy = make(self._journal, self._clock.utc_now())
        except (CompanionError, OSError) as failure:
            self._owes_renewal |= is_owed
            self._failed(failure)
            return
        self.complaint, self._may_be_tried_again = "", False
        self.made += 1
        self.last_s = (self._clock.monotonic_ns() - began_ns) / 1e9
        _log.info("copy.made seq=%s seconds=%.3f", copy.seq, self.last_s)

    def _failed(self, failure: Exception) -> None:
        if str(failure) != self.complaint:
            _log.warning("copy.failed %s", failure)
        self.complaint = str(failure)
        # A damaged journal stays damaged: to read it again and again would only wear out the card.
        self._may_be_tried_again = not isinstance(failure, JournalCorrupt)

    def _run(self) -> None:
        while True:
            self._asked.wait(TRIED_AGAIN_AFTER_S if self._may_be_tried_again else None)
            if self._stopped.is_set():
                return
            self._asked.clear()
            self.copy_now()
            # A copy fills two caches of two megabytes each, in thousands of pieces among other memory.
            give_back()
            self._stopped.wait(self.last_s * REST)


def _copy(path: Path, name: re.Match[str]) -> Copy:
    return Copy(int(name["seq"]), datetime.strptime(name["date"], _DATE), path)  # noqa: DTZ007 - it is UTC


def _last_of_each(newest_first: Iterable[Copy], most: int, bucket: Callable[[Copy], int]) -> Iterable[Copy]:
    seen: dict[int, Copy] = {}
    for copy in newest_first:
        if len(seen) < most:
            seen.setdefault(bucket(copy), copy)
    return seen.values()


def _make_folder(folder: Path) -> None:
    for made in (folder.parent, folder):
        # `copies` may be there already, also as a link to another disk.
        if made.is_dir():
            continue
        made.mkdir()  # never the journal's own folder: somebody who took that away may put it back
        opened = os.open(made, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        try:
            give_to_owner(opened, made.parent)
        finally:
            os.close(opened)
        sync(made.parent)
