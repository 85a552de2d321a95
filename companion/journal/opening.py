"""Opens a journal file: checks whose it is, that nobody else writes it, and that the disk keeps what it gets.

Entries are not touched here.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from companion.errors import (
    JournalCorrupt,
    JournalDown,
    JournalError,
    JournalGone,
    JournalInUse,
    JournalTooNew,
)
from companion.files import give_to_owner, name_durably
from companion.journal.codec import SCHEMA_VERSION

APPLICATION_ID: Final = 0x52544331
"""Tells our files from those of others: "RTC1" in the header of every journal."""
RESTORE: Final = ".restore"
"""The hidden folder into which a restore is unpacked."""
RESTORE_PLAN: Final = "plan.json"
"""While this file is there, a restore of the folder is under way or was cut off: journals may be missing."""
LEFT_BY_OLDER: Final = ".restoring-"
"""The beginning of the names of folders into which older companions unpacked a restore, without a plan."""
_MAGIC: Final = b"SQLite format 3\0"
_SYNCHRONOUS_FULL: Final = 2
_DISK_REFUSES: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_AUTH,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_PROTOCOL,
        sqlite3.SQLITE_NOLFS,
    }
)

# The triggers are for the person with a database browser; the companion itself drops them for a moment where
# it takes something out, or writes a journal with gaps (`forgetting`).
_SCHEMA: Final = """
CREATE TABLE games (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (number),
    retracts INTEGER UNIQUE REFERENCES entries (seq),
    command_id TEXT,
    part INTEGER,
    payload TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT;
CREATE INDEX entries_of_game ON entries (game, seq);
CREATE UNIQUE INDEX entries_of_command ON entries (command_id, part) WHERE command_id IS NOT NULL;
CREATE TRIGGER entries_come_in_order BEFORE INSERT ON entries
    WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entries)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended, one after another'); END;
CREATE TRIGGER games_come_in_order BEFORE INSERT ON games
    WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM games)
    BEGIN SELECT RAISE(ABORT, 'games are only appended, one after another'); END;
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never changes: append a retraction'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'an entry never goes: append a retraction'); END;
CREATE TRIGGER games_never_change BEFORE UPDATE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never changes'); END;
CREATE TRIGGER games_never_go BEFORE DELETE ON games
    BEGIN SELECT RAISE(ABORT, 'a game never goes'); END;
"""


@contextlib.contextmanager
def speaking_of(path: Path, what: str = "journal") -> Iterator[None]:
    """Turn what SQLite and the disk say of a journal, or of another file, into the journal's own errors.

    Raises:
        JournalDown: the disk refuses.
        JournalCorrupt: the file is damaged.
    """
    try:
        yield
    except (JournalError, sqlite3.ProgrammingError):
        raise  # the second: a closed journal was used, which is our own fault and not the disk's
    except UnicodeError as failure:
        # SQLite's own complaint quotes what is damaged.
        raise JournalCorrupt(f"the {what} {path} is damaged: its text cannot be read") from failure
    except OSError as failure:
        raise JournalDown(f"the {what} {path} cannot be used: {failure}") from failure
    except sqlite3.Error as failure:
        # Only the low byte tells the kind of error; what Python itself found wrong has no code.
        if getattr(failure, "sqlite_errorcode", 0) & 0xFF in _DISK_REFUSES:
            raise JournalDown(f"the {what} {path} cannot be used: {failure}") from failure
        raise JournalCorrupt(f"the {what} {path} is damaged: {failure}") from failure


def lock(path: Path) -> IO[str]:
    """Become the one writer, until the file that is returned is closed or this process ends.

    Raises:
        JournalInUse: there is another writer, in this process or another.
        OSError: the lock file cannot be opened.
    """
    beside = path.with_name(path.name + ".lock")
    # Root may hold it in a folder of another account, which could have put a link there.
    flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW
    held = os.fdopen(os.open(beside, flags, 0o644), "a+", encoding="ascii")
    give_to_owner(held.fileno(), path.parent)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        held.seek(0)
        writer = held.read(20).strip() or "unknown"
        held.close()
        raise JournalInUse(f"the journal {path} is written by another companion (process {writer})") from None
    held.truncate(0)
    held.write(str(os.getpid()))
    held.flush()
    return held


def require_no_writer(path: Path) -> None:
    """Raise JournalInUse if somebody writes this journal now. If nobody ever did, nothing is made.

    Raises:
        JournalInUse: there is a writer.
        OSError: the lock file cannot be opened.
    """
    if path.with_name(path.name + ".lock").exists():
        lock(path).close()


def connect_writer(path: Path) -> OpenJournal:
    """Open the file for writing and make it if it is not there. The lock must be held."""
    require_no_restore(path)
    if not path.exists():
        _make(path)
    db = _connected(path, "rw")
    _durable(db)
    # The log is made by whoever reads first.
    db.execute("SELECT count(*) FROM sqlite_master").fetchall()
    db.log = _place_of(_log_of(path))
    return db


def connect_reader(path: Path) -> OpenJournal:
    """Open the file so that nothing can be written through this connection."""
    db = _connected(path, "ro")
    _set_up(db, "query_only = ON")
    return db


def require_no_restore(path: Path) -> None:
    """Raises JournalDown where a restore of the folder was cut off: it has to be finished first."""
    if (path.parent / RESTORE / RESTORE_PLAN).exists():
        raise JournalDown(
            f"a restore into {path.parent} was cut off: start the companion, and it will be finished first"
        )


_Place = tuple[int, int]
_open: Final[Counter[_Place]] = Counter()
"""How many connections of this process each journal has, by its device and inode."""
_door: Final = threading.Lock()


class OpenJournal(sqlite3.Connection):
    """A connection to a journal; while there is one, this process opens the file in no other way."""

    place: _Place | None = None
    log: _Place | None = None
    """The device and inode of the log that this connection writes."""

    def close(self) -> None:
        """Close the file."""
        super().close()
        place, self.place = self.place, None
        if place is not None:
            _leave(place)


def _connected(path: Path, mode: str) -> OpenJournal:
    """A connection that is counted among the open ones. Raises what `require_ours` raises."""
    place = _enter(path)
    uri = f"{path.resolve().as_uri()}?mode={mode}"
    try:
        db = sqlite3.connect(
            uri, uri=True, isolation_level=None, check_same_thread=False, factory=OpenJournal
        )
    except BaseException:
        _leave(place)
        raise
    db.place = place
    return db


def is_in_place(db: OpenJournal, path: Path) -> bool:
    """Whether the file that a writer writes, and its log, are still those under the journal's name."""
    return _place_of(path) == db.place and _place_of(_log_of(path)) == db.log


