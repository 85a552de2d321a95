"""What is in the journal: games, entries, and what is about to become an entry.

Values only: `codec` writes them as text, `sqlite` and `memory` keep them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType

from companion.evidence import Cause, Depth
from companion.riichi.facts import Fact
from companion.riichi.ruleset import RuleSet

GameNumber = NewType("GameNumber", int)
"""The number of a game in its journal, counted from 1."""
_UTC: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", re.ASCII)


class Move(StrEnum):
    """What a command did with the facts that counted before it: by this, undo and redo outlast a restart."""

    TOLD = "told"
    """Something happened. Before form 9 every entry reads as this, whatever its command did."""
    CORRECTED = "corrected"
    """Something told earlier was put right."""
    OVERRULED = "overruled"
    """A call or a win took the place of another one."""
    UNDONE = "undone"
    REDONE = "redone"


@dataclass(frozen=True, slots=True)
class Game:
    """One game in the journal. It is kept from its first entry on; before that it is only announced."""

    number: GameNumber
    name: str
    """What people type and read, such as `demo-3`; no two games of a journal share it."""
    rules: RuleSet
    """As they were at the start: a preset that changes later does not change this game."""
    started: str
    """UTC, for people."""


@dataclass(frozen=True, slots=True)
class WrittenText:
    """One entry as the journal wrote it, for whoever carries it elsewhere."""

    seq: int
    game: GameNumber
    text: str
    """One line of JSON, as `codec.encode_entry` writes it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An entry that has no number yet: a fact, or a retraction of one.

    `before` is the number of an earlier entry of the same game: the fact happened right before it.
    """

    at: str
    because: Cause
    fact: Fact | None = None
    retracts: int | None = None
    by: str = ""
    before: int | None = None
    move: Move = Move.TOLD
    depth: Depth | None = None

    def __post_init__(self) -> None:
        if not is_utc(self.at):
            raise ValueError(f"{self.at!r} is not a UTC time")
        _require_one_content(self.fact, self.retracts)
        _require_place_of_fact(self.fact, self.before)

    def numbered(self, seq: int, command_id: str | None = None) -> Entry:
        """The entry that this becomes."""
        told = (seq, self.at, self.fact, self.because)
        return Entry(*told, self.retracts, self.by, command_id, self.before, self.move, self.depth)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal: a fact, or the retraction of an earlier one.

    It is changed only where its whole game is forgotten or its names are taken out (`forgetting`).
    """

    seq: int
    """Counted from 1 through all games of the journal. This is the order in which it was written."""
    at: str
    """UTC, exactly as `companion.clock.utc_text` writes it; for people, as a wall clock may jump."""
    fact: Fact | None
    because: Cause
    retracts: int | None = None
    """The number of the entry that no longer counts; that entry stays."""
    by: str = ""
    """Who said so, where somebody did."""
    command_id: str | None = None
    """The command that wrote it; a command that comes twice is written once."""
    before: int | None = None
    """The earlier entry, retracted or not, right before which the fact happened; None: after all others."""
    move: Move = Move.TOLD
    """What the command that wrote it did."""
    depth: Depth | None = None
    """How closely the hand is kept from here on; None: as before. No undo changes it."""

    def __post_init__(self) -> None:
        _require_one_content(self.fact, self.retracts)
        _require_place_of_fact(self.fact, self.before)
        if self.before is not None and self.before >= self.seq:
            raise ValueError("a fact is inserted before an entry that was written earlier")


def is_utc(text: str) -> bool:
    """Whether a text is a time exactly as `companion.clock.utc_text` writes it."""
    return _UTC.fullmatch(text) is not None


def _require_one_content(fact: Fact | None, retracts: int | None) -> None:
    if (fact is None) == (retracts is None):
        raise ValueError("an entry either tells a fact or retracts one")


def _require_place_of_fact(fact: Fact | None, before: int | None) -> None:
    if fact is None and before is not None:
        raise ValueError("only a fact has a place among the others")
