"""Which journal a file is, and of which epoch. No entry is touched here.

A journal has one identity for ever, and its copies have it too. An epoch is a stretch in which no number
is used twice: a file that comes back from a copy uses numbers again, so it begins a new epoch when it is
opened for writing. Journals from before form 3 get both when they are opened for writing.
"""

from __future__ import annotations

import contextlib
import json
import re
import secrets
import sqlite3
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Final

from companion.errors import JournalCorrupt

_BYTES: Final = 16
_HEX: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)
TABLE: Final = """
CREATE TABLE IF NOT EXISTS origin (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    journal TEXT NOT NULL,
    epoch TEXT NOT NULL,
    is_copy INTEGER NOT NULL,
    digest BLOB NOT NULL
) STRICT
"""
_IS_THERE: Final = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'origin'"


@dataclass(frozen=True, slots=True)
class Origin:
    """Whose entries these are: in files of the same journal and epoch a number means the same entry."""

    journal: str
    """Made once, at random; copies and restored copies have the same."""
    epoch: str
    """Made at random, and anew each time a journal comes back from a copy."""
    is_copy: bool = False
    """Whether the file was made as a copy of another; whoever writes to it begins a new epoch."""


def new_origin() -> Origin:
    """The origin of a new journal."""
    return Origin(secrets.token_hex(_BYTES), secrets.token_hex(_BYTES))


def origin_in(db: sqlite3.Connection) -> Origin | None:
    """What a file says of itself; None in one of an older form. Raises JournalCorrupt."""
    if not db.execute(_IS_THERE).fetchall():
        return None
    rows = db.execute("SELECT journal, epoch, is_copy, digest FROM origin").fetchall()
    if not rows:
        return None
    journal, epoch, is_copy, digest = rows[0]
    origin = Origin(str(journal), str(epoch), is_copy == 1)
    is_told = _HEX.fullmatch(origin.journal) and _HEX.fullmatch(origin.epoch) and is_copy in (0, 1)
    if not is_told or digest != _digest(origin):
        raise JournalCorrupt("the identity of the journal was changed after it was written")
    return origin


def put_origin(db: sqlite3.Connection, origin: Origin) -> None:
    """Write it into a file. Within the caller's transaction."""
    db.execute(TABLE)
    row = (origin.journal, origin.epoch, int(origin.is_copy), _digest(origin))
    db.execute("INSERT OR REPLACE INTO origin VALUES (1, ?, ?, ?, ?)", row)


def mark_as_copy(db: sqlite3.Connection) -> None:
    """From now on this file is a copy of its journal."""
    origin = origin_in(db)
    if origin is not None:
        put_origin(db, replace(origin, is_copy=True))


def origin_for_writing(found: Origin | None) -> Origin | None:
    """The origin that a file must get before it is written to; None if it keeps the one it has."""
    if found is None:
        return new_origin()
    return replace(found, epoch=secrets.token_hex(_BYTES), is_copy=False) if found.is_copy else None


def _digest(origin: Origin) -> bytes:
    row = (origin.journal, origin.epoch, int(origin.is_copy))
    return sha256(json.dumps(row).encode()).digest()


def settle_origin(db: sqlite3.Connection, written_form: int) -> None:
    """See to it that the file says which journal it is; what is written from here on is of this form."""
    origin = origin_for_writing(origin_in(db))
    form: int = db.execute("PRAGMA user_version").fetchone()[0]
    if origin is None and form == written_form:
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        if origin is not None:
            put_origin(db, origin)
        # An older companion could not read what is written from here on.
        db.execute(f"PRAGMA user_version = {written_form}")
        db.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            db.execute("ROLLBACK")
        raise
