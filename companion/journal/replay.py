"""Entries folded into the table's state, as far as they are lawful. No disk, no clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.journal.entry import Entry
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class ReplayFailure:
    """The first entry that the rules refuse."""

    entry: Entry
    error: IllegalFactError

    def __str__(self) -> str:
        return f"entry {self.entry.seq}, {type(self.entry.fact).__name__}: {self.error}"


@dataclass(frozen=True, slots=True)
class Replay:
    """How far the entries could be followed, and why not further."""

    hanchan: Hanchan
    last_kyoku: Kyoku | None
    """The kyoku that ended last, as it ended."""
    entries: tuple[Entry, ...]
    """The facts that count and were followed, in order: the lawful prefix."""
    failure: ReplayFailure | None = None
    beyond: tuple[Entry, ...] = ()
    """The facts from the failing one on, which would count if they were lawful."""


def replay(entries: Iterable[Entry], rules: RuleSet) -> Replay:
    """Follow one game's entries as long as they are lawful ("play while valid").

    A retracted entry is passed over, as if it had never been written; an inserted one stands where
    it belongs. What `in_force` returns may be given too.
    """
    standing = in_force(entries)
    hanchan, last_kyoku = begin(rules), None
    for place, entry in enumerate(standing):
        try:
            hanchan, last_kyoku = followed(hanchan, last_kyoku, fact_of(entry))
        except IllegalFactError as error:
            failure = ReplayFailure(entry, error)
            return Replay(hanchan, last_kyoku, standing[:place], failure, standing[place:])
    return Replay(hanchan, last_kyoku, standing)


def in_force(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that tell a fact which nobody has retracted, in the order in which they happened.

    Done again, it changes nothing: an entry whose place was found keeps it.
    """
    all_entries = tuple(entries)
    retracted = {entry.retracts for entry in all_entries if entry.retracts is not None}
    return tuple(entry for entry in in_table_order(all_entries) if entry.seq not in retracted)


def in_table_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The entries that tell a fact, retracted or not, in the order in which the facts happened.

    An entry that is inserted stands right before its anchor, and after what was inserted there
    earlier. Where the anchor is not among the entries before it, the entry stays where it is.
    """
    order: list[Entry] = []
    placed: set[int] = set()
    for entry in entries:
        if entry.fact is None:
            continue
        if entry.before is not None and entry.before in placed:
            order.insert(_place_of(order, entry.before), entry)
        else:
            order.append(entry)
        placed.add(entry.seq)
    return tuple(order)


def _place_of(order: Sequence[Entry], seq: int) -> int:
    """Where this entry stands; most of what is inserted belongs near the end."""
    return next(at for at in range(len(order) - 1, -1, -1) if order[at].seq == seq)


def fact_of(entry: Entry) -> Fact:
    """The fact that an entry tells. Raises ValueError for a retraction."""
    if entry.fact is None:
        raise ValueError(f"entry {entry.seq} tells no fact, it retracts entry {entry.retracts}")
    return entry.fact
