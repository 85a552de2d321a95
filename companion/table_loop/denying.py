"""What the eye told and people took back: it is asked about before it is told again. Pure.

Only the newest hand counts: what was put right in an earlier one says nothing of what lies there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import takewhile
from typing import Any

from companion.evidence import Cause
from companion.journal import Entry
from companion.journal.replay import in_table_order
from companion.riichi.facts import Fact, KyokuStarted
from companion.riichi.unseen import UNSEEN_FACTS
from companion.scribe.questions import Declined

__all__ = ["denied_after", "denied_in_journal", "says_as_much", "with_told"]


def denied_after(declined: Declined, before: Sequence[Entry], standing: Sequence[Entry]) -> Declined:
    """The memory once people have told something, or taken something back: then this stands."""
    left, known = {entry.seq for entry in standing}, {entry.seq for entry in before}
    gone = frozenset(_seen(entry for entry in _of_newest_hand(before) if entry.seq not in left))
    told = (entry.fact for entry in _of_newest_hand(standing) if entry.seq not in known)
    return with_told(declined, told, gone)


def denied_in_journal(entries: Sequence[Entry], standing: Sequence[Entry]) -> Declined:
    """What a game's entries say of it, after a restart; `standing` are those that count."""
    dealt = next((entry for entry in reversed(standing) if isinstance(entry.fact, KyokuStarted)), None)
    if dealt is None:
        return Declined()
    order = in_table_order(entries)
    hand = order[order.index(dealt) :]
    by_people = {entry.retracts: entry for entry in entries if entry.because in (Cause.PERSON, Cause.PANEL)}
    gone = (entry for entry in hand if entry.seq in by_people)
    denied = (
        one for entry in gone for one in _seen([entry]) if not _is_told_since(one, hand, by_people[entry.seq])
    )
    return Declined().and_taken_back(denied, ())


def _is_told_since(fact: Fact, hand: Sequence[Entry], taken: Entry) -> bool:
    """Whether something said as much after it was taken back, or took its place by the same command."""
    since = (one for one in hand if one.seq > taken.seq or one.command_id == taken.command_id)
    return any(says_as_much(one.fact, fact) for one in since)


def with_told(
    declined: Declined, told: Iterable[Fact | None], gone: frozenset[Fact] = frozenset()
) -> Declined:
    """The memory after people have told these facts, in the place of those that are gone if there are any.

    What a new fact says, perhaps with a tile more, is no longer denied.
    """
    news = tuple(told)
    again = {one for one in declined.facts | gone if any(says_as_much(fact, one) for fact in news)}
    return declined.and_taken_back(gone, again)


def says_as_much(fact: Any, older: Any) -> bool:
    """Whether a fact says all that an older one says, and perhaps a tile more."""
    if type(fact) is not type(older):
        return False
    names = [field.name for field in fields(older)]
    return all(_fits(getattr(fact, name), getattr(older, name)) for name in names)


def _fits(new: Any, old: Any) -> bool:
    if old is None or new == old:
        return True
    are_many = isinstance(new, tuple) and isinstance(old, tuple) and len(new) == len(old)
    return are_many and all(_fits(one, other) for one, other in zip(new, old, strict=True))


def _of_newest_hand(standing: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(takewhile(lambda entry: not isinstance(entry.fact, KyokuStarted), reversed(standing)))


def _seen(entries: Iterable[Entry]) -> Iterator[Fact]:
    """The facts that the eye has told and can see; a draw is only concluded."""
    for entry in entries:
        fact = entry.fact
        if fact is not None and entry.because is Cause.CAMERA and not isinstance(fact, UNSEEN_FACTS):
            yield fact
