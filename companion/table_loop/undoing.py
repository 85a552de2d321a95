"""Takes back what the newest command told or corrected, and redoes what was taken back. Plans only."""

from __future__ import annotations

from companion.evidence import Cause, RedoAsked, Refusal, Refused, UndoAsked
from companion.journal import Draft, Entry, Move, replay
from companion.riichi.ruleset import RuleSet
from companion.table_loop.desk import Desk, Moment, Past, Plan, Turned, rules_at_start
from companion.table_loop.steps import Step, newest_step, placed

__all__ = ["past_without", "redo", "undo"]


def undo(desk: Desk, asked: UndoAsked, now: Moment) -> Plan | Turned:
    """Take back all that the newest command told or corrected; a newest fact without a command goes alone."""
    newest = newest_step(desk.standing, desk.memory)
    if newest is None:
        return Turned(Refused(Refusal.NOTHING_TO_UNDO))
    return _turned_back(desk, newest, Move.UNDONE, asked.by, now)


def redo(desk: Desk, asked: RedoAsked, now: Moment) -> Plan | Turned:
    """Redo what was taken back last."""
    if not desk.memory.undone:
        return Turned(Refused(Refusal.NOTHING_TO_REDO))
    return _turned_back(desk, desk.memory.undone[-1], Move.REDONE, asked.by, now)


def _turned_back(desk: Desk, step: Step, move: Move, by: str, now: Moment) -> Plan | Turned:
    if desk.game is None:
        return Turned(Refused(Refusal.NOTHING_TO_UNDO))
    told = tuple(
        Draft(at=gone.entry.at, because=gone.entry.because, fact=gone.entry.fact, by=by, before=gone.before)
        for gone in step.removed
    )
    taken = tuple(
        Draft(at=now.at, because=Cause.PERSON, retracts=entry.seq, by=by) for entry in reversed(step.added)
    )
    drafts = (*told, *taken)
    past = _remembered(desk, step) or _followed_again(desk, drafts, desk.game.rules)
    if isinstance(past, Turned):
        return past
    return Plan(drafts, past.hanchan, past.last_kyoku, desk.state, move=move)


def _remembered(desk: Desk, step: Step) -> Past | None:
    """The table before the step, if the step only added the newest facts and that table is remembered."""
    left = len(desk.standing) - len(step.added)
    if step.removed or desk.standing[left:] != step.added:
        return None
    return next((past for past in desk.pasts if past.count == left), None)


def past_without(desk: Desk, taken: tuple[Entry, ...]) -> Past:
    """The table as it was before these newest entries."""
    left = desk.standing[: len(desk.standing) - len(taken)]
    remembered = next((past for past in desk.pasts if past.count == len(left)), None)
    if remembered is not None:
        return remembered
    found = replay(left, rules_at_start(desk))
    return Past(len(left), found.hanchan, found.last_kyoku)


def _followed_again(desk: Desk, drafts: tuple[Draft, ...], rules: RuleSet) -> Past | Turned:
    numbered = (draft.numbered(seq) for seq, draft in enumerate(drafts, desk.state.seq + 1))
    found = replay(placed(desk.standing, numbered), rules)
    if found.failure is not None:
        reason = found.failure.error.reason
        return Turned(Refused(Refusal.CANNOT_FOLLOW, reason, str(found.failure), found.failure.entry.seq))
    return Past(len(found.entries), found.hanchan, found.last_kyoku)
