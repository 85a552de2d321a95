"""Turns what was told of a kyoku into what is told now, with few retractions.

A fact that stays keeps its entry and who told it; a fact that changes takes the place of the old one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from companion.evidence import Cause
from companion.journal import Draft, Entry
from companion.table_loop.denying import says_as_much
from companion.table_loop.desk import Moment

__all__ = ["Amendment", "Teller", "amended", "told_apart"]


@dataclass(frozen=True, slots=True)
class Teller:
    """Because of what, when and by whom something is written."""

    because: Cause
    now: Moment
    by: str = ""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What comes in and what goes."""

    comes: tuple[Draft, ...]
    goes: tuple[Entry, ...]

    def drafts(self, teller: Teller) -> tuple[Draft, ...]:
        """What comes, then what goes: a new fact may take the place of one that goes."""
        now, by = teller.now.at, teller.by
        taken = (Draft(at=now, because=teller.because, retracts=one.seq, by=by) for one in self.goes)
        return (*self.comes, *taken)

    @property
    def is_amid(self) -> bool:
        """Whether this changes what was told before, and does not only add something after it."""
        return bool(self.goes) or any(draft.before is not None for draft in self.comes)

    @property
    def overrules(self) -> tuple[Entry, ...]:
        """The entries told by people that would now be told differently."""
        said = (entry for entry in self.goes if entry.because is not Cause.CAMERA)
        return tuple(entry for entry in said if not _is_told_again(entry, self.comes))


def amended(entries: Sequence[Entry], told: Sequence[Draft]) -> Amendment:
    """The amendment that turns these newest entries into what is to be told in their place."""
    comes: list[Draft] = []
    goes: list[Entry] = []
    for gone, come in told_apart([entry.fact for entry in entries], [draft.fact for draft in told]):
        before = entries[gone.start].seq if gone.start < len(entries) else None
        comes += [replace(draft, before=before) for draft in told[come]]
        goes += entries[gone]
    return Amendment(tuple(comes), tuple(goes))


def told_apart(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterator[tuple[slice, slice]]:
    """Where two tellings differ: which facts go, and which come in their place."""
    for tag, *ends in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield slice(*ends[:2]), slice(*ends[2:])


def _is_told_again(entry: Entry, comes: Iterable[Draft]) -> bool:
    """Whether a new fact says all that the entry does, and perhaps a tile more."""
    return any(says_as_much(draft.fact, entry.fact) for draft in comes)
