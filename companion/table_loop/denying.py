"""What the eye told and people took back: it is asked about before it is told again. Pure.

Only the newest hand counts: what was put right in an earlier one says nothing of what lies there now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from companion.evidence import Cause
from companion.journal import Entry, Move
from companion.journal.replay import in_table_order
from companion.riichi.facts import Discarded, Fact, KyokuStarted
from companion.riichi.unseen import UNSEEN_FACTS
from companion.scribe.questions import Declined, QuestionCode
from companion.table_state import OpenQuestion, Zone

__all__ = [
    "asked_before_told",
    "declined_after",
    "denied_in_journal",
    "is_by_eye",
    "is_denied",
    "not_discarded",
    "says_as_much",
]


def denied_in_journal(entries: Sequence[Entry], standing: Sequence[Entry]) -> frozenset[Fact]:
    """What all entries of a game say of it; `standing` are those that count."""
    by_people = {entry.retracts: entry for entry in entries if _takes_back(entry)}
    dealt = next((entry for entry in reversed(standing) if isinstance(entry.fact, KyokuStarted)), None)
    if dealt is None or not by_people:
        return frozenset()
    order = in_table_order(entries)
    hand = order[order.index(dealt) :]
    gone = (entry for entry in hand if entry.seq in by_people)
    return frozenset(
        one for entry in gone for one in _seen([entry]) if not _is_told_since(one, hand, by_people[entry.seq])
    )


def _takes_back(entry: Entry) -> bool:
    return entry.retracts is not None and entry.because in (Cause.PERSON, Cause.PANEL)


def _is_told_since(fact: Fact, hand: Sequence[Entry], taken: Entry) -> bool:
    """Whether something said as much after it was taken back, or took its place by the same command."""
    since = (one for one in hand if one.seq > taken.seq or one.command_id == taken.command_id)
    return any(says_as_much(one.fact, fact) for one in since)


def declined_after(declined: Declined, added: Sequence[Entry], gone: frozenset[Fact]) -> Declined:
    """The memory once these entries were written, when the journal says that people took back `gone`.

    A tile that people said was never discarded is no longer remembered once they tell just that.
    """
    told = (entry.fact for entry in added if not is_by_eye(entry))
    lying = declined.lying - {Discarded(one.seat, one.tile) for one in told if isinstance(one, Discarded)}
    return replace(declined, facts=gone | lying, lying=lying)


def is_by_eye(entry: Entry) -> bool:
    """Whether the eye alone has told this; what people redid is their word."""
    return entry.because is Cause.CAMERA and entry.move not in (Move.UNDONE, Move.REDONE)


def asked_before_told(declined: Declined) -> frozenset[Fact]:
    """What is asked about before it is told. An unread tile that lies there says nothing of the next."""
    return declined.facts - {one for one in declined.lying if one.tile is None}


def is_denied(fact: Fact | None, denied: Iterable[Fact]) -> bool:
    """Whether people have taken back just this, perhaps with more of its tiles named, or fewer."""
    return any(says_as_much(fact, gone) or says_as_much(gone, fact) for gone in denied)


def not_discarded(question: OpenQuestion, denied: frozenset[Fact]) -> Iterator[Discarded]:
    """What lies in rivers although nobody has discarded it, if the screen is right and not the table."""
    if question.code is not QuestionCode.TABLE_DIFFERS:
        return
    for each in question.differences:
        if each.zone is Zone.RIVER and each.seat is not None:
            yield from (Discarded(each.seat, tile) for tile in each.extra)
    told = question.choices[0].news if question.choices and not question.differences else ()
    yield from (fact for fact in told if isinstance(fact, Discarded) and is_denied(fact, denied))


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


def _seen(entries: Iterable[Entry]) -> Iterator[Fact]:
    """The facts that the eye has told and can see; a draw is only concluded."""
    for entry in entries:
        fact = entry.fact
        if fact is not None and entry.because is Cause.CAMERA and not isinstance(fact, UNSEEN_FACTS):
            yield fact
