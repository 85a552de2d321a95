"""訂正: something in the past was told wrong; it is put right there, and all after it is counted again.

What the table played stays as it was played: who dealt, which round, how many honba. Points and
sticks of every later deal move by what the correction has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.evidence import Cause, CorrectAsked, Refusal, Refused
from companion.journal import Draft, Entry
from companion.journal.replay import fact_of, followed
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact, HanchanStarted, KyokuStarted
from companion.riichi.hanchan import Hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.ruleset import RuleSet
from companion.scoring import ScoringError
from companion.table_loop.desk import Desk, Moment, Move, Plan, Turned
from companion.table_loop.following import valued

__all__ = ["correct"]


@dataclass(frozen=True, slots=True)
class _Place:
    """One fact in the corrected order."""

    fact: Fact
    entry: Entry | None
    """The entry that tells it; None: the correction does."""


@dataclass(frozen=True, slots=True)
class _CannotFollowError(Exception):
    """Something told later would become impossible."""

    kyoku: str
    place: _Place
    error: IllegalFactError


def correct(desk: Desk, asked: CorrectAsked, now: Moment, because: Cause = Cause.PERSON) -> Plan | Turned:
    """Put the past right, or say what later fact could not be followed then."""
    counted = {entry.seq for entry in desk.standing}
    named = (*asked.retracts, *(() if asked.before is None else (asked.before,)))
    if desk.game is None or not counted.issuperset(named) or not _keeps_the_start(desk, asked):
        return Turned(Refused(Refusal.NO_SUCH_ENTRY))
    order = tuple(_corrected(desk.standing, asked))
    if [place.fact for place in order] == [entry.fact for entry in desk.standing]:
        return Turned(Refused(Refusal.NOTHING_CHANGES))
    try:
        again = _Counting(desk.game.rules, _before_each_deal(desk)).count(order)
    except _CannotFollowError as failure:
        return Turned(_refused(failure))
    except ScoringError as failure:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(failure)))
    drafts = tuple(_drafts(asked, zip(order, again.facts, strict=True), now, because))
    return Plan(drafts, again.hanchan, again.last_kyoku, desk.state, move=Move.CORRECTED)


def _keeps_the_start(desk: Desk, asked: CorrectAsked) -> bool:
    """People sit down once, before everything: only there can their names be put right."""
    told = any(isinstance(fact, HanchanStarted) for fact in asked.facts)
    return not told or (asked.before == desk.standing[0].seq and asked.retracts == (asked.before,))


def _corrected(standing: Sequence[Entry], asked: CorrectAsked) -> Iterator[_Place]:
    """The facts in the order in which they happened, once corrected."""
    for entry in standing:
        if entry.seq == asked.before:
            yield from (_Place(fact, None) for fact in asked.facts)
        if entry.seq not in asked.retracts:
            yield _Place(fact_of(entry), entry)
    if asked.before is None:
        yield from (_Place(fact, None) for fact in asked.facts)


def _before_each_deal(desk: Desk) -> dict[int, Hanchan]:
    """The game right before each deal as it was counted so far, by the number of the deal's entry."""
    found: dict[int, Hanchan] = {}
    hanchan, last_kyoku = begin(desk.state.hanchan.rules), None
    for entry in desk.standing:
        fact = fact_of(entry)
        if isinstance(fact, KyokuStarted):
            found[entry.seq] = hanchan
        hanchan, last_kyoku = followed(hanchan, last_kyoku, fact)
    return found


class _Counting:
    """The whole game once more, in the corrected order."""

    def __init__(self, rules: RuleSet, before: dict[int, Hanchan]) -> None:
        self.hanchan = begin(rules)
        self.last_kyoku: Kyoku | None = None
        self.facts: list[Fact] = []
        self._before = before

    def count(self, order: Sequence[_Place]) -> _Counting:
        """Follow all of it. Raises _CannotFollowError, ScoringError."""
        for place in order:
            try:
                fact = self._moved(place) if place.entry else valued(self.hanchan, place.fact)
                self.hanchan, self.last_kyoku = followed(self.hanchan, self.last_kyoku, fact)
            except IllegalFactError as error:
                kyoku = self.hanchan.kyoku
                raise _CannotFollowError(kyoku.name if kyoku else "", place, error) from error
            self.facts.append(fact)
        return self

    def _moved(self, place: _Place) -> Fact:
        """A later deal has the points and sticks that it had, moved by what was put right before it."""
        fact = place.fact
        if place.entry is None or not isinstance(fact, KyokuStarted):
            return fact
        was, now = self._before[place.entry.seq], self.hanchan
        points = zip(fact.points, now.points, was.points, strict=True)
        return replace(
            fact,
            points=tuple(mine + after - before for mine, after, before in points),
            kyoutaku=max(0, fact.kyoutaku + now.kyoutaku - was.kyoutaku),
        )


def _drafts(
    asked: CorrectAsked, counted: Iterable[tuple[_Place, Fact]], now: Moment, because: Cause
) -> Iterator[Draft]:
    """What comes in, then what goes; a deal whose points moved is told anew in its place."""
    goes = list(asked.retracts)
    for place, fact in counted:
        entry = place.entry
        if entry is None:
            yield Draft(at=now.at, because=because, fact=fact, by=asked.by, before=asked.before)
        elif fact != entry.fact:
            yield Draft(at=entry.at, because=entry.because, fact=fact, by=asked.by, before=entry.seq)
            goes.append(entry.seq)
    for seq in goes:
        yield Draft(at=now.at, because=because, retracts=seq, by=asked.by)


def _refused(failure: _CannotFollowError) -> Refused:
    if failure.place.entry is None:
        return Refused(Refusal.REFUSED, failure.error.reason, str(failure.error))
    fact = type(failure.place.fact).__name__
    where = f"in {failure.kyoku}" if failure.kyoku else "between two hands"
    sentence = f"Then {fact} {where} (entry {failure.place.entry.seq}) could not be: {failure.error}"
    return Refused(Refusal.CANNOT_FOLLOW, failure.error.reason, sentence)
