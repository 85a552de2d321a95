"""Games that came from a file: they lie in the journal beside those that were played at this table."""

from __future__ import annotations

from collections.abc import Iterable

from companion.evidence import Cause
from companion.journal.entry import Entry, Game
from companion.journal.replay import in_force
from companion.journal.store import JournalReader

__all__ = ["is_imported", "newest_of_table"]


def is_imported(entries: Iterable[Entry]) -> bool:
    """Whether a game came from a file: a record that was written whole by one command."""
    return any(entry.because is Cause.RECORD and entry.command_id is not None for entry in entries)


def newest_of_table(journal: JournalReader) -> tuple[Game, tuple[Entry, ...]] | None:
    """The newest game that was played at this table, and its entries; None if there is none.

    A game that was taken back whole, its start included, counts only where there is no other.

    Raises:
        JournalError: the journal cannot be read.
    """
    emptied = None
    for game in reversed(journal.games()):
        entries = journal.entries(game.number)
        if is_imported(entries):
            continue
        if in_force(entries):
            return game, entries
        emptied = emptied or (game, entries)
    return emptied
