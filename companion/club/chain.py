"""Entries as they are sent: without who told them, and in a chain of digests of their own. Pure.

Two copies of a game are equal when they end in the same digest. The chain of the journal itself cannot
be used: it covers the addresses of the devices that told an entry, and these stay at the table.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from companion.errors import JournalCorrupt

_write = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode
_WHO_TOLD: Final = "by"


@dataclass(frozen=True, slots=True)
class Header:
    """What both sides know of a game besides its entries."""

    number: int
    name: str
    rules: str
    """The whole rule set as JSON, as the journal wrote it."""
    started: str
    times: int = 0
    """How many times the table has removed names from this game."""

    @property
    def digest(self) -> str:
        """The start of the game's chain, before its first entry: 64 hexadecimal digits."""
        row = [self.number, self.name, self.rules, self.started]
        return sha256(json.dumps(row).encode()).hexdigest()


def text_to_send(text: str) -> str:
    """An entry's line of JSON without who told it. Raises JournalCorrupt where that cannot be taken out.

    >>> text_to_send('{"seq":7,"fact":null,"retracts":3,"by":"10.0.0.7"}')
    '{"seq":7,"fact":null,"retracts":3}'
    """
    if f'"{_WHO_TOLD}":' not in text:
        return text
    try:
        entry = json.loads(text)
        entry.pop(_WHO_TOLD, None)
        return _write(entry)
    except (ValueError, TypeError, AttributeError, RecursionError) as failure:
        raise JournalCorrupt(f"an entry cannot be sent: {failure}") from failure


def following(digest: str, text: str) -> str:
    """The digest of the entry with this text, which comes after the one with this digest."""
    return sha256(f"{digest}{text}".encode()).hexdigest()


def head_of(ends: Iterable[tuple[int, int, str]]) -> str:
    """One digest for a copy, of each game's number, how many times it was rewritten, and its last digest."""
    whole = sha256()
    for number, times, end in sorted(ends):
        whole.update(f"{number}:{times}:{end}\n".encode())
    return whole.hexdigest()
