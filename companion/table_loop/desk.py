"""The table with its journal at one moment, and what a command would make of it. Values, nothing written.

Whoever asks for something is answered with a `Plan` or turned away with a reason; the keeper
writes the plan, a preview only looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from companion.evidence import Cause, Depth, Refused
from companion.evidence.sights import TableSeen
from companion.journal import Draft, Entry, Game, Move
from companion.reveals.wall_seen import WallWatch
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.scribe import Mind
from companion.scribe.mind import Keys
from companion.scribe.questions import Declined
from companion.table_loop.denying import declined_after, denied_in_journal
from companion.table_loop.steps import Memory, memory_after, newest_step, placed, undone_by
from companion.table_state import CallTold, OpenQuestion, TableState, TableWarning

__all__ = [
    "Asking",
    "Desk",
    "Moment",
    "Past",
    "Plan",
    "Scribing",
    "Turned",
    "as_written",
    "deals_in",
    "desk_after",
    "rules_at_start",
]

MOST_PASTS: Final = 32


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment by both clocks."""

    at: str
    """UTC, as it is written."""
    at_ns: int


@dataclass(frozen=True, slots=True)
class Past:
    """The table when only this many facts counted: an undo need not follow the whole game again."""

    count: int
    hanchan: Hanchan
    last_kyoku: Kyoku | None


@dataclass(frozen=True, slots=True)
class Asking:
    """One question as it is shown. New answers make it a new question: nobody answers a changed one."""

    shown: OpenQuestion
    number: int
    """The number under which the scribe knows it; 0 for a question of the table's own."""


@dataclass(frozen=True, slots=True)
class Scribing:
    """What is remembered of a kyoku between two pieces of evidence."""

    deal: int = 0
    """Which deal of the game it is about; 0 before the first."""
    mind: Mind = field(default_factory=Mind)
    asking: tuple[Asking, ...] = ()
    asked: int = 0
    """The number of the newest question; the next new one gets the number after it."""
    seen: TableSeen | None = None
    """The table as it was seen last; None where it is out of sight."""
    wall: WallWatch = field(default_factory=WallWatch)
    is_comparing: bool = False
    """Whether all of the table is to be compared with what is written, because nobody looked for a while."""

    @property
    def between_hands(self) -> Scribing:
        """What outlasts a hand: whether the eye sees, whether keys are pressed, and what people took back."""
        eye, keys = replace(self.mind.eye, seen=None), Keys(hears_keys=self.mind.keys.hears_keys)
        # What people took back of the newest hand is known from the journal. What only lay there has gone.
        declined = self.mind.people.declined
        denied = Declined(facts=declined.facts - declined.lying)
        return Scribing(self.deal, Mind(eye=eye, keys=keys).with_declined(denied), asked=self.asked)


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the keeper works on; replaced as a whole."""

    state: TableState
    game: Game | None = None
    standing: tuple[Entry, ...] = ()
    """The facts that count, in the order in which they happened."""
    deals: tuple[int, ...] = ()
    """Where among them each hand was dealt."""
    entries: tuple[Entry, ...] = ()
    """All that was written of the game, also what no longer counts."""
    beyond: tuple[Entry, ...] = ()
    """Facts of the game that could not be followed; they are retracted with the next write."""
    memory: Memory = field(default_factory=Memory)
    """What can be undone and redone."""
    pasts: tuple[Past, ...] = ()
    """The table before each of the last writes, the newest last."""
    scribing: Scribing = field(default_factory=Scribing)
    depth: Depth | None = None
    """How closely the hand is kept, by the journal; `state` may know better until something is written."""

    @property
    def newest_hand(self) -> tuple[Entry, ...]:
        """The newest deal and all that counts since; empty before the first."""
        return self.standing[self.deals[-1] :] if self.deals else ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written, and the table as it would be then."""

    drafts: tuple[Draft, ...]
    hanchan: Hanchan
    last_kyoku: Kyoku | None
    state: TableState
    """The present state with all that is not a fact: warnings, depth, what was seen."""
    opens: RuleSet | None = None
    """The rules of a new game that begins with it; None: it belongs to the game on the table."""
    move: Move = Move.TOLD
    scribing: Scribing | None = None
    """What the scribe remembers from then on; None: people told it something new, and it looks again."""
    claimed: CallTold | None = None
    """The call that it tells, if another one may still take priority over it."""


