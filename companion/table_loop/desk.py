"""The table with its journal at one moment, and what a command would make of it. Values, nothing written.

Whoever asks for something is answered with a `Plan` or turned away with a reason; the keeper
writes the plan, a preview only looks at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Final

from companion.evidence import Refused
from companion.evidence.sights import TableSeen
from companion.journal import Draft, Entry, Game
from companion.reveals.wall_seen import WallWatch
from companion.riichi.facts import KyokuStarted
from companion.riichi.hanchan import Hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.scribe import Mind
from companion.scribe.mind import Keys
from companion.table_loop.denying import denied_after
from companion.table_loop.newest import last_tap, undoes
from companion.table_state import CallTold, OpenQuestion, TableState, TableWarning, Undoes

__all__ = [
    "Asking",
    "Desk",
    "Gone",
    "Moment",
    "Move",
    "Past",
    "Plan",
    "Scribing",
    "Step",
    "Turned",
    "desk_after",
    "newest_step",
    "placed",
    "rules_at_start",
    "step_of",
]

MOST_PASTS: Final = 32


@dataclass(frozen=True, slots=True)
class Moment:
    """One moment by both clocks."""

    at: str
    """UTC, as it is written."""
    at_ns: int


@dataclass(frozen=True, slots=True)
class Gone:
    """An entry that no longer counts, and the standing entry before which it would come back."""

    entry: Entry
    before: int | None
    """The number of that entry; None: it would come back at the end."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one command has changed in the order of facts, so that it can be undone or redone."""

    added: tuple[Entry, ...]
    removed: tuple[Gone, ...] = ()
    seq: int = 0
    """The number of the last entry that it wrote."""
    is_correction: bool = False
    is_overruling: bool = False
    """Whether it told something new that took the place of another call."""


class Move(Enum):
    """What becomes of the memory of undo and redo."""

    TOLD = auto()
    CORRECTED = auto()
    UNDONE = auto()
    REDONE = auto()


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
    """How many questions were shown so far."""
    seen: TableSeen | None = None
    """The table as it was seen last; None where it is out of sight."""
    wall: WallWatch = field(default_factory=WallWatch)
    is_comparing: bool = False
    """Whether all of the table is to be compared with what is written, because nobody looked for a while."""

    @property
    def between_hands(self) -> Scribing:
        """What outlasts a hand: the mind knows only whether the eye sees and keys are pressed."""
        eye, keys = replace(self.mind.eye, seen=None), Keys(hears_keys=self.mind.keys.hears_keys)
        return Scribing(self.deal, Mind(eye=eye, keys=keys), asked=self.asked)


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the keeper works on; replaced as a whole."""

    state: TableState
    game: Game | None = None
    standing: tuple[Entry, ...] = ()
    """The facts that count, in the order in which they happened."""
    beyond: tuple[Entry, ...] = ()
    """Facts of the game that could not be followed; they are retracted with the next write."""
    corrections: tuple[Step, ...] = ()
    """What has been corrected in this game since this process began, and can be undone, the newest last."""
    undone: tuple[Step, ...] = ()
    """What was taken back and can be told again, the newest last."""
    first_told: Mapping[int, Entry] = field(default_factory=dict)
    """The entry that told a fact first, by the number of the one by which an undo told it again."""
    pasts: tuple[Past, ...] = ()
    """The table before each of the last writes, the newest last."""
    scribing: Scribing = field(default_factory=Scribing)


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be written, and the table as it would be then."""

    drafts: tuple[Draft, ...]
    hanchan: Hanchan
    last_kyoku: Kyoku | None
    state: TableState
    """The present state with all that is not in the journal: warnings, depth, what was seen."""
    opens: RuleSet | None = None
    """The rules of a new game that begins with it; None: it belongs to the game on the table."""
    move: Move = Move.TOLD
    step: Step | None = None
    """For an undo or a redo: the step that it reverses."""
    scribing: Scribing | None = None
    """What the scribe remembers from then on; None: people told it something new, and it looks again."""
    claimed: CallTold | None = None
    """The call that it tells, if another one may still take priority over it."""
    overrules: bool = False
    """Whether it tells something new in the place of a call that was told first."""


@dataclass(frozen=True, slots=True)
class Turned:
    """The asker is turned away.

    What was tapped against a rule that can be waived stays in a warning until something else is told.
    """

    refused: Refused
    warnings: tuple[TableWarning, ...] | None = None
    """All warnings that stand from now on; None: as before."""


def rules_at_start(desk: Desk) -> RuleSet:
    """The rules by which the game began; what has changed since is in its facts."""
    return desk.state.hanchan.rules if desk.game is None else desk.game.rules


def placed(standing: Sequence[Entry], added: Iterable[Entry]) -> tuple[Entry, ...]:
    """The facts that count once these entries are written too.

    Insertions come first, because their place may be that of a fact that is taken back at the same time.
    """
    order = list(standing)
    gone: set[int] = set()
    for entry in added:
        if entry.retracts is not None:
            gone.add(entry.retracts)
        elif entry.before is None:
            order.append(entry)
        else:
            order.insert(_place_of(order, entry.before), entry)
    return tuple(entry for entry in order if entry.seq not in gone) if gone else tuple(order)


def _place_of(order: Sequence[Entry], seq: int) -> int:
    return next(place for place, entry in enumerate(order) if entry.seq == seq)


