"""A recorded game as a table would tell it: without the tiles that only one player saw.

A record is followed in full first, silently. The part that was legal is played; if there is more,
`PlayableRecord.failure` says in one sentence where it ends and why.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.evidence import EndsEarly
from companion.haifu.record import Fault, ReadingFailure, Record
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Fact, HanchanEnded, HanchanStarted, Won
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.public import public_twin
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.scoring import Contradiction, ScoringError, value_win


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a record ends early, and why, as a code."""

    fault: Fault
    hand: int = 0
    """The number of the hand, from 1; 0 before the first, or where no hand is at fault."""
    event: int = 0
    """The number of the event in the record, from 1; 0 where no event is at fault."""
    reason: Reason | None = None
    """The rule that it breaks, if it breaks one."""

    @property
    def told(self) -> EndsEarly:
        """What is shown while the record is played."""
        return EndsEarly(self.fault.value, self.hand, self.event, self.reason)


@dataclass(frozen=True, slots=True)
class PlayableRecord:
    """The legal beginning of a record, with every fact as the whole record knows it."""

    rules: RuleSet
    facts: tuple[Fact, ...]
    tables: tuple[Hanchan, ...]
    """The game after each fact."""
    failure: str = ""
    """Where and why it ends early; empty for a complete record."""
    stop: Stop | None = None
    """The same for a program."""

    def public_facts(self) -> Iterator[Fact]:
        """What everybody at the table could see."""
        return (public_twin(fact) for fact in self.facts)


def playable(record: Record, rules: RuleSet | None = None) -> PlayableRecord:
    """Follow a record as far as it is readable and lawful."""
    rules = rules or record.rules
    facts: list[Fact] = []
    tables: list[Hanchan] = []
    hanchan = begin(rules)
    failure = f"{record.name}: {record.failure}" if record.failure else ""
    stop = _stop_of(record.failure)
    for (hand, event), fact in _told(record, rules):
        try:
            valued = _with_value(hanchan, fact)
            hanchan = apply_to_hanchan(hanchan, valued)
        except (IllegalFactError, ScoringError) as error:
            failure = f"{record.name}: hand {hand}, event {event}: {error}"
            reason = error.reason if isinstance(error, IllegalFactError) else None
            stop = Stop(Fault.UNLAWFUL, hand, event, reason)
            break
        facts.append(valued)
        tables.append(hanchan)
    return PlayableRecord(rules, tuple(facts), tuple(tables), failure, stop)


def _stop_of(failure: ReadingFailure | None) -> Stop | None:
    return None if failure is None else Stop(failure.fault, failure.hand, failure.event)


def _told(record: Record, rules: RuleSet) -> Iterator[tuple[tuple[int, int], Fact]]:
    """Each fact with its hand and its event, from 1; both are 0 for the start and the end of the game."""
    if not record.hands:
        return  # nobody sat down: what is not a record has no table to show
    yield (0, 0), HanchanStarted(_names(record, rules), rules.name)
    for number, hand in enumerate(record.hands, 1):
        for placed in hand.facts:
            yield (number, placed.event), placed.fact
    if record.final is not None and record.failure is None:
        yield (0, 0), HanchanEnded()


def _names(record: Record, rules: RuleSet) -> tuple[str, ...]:
    """A name for each seat, empty where the record leaves it out; nothing if it names nobody."""
    named = (*record.names, *("",) * rules.players)[: rules.players]
    return named if any(named) else ()


def _with_value(hanchan: Hanchan, fact: Fact) -> Fact:
    """The fact; a win that has no value in the record is given the value of the hand that it shows.

    It stays unknown where a tile that counts was not seen.
    """
    if not isinstance(fact, Won) or hanchan.kyoku is None or fact.hand is None:
        return fact
    if fact.value is not None and (fact.value.han or fact.value.yakuman):
        return fact
    try:
        return replace(fact, value=value_win(hanchan.kyoku, fact))
    except ScoringError as error:
        if error.reason is not Contradiction.NOT_SEEN:
            raise
        return replace(fact, value=None)
