"""Copies of a journal: whole, on the disk, and never incomplete under their name.

Others may write to the source meanwhile; copying only reads it. What a copy is for, and when it is
made, is not known here.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import stat
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from companion.errors import JournalCorrupt
from companion.files import give_to_owner, name_durably
from companion.journal.codec import SCHEMA_VERSION, decode_entry, encode_entry
from companion.journal.entry import GameNumber
from companion.journal.forgetting import (
    Forgotten,
    anonymise,
    forget,
    forgotten_in,
    rewritten_in,
    unnamed,
)
from companion.journal.looking import look_at
from companion.journal.opening import connect_reader, connect_writer, speaking_of
from companion.journal.origin import mark_as_copy, origin_in, put_origin
from companion.journal.rows import first_digest, following

_LOGS: Final = ("-wal", "-shm", "-journal")


def copy_journal(source: Path, target: Path) -> None:
    """Copy what is committed; when this returns, the copy is on the disk under its name.

    Raises:
        FileExistsError: there is such a file; it was not touched.
        JournalError: the source cannot be read or is damaged, or the copy cannot be written.
    """
    _require_free(target)
    with speaking_of(source), contextlib.closing(connect_reader(source)) as here:
        copy_open(here, target, source.stat().st_mode)


def copy_database(source: Path, target: Path) -> None:
    """Copy what is committed in an SQLite file that is not a journal, such as that of a club's hub.

    The copy is meant for a scratch folder: it is not synced, and a failure may leave part of it.

    Raises:
        JournalError: the source cannot be read or is damaged, or the copy cannot be written.
    """
    uri = f"{source.resolve().as_uri()}?mode=ro"
    with speaking_of(source, "file"), contextlib.closing(sqlite3.connect(uri, uri=True)) as here:
        told = here.execute("PRAGMA integrity_check(1)").fetchall()
        if told != [("ok",)]:
            raise JournalCorrupt(f"the file {source} is damaged: {str(told[0][0]).splitlines()[-1]}")
        with (
            speaking_of(target, "file"),
            contextlib.closing(sqlite3.connect(target, isolation_level=None)) as there,
        ):
            here.backup(there)
            there.execute("PRAGMA journal_mode = DELETE").fetchall()


def copy_open(here: sqlite3.Connection, target: Path, mode: int) -> None:
    """Copy what a connection sees, even if its file has lost its name. Raises as `copy_journal`."""
    _require_free(target)
    aside = target.with_name(target.name + ".new")
    with speaking_of(target):
        remove_with_logs(aside)
        try:
            # It holds what its journal holds, so only those who may read the journal may read the copy.
            with os.fdopen(os.open(aside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
                give_to_owner(made.fileno(), target.parent)
            aside.chmod(stat.S_IMODE(mode))
            with contextlib.closing(sqlite3.connect(aside, isolation_level=None)) as there:
                here.backup(there)
                mark_as_copy(there)
                # One file without a log beside it can be taken elsewhere as it is.
                there.execute("PRAGMA journal_mode = DELETE").fetchall()
            # A disk rots silently: a copy that is not sound must not push out older ones that are.
            look_at(aside, most_bytes=sys.maxsize)
            name_durably(aside, target)
        finally:
            remove_with_logs(aside)


def _require_free(target: Path) -> None:
    if target.exists():
        raise FileExistsError(f"{target} is there already")


def logs_of(path: Path) -> tuple[Path, ...]:
    """The files that SQLite keeps beside a journal, if they exist."""
    beside = (path.with_name(path.name + suffix) for suffix in _LOGS)
    return tuple(each for each in beside if each.exists())


def carry_over(damaged: Path, restored: Path) -> int:
    """Add to a restored journal the later entries that the damaged one still has; return how many.

    Each must continue the one before by its digest, so no entry whose text was damaged comes over; the
    caller checks what else is in its row. Games that were forgotten or anonymised since the copy was made are
    taken out again. The damaged file is not touched: it is read from a scratch copy.

    Raises:
        JournalError: the restored journal cannot be written.
        OSError: the scratch copy cannot be made.
    """
    with tempfile.TemporaryDirectory(dir=restored.parent, prefix=f"{restored.name}.") as scratch:
        read = Path(scratch) / "damaged"
        for file in (damaged, *logs_of(damaged)):
            shutil.copyfile(file, read.with_name(file.name.replace(damaged.name, read.name, 1)))
        with (
            contextlib.closing(sqlite3.connect(read, isolation_level=None)) as there,
            speaking_of(restored),
            contextlib.closing(connect_writer(restored)) as here,
        ):
            here.execute("PRAGMA secure_delete = ON").fetchall()
            here.execute("BEGIN IMMEDIATE")
            carried = _carry(there, here)
            here.execute("COMMIT")
            return carried


def _carry(there: sqlite3.Connection, here: sqlite3.Connection) -> int:
    count = 0
    with contextlib.suppress(sqlite3.DatabaseError, UnicodeError):
        # A restored journal of an older form may from now on hold what only the newer form knows.
        form = max(_form_of(there), _form_of(here))
        if form > SCHEMA_VERSION:
            return 0
        here.execute(f"PRAGMA user_version = {form}")
        _carry_origin(there, here)
        _take_out_again(there, here)
        newest: int = here.execute("SELECT coalesce(max(seq), 0) FROM entries").fetchone()[0]
        seq = max([newest, *(gone.last for gone in forgotten_in(here))])
        while (entry := _named(there, "SELECT * FROM entries WHERE seq = ?", seq + 1)) is not None:
            with _whole_or_not(here):
                if not _fits(there, here, entry):
                    break
                _insert(here, "entries", entry)
            seq, count = seq + 1, count + 1
    return count


def _carry_origin(there: sqlite3.Connection, here: sqlite3.Connection) -> None:
    """A copy of an older form did not know which journal it is; what the damaged file says stays true."""
    with contextlib.suppress(JournalCorrupt, sqlite3.DatabaseError):
        origin = origin_in(there)
        if origin is not None and origin_in(here) is None:
            put_origin(here, replace(origin, is_copy=True))


def _take_out_again(there: sqlite3.Connection, here: sqlite3.Connection) -> None:
    """What was taken out of the damaged file after the copy was made must not come back with the copy."""
    gone: tuple[Forgotten, ...] = ()
    times: dict[GameNumber, int] = {}
    with contextlib.suppress(sqlite3.DatabaseError, UnicodeError):
        gone, times = forgotten_in(there), rewritten_in(there)
    for one in gone:
        held = here.execute("SELECT min(seq) FROM entries WHERE game = ?", (one.game,)).fetchone()
        # Damage could claim anything: believed is what nothing in the damaged file speaks against.
        if held == (one.first,) and _first_text(there, one.game) is None:
            forget(here, one.game, one.command_id)
    known = rewritten_in(here)
    for game, count in times.items():
        text = _first_text(here, game)
        if text is not None and count > known.get(game, 0) and _is_nameless(text, _first_text(there, game)):
            anonymise(here, game)


def _first_text(db: sqlite3.Connection, game: GameNumber) -> Any:
    """The text of a game's first entry; None where the file has none of it."""
    found = db.execute("SELECT payload FROM entries WHERE game = ? ORDER BY seq LIMIT 1", (game,)).fetchone()
    return None if found is None else found[0]


