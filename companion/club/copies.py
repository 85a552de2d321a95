"""The hub's copies: what every table has sent of its journal. Only what is on the disk is acknowledged.

A table sends neither who told an entry nor the games that are not for the club.

An entry's key is the copy (table and epoch) and its number: it is inserted once, and compared by
digest each time it comes again. What a table has removed is removed here, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from companion.club.chain import Header, following, head_of
from companion.club.erasing import (
    Copy,
    GameRow,
    copies_in,
    erase,
    erased_in,
    game_in,
    rewrite,
    take_out_elsewhere,
)
from companion.club.messages import Games, GameState, Log, Sent, Up
from companion.club.notes_kept import notes_in, put_notes
from companion.club.serials import HeldGame, give, held_games
from companion.club.store import Store, StoreDown

__all__ = ["Copies", "Copy", "Kept", "StoreDown"]


_OF_A_COPY: Final = {
    "games": "number, name, rules, started, times, header, ending",
    "entries": "seq, game, text, digest",
    "erased": "game",
    "serials": "number, serial",
    "notes": "game, seq, text",
}
"""The tables of the file that hold parts of a copy, and their columns besides the copy's id."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a log or a list of games; `held` falls where a game has to come again."""

    held: int
    entry_differs: int | None = None
    """The number of the first entry that differs from ours; then nothing of a log was kept."""
    game_differs: int | None = None
    """The number of the first game that differs from ours; then nothing of a log was kept."""
    is_outdated: bool = False
    """It was sent before something was removed."""

    @property
    def differs(self) -> bool:
        """Whether something differs from ours."""
        return self.entry_differs is not None or self.game_differs is not None


