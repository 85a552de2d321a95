"""The hub's own number of each game of a table: its serial, by which a tournament knows the game for ever.

The number in a journal is not enough. A table that goes on from an older copy, or begins another journal,
gives a number to a second game. A serial is the number in the journal as long as a table has one copy; later
a new game gets the next serial of its table, and a game that was carried over keeps the one it had.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from companion.club.erasing import Copy
from companion.club.store import Rows, Store

__all__ = ["OF_GAME", "HeldGame", "give", "held_games"]

_SERIAL: Final = (
    "coalesce((SELECT serial FROM serials WHERE copy = {of}.copy AND number = {number}), {number})"
)
OF_GAME: Final = _SERIAL.format(of="games", number="games.number")
"""The serial of a row of `games`, as SQL."""
_OF_ERASED: Final = _SERIAL.format(of="erased", number="erased.game")


@dataclass(frozen=True, slots=True)
class HeldGame:
    """One game of a table, in the copy that counts."""

    serial: int
    copy: Copy
    number: int
    """As the journal of that copy counts."""
    times: int
    """How many times it was rewritten."""
    ending: str
    """The digest of its last entry."""


def give(store: Store, copy: Copy, number: int, header: str) -> None:
    """Give a game its serial, before its first entry is kept. For use within a transaction."""
    mine = store.rows("SELECT number FROM serials WHERE copy = ?", copy.id)
    others = store.one("SELECT count(*) FROM copies WHERE place = ? AND id != ?", copy.table, copy.id)
    if (number,) in mine or not (mine or others):
        return
    carried_over = (
        f"SELECT {OF_GAME} FROM games JOIN copies ON copies.id = games.copy "  # noqa: S608
        "WHERE place = ? AND games.copy != ? AND header = ? ORDER BY heard DESC LIMIT 1"
    )
    known = store.rows(carried_over, copy.table, copy.id, header)
    serial = known[0][0] if known else max(number, 1 + _newest(store, copy.table))
    store.change("INSERT INTO serials VALUES (?, ?, ?)", copy.id, number, serial)


def _newest(store: Store, table: str) -> int:
    newest = (
        f"SELECT coalesce(max(serial), 0) FROM (SELECT {OF_GAME} AS serial FROM games "  # noqa: S608
        "JOIN copies ON copies.id = games.copy WHERE place = ?1 "
        f"UNION ALL SELECT {_OF_ERASED} FROM erased JOIN copies ON copies.id = erased.copy WHERE place = ?1)"
    )
    return int(store.one(newest, table))


def held_games(store: Rows, copies: Iterable[Copy]) -> tuple[HeldGame, ...]:
    """Every game of a table by its serial, given all its copies; the one that was heard from last comes last.

    Where several copies have a game, the last of them counts: there people go on. But if it has only the
    beginning of what an earlier one has, nobody has told it anything new, and the earlier one counts.
    """
    found: dict[int, HeldGame] = {}
    query = f"SELECT {OF_GAME}, number, times, ending FROM games WHERE copy = ?"  # noqa: S608
    for copy in copies:
        for serial, number, times, ending in store.rows(query, copy.id):
            game, before = HeldGame(serial, copy, number, times, ending), found.get(serial)
            if before is None or not _is_beginning(store, game, before):
                found[serial] = game
    return tuple(found[serial] for serial in sorted(found))


def _is_beginning(store: Rows, game: HeldGame, of: HeldGame) -> bool:
    # Each digest stands on all entries before it, so one that is equal says that they all are.
    same = (
        "SELECT count(*) FROM entries WHERE copy = ? AND game = ? AND digest = ? "
        "AND seq = (SELECT max(seq) FROM entries WHERE copy = ? AND game = ?)"
    )
    is_shorter = game.ending != of.ending
    return is_shorter and bool(
        store.rows(same, of.copy.id, of.number, game.ending, game.copy.id, game.number)[0][0]
    )