def _is_nameless(text: str, other: object) -> bool:
    """Whether the second text is the first one without the people."""
    return other != text and encode_entry(unnamed([decode_entry(text)])[0]) == other


@contextlib.contextmanager
def _whole_or_not(db: sqlite3.Connection) -> Iterator[None]:
    """An entry and its game come over together or not at all."""
    db.execute("SAVEPOINT entry")
    try:
        yield
    except BaseException:
        db.execute("ROLLBACK TO entry")
        raise
    finally:
        db.execute("RELEASE entry")


def _fits(there: sqlite3.Connection, here: sqlite3.Connection, entry: dict[str, Any]) -> bool:
    """Whether an entry continues the end of the restored journal; a new game comes over first."""
    last = "SELECT digest FROM entries WHERE game = ? ORDER BY seq DESC LIMIT 1"
    before = here.execute(last, (entry["game"],)).fetchone()
    new_game = None
    if before is None:
        new_game = _named(there, "SELECT * FROM games WHERE number = ?", entry["game"])
        if new_game is None or not _is_own(new_game):
            return False
        before = (new_game["digest"],)
    if type(entry["payload"]) is not str or following(before[0], entry["payload"]) != entry["digest"]:
        return False
    if new_game is not None:
        _insert(here, "games", new_game)
    return True


def _is_own(game: dict[str, Any]) -> bool:
    texts = (game["name"], game["rules"], game["started"])
    row = (game["number"], *texts)
    return all(type(text) is str for text in texts) and first_digest(row) == game["digest"]


def _named(db: sqlite3.Connection, query: str, value: int) -> dict[str, Any] | None:
    found = db.execute(query, (value,))
    row = found.fetchone()
    return None if row is None else dict(zip((column[0] for column in found.description), row, strict=True))


def _insert(db: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    places = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", tuple(row.values()))  # noqa: S608


def _form_of(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def remove_with_logs(path: Path) -> None:
    """Remove a journal that nobody needs, and what SQLite has left beside it. Raises OSError."""
    for each in (path, *logs_of(path)):
        each.unlink(missing_ok=True)
