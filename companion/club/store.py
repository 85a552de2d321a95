"""The hub's file: one SQLite database, as durable as the journal. Other modules know what its rows mean."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, Protocol

from companion.errors import CompanionError
from companion.files import give_to_owner

__all__ = ["Store", "StoreDown"]

_APPLICATION_ID: Final = 0x52544332
_FORM: Final = 1
_SCHEMA: Final = f"""
BEGIN;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {_FORM};
CREATE TABLE copies (
    id INTEGER PRIMARY KEY,
    place TEXT NOT NULL,
    journal TEXT NOT NULL,
    epoch TEXT NOT NULL,
    form INTEGER NOT NULL,
    held INTEGER NOT NULL DEFAULT 0,
    changes INTEGER NOT NULL DEFAULT 0,
    heard INTEGER NOT NULL,
    UNIQUE (place, epoch)
) STRICT;
CREATE TABLE games (
    copy INTEGER NOT NULL REFERENCES copies (id),
    number INTEGER NOT NULL,
    name TEXT NOT NULL,
    rules TEXT NOT NULL,
    started TEXT NOT NULL,
    times INTEGER NOT NULL,
    header TEXT NOT NULL,
    ending TEXT NOT NULL,
    PRIMARY KEY (copy, number)
) STRICT;
CREATE TABLE entries (
    copy INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    game INTEGER NOT NULL,
    text TEXT NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (copy, seq),
    FOREIGN KEY (copy, game) REFERENCES games (copy, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX entries_of_game ON entries (copy, game, seq);
CREATE TABLE erased (
    copy INTEGER NOT NULL REFERENCES copies (id),
    game INTEGER NOT NULL,
    PRIMARY KEY (copy, game)
) STRICT, WITHOUT ROWID;
COMMIT;
"""
_LATER: Final = """
CREATE TABLE IF NOT EXISTS serials (
    copy INTEGER NOT NULL REFERENCES copies (id),
    number INTEGER NOT NULL,
    serial INTEGER NOT NULL,
    PRIMARY KEY (copy, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS notes (
    copy INTEGER PRIMARY KEY REFERENCES copies (id),
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
"""
"""Not in files that older hubs have made. They may go on with a file that has them."""


class StoreDown(CompanionError, OSError):
    """The hub's disk fails, or its file is damaged. Nothing was changed or acknowledged."""


class Rows(Protocol):
    """Whoever can look into the file."""

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """All that a query finds. Raises StoreDown."""


def _make(path: Path) -> None:
    """Make the file, empty, for the account to which its folder belongs; SQLite says what goes wrong."""
    with contextlib.suppress(OSError):
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        with os.fdopen(os.open(path, flags, 0o644), "wb") as made:
            give_to_owner(made.fileno(), path.parent)


class Store:
    """The open file. One thread uses it. Raises StoreDown."""

    def __init__(self, path: Path) -> None:
        self._path = path
        _make(path)
        with self._speaking():
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            self._set_up()
        except BaseException:
            self._db.close()
            raise

    def _set_up(self) -> None:
        form, owner = self.one("PRAGMA user_version"), self.one("PRAGMA application_id")
        if (owner, form) != (_APPLICATION_ID, _FORM) and self.one("SELECT count(*) FROM sqlite_master"):
            raise StoreDown(
                f"{self._path} is not a file of a club, or a newer companion made it; it was not touched"
            )
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "secure_delete = ON"):
            self.rows(f"PRAGMA {pragma}")
        if form != _FORM:
            with self._speaking():
                self._db.executescript(_SCHEMA)
        with self._speaking():
            self._db.executescript(_LATER)

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """All that a query finds."""
        with self._speaking():
            return self._db.execute(query, values).fetchall()

    def one(self, query: str, *values: Any) -> Any:
        """The first column of the first row."""
        return self.rows(query, *values)[0][0]

    def change(self, command: str, *values: Any) -> None:
        """Change something, within `writing`."""
        with self._speaking():
            self._db.execute(command, values)

    @contextlib.contextmanager
    def writing(self) -> Iterator[Callable[[], None]]:
        """One transaction, on the disk at the end; calling what is yielded rolls it back instead."""
        taken_back: list[bool] = []
        with self._speaking():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield lambda: taken_back.append(True)
                self._db.execute("ROLLBACK" if taken_back else "COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    self._db.execute("ROLLBACK")
                raise

    def scrub(self) -> None:
        """Clear the log beside the file of what was deleted; in the file itself it is overwritten already."""
        self.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextlib.contextmanager
    def _speaking(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.ProgrammingError:
            raise  # a closed file was used, which is our own fault and not the disk's
        except (sqlite3.Error, UnicodeError) as failure:
            raise StoreDown(f"the club's file {self._path} cannot be used: {failure}") from failure
