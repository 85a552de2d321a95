"""書記: `consider(mind, begun, told, evidence) -> Verdict`: what a new piece of evidence makes of a kyoku.

Pure: no clock, no disk. Time arrives with the evidence; what has to be remembered stands in `Mind`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final

from companion.evidence import Said
from companion.riichi.apply import apply
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, Fact, KyokuFact
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import seats
from companion.scribe.completing import completed
from companion.scribe.questions import Question
from companion.scribe.sights import TableSeen

__all__ = [
    "Answered",
    "Evidence",
    "Mind",
    "Pressed",
    "SightChanged",
    "Ticked",
    "Trust",
    "Verdict",
    "consider",
]


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key was pressed; the words are those of a tap."""

    said: Said
    at_ns: int


@dataclass(frozen=True, slots=True)
class Answered:
    """Somebody chose an answer to a question."""

    question: int
    choice: int
    at_ns: int


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time has passed."""

    at_ns: int


@dataclass(frozen=True, slots=True)
class SightChanged:
    """The eye was lost or is back; once it is back, the whole table is compared."""

    is_seeing: bool
    at_ns: int


Evidence = TableSeen | Pressed | Answered | Ticked | SightChanged


@dataclass(frozen=True, slots=True)
class Trust:
    """What the house lets a picture alone write."""

    sure: float = 0.9
    """A story must be at least so likely, of all that explain what is seen."""
    ahead: float = 20.0
    """And so many times as likely as the next one."""
    writes_discards: bool = True
    writes_melds: bool = True
    writes_indicators: bool = True
    writes_riichi: bool = True


TRUSTING: Final = Trust()


@dataclass(frozen=True, slots=True)
class Mind:
    """All that the scribe remembers within a kyoku; opaque to everybody else."""

    questions: tuple[Question, ...] = ()
    asked: int = 0
    """How many questions were put so far."""
    is_seeing: bool = True


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the scribe makes of the evidence."""

    mind: Mind
    facts: tuple[Fact, ...] = ()
    """Lawful, in order, for the kyoku that was given."""
    takes_back: int = 0
    """First so many of the newest facts of this kyoku are retracted: what is seen now says otherwise."""
    questions: tuple[Question, ...] = ()
    """All that stand from now on."""


def consider(
    mind: Mind, begun: Kyoku, told: Sequence[KyokuFact], evidence: Evidence, trust: Trust = TRUSTING
) -> Verdict:
    """What this piece of evidence makes of the kyoku.

    `begun` is the kyoku right after its deal, `told` are its facts since, as they stand in the journal:
    people may have corrected them meanwhile.
    """
    match evidence:
        case TableSeen():
            kyoku = reduce(apply, told, begun)
            return Verdict(mind, _one_discard(kyoku, evidence, trust), questions=mind.questions)
        case SightChanged():
            return Verdict(replace(mind, is_seeing=evidence.is_seeing), questions=mind.questions)
        case _:
            return Verdict(mind, questions=mind.questions)


def _one_discard(kyoku: Kyoku, seen: TableSeen, trust: Trust) -> tuple[KyokuFact, ...]:
    """The discard of who is next, where it is all that has changed and is read surely."""
    players = seats(kyoku.rules.players)
    grown = [len(seen.seats[seat].river) - len(kyoku.players[seat].river) for seat in players]
    if not trust.writes_discards or grown.count(0) != len(grown) - 1 or sum(grown) != 1:
        return ()
    seat = players[grown.index(1)]
    tile = seen.seats[seat].river[-1]
    if tile.tile is None or tile.sideways or tile.confidence < trust.sure:
        return ()
    facts = completed(kyoku, Discarded(seat, tile.tile))
    try:
        reduce(apply, facts, kyoku)
    except IllegalFactError:
        return ()
    return facts
