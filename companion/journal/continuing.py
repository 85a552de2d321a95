"""A journal written from another machine's copy of it, so that this machine goes on where that one stopped.

Each entry keeps its number and its text; the chain is made anew. Numbers of games that the copy does not
hold stay used, as those of forgotten games do.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.errors import JournalCorrupt, JournalTooNew
from companion.files import name_durably
from companion.journal.codec import SCHEMA_VERSION, decode_entry
from companion.journal.copying import remove_with_logs
from companion.journal.entry import GameNumber, WrittenText
from companion.journal.forgetting import Forgotten, putting_back
from companion.journal.noting import put_notes
from companion.journal.opening import connect_writer, speaking_of
from companion.journal.origin import Origin, put_origin
from companion.journal.rows import first_digest, following
from companion.journal.sqlite import SqliteReader

__all__ = ["CarriedGame", "CarriedJournal", "write_carried"]

_GAME: Final = "INSERT INTO games VALUES (?, ?, ?, ?, ?)"
_ENTRY: Final = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"


@dataclass(frozen=True, slots=True)
class CarriedGame:
    """A game, as its row has it."""

    number: int
    name: str
    rules: str
    """The whole rule set as JSON."""
    started: str
    times: int = 0
    """How many times it was anonymised."""


@dataclass(frozen=True, slots=True)
class CarriedJournal:
    """All that another machine knows of a journal."""

    origin: Origin
    """The origin of the same journal, in an epoch of its own."""
    form: int
    """The newest form in which any of it was written."""
    last: int
    """The number of the newest entry that the other machine is known to have written."""
    last_game: int
    """The number of the newest game, even if that one was taken out."""
    games: tuple[CarriedGame, ...]
    entries: tuple[WrittenText, ...]
    """All entries, in order."""
    notes: tuple[GameNumber, str] | None = None
    """A game, and what was noted of it after its newest entry."""


def write_carried(carried: CarriedJournal, target: Path) -> None:
    """Write a journal; when this returns, the file is whole and on the disk under its name.

    Raises:
        FileExistsError: there is such a file; it was not touched.
        JournalTooNew: a newer companion has written some of it.
        JournalCorrupt: it does not fit together; nothing was left under the name.
        JournalDown: the disk refuses.
    """
    if target.exists():
        raise FileExistsError(f"{target} is there already")
    if carried.form > SCHEMA_VERSION:
        raise JournalTooNew(
            f"a newer companion wrote this journal (form {carried.form}, this one reads {SCHEMA_VERSION})"
        )
    aside = target.with_name(f"{target.name}.carried")
    with speaking_of(target):
        remove_with_logs(aside)
        try:
            with contextlib.closing(connect_writer(aside)) as db:
                db.execute("BEGIN IMMEDIATE")
                _write(db, carried)
                db.execute("COMMIT")
            with contextlib.closing(SqliteReader(aside)) as reader:
                reader.check()
            name_durably(aside, target)
        finally:
            remove_with_logs(aside)


def _write(db: sqlite3.Connection, carried: CarriedJournal) -> None:
    put_origin(db, carried.origin)
    digests: dict[int, bytes] = {}
    with putting_back(db, _gone(carried), {game.number: game.times for game in carried.games}):
        for game in carried.games:
            row = (game.number, game.name, game.rules, game.started)
            digests[game.number] = first_digest(row)
            db.execute(_GAME, (*row, digests[game.number]))
        parts: Counter[str] = Counter()
        for one in carried.entries:
            if one.game not in digests:
                raise JournalCorrupt(f"entry {one.seq} belongs to no game of the copy")
            entry = decode_entry(one.text, f"entry {one.seq}")
            part = None
            if entry.command_id is not None:
                part = parts[entry.command_id]
                parts[entry.command_id] += 1
            digests[one.game] = following(digests[one.game], one.text)
            told = (entry.retracts, entry.command_id, part, one.text, digests[one.game])
            db.execute(_ENTRY, (one.seq, one.game, *told))
    if carried.notes and carried.notes[0] in digests:
        put_notes(db, *carried.notes)


def _gone(carried: CarriedJournal) -> tuple[Forgotten, ...]:
    """The games and numbers that the copy does not hold; nobody knows which number was whose."""
    held = {one.seq for one in carried.entries}
    missing = [number for number in range(1, carried.last + 1) if number not in held]
    known = {game.number for game in carried.games}
    newest = max(carried.last_game, *known, 0)
    games = [number for number in range(1, newest + 1) if number not in known]
    if not missing:
        if games:
            raise JournalCorrupt(f"game {games[0]} is missing, and none of its numbers")
        return ()
    # Where nobody has said yet which game was taken out, it was one after those that are known.
    first, *others = games or [newest + 1]
    place = missing[0]
    rest = (Forgotten(GameNumber(game), place, place, 0, None) for game in others)
    return (Forgotten(GameNumber(first), place, missing[-1], len(missing), None), *rest)
