"""Which plan belongs to which command. What each command does is in the modules beside this one."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.evidence import (
    AnswerAsked,
    Command,
    CorrectAsked,
    DealAsked,
    DepthAsked,
    FinishAsked,
    RedoAsked,
    Refusal,
    Refused,
    SayAsked,
    SeenAsked,
    StartAsked,
    TapAsked,
    TellAsked,
    UndoAsked,
    WaiveAsked,
)
from companion.projections.reminders import reminders, seen_key
from companion.scribe.mind import Trust
from companion.table_loop import telling
from companion.table_loop.agreeing import agree, is_agreement
from companion.table_loop.correcting import correct
from companion.table_loop.desk import Desk, Moment, Plan, Turned
from companion.table_loop.inserting import insert
from companion.table_loop.meaning import allowed_before, meant
from companion.table_loop.overruling import told_or_overruling, with_wins_bumped
from companion.table_loop.retelling import retold
from companion.table_loop.scribing import answered
from companion.table_loop.undoing import redo, undo

__all__ = ["planned"]


def planned(desk: Desk, asked: Command, now: Moment, trust: Trust) -> Plan | Turned:
    """What the command would do at this desk, with this trust in the camera, or why not. Nothing is done."""
    plan = _planned(desk, asked, now, trust)
    return plan if isinstance(plan, Turned) else with_wins_bumped(desk, plan)


def _planned(desk: Desk, asked: Command, now: Moment, trust: Trust) -> Plan | Turned:
    if isinstance(asked, AnswerAsked):
        # A question keeps its number only while it stays the same, so `expected_seq` need not be compared.
        return answered(desk, asked, now, trust)
    if asked.expected_seq not in (None, desk.state.seq):
        return Turned(Refused(Refusal.STALE))
    match asked:
        case UndoAsked():
            return undo(desk, asked, now)
        case RedoAsked():
            return redo(desk, asked, now)
        case WaiveAsked():
            return telling.waive(desk, asked, now)
        case StartAsked():
            return telling.start(desk, asked, now)
        case DealAsked():
            return telling.deal(desk, asked, now)
        case TapAsked():
            return told_or_overruling(desk, asked, now)
        case TellAsked() if is_agreement(asked):
            return agree(desk, asked, now)
        case TellAsked():
            correction = retold(desk, asked)
            return correct(desk, correction, now) if correction else told_or_overruling(desk, asked, now)
        case SayAsked():
            return _said(desk, asked, now, trust)
        case DepthAsked():
            return telling.depth(desk, asked, now)
        case CorrectAsked(deal=DealAsked() as dealt):
            return insert(desk, asked, dealt, now)
        case CorrectAsked():
            return correct(desk, asked, now)
        case FinishAsked():
            return telling.finish(desk, asked, now)
        case SeenAsked():
            return _seen(desk, asked)
        case _:
            assert_never(asked)


def _said(desk: Desk, asked: SayAsked, now: Moment, trust: Trust) -> Plan | Turned:
    """What somebody meant; what people allowed for a result stays allowed when that is put right."""
    facts = meant(desk, asked)
    plan = facts if isinstance(facts, Turned) else _planned(desk, facts, now, trust)
    reason = plan.refused.because if isinstance(plan, Turned) else None
    if reason is None or reason in asked.waived or reason not in allowed_before(desk, asked):
        return plan
    return _said(desk, replace(asked, waived=(*asked.waived, reason)), now, trust)


def _seen(desk: Desk, asked: SeenAsked) -> Plan | Turned:
    """Somebody has seen a reminder: that is remembered as long as it stands."""
    state = desk.state
    seen = {seen_key(one) for one in reminders(state) if (one.code, one.seat) == (asked.code, asked.seat)}
    if not seen:
        return Turned(Refused(Refusal.NOTHING_TO_SEE))
    return Plan((), state.hanchan, state.last_kyoku, replace(state, seen=state.seen | seen))
