"""Plans what people agree on outside the play, and pays a standing result first where it must be."""

from __future__ import annotations

from dataclasses import replace

from companion.evidence import Refusal, Refused, TellAsked
from companion.riichi.tea_facts import PlayerSubstituted, PointsSet, SeatsChanged, TeaFact
from companion.table_loop import telling
from companion.table_loop.desk import Desk, Moment, Plan, Turned

__all__ = ["agree", "is_agreement"]


def is_agreement(asked: TellAsked) -> bool:
    """Whether the request tells something outside the play, such as a change of seats or rules."""
    return any(isinstance(fact, TeaFact) for fact in asked.facts)


def agree(desk: Desk, asked: TellAsked, now: Moment) -> Plan | Turned:
    """What people agreed on. Where it moves points or people, a result that stands is paid first."""
    if desk.game is None:
        return Turned(Refused(Refusal.NO_GAME))
    moves = any(isinstance(fact, SeatsChanged | PointsSet | PlayerSubstituted) for fact in asked.facts)
    paid = telling.paid_first(desk.state.hanchan) if moves else ()
    if isinstance(paid, Turned):
        return paid
    return telling.tell(desk, replace(asked, facts=(*paid, *asked.facts)), now)
