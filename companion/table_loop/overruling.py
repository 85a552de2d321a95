"""A call that was told first gives way to one with priority: a chi to a pon, a far ron to a near one.

At a table nobody knows who will speak next, so whoever speaks first is written first. A call with priority
takes its place: the first is taken back in the journal, and an undo brings it back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Final

from companion.evidence import AnswerAsked, Command, SayAsked, TapAsked, TellAsked, WaiveAsked
from companion.evidence.taps import spoken
from companion.journal import Draft, Entry, JournalReader, Move, replay
from companion.riichi.calls import takes_precedence
from companion.riichi.facts import (
    CALLS,
    ChiCalled,
    DaiminkanCalled,
    Fact,
    KyokuFact,
    KyokuStarted,
    PonCalled,
    RuleWaived,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Phase
from companion.shelf import ShelfCommand
from companion.table_loop import telling
from companion.table_loop.desk import Desk, Moment, Plan, Turned, deals_in
from companion.table_loop.steps import newest_tap, placed
from companion.table_loop.undoing import past_without
from companion.table_state import CallTold

__all__ = ["YIELDS_NS", "overruled_facts", "told_or_overruling", "with_wins_bumped"]

YIELDS_NS: Final = 10_000_000_000
"""How long after a call another one may take its place, if nothing has followed."""
_AFTER_A_CALL: Final = (Phase.CALLED, Phase.TO_REPLACE)


def told_or_overruling(desk: Desk, asked: TapAsked | TellAsked, now: Moment) -> Plan | Turned:
    """The plan as it is, or in the place of the call over which it takes priority."""
    return _in_its_place(desk, asked, now) or _claiming(desk, _told(desk, asked, now), now)


def with_wins_bumped(desk: Desk, plan: Plan) -> Plan:
    """The plan, which also takes back farther wins that no longer count, whoever told them (頭ハネ)."""
    kyoku = plan.hanchan.kyoku
    if kyoku is None or not kyoku.wins or desk.game is None or plan.opens:
        return plan
    bumped = _bumped(_after(desk, plan.drafts), kyoku.wins)
    if not bumped:
        return plan
    numbers = {entry.seq for entry in bumped}
    comes = [draft for seq, draft in _numbered(desk, plan.drafts) if seq not in numbers]
    gone = [entry for entry in bumped if entry.seq <= desk.state.seq]
    if gone:
        comes = [_in_place_of(gone[0], draft) for draft in comes]
    drafts = (*comes, *_taken_back(plan.drafts[-1], gone))
    found = replay(_after(desk, drafts), desk.game.rules)
    return replace(
        plan,
        drafts=drafts,
        hanchan=found.hanchan,
        last_kyoku=found.last_kyoku,
        move=Move.OVERRULED if gone else plan.move,
    )


def overruled_facts(
    asked: Command | ShelfCommand, journal: JournalReader, written: Sequence[Entry]
) -> tuple[Fact, ...]:
    """The calls and wins that a tap has taken back, but for those that it tells more fully."""
    gone = {entry.retracts for entry in written} - {None}
    game = journal.game_of(asked.command_id) if gone else None
    if game is None or not isinstance(asked, TapAsked | TellAsked | SayAsked | WaiveAsked | AnswerAsked):
        return ()
    told = {(type(entry.fact), getattr(entry.fact, "seat", None)) for entry in written if entry.fact}
    if isinstance(asked, AnswerAsked) and not any(kind is Won for kind, _ in told):
        return ()  # a different reading by the eye is not a call that gave way
    facts = (entry.fact for entry in journal.entries(game.number) if entry.seq in gone)
    return tuple(
        fact for fact in facts if isinstance(fact, (*CALLS, Won)) and (type(fact), fact.seat) not in told
    )


def _told(desk: Desk, asked: TapAsked | TellAsked, now: Moment) -> Plan | Turned:
    return telling.tap(desk, asked, now) if isinstance(asked, TapAsked) else telling.tell(desk, asked, now)


def _claiming(desk: Desk, plan: Plan | Turned, now: Moment) -> Plan | Turned:
    """The plan; where others may still take priority over the call that it tells, it names that call."""
    before = desk.state.hanchan.kyoku
    if isinstance(plan, Turned) or before is None or not plan.drafts:
        return plan
    call, kyoku = plan.drafts[-1].fact, plan.hanchan.kyoku
    if not isinstance(call, CALLS) or kyoku is None or kyoku.phase not in _AFTER_A_CALL:
        return plan
    return replace(plan, claimed=CallTold(call, before, now.at_ns + YIELDS_NS))


def _in_its_place(desk: Desk, asked: TapAsked | TellAsked, now: Moment) -> Plan | None:
    """The plan as if the newest call had not been told, which takes that call back; None where it stays."""
    claimed = desk.state.claimed
    if claimed is None or now.at_ns >= claimed.until_ns:
        return None
    claim = _claim(asked, claimed)
    if claim is None or claim.seat == claimed.call.seat or not takes_precedence(claim, claimed.call):
        return None
    gone = newest_tap(desk.standing, desk.memory)
    past = past_without(desk, gone)
    state = replace(desk.state, hanchan=past.hanchan, last_kyoku=past.last_kyoku)
    standing = desk.standing[: past.count]
    earlier = replace(desk, standing=standing, deals=deals_in(standing), state=state)
    plan = _claiming(earlier, _told(earlier, asked, now), now)
    if isinstance(plan, Turned) or not plan.drafts:
        return None
    drafts = (*plan.drafts, *_taken_back(plan.drafts[-1], gone))
    return replace(plan, drafts=drafts, move=Move.OVERRULED)


def _claim(
    asked: TapAsked | TellAsked, claimed: CallTold
) -> ChiCalled | PonCalled | DaiminkanCalled | Won | None:
    facts: Sequence[Fact | KyokuFact] = (
        spoken(claimed.before, asked.said) if isinstance(asked, TapAsked) else asked.facts
    )
    last = facts[-1] if facts else None
    if isinstance(last, Won):
        return last if last.by is WinBy.RON else None
    return last if isinstance(last, CALLS) else None


def _after(desk: Desk, drafts: Sequence[Draft]) -> tuple[Entry, ...]:
    """The facts that count once these are written."""
    return placed(desk.standing, (draft.numbered(seq) for seq, draft in _numbered(desk, drafts)))


def _numbered(desk: Desk, drafts: Sequence[Draft]) -> Iterator[tuple[int, Draft]]:
    return enumerate(drafts, desk.state.seq + 1)


def _bumped(standing: Sequence[Entry], wins: Sequence[Won]) -> tuple[Entry, ...]:
    """The entries of wins in the newest kyoku that are not among these, and of the waivers before them."""
    kyoku = list(takewhile(lambda entry: not isinstance(entry.fact, KyokuStarted), reversed(standing)))
    found: list[Entry] = []
    for place, entry in enumerate(kyoku):
        if isinstance(entry.fact, Won) and entry.fact not in wins:
            found.append(entry)
            found += takewhile(lambda earlier: isinstance(earlier.fact, RuleWaived), kyoku[place + 1 :])
    return tuple(reversed(found))


def _in_place_of(gone: Entry, draft: Draft) -> Draft:
    """The draft, moved to the place of the entry that yields if it holds a fact; otherwise as it is."""
    return replace(draft, before=gone.seq) if draft.fact is not None and draft.before is None else draft


def _taken_back(teller: Draft, gone: Iterable[Entry]) -> tuple[Draft, ...]:
    return tuple(
        Draft(at=teller.at, because=teller.because, retracts=entry.seq, by=teller.by)
        for entry in reversed(tuple(gone))
    )