def desk_after(desk: Desk, plan: Plan, game: Game, added: tuple[Entry, ...]) -> Desk:
    """The desk once the plan was written as these entries."""
    is_new = plan.opens is not None
    standing = placed(() if is_new else desk.standing, added)
    undone, corrections = _memory(replace(desk, corrections=()) if is_new else desk, plan, added)
    first_told = {**desk.first_told, **_told_again(desk, plan, added)}
    state = replace(
        plan.state,
        seq=added[-1].seq,
        game=game.name,
        hanchan=plan.hanchan,
        last_kyoku=plan.last_kyoku,
        can_undo=bool(standing),
        undoes=_undoes(newest_step(standing, corrections, first_told)),
        can_redo=bool(undone),
        # After people told something new, the answer to an old question might take back the wrong facts.
        questions=() if plan.scribing is None else plan.state.questions,
        claimed=plan.claimed,
    )
    scribing = plan.scribing or _looking_again(desk, plan, standing)
    pasts = _pasts(desk, plan, standing)
    return Desk(state, game, standing, (), corrections, undone, first_told, pasts, scribing)


def _looking_again(desk: Desk, plan: Plan, standing: tuple[Entry, ...]) -> Scribing:
    """What the scribe remembers once people have told something, or taken something back."""
    scribing, mind = desk.scribing, desk.scribing.mind
    deal = scribing.deal if plan.move is Move.TOLD else _deal_counted(desk, standing)
    declined = denied_after(mind.people.declined, desk.standing, standing)
    return replace(scribing, deal=deal, asking=(), mind=mind.with_declined(declined))


def _deal_counted(desk: Desk, standing: tuple[Entry, ...]) -> int:
    """Which deal the scribe's memory is about now: a correction may bring or remove an earlier hand."""
    old, new = _deals(desk.standing), _deals(standing)
    is_same = bool(old and new) and old[-1].at == new[-1].at and desk.scribing.deal == len(old)
    return len(new) if is_same else desk.scribing.deal


def _deals(standing: Sequence[Entry]) -> list[Entry]:
    return [entry for entry in standing if isinstance(entry.fact, KyokuStarted)]


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


def _memory(desk: Desk, plan: Plan, added: tuple[Entry, ...]) -> tuple[tuple[Step, ...], tuple[Step, ...]]:
    """What can be told again, and what was corrected, once the plan was written."""
    if plan.move is Move.TOLD:
        return (), desk.corrections
    step = step_of(desk.standing, added, is_correction=plan.move is Move.CORRECTED or _turns_correction(plan))
    is_overruling = plan.overrules or (plan.step is not None and plan.step.is_overruling)
    step = replace(step, is_overruling=is_overruling)
    if plan.move is Move.CORRECTED:
        return (), (*desk.corrections, step)
    names = _new_names(plan, added)
    corrections = tuple(_renamed(each, names) for each in desk.corrections)
    undone = tuple(_renamed(each, names) for each in desk.undone)
    if plan.move is Move.UNDONE:
        return (*undone, step), corrections[:-1] if step.is_correction else corrections
    return undone[:-1], (*corrections, step) if step.is_correction else corrections


def newest_step(
    standing: tuple[Entry, ...], corrections: tuple[Step, ...], first_told: Mapping[int, Entry]
) -> Step | None:
    """What an undo takes back: the newest correction, or the last tap where that was first told later."""
    told = last_tap(standing, first_told)
    corrected = corrections[-1] if corrections else None
    if corrected is not None and (not told or corrected.seq >= first_told.get(told[-1].seq, told[-1]).seq):
        return corrected
    return Step(told) if told else None


def _told_again(desk: Desk, plan: Plan, added: tuple[Entry, ...]) -> dict[int, Entry]:
    """The entries that first told what an undo tells again."""
    if plan.move is not Move.UNDONE or plan.step is None:
        return {}
    gone = (one.entry for one in plan.step.removed)
    facts = (entry for entry in added if entry.fact is not None)
    return {fact.seq: desk.first_told.get(was.seq, was) for was, fact in zip(gone, facts, strict=True)}


def _undoes(step: Step | None) -> Undoes | None:
    if step is None:
        return None
    return undoes(step.added, is_correction=step.is_correction and not step.is_overruling)


def _turns_correction(plan: Plan) -> bool:
    return plan.step is not None and plan.step.is_correction


def step_of(standing: Sequence[Entry], added: tuple[Entry, ...], *, is_correction: bool = False) -> Step:
    """What the entries have changed in the order that stood before."""
    retracted = {entry.retracts for entry in added if entry.retracts is not None}
    gone: list[Gone] = []
    following: int | None = None
    for entry in reversed(standing):
        if entry.seq in retracted:
            gone.append(Gone(entry, following))
        else:
            following = entry.seq
    facts = tuple(entry for entry in added if entry.fact is not None)
    return Step(facts, tuple(reversed(gone)), added[-1].seq, is_correction)


def _new_names(plan: Plan, added: tuple[Entry, ...]) -> dict[int, Entry]:
    """For each old number, the entry that tells the same fact again."""
    removed = plan.step.removed if plan.step else ()
    facts = [entry for entry in added if entry.fact is not None]
    return {gone.entry.seq: entry for gone, entry in zip(removed, facts, strict=True)}


def _renamed(step: Step, names: dict[int, Entry]) -> Step:
    if not names:
        return step
    return replace(
        step,
        added=tuple(names.get(entry.seq, entry) for entry in step.added),
        removed=tuple(replace(gone, before=_renamed_seq(gone.before, names)) for gone in step.removed),
    )


def _renamed_seq(seq: int | None, names: dict[int, Entry]) -> int | None:
    return names[seq].seq if seq is not None and seq in names else seq