class Copies:
    """The file with all copies. One thread uses it. Raises StoreDown."""

    def __init__(self, path: Path) -> None:
        self._store = Store(path)

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def all(self) -> tuple[Copy, ...]:
        """Every copy; the one that was heard from last comes last."""
        return tuple(self._copies("1 = 1"))

    def of(self, table: str, epoch: str) -> Copy | None:
        """One copy; None where nothing was heard from it."""
        return next(self._copies("place = ? AND epoch = ?", table, epoch), None)

    def entries(self, copy: Copy) -> tuple[tuple[int, int, str], ...]:
        """Number, game and text of every entry that is held, in order."""
        query = "SELECT seq, game, text FROM entries WHERE copy = ? ORDER BY seq"
        return tuple((seq, game, text) for seq, game, text in self._store.rows(query, copy.id))

    def games(self, copy: Copy) -> tuple[Header, ...]:
        """The games of a copy, oldest first."""
        query = "SELECT number, name, rules, started, times FROM games WHERE copy = ? ORDER BY number"
        return tuple(Header(*row) for row in self._store.rows(query, copy.id))

    def last_game(self, copy: Copy) -> int:
        """The highest number of a game that is held or was taken out; 0 where there is none."""
        held = [game.number for game in self.games(copy)]
        return max((*held, *erased_in(self._store, copy)), default=0)

    def ends(self, copy: Copy) -> tuple[tuple[int, int, str], ...]:
        """For each game: its number, how many times it was rewritten, and the digest of its last entry."""
        query = "SELECT number, times, ending FROM games WHERE copy = ? ORDER BY number"
        return tuple((number, times, end) for number, times, end in self._store.rows(query, copy.id))

    def played(self, table: str) -> tuple[HeldGame, ...]:
        """Every game of a table that counts, whichever of its copies has it, by its serial."""
        return held_games(self._store, self._copies("place = ?", table))

    def texts(self, copy: Copy, game: int, after: int) -> tuple[str, ...]:
        """The entries of a game that come after a number, in order."""
        query = "SELECT text FROM entries WHERE copy = ? AND game = ? AND seq > ? ORDER BY seq"
        return tuple(text for (text,) in self._store.rows(query, copy.id, game, after))

    def head(self, copy: Copy) -> str:
        """The digest of all that is held."""
        return head_of(self.ends(copy))

    def notes(self, copy: Copy) -> tuple[int, str] | None:
        """A game, and what the table noted of it after its newest entry; None where it noted nothing."""
        return notes_in(self._store, copy)

    def heard(self, table: str, up: Up) -> Copy:
        """Note that a table is there, and return its copy, begun if there is none. Raises StoreDown."""
        with self._store.writing():
            latest = self._store.one("SELECT coalesce(max(heard), 0) + 1 FROM copies")
            self._store.change(
                "INSERT INTO copies (place, journal, epoch, form, heard) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (place, epoch) DO UPDATE SET form = excluded.form, heard = excluded.heard",
                *(table, up.journal, up.epoch, up.schema, latest),
            )
            copy = next(self._copies("place = ? AND epoch = ?", table, up.epoch))
            if up.newest == copy.held:
                put_notes(self._store, copy, up.notes)
        return copy

    def continued(self, copy: Copy, table: str, epoch: str) -> Copy:
        """A second copy, for another table that goes on from it in a new epoch. Raises StoreDown.

        Copies of earlier epochs of the same table are doubled too: their rounds were played.
        """
        with self._store.writing():
            for one in self._copies("place = ? AND id != ?", copy.table, copy.id):
                self._double(one, table, one.epoch)
            return self._double(copy, table, epoch)

    def _double(self, copy: Copy, table: str, epoch: str) -> Copy:
        latest = self._store.one("SELECT coalesce(max(heard), 0) + 1 FROM copies")
        self._store.change(
            "INSERT INTO copies (place, journal, epoch, form, held, heard) VALUES (?, ?, ?, ?, ?, ?)",
            *(table, copy.journal, epoch, copy.form, copy.held, latest),
        )
        new = next(self._copies("place = ? AND epoch = ?", table, epoch))
        for name, columns in _OF_A_COPY.items():
            self._store.change(
                f"INSERT INTO {name} SELECT ?, {columns} FROM {name} WHERE copy = ?",  # noqa: S608
                *(new.id, copy.id),
            )
        return new

    def keep(self, copy: Copy, log: Log) -> Kept:
        """Insert what is new, compare what is not, all or nothing. Raises StoreDown."""
        with self._store.writing() as take_back:
            kept = self._kept(copy, log)
            if kept.differs or kept.is_outdated:
                take_back()
        return kept

    def follow(self, copy: Copy, games: Games) -> Kept:
        """Remove what the table has removed, and compare where each game ends. Raises StoreDown."""
        if games.changes < copy.changes:
            return Kept(copy.held, is_outdated=True)
        with self._store.writing():
            for gone in games.gone:
                erase(self._store, copy, gone)
            is_whole = copy.held == games.newest
            differing = [
                state.number for state in games.games if self._differs(copy, state, is_whole=is_whole)
            ]
            self._store.change("UPDATE copies SET changes = ? WHERE id = ?", games.changes, copy.id)
            held = self._store.one("SELECT held FROM copies WHERE id = ?", copy.id)
        if games.changes != copy.changes:
            self._store.scrub()
        return Kept(held, game_differs=differing[0] if differing else None)

    def _differs(self, copy: Copy, state: GameState, *, is_whole: bool) -> bool:
        """Whether a game differs from ours; a rewritten or missing one is made ready to come again."""
        row = game_in(self._store, copy, state.number)
        if row is None:
            if is_whole and state.number not in erased_in(self._store, copy):
                self._store.change("UPDATE copies SET held = 0 WHERE id = ?", copy.id)
            return False
        if row.header == state.header and state.times > row.times:
            rewrite(self._store, copy, state.number, state.header, state.times)
            return False
        # What was sent before the game was rewritten no longer counts.
        return row.header != state.header or (
            is_whole and state.times == row.times and row.ending != state.end
        )

    def _kept(self, copy: Copy, log: Log) -> Kept:
        rows = {game.number: game_in(self._store, copy, game.number) for game in log.games}
        held = copy.held
        for game in log.games:
            row = rows[game.number]
            if row is not None and row.header != game.digest:
                return Kept(copy.held, game_differs=game.number)
            if row is not None and game.times < row.times:
                return Kept(copy.held, is_outdated=True)
            if row is not None and game.times > row.times:
                held = min(held, rewrite(self._store, copy, game.number, game.digest, game.times))
                rows[game.number] = GameRow(row.header, game.times, row.header)
        if held < copy.held:
            return Kept(held)  # the rewritten game comes again from its first entry on
        ends = {game.number: row.ending if (row := rows[game.number]) else game.digest for game in log.games}
        entry_differs = self._add(copy, log, ends)
        if entry_differs is not None:
            return Kept(copy.held, entry_differs)
        for number, end in ends.items():
            self._store.change(
                "UPDATE games SET ending = ? WHERE copy = ? AND number = ?", end, copy.id, number
            )
        if log.last >= held:
            put_notes(self._store, copy, log.notes)
        held = max(held, log.last)
        self._store.change("UPDATE copies SET held = ? WHERE id = ?", held, copy.id)
        return Kept(held)

    def _add(self, copy: Copy, log: Log, ends: dict[int, str]) -> int | None:
        """Add the missing entries; returns the number of the first that differs from ours, or None."""
        erased = erased_in(self._store, copy)
        known = self._digests(copy, log.first, log.last)
        games = {game.number: game for game in log.games}
        for entry in (entry for entry in log.entries if entry.game not in erased):
            if known.get(entry.seq, entry.digest) != entry.digest:
                return entry.seq
            if entry.seq in known or entry.seq <= copy.held:
                continue
            ends[entry.game] = following(ends[entry.game], entry.text)
            if ends[entry.game] != entry.digest:
                return entry.seq
            self._insert(copy, games[entry.game], entry)
        return None

    def _digests(self, copy: Copy, first: int, last: int) -> dict[int, str]:
        query = "SELECT seq, digest FROM entries WHERE copy = ? AND seq BETWEEN ? AND ?"
        found = self._store.rows(query, copy.id, first, last)
        return {int(seq): str(digest) for seq, digest in found}

    def _insert(self, copy: Copy, game: Header, entry: Sent) -> None:
        if game_in(self._store, copy, game.number) is None:
            fields = (game.number, game.name, game.rules, game.started, game.times)
            row = (copy.id, *fields, game.digest, game.digest)
            give(self._store, copy, game.number, game.digest)
            self._store.change("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?)", *row)
            take_out_elsewhere(self._store, copy, game.digest, game.times)
        values = (copy.id, entry.seq, entry.game, entry.text, entry.digest)
        self._store.change("INSERT INTO entries VALUES (?, ?, ?, ?, ?)", *values)

    def _copies(self, where: str, *values: Any) -> Iterator[Copy]:
        return iter(copies_in(self._store, where, *values))
