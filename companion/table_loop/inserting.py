"""Inserts a forgotten kyoku where it was played, dealt as the rules or people say, with its result.

What becomes of all later kyoku is the business of `correcting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from companion.evidence import CorrectAsked, DealAsked, Refusal, Refused
from companion.journal import Entry
from companion.journal.replay import fact_of
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact, HanchanEnded, KyokuEnded, Won
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin, followed
from companion.riichi.reasons import Reason
from companion.scoring import ScoringError
from companion.table_loop.correcting import correct
from companion.table_loop.desk import Desk, Moment, Plan, Turned, rules_at_start
from companion.table_loop.following import completed_by, valued
from companion.table_loop.telling import opening, paid_first

__all__ = ["insert"]


def insert(desk: Desk, asked: CorrectAsked, deal: DealAsked, now: Moment) -> Plan | Turned:
    """Insert the kyoku, or say why it is impossible, or which later fact would become impossible."""
    if desk.game is None or asked.before not in {None, *(entry.seq for entry in desk.standing)}:
        return Turned(Refused(Refusal.NO_SUCH_ENTRY))
    asked = replace(asked, before=_place(desk, asked.before))
    hanchan = _just_before(desk, asked.before)
    paid = paid_first(hanchan)
    if isinstance(paid, Turned):
        return paid
    try:
        for fact in paid:
            hanchan = apply_to_hanchan(hanchan, fact)
        opened = opening(hanchan, deal)
        if not opened:
            return _refused(Reason.HANCHAN_OVER)
        played = _played(hanchan, (*opened, *asked.facts))
    except IllegalFactError as error:
        return _refused(error.reason, str(error))
    except ScoringError as error:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(error)))
    if any(isinstance(fact, Won) and fact.value is None for fact in played):
        return Turned(Refused(Refusal.VALUE_MISSING))
    # At the end it stands as a result that was just told: the next deal pays it.
    ended = () if asked.before is None else (KyokuEnded(),)
    return correct(desk, replace(asked, facts=(*paid, *played, *ended), deal=None), now)


def _place(desk: Desk, before: int | None) -> int | None:
    """Before which entry the kyoku goes; the last one goes before people said that the game was over."""
    last = desk.standing[-1] if desk.standing else None
    is_closed = last is not None and isinstance(last.fact, HanchanEnded)
    return last.seq if before is None and last is not None and is_closed else before


def _just_before(desk: Desk, before: int | None) -> Hanchan:
    """The game when everything before the entry was told."""
    hanchan, last_kyoku = begin(rules_at_start(desk)), None
    for entry in _until(desk.standing, before):
        hanchan, last_kyoku = followed(hanchan, last_kyoku, fact_of(entry))
    return hanchan


def _until(standing: Sequence[Entry], before: int | None) -> Sequence[Entry]:
    return tuple(takewhile(lambda entry: entry.seq != before, standing))


def _played(hanchan: Hanchan, told: Sequence[Fact]) -> tuple[Fact, ...]:
    """The whole kyoku, with what must have happened unseen. Raises IllegalFactError, ScoringError."""
    facts: list[Fact] = []
    for fact in told:
        for one in completed_by(hanchan, fact):
            worth = valued(hanchan, one)
            hanchan = apply_to_hanchan(hanchan, worth)
            facts.append(worth)
    if hanchan.kyoku is None or not hanchan.kyoku.is_over:
        raise IllegalFactError(KyokuEnded(), Reason.KYOKU_NOT_OVER)
    return tuple(facts)


def _refused(reason: Reason, sentence: str = "") -> Turned:
    return Turned(Refused(Refusal.REFUSED, reason, sentence or reason.sentence))
