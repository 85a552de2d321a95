"""Rows of the file as values, and their digests. Where they come from is not known here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final

from companion.errors import JournalCorrupt
from companion.journal.codec import decode_entry, decode_rules, encode_rules
from companion.journal.entry import Entry, Game, GameNumber
from companion.riichi.ruleset import RuleSet


def require_anchors_written(entries: Sequence[Entry]) -> None:
    """Raises JournalCorrupt where an entry was inserted before one that tells no fact of the same game."""
    facts: set[int] = set()
    for entry in entries:
        if entry.before is not None and entry.before not in facts:
            raise JournalCorrupt(f"entry {entry.seq} stands before entry {entry.before}, which tells no fact")
        if entry.fact is not None:
            facts.add(entry.seq)


def game_row(game: Game) -> tuple[int, str, str, str]:
    """What the row of a game says besides its digest."""
    return (game.number, game.name, encode_rules(game.rules), game.started)


def first_digest(row: Sequence[Any]) -> bytes:
    """The digest of a game's row, from which that of its first entry is made."""
    return sha256(json.dumps(list(row)).encode()).digest()


def following(digest: bytes, payload: str) -> bytes:
    """The digest of the entry that comes after the one with this digest."""
    return sha256(digest + payload.encode()).digest()


def game_in(row: tuple[Any, ...]) -> tuple[Game, bytes]:
    """A game and its digest, from the columns number, name, rules, started, digest. Raises JournalCorrupt."""
    number, name, rules, started, digest = row
    if not all(type(text) is str for text in row[1:4]) or digest != first_digest(row[:4]):
        raise JournalCorrupt(f"game {number} was changed after it was written")
    return Game(GameNumber(number), name, _rules_in(rules, name), started), digest


def _rules_in(text: str, name: str) -> RuleSet:
    try:
        return _read_rules(text)
    except JournalCorrupt:
        return decode_rules(text, f"the rules of {name}")  # which says whose they are


# Most games of a house are played by the same rules, and reading them takes longer than the rest of the row.
_read_rules: Final = lru_cache(64)(decode_rules)


def entry_in(row: tuple[Any, ...]) -> Entry:
    """An entry, from the columns seq, retracts, command_id, payload, digest. Raises JournalCorrupt.

    The digest is not compared here.
    """
    seq, retracts, command_id, payload, _ = row
    entry = decode_entry(payload, f"entry {seq}")
    if (entry.seq, entry.retracts, entry.command_id) != (seq, retracts, command_id):
        raise JournalCorrupt(f"entry {seq} says something else in its text than in its row")
    return entry
