"""The two ways to take something out of a journal: a whole game is forgotten, or only its people are.

Each is one transaction: a power cut leaves the journal either as it was or fully changed. Numbers are never
used again: `forgotten` says which game is gone, and how many entries went with it. `rewritten` says
how many times a game was anonymised. Each table is made when it is first needed. What may be forgotten is
decided elsewhere.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.journal.codec import decode_entry, encode_entry
from companion.journal.entry import Entry, GameNumber
from companion.journal.noting import remove_notes
from companion.journal.replay import in_force
from companion.journal.rows import following
from companion.riichi.facts import Chombo, Fact, HanchanStarted
from companion.riichi.sitting import as_compared
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted

NOBODY: Final = tuple(f"Player {number}" for number in range(1, 5))
"""What people are called in a game that was anonymised, by seat; later ones have higher numbers."""

_TABLE: Final = """
CREATE TABLE IF NOT EXISTS forgotten (
    game INTEGER PRIMARY KEY,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    command_id TEXT
) STRICT
"""
_TIMES: Final = """
CREATE TABLE IF NOT EXISTS rewritten (
    game INTEGER PRIMARY KEY,
    times INTEGER NOT NULL
) STRICT
"""
_GUARDS: Final = ("entries_never_change", "entries_never_go", "games_never_go")
_ORDER: Final = {
    "entries_come_in_order": """
CREATE TRIGGER entries_come_in_order BEFORE INSERT ON entries
    WHEN NEW.seq IS NOT (SELECT max(
        (SELECT coalesce(max(seq), 0) FROM entries), (SELECT coalesce(max(last), 0) FROM forgotten)
    ) + 1)
    BEGIN SELECT RAISE(ABORT, 'entries are only appended, one after another'); END
""",
    "games_come_in_order": """
CREATE TRIGGER games_come_in_order BEFORE INSERT ON games
    WHEN NEW.number IS NOT (SELECT max(
        (SELECT coalesce(max(number), 0) FROM games), (SELECT coalesce(max(game), 0) FROM forgotten)
    ) + 1)
    BEGIN SELECT RAISE(ABORT, 'games are only appended, one after another'); END
""",
}


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A game that is gone: its number and those of its entries stay used."""

    game: GameNumber
    first: int
    last: int
    entries: int
    command_id: str | None


def forgotten_in(db: sqlite3.Connection) -> tuple[Forgotten, ...]:
    """What was forgotten in a file, in the order of the games."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'forgotten'").fetchall():
        return ()
    rows = db.execute("SELECT game, first, last, entries, command_id FROM forgotten ORDER BY game")
    return tuple(Forgotten(GameNumber(game), *rest) for game, *rest in rows)


def rewritten_in(db: sqlite3.Connection) -> dict[GameNumber, int]:
    """How many times each game of a file was anonymised; this tells a copy elsewhere that it is outdated."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'rewritten'").fetchall():
        return {}
    return {GameNumber(game): times for game, times in db.execute("SELECT game, times FROM rewritten")}


def forget(db: sqlite3.Connection, game: GameNumber, command_id: str | None) -> None:
    """Delete a game and all its entries from the file. Within the caller's transaction."""
    first, last, count = db.execute(
        "SELECT min(seq), max(seq), count(*) FROM entries WHERE game = ?", (game,)
    ).fetchone()
    db.execute(_TABLE)
    remove_notes(db, game)
    with _unguarded(db):
        db.execute("DELETE FROM entries WHERE game = ?", (game,))
        db.execute("DELETE FROM games WHERE number = ?", (game,))
        db.execute("INSERT INTO forgotten VALUES (?, ?, ?, ?, ?)", (game, first, last, count, command_id))
    for name, order in _ORDER.items():
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
        db.execute(order)


def anonymise(db: sqlite3.Connection, game: GameNumber) -> None:
    """Write a game's entries anew without the people, on a new chain. Within the caller's transaction."""
    digest: bytes = db.execute("SELECT digest FROM games WHERE number = ?", (game,)).fetchone()[0]
    rows = db.execute("SELECT seq, payload FROM entries WHERE game = ? ORDER BY seq", (game,)).fetchall()
    with _unguarded(db):
        for entry in unnamed([decode_entry(payload, f"entry {seq}") for seq, payload in rows]):
            text = encode_entry(entry)
            digest = following(digest, text)
            db.execute("UPDATE entries SET payload = ?, digest = ? WHERE seq = ?", (text, digest, entry.seq))
    remove_notes(db, game)
    db.execute(_TIMES)
    more = "INSERT INTO rewritten VALUES (?, 1) ON CONFLICT (game) DO UPDATE SET times = times + 1"
    db.execute(more, (game,))


