"""Reads the copies for others: over a connection of its own, which never writes and makes nobody wait."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.club.chain import Header
from companion.club.erasing import Copy, copies_in
from companion.club.serials import HeldGame
from companion.club.store import StoreDown

__all__ = ["CopiedGame", "CopiesReader", "GameKey"]

_ENDLESS: Final = 2**62
_PLAYED: Final = (
    'coalesce((SELECT text NOT LIKE \'%"because":"record"%\' OR text NOT LIKE \'%"command_id":"%\' '
    "FROM entries WHERE copy = games.copy AND game = games.number ORDER BY seq LIMIT 1), 1)"
)
"""Whether a game was played at its table: one that came from a file was written whole by one command."""
GameKey = tuple[int, Header]
"""Which game it is, in which copy, and how many times it was rewritten: with another key it is read anew."""


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
        """The newest game of a table, in the copy that was heard from last; None where there is none.

        If it is the `known` one, it holds only the entries after the number `after`.
        """
        try:
            with self._db:
                self._db.execute("BEGIN")
                return self._newest(table, known, after)
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def as_of(self, copy: int, seq: int, known: GameKey | None = None, after: int = 0) -> CopiedGame | None:
        """The game that was the newest of a copy at an entry, up to that entry; None where there is none.

        If it is the `known` one, it holds only the entries after the number `after`.
        """
        begun = (
            "SELECT number, name, rules, started, times FROM games WHERE copy = ? AND EXISTS (SELECT 1 "  # noqa: S608
            f"FROM entries WHERE copy = games.copy AND game = games.number AND seq <= ?) AND {_PLAYED} "
            "ORDER BY number DESC LIMIT 1"
        )
        try:
            with self._db:
                self._db.execute("BEGIN")
                row = self._db.execute(begun, (copy, seq)).fetchone()
                return self._entries((copy, Header(*row)), known, after, seq) if row else None
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """All that a query finds."""
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def copies(self) -> tuple[Copy, ...]:
        """Every copy of every table, also of those that have left; the one heard from last comes last."""
        return copies_in(self, "1 = 1")

    def is_played(self, game: HeldGame) -> bool:
        """Whether a game was played at its table, and did not come from a file.

        A game that the table has forgotten meanwhile was not.
        """
        query = f"SELECT {_PLAYED} FROM games WHERE copy = ? AND number = ?"  # noqa: S608
        return self.rows(query, game.copy.id, game.number) == [(1,)]

    def ends_as_of(self, game: HeldGame, seq: int) -> tuple[Header, int] | None:
        """A game's header, and a count of its ended hands and corrections, up to an entry.

        None where the game began after that entry.
        """
        query = (
            "SELECT number, name, rules, started, times, (SELECT count(*) FROM entries "
            "WHERE copy = ?1 AND game = ?2 AND seq <= ?3 AND (text LIKE '%\"KyokuEnded\"%' "
            "OR text LIKE '%\"retracts\":%' OR text LIKE '%\"before\":%')) "
            "FROM games WHERE copy = ?1 AND number = ?2 "
            "AND EXISTS (SELECT 1 FROM entries WHERE copy = ?1 AND game = ?2 AND seq <= ?3)"
        )
        found = self.rows(query, game.copy.id, game.number, seq)
        return (Header(*found[0][:5]), found[0][5]) if found else None

    def game_as_of(self, copy: int, header: Header, seq: int) -> CopiedGame:
        """One game of a copy, up to an entry."""
        try:
            return self._entries((copy, header), None, 0, seq)
        except sqlite3.Error as failure:
            raise self._down(failure) from failure

    def _newest(self, table: str, known: GameKey | None, after: int) -> CopiedGame | None:
        copy = self._db.execute(
            "SELECT id FROM copies WHERE place = ? ORDER BY heard DESC LIMIT 1", (table,)
        ).fetchone()
        if copy is None:
            return None
        row = self._db.execute(
            f"SELECT number, name, rules, started, times FROM games WHERE copy = ? AND {_PLAYED} "  # noqa: S608
            "ORDER BY number DESC LIMIT 1",
            copy,
        ).fetchone()
        if row is None:
            return None
        return self._entries((copy[0], Header(*row)), known, after)

    def _entries(self, key: GameKey, known: GameKey | None, after: int, newest: int = _ENDLESS) -> CopiedGame:
        entries = self._db.execute(
            "SELECT seq, text FROM entries WHERE copy = ? AND game = ? AND seq > ? AND seq <= ? ORDER BY seq",
            (key[0], key[1].number, after if key == known else 0, newest),
        ).fetchall()
        return CopiedGame(key, tuple(entries))

    def _down(self, failure: sqlite3.Error) -> StoreDown:
        return StoreDown(f"the club's file {self._path} cannot be read: {failure}")
