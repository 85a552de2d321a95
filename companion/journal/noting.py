"""Notes beside the entries of a game: what the table knows of it besides its facts, as one text.

The notes of a game are replaced as a whole. They belong to its newest entry: where a companion that knows no
notes has written another entry since, or where the text was damaged, there are none. The table of the notes
is made when it is first needed.
"""

from __future__ import annotations

import sqlite3
from hashlib import sha256
from typing import Final

from companion.journal.entry import GameNumber

__all__ = ["newest_notes_in", "notes_in", "put_notes", "remove_notes"]

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS notes (
    game INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    payload TEXT NOT NULL,
    digest BLOB NOT NULL
) STRICT
"""
_THERE: Final = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'notes'"
_NOTES: Final = (
    "SELECT seq, payload, digest FROM notes WHERE game = ? "
    "AND seq = (SELECT max(seq) FROM entries WHERE entries.game = notes.game)"
)
_NEWEST: Final = "SELECT game, seq FROM notes ORDER BY seq DESC LIMIT 1"


def notes_in(db: sqlite3.Connection, game: GameNumber) -> str:
    """The notes of a game; empty where there are none that can be believed."""
    found = db.execute(_NOTES, (game,)).fetchall() if _has_table(db) else []
    if not found:
        return ""
    seq, payload, digest = found[0]
    return payload if type(payload) is str and digest == _digest(game, seq, payload) else ""


def newest_notes_in(db: sqlite3.Connection) -> tuple[GameNumber, int, str] | None:
    """The newest notes: the game, the number of its newest entry, and the text."""
    found = db.execute(_NEWEST).fetchall() if _has_table(db) else []
    text = notes_in(db, found[0][0]) if found else ""
    return (*found[0], text) if text else None


def put_notes(db: sqlite3.Connection, game: GameNumber, payload: str) -> None:
    """Write the notes that belong to the newest entry of a game. Within the caller's transaction."""
    if not payload:
        remove_notes(db, game)
        return
    db.execute(_TABLE)
    seq: int = db.execute("SELECT max(seq) FROM entries WHERE game = ?", (game,)).fetchone()[0]
    row = (game, seq, payload, _digest(game, seq, payload))
    db.execute("INSERT OR REPLACE INTO notes VALUES (?, ?, ?, ?)", row)


def remove_notes(db: sqlite3.Connection, game: GameNumber) -> None:
    """Delete what was noted of a game. Within the caller's transaction."""
    if _has_table(db):
        db.execute("DELETE FROM notes WHERE game = ?", (game,))


def _has_table(db: sqlite3.Connection) -> bool:
    return bool(db.execute(_THERE).fetchall())


def _digest(game: int, seq: int, payload: str) -> bytes:
    return sha256(f"{game} {seq} {payload}".encode(errors="replace")).digest()