@contextmanager
def putting_back(
    db: sqlite3.Connection, gone: Iterable[Forgotten], rewritten: Mapping[int, int]
) -> Iterator[None]:
    """Let games and entries come in with gaps meanwhile, then record what is known to be gone.

    Within the caller's transaction, in a new file.
    """
    for name in _ORDER:
        db.execute(f"DROP TRIGGER IF EXISTS {name}")
    yield
    db.execute(_TABLE)
    rows = ((one.game, one.first, one.last, one.entries, one.command_id) for one in gone)
    db.executemany("INSERT INTO forgotten VALUES (?, ?, ?, ?, ?)", rows)
    db.execute(_TIMES)
    times = ((game, count) for game, count in rewritten.items() if count)
    db.executemany("INSERT INTO rewritten VALUES (?, ?)", times)
    for order in _ORDER.values():
        db.execute(order)


def scrub(db: sqlite3.Connection) -> None:
    """Erase what was deleted from unused parts of the file and from the log beside it."""
    db.execute("VACUUM")
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def unnamed(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """One game's entries without people: no names, not who said what, nor why a chombo was given.

    Each name that came later gets one number throughout the game, so that a person stays recognisable.
    """
    numbers = _numbers(entries)
    return tuple(
        replace(entry, by="", fact=None if entry.fact is None else _unnamed_fact(entry.fact, numbers))
        for entry in entries
    )


def people_in(entries: Sequence[Entry]) -> frozenset[str]:
    """Every name in one game: whoever sat down, came later, was renamed, or said something."""
    facts = [entry.fact for entry in entries]
    seated = {name for fact in facts if isinstance(fact, HanchanStarted) for name in fact.names}
    came = {fact.name for fact in facts if isinstance(fact, PlayerSubstituted | PlayerRenamed)}
    return frozenset({*seated, *came, *(entry.by for entry in entries)} - {""})


def _numbers(entries: Sequence[Entry]) -> dict[str, str]:
    """What each person is called from now on: those of the start by seat, the others as they came."""
    sat = [entry.fact.names for entry in in_force(entries) if isinstance(entry.fact, HanchanStarted)]
    called = {as_compared(name): NOBODY[seat] for seat, name in enumerate(sat[-1][:4]) if name} if sat else {}
    came = (
        entry.fact.name
        for entry in entries
        if isinstance(entry.fact, PlayerSubstituted | PlayerRenamed) and as_compared(entry.fact.name)
    )
    for number, name in enumerate(came, len(NOBODY) + 1):
        called.setdefault(as_compared(name), f"Player {number}")
    return called


def _unnamed_fact(fact: Fact, numbers: dict[str, str]) -> Fact:
    match fact:
        case HanchanStarted(names):
            return replace(fact, names=NOBODY[: len(names)])
        case PlayerSubstituted(name=name) | PlayerRenamed(name=name):
            return replace(fact, name=numbers.get(as_compared(name), ""))
        case Chombo():
            return replace(fact, why="")
        case _:
            return fact


def with_forgotten(
    count: int, first: int, last: int, gone: Iterable[tuple[int, int, int]]
) -> tuple[int, int, int]:
    """How many numbers are used, the first and the last, with those that each forgotten game has used."""
    for more, its_first, its_last in gone:
        count, first, last = count + more, min(first, its_first), max(last, its_last)
    return count, first, last


@contextmanager
def _unguarded(db: sqlite3.Connection) -> Iterator[None]:
    """Drop the triggers that refuse every change, and restore them afterwards; a rollback does so, too."""
    marks = ", ".join("?" * len(_GUARDS))
    query = f"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN ({marks})"  # noqa: S608
    guards: list[tuple[Any, ...]] = db.execute(query, _GUARDS).fetchall()
    for name, _ in guards:
        db.execute(f"DROP TRIGGER {name}")
    yield
    for _, text in guards:
        db.execute(text)
