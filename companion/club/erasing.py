"""Removes what a table has removed, from every epoch of its journal. For use within a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.club.messages import Gone
from companion.club.store import Rows, Store

__all__ = ["Copy", "GameRow", "copies_in", "erase", "erased_in", "game_in", "rewrite", "take_out_elsewhere"]


@dataclass(frozen=True, slots=True)
class Copy:
    """What the hub has of one table's journal, in one epoch."""

    id: int
    table: str
    journal: str
    epoch: str
    form: int
    """The form of the journal, as the table last said."""
    held: int
    """Everything up to this number is here."""
    changes: int
    """How many of the table's removals were done here as well."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """What is held of one game."""

    header: str
    """The digest of its header."""
    times: int
    ending: str
    """The digest of its last entry; of its header if no entry is held."""


def copies_in(store: Rows, where: str, *values: Any) -> tuple[Copy, ...]:
    """The copies of which a condition in SQL is true; the one that was heard from last comes last."""
    query = f"SELECT id, place, journal, epoch, form, held, changes FROM copies WHERE {where} ORDER BY heard"  # noqa: S608
    return tuple(Copy(*row) for row in store.rows(query, *values))


def game_in(store: Store, copy: Copy, number: int) -> GameRow | None:
    """A game of a copy; None where it holds none of that number."""
    found = store.rows(
        "SELECT header, times, ending FROM games WHERE copy = ? AND number = ?", copy.id, number
    )
    return GameRow(*found[0]) if found else None


def erased_in(store: Store, copy: Copy) -> set[int]:
    """The games that were taken out of a copy; they never come in again."""
    return {game for (game,) in store.rows("SELECT game FROM erased WHERE copy = ?", copy.id)}


def rewrite(store: Store, copy: Copy, number: int, header: str, times: int) -> int:
    """Remove a game's entries, which come again without names; returns how far the copy is whole now."""
    first = store.one("SELECT min(seq) FROM entries WHERE copy = ? AND game = ?", copy.id, number)
    held = copy.held if first is None else min(copy.held, first - 1)
    _remove(store, copy.id, number)
    again = "UPDATE games SET times = ?, ending = header WHERE copy = ? AND number = ?"
    store.change(again, times, copy.id, number)
    store.change("UPDATE copies SET held = min(held, ?) WHERE id = ?", held, copy.id)
    take_out_elsewhere(store, copy, header, times)
    return held


def erase(store: Store, copy: Copy, gone: Gone) -> None:
    """Remove a forgotten game from this epoch and from the others of the same journal."""
    if gone.game in erased_in(store, copy):
        return
    row = game_in(store, copy, gone.game)
    _take_out(store, copy.id, gone.game)
    if row is not None:
        take_out_elsewhere(store, copy, row.header)
        return
    # This epoch never held it, but another one may: the same numbers of the same journal.
    same = (
        "SELECT entries.copy FROM entries JOIN copies ON copies.id = entries.copy "
        "WHERE copies.journal = ? AND copies.id != ? AND game = ? GROUP BY entries.copy "
        "HAVING min(seq) = ? AND max(seq) <= ?"
    )
    numbers = (gone.game, gone.first, gone.last)
    for (other,) in store.rows(same, copy.journal, copy.id, *numbers):
        _take_out(store, other, gone.game)


def take_out_elsewhere(store: Store, copy: Copy, header: str, times: int | None = None) -> None:
    """Remove the same game from the other epochs; with `times`, only where it was rewritten less often."""
    query = (
        "SELECT games.copy, games.number FROM games JOIN copies ON copies.id = games.copy "
        "WHERE copies.journal = ? AND copies.id != ? AND header = ? AND games.times < ?"
    )
    most = 2**62 if times is None else times
    for other, number in store.rows(query, copy.journal, copy.id, header, most):
        _take_out(store, other, number)


def _take_out(store: Store, copy_id: int, number: int) -> None:
    _remove(store, copy_id, number)
    store.change("DELETE FROM games WHERE copy = ? AND number = ?", copy_id, number)
    store.change("INSERT OR IGNORE INTO erased VALUES (?, ?)", copy_id, number)


def _remove(store: Store, copy_id: int, number: int) -> None:
    """Remove a game's entries, and what was noted of it."""
    store.change("DELETE FROM notes WHERE copy = ? AND game = ?", copy_id, number)
    store.change("DELETE FROM entries WHERE copy = ? AND game = ?", copy_id, number)