@dataclass(frozen=True, slots=True)
class Turned:
    """The asker is turned away.

    What was tapped against a rule that can be waived stays in a warning until something else is told, and
    no longer than the rule would refuse it (`warned`).
    """

    refused: Refused
    warnings: tuple[TableWarning, ...] | None = None
    """All warnings that stand from now on; None: as before."""


def rules_at_start(desk: Desk) -> RuleSet:
    """The rules by which the game began; what has changed since is in its facts."""
    return desk.state.hanchan.rules if desk.game is None else desk.game.rules


def as_written(desk: Desk, plan: Plan, now: Moment) -> tuple[Draft, ...]:
    """The drafts of the plan, with what a restart needs: what the command did, and a new depth.

    What could not be followed is set aside before them.
    """
    is_same = plan.opens is None
    aside = [Draft(at=now.at, because=Cause.JOURNAL, retracts=one.seq) for one in desk.beyond if is_same]
    depth = None if is_same and plan.state.depth is desk.depth else plan.state.depth
    return (*aside, *(replace(draft, move=plan.move, depth=depth) for draft in plan.drafts))


def desk_after(desk: Desk, plan: Plan, game: Game, added: tuple[Entry, ...]) -> Desk:
    """The desk once the plan was written as these entries."""
    is_new = plan.opens is not None
    standing = placed(() if is_new else desk.standing, added)
    memory = memory_after(Memory() if is_new else desk.memory, () if is_new else desk.standing, added)
    deals = deals_in(standing)
    state = replace(
        plan.state,
        seq=added[-1].seq,
        game=game.name,
        hanchan=plan.hanchan,
        last_kyoku=plan.last_kyoku,
        can_undo=bool(standing),
        undoes=undone_by(newest_step(standing, memory)),
        can_redo=bool(memory.undone),
        # After people told something new, the answer to an old question might take back the wrong facts.
        questions=() if plan.scribing is None else plan.state.questions,
        claimed=plan.claimed,
    )
    entries = added if is_new else (*desk.entries, *added)
    scribing = plan.scribing or _looking_again(desk, plan, standing)
    denied = denied_in_journal(entries, standing)
    declined = declined_after(scribing.mind.people.declined, added, denied)
    if declined != scribing.mind.people.declined:
        scribing = replace(scribing, mind=scribing.mind.with_declined(declined))
    pasts = _pasts(desk, plan, standing)
    return Desk(state, game, standing, deals, entries, (), memory, pasts, scribing, state.depth)


def _looking_again(desk: Desk, plan: Plan, standing: tuple[Entry, ...]) -> Scribing:
    """What the scribe remembers once people have told something, or taken something back."""
    scribing = desk.scribing
    deal = scribing.deal if plan.move is Move.TOLD else _deal_counted(desk, standing)
    return replace(scribing, deal=deal, asking=())


def _deal_counted(desk: Desk, standing: tuple[Entry, ...]) -> int:
    """Which deal the scribe's memory is about now: a correction may bring or remove an earlier hand."""
    old, new = desk.deals, deals_in(standing)
    is_same = (
        bool(old and new)
        and desk.standing[old[-1]].at == standing[new[-1]].at
        and desk.scribing.deal == len(old)
    )
    return len(new) if is_same else desk.scribing.deal


def deals_in(standing: Sequence[Entry]) -> tuple[int, ...]:
    """Where each hand was dealt."""
    return tuple(at for at, entry in enumerate(standing) if isinstance(entry.fact, KyokuStarted))


def _pasts(desk: Desk, plan: Plan, standing: tuple[Entry, ...]) -> tuple[Past, ...]:
    """The pasts that are still true, because facts only came or went at the end."""
    if plan.opens is not None:
        return ()
    grows = standing[: len(desk.standing)] == desk.standing
    if grows:
        before = Past(len(desk.standing), desk.state.hanchan, desk.state.last_kyoku)
        return (*desk.pasts, before)[-MOST_PASTS:]
    shrinks = desk.standing[: len(standing)] == standing
    return tuple(past for past in desk.pasts if past.count < len(standing)) if shrinks else ()
