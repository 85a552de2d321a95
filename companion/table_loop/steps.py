"""What each command has changed, so that it can be undone and redone: by the entries alone, now and later.

A table that runs on and one that was restarted use the same functions, so they remember the same. Pure.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from companion.evidence import Cause
from companion.journal import Entry, Move
from companion.journal.replay import in_table_order
from companion.table_loop.newest import last_tap, undoes
from companion.table_state import Undoes

__all__ = [
    "Gone",
    "Memory",
    "Step",
    "memory_after",
    "memory_of",
    "newest_step",
    "newest_tap",
    "placed",
    "undone_by",
]


@dataclass(frozen=True, slots=True)
class Gone:
    """An entry that no longer counts, and the standing entry before which it would come back."""

    entry: Entry
    before: int | None
    """The number of that standing entry; None: the one that is gone would come back at the end."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one command has changed in the order of facts, so that it can be undone or redone."""

    added: tuple[Entry, ...]
    removed: tuple[Gone, ...] = ()
    seq: int = 0
    """The number of the last entry that the command wrote when it was done first, before any redo."""
    is_correction: bool = False
    is_overruling: bool = False
    """Whether it told something new that took the place of another call."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What can be undone besides the newest tap, and what can be redone."""

    corrections: tuple[Step, ...] = ()
    """What was corrected in this game and still stands so, the newest last."""
    undone: tuple[Step, ...] = ()
    """What was taken back and can be told again, the newest last."""
    first_told: Mapping[int, Entry] = field(default_factory=dict)
    """For each entry that an undo or a redo has told again, by its number: the entry that told it first."""


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
    return next(place for place in range(len(order) - 1, -1, -1) if order[place].seq == seq)


def newest_step(standing: Sequence[Entry], memory: Memory) -> Step | None:
    """What an undo takes back: the newest correction, or the last tap where that came later."""
    told = newest_tap(standing, memory)
    corrected = memory.corrections[-1] if memory.corrections else None
    if corrected is not None and (not told or corrected.seq >= _first(told[-1], memory).seq):
        return corrected
    return Step(told) if told else None


def newest_tap(standing: Sequence[Entry], memory: Memory) -> tuple[Entry, ...]:
    """The facts that the last tap told.

    What was told again, because something was undone or redone, is as old as when it was told first.
    """
    told = last_tap(tuple(_first(entry, memory) for entry in standing))
    return tuple(standing[len(standing) - len(told) :])


def _first(entry: Entry, memory: Memory) -> Entry:
    return memory.first_told.get(entry.seq, entry)


def undone_by(step: Step | None) -> Undoes | None:
    """In a word, what an undo takes back with this step."""
    if step is None:
        return None
    return undoes(step.added, is_correction=step.is_correction and not step.is_overruling)


def memory_after(memory: Memory, standing: Sequence[Entry], added: tuple[Entry, ...]) -> Memory:
    """The memory once one command has written these entries; `standing` counted before."""
    move = added[-1].move
    if move is Move.TOLD:
        return replace(memory, undone=())
    if move in (Move.CORRECTED, Move.OVERRULED):
        step = _step_of(standing, added)
        step = replace(step, is_correction=True, is_overruling=move is Move.OVERRULED)
        return replace(memory, corrections=(*memory.corrections, step), undone=())
    turned = _turned(memory, standing, move)
    facts = [entry for entry in added if entry.fact is not None]
    if turned is None or len(facts) != len(turned.removed):
        return Memory()
    step = replace(turned, added=tuple(facts), removed=_step_of(standing, added).removed)
    names = {gone.entry.seq: entry for gone, entry in zip(turned.removed, facts, strict=True)}
    first_told = {
        new.seq: memory.first_told.get(gone.entry.seq, gone.entry)
        for gone, new in zip(turned.removed, facts, strict=True)
    }
    corrections = tuple(_renamed(each, names) for each in memory.corrections)
    undone = tuple(_renamed(each, names) for each in memory.undone)
    if move is Move.UNDONE:
        corrections, undone = corrections[:-1] if step.is_correction else corrections, (*undone, step)
    else:
        corrections, undone = (*corrections, step) if step.is_correction else corrections, undone[:-1]
    return Memory(corrections, undone, {**memory.first_told, **first_told})


def _turned(memory: Memory, standing: Sequence[Entry], move: Move) -> Step | None:
    """The step that an undo or a redo turns back."""
    if move is Move.UNDONE:
        return newest_step(standing, memory)
    return memory.undone[-1] if memory.undone else None


def memory_of(entries: Iterable[Entry]) -> Memory:
    """The memory of a game that the journal holds, from its entries as they were written."""
    entries = tuple(entries)
    places = {entry.seq: at for at, entry in enumerate(in_table_order(entries))}
    memory, standing = Memory(), list[Entry]()
    for written in _commands(entries):
        # What could not be followed was set aside before the command: with it goes what was remembered of it.
        aside = [one for one in written if one.because is Cause.JOURNAL and one.retracts is not None]
        if aside:
            memory = Memory()
            _placed_in(standing, aside, places)
        added = tuple(one for one in written if one not in aside) if aside else written
        if not added:
            continue
        if all(_is_appended(one) for one in added):
            memory = memory_after(memory, standing, added)
            standing += added
            continue
        if added[-1].move is Move.TOLD:
            memory = _of_older_form(memory, standing, added)
        else:
            memory = memory_after(memory, standing, added)
        _placed_in(standing, added, places)
    return memory


def _placed_in(standing: list[Entry], added: Sequence[Entry], places: Mapping[int, int]) -> None:
    """Place these among the facts that count; one may stand before a fact that no longer counted.

    `places` are the places of all entries that tell a fact, by their numbers.
    """

    def place(entry: Entry) -> int:
        return places[entry.seq]

    for entry in added:
        if entry.fact is not None:
            insort(standing, entry, key=place)
    for entry in added:
        if entry.retracts is not None:
            del standing[bisect_left(standing, places[entry.retracts], key=place)]


def _commands(entries: Iterable[Entry]) -> Iterator[tuple[Entry, ...]]:
    """What each command wrote; a fact without a command stands alone."""
    for name, written in groupby(entries, lambda entry: entry.command_id):
        if name is None:
            yield from ((entry,) for entry in written)
        else:
            yield tuple(written)


def _is_appended(entry: Entry) -> bool:
    return entry.fact is not None and entry.before is None


def _of_older_form(memory: Memory, standing: Sequence[Entry], added: tuple[Entry, ...]) -> Memory:
    """The memory after a command of which an older form does not say what it did.

    Where people only took back what came last, it was an undo; everything else counts as a correction. What
    was corrected earlier can no longer be undone: it may be just that which was undone here.
    """
    step = _step_of(standing, added)
    gone = {entry.retracts for entry in added if entry.because is not Cause.CAMERA}
    newest = {entry.seq for entry in standing[len(standing) - len(added) :]}
    if not step.added and gone == newest:
        return Memory(undone=(*memory.undone, step))
    return Memory((replace(step, is_correction=True),))


def _step_of(standing: Sequence[Entry], added: tuple[Entry, ...]) -> Step:
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
    return Step(facts, tuple(reversed(gone)), added[-1].seq)


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
