"""Checks at the start whether the journal is sound, and brings it back if not.

Nothing is ever overwritten, and no journal is begun afresh. A damaged file is set aside under a name
with a date, and the newest sound copy takes its place, with whatever newer entries the damaged file can still
prove. Without a sound copy nothing is touched. If this is cut off, the next start goes on with it.
"""

from __future__ import annotations

import contextlib
import logging
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.clock import Clock
from companion.errors import CompanionError, JournalCorrupt
from companion.files import damaged_name, name_durably, sync
from companion.journal.copying import carry_over, copy_journal, logs_of, remove_with_logs
from companion.journal.looking import look_at, read_all
from companion.journal.opening import lock, speaking_of
from companion.keeping.copies import Copy, copies_of
from companion.plurals import counted

RESTORED = "journal_restored"
"""The code of the notice that a journal was brought back."""
_LEFT_BY_OLDER = ".reading-"
"""The beginning of the names of folders in which older companions read a damaged journal."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Notice:
    """What people at the table have to know about the file: a stable code, and one English sentence."""

    code: str
    sentence: str


def make_sound(path: Path, clock: Clock) -> Notice | None:
    """See to it that a journal can be opened; return a notice where it had to be brought back from a copy.

    Raises:
        JournalCorrupt: it is damaged and no copy of it is sound; everything is as it was.
        JournalTooNew: a newer companion has written it.
        JournalInUse: it is damaged, and another companion writes it.
        JournalDown: the disk refuses.
    """
    try:
        require_sound(path, look_at)
    except JournalCorrupt as damage:
        return _mended(path, damage, clock.utc_now())
    with speaking_of(path):
        _clear(path)
    return None


def set_aside(path: Path, now: datetime) -> Path:
    """Rename a damaged file and its logs. Nothing of that name is overwritten. Raises OSError."""
    aside = damaged_name(path, now, lambda one: one.exists() or logs_of(one))
    # The file goes first: without its log it could be taken for a sound one that is older.
    if path.exists():
        path.rename(aside)
    for log in logs_of(path):
        log.rename(aside.with_name(log.name.replace(path.name, aside.name, 1)))
    sync(path.parent)
    return aside


def require_sound(path: Path, look: Callable[[Path], int]) -> int:
    """Look at a journal and compare it with its copies; return the newest entry's number, 0 where nothing is.

    Raises:
        JournalCorrupt: it cannot be trusted: the next start takes a copy instead.
        JournalError: whatever else `look` raises.
    """
    copies = copies_of(path)
    if not path.exists():
        if copies or logs_of(path):
            raise JournalCorrupt(f"the journal {path} is gone, though its copies or its log are there")
        return 0
    last = look(path)
    if copies and copies[-1].seq > last:
        raise JournalCorrupt(f"the journal {path} ends with entry {last}, its copy with {copies[-1].seq}")
    return last


def _mended(path: Path, damage: JournalCorrupt, now: datetime) -> Notice:
    copy = _newest_sound(path)
    if copy is None:
        raise JournalCorrupt(f"{damage}; no sound copy of it is there, so nothing was changed") from damage
    finished = _finished(path)
    with speaking_of(path), contextlib.closing(lock(path)):
        # If it is there, this was cut off: the damaged file may be set aside already.
        if not _is_sound(finished):
            _bring_back(copy, path, finished)
        carried = _last_in(finished) - copy.seq
        aside = set_aside(path, now)
        name_durably(finished, path)
        _clear(path)
    newer = counted(carried, "newer entry", "newer entries")
    last = f"with {newer} that could be read" if carried else "as its newest copy has it"
    sentence = f"The journal was damaged and is back {last}, up to entry {copy.seq + carried}."
    _log.warning("journal.restored from=%s aside=%s damage=%s", copy.path.name, aside.name, damage)
    return Notice(RESTORED, sentence)


def _newest_sound(path: Path) -> Copy | None:
    for copy in reversed(copies_of(path)):
        try:
            read_all(copy.path)
        except CompanionError as failure:
            _log.warning("copy.damaged %s: %s", copy.path.name, failure)
        else:
            return copy
    return None


def _is_sound(finished: Path) -> bool:
    if not finished.exists():
        return False
    try:
        read_all(finished)
    except JournalCorrupt as failure:
        _log.warning("journal.mended_damaged %s: %s", finished.name, failure)
        remove_with_logs(finished)
        return False
    return True


def _clear(path: Path) -> None:
    """Remove what a mending that was cut off has left: games that are forgotten later would stay in it."""
    folder = path.parent
    for rest in (*folder.glob(f".{path.name}.*"), *folder.glob(f"{_LEFT_BY_OLDER}*")):
        if rest.is_dir():
            shutil.rmtree(rest)
        else:
            rest.unlink()


def _finished(path: Path) -> Path:
    """Where a journal lies that was brought back, until it takes the place of the damaged one."""
    return path.with_name(f".{path.name}.mended")


def _bring_back(copy: Copy, damaged: Path, finished: Path) -> None:
    """Copy the copy and add what the damaged file proves; it gets its name once it is whole."""
    begun = finished.with_suffix(".begun")
    remove_with_logs(begun)
    copy_journal(copy.path, begun)
    if damaged.exists():
        try:
            carry_over(damaged, begun)
            _last_in(begun)
        except JournalCorrupt as failure:
            # What came over was not sound after all; only the copy is.
            _log.warning("journal.not_carried %s", failure)
            remove_with_logs(begun)
            copy_journal(copy.path, begun)
    name_durably(begun, finished)


def _last_in(path: Path) -> int:
    """The number of the newest entry, after everything was read; no log is left beside the file."""
    last = read_all(path)
    for log in logs_of(path):
        log.unlink()
    return last