def require_in_place(db: OpenJournal, path: Path) -> None:
    """Raises JournalGone where what is written now would be in a file that nobody finds again."""
    if not is_in_place(db, path):
        raise JournalGone(
            f"the journal {path} or its log was removed or replaced while the companion runs: "
            "put it back, or restart the companion"
        )


def _log_of(path: Path) -> str:
    return f"{path}-wal"


def _place_of(path: Path | str) -> _Place | None:
    try:
        seen = os.stat(path)  # noqa: PTH116 - twice for each commit: a Path takes three times as long
    except OSError:
        return None
    return seen.st_dev, seen.st_ino


def _enter(path: Path) -> _Place:
    # Closing a file gives up all locks that the process holds on it, those of SQLite too. Then another
    # program that only looks into the journal would remove the log that the writer still uses.
    require_no_restore(path)
    with _door:
        seen = path.stat()
        place = (seen.st_dev, seen.st_ino)
        if place not in _open:
            require_ours(path)
        _open[place] += 1
        return place


def _leave(place: _Place) -> None:
    with _door:
        _open[place] -= 1
        if not _open[place]:
            del _open[place]


def require_ours(path: Path) -> None:
    """Look only at the file's first bytes, so that another program's file is not touched.

    Raises:
        JournalCorrupt: it is not a journal.
        JournalTooNew: a newer companion has written it.
    """
    with path.open("rb") as file:
        header = file.read(100)
    version, application = (int.from_bytes(header[at : at + 4]) for at in (60, 68))
    if len(header) < 100 or not header.startswith(_MAGIC) or application != APPLICATION_ID:
        raise JournalCorrupt(f"{path} is not a journal of this companion; it was left as it is")
    if version > SCHEMA_VERSION:
        raise JournalTooNew(
            f"{path} was written by a newer companion (form {version}, this one reads {SCHEMA_VERSION})"
        )
    if version < 1:
        raise JournalCorrupt(f"{path} has form {version}, which there never was")


def form_of(path: Path) -> int:
    """The form of a journal that nobody has open. Raises OSError."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(100)[60:64])


def _make(path: Path) -> None:
    log = Path(_log_of(path))
    if log.exists():
        # SQLite would play the old log into the new file.
        raise JournalCorrupt(f"{log} belongs to a journal that is not there: put it back, or move both away")
    # It is made under another name and then renamed: an empty file could be taken for a journal.
    aside = path.with_name(path.name + ".new")
    for leftover in (aside, aside.with_name(aside.name + "-wal"), aside.with_name(aside.name + "-shm")):
        leftover.unlink(missing_ok=True)
    with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as made:
        give_to_owner(made.fileno(), path.parent)
    with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as db:
        _durable(db)
        db.executescript(
            f"BEGIN; PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {SCHEMA_VERSION};"
            f"{_SCHEMA} COMMIT;"
        )
    name_durably(aside, path)


def _set_up(db: sqlite3.Connection, *pragmas: str) -> None:
    db.text_factory = _readable
    try:
        for pragma in pragmas:
            db.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        db.close()
        raise


def _durable(db: sqlite3.Connection) -> None:
    _set_up(db, "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
    try:
        require_durable(db)
    except BaseException:
        db.close()
        raise


def _readable(text: bytes) -> str:
    # Damaged text must not stop the reading: the digest beside it tells that it was changed.
    return text.decode(errors="replace")


def require_durable(db: sqlite3.Connection) -> None:
    """Read back what was asked for. Raises JournalDown if the disk's driver does not grant it."""
    mode = db.execute("PRAGMA journal_mode").fetchone()[0]
    if mode != "wal":
        raise JournalDown(f"this disk keeps no write-ahead log (journal_mode is {mode}, not wal)")
    level = db.execute("PRAGMA synchronous").fetchone()[0]
    if level != _SYNCHRONOUS_FULL:
        raise JournalDown(f"this disk does not wait for what is written (synchronous is {level}, not FULL)")
