"""What a table noted beside its entries, kept with its copy: the newest notes alone, for a spare."""

from __future__ import annotations

from typing import Final

from companion.club.erasing import Copy, erased_in
from companion.club.messages import Noted
from companion.club.store import Rows, Store

__all__ = ["notes_in", "put_notes"]

_NOTES: Final = (
    "SELECT game, text FROM notes WHERE copy = ?1 AND seq = "
    "(SELECT max(seq) FROM entries WHERE copy = ?1 AND entries.game = notes.game)"
)


def notes_in(store: Rows, copy: Copy) -> tuple[int, str] | None:
    """A game, and what was noted of it after its newest entry; None where nothing was."""
    found = store.rows(_NOTES, copy.id)
    return found[0] if found else None


def put_notes(store: Store, copy: Copy, notes: Noted | None) -> None:
    """Keep these notes in the place of those before. Within the caller's transaction."""
    store.change("DELETE FROM notes WHERE copy = ?", copy.id)
    if notes is not None and notes.game not in erased_in(store, copy):
        row = (copy.id, notes.game, notes.seq, notes.text)
        store.change("INSERT INTO notes VALUES (?, ?, ?, ?)", *row)
