"""Plans what people agree on outside the play, and pays a standing result first where it must be."""

from __future__ import annotations

from dataclasses import replace

from companion.evidence import Refusal, Refused, TellAsked
from companion.person_names import same_name
from companion.riichi.facts import Fact
from companion.riichi.sitting import Sitting
from companion.riichi.tea_facts import PlayerRenamed, PlayerSubstituted, PointsSet, SeatsChanged, TeaFact
from companion.table_loop import telling
from companion.table_loop.desk import Desk, Moment, Plan, Turned

__all__ = ["agree", "is_agreement"]


def is_agreement(asked: TellAsked) -> bool:
    """Whether it tells something outside the play, such as a change of seats or rules."""
    return any(isinstance(fact, TeaFact) for fact in asked.facts)


def agree(desk: Desk, asked: TellAsked, now: Moment) -> Plan | Turned:
    """What people agreed on. Where it moves points or people, a result that stands is paid first."""
    if desk.game is None:
        return Turned(Refused(Refusal.NO_GAME))
    moves = any(isinstance(fact, SeatsChanged | PointsSet | PlayerSubstituted) for fact in asked.facts)
    paid = telling.paid_first(desk.state.hanchan) if moves else ()
    if isinstance(paid, Turned):
        return paid
    facts = (_as_known(desk.state.hanchan.sitting, fact) for fact in asked.facts)
    return telling.tell(desk, replace(asked, facts=(*paid, *facts)), now)


def _as_known(sitting: Sitting, fact: Fact) -> Fact:
    """The fact with the name by which this game knows somebody else already, if it looks like it."""
    if not isinstance(fact, PlayerSubstituted | PlayerRenamed) or sitting.number_of(fact.name) is not None:
        return fact
    renamed = (
        sitting.at[fact.seat] if isinstance(fact, PlayerRenamed) and fact.seat < len(sitting.at) else None
    )
    wanted = same_name(fact.name)
    others = (name for number, name in enumerate(sitting.people) if number != renamed)
    return replace(fact, name=next((one for one in others if one and same_name(one) == wanted), fact.name))
