"""Reads the copies for others: over a connection of its own, which never writes and makes nobody wait."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from companion.club.chain import Header
from companion.club.store import StoreDown

__all__ = ["CopiedGame", "CopiesReader", "GameKey"]

GameKey = tuple[int, Header]
"""Which game it is, in which copy, and how often it was rewritten: with another key it is read anew."""


@dataclass(frozen=True, slots=True)
class CopiedGame:
    """One game of a copy, from some number on."""

    key: GameKey
    entries: tuple[tuple[int, str], ...]
    """The number and the text of each entry, in order."""


class CopiesReader:
    """The file with all copies, while the hub writes it. One thread uses it. Raises StoreDown."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, check_same_thread=False
            )
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def newest(self, table: str, known: GameKey | None = None, after: int = 0) -> CopiedGame | None:
        """The newest game of a table, in the copy that was heard last; None where there is none.

        If it is the `known` one, it holds only the entries after the number `after`.
        """
        try:
            with self._db:
                self._db.execute("BEGIN")
                return self._newest(table, known, after)
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def _newest(self, table: str, known: GameKey | None, after: int) -> CopiedGame | None:
        copy = self._db.execute(
            "SELECT id FROM copies WHERE place = ? ORDER BY heard DESC LIMIT 1", (table,)
        ).fetchone()
        if copy is None:
            return None
        row = self._db.execute(
            "SELECT number, name, rules, started, times FROM games WHERE copy = ? "
            "ORDER BY number DESC LIMIT 1",
            copy,
        ).fetchone()
        if row is None:
            return None
        key = (copy[0], Header(*row))
        entries = self._db.execute(
            "SELECT seq, text FROM entries WHERE copy = ? AND game = ? AND seq > ? ORDER BY seq",
            (copy[0], row[0], after if key == known else 0),
        ).fetchall()
        return CopiedGame(key, tuple(entries))

    def _down(self, failure: sqlite3.Error) -> StoreDown:
        return StoreDown(f"the club's file {self._path} cannot be read: {failure}")
