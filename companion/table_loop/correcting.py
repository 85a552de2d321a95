"""Corrects the past where it stands, and recounts everything after it.

What the table played stays as it was played: who dealt, which round, how many honba. If asked to, a deal
that followed the rules before follows them again. Points and sticks of every later deal move by what the
correction has changed, and a hand that was shown is worth what its tiles say there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.evidence import Cause, CorrectAsked, Refusal, Refused
from companion.journal import Draft, Entry, Move
from companion.journal.replay import fact_of
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    Fact,
    HanchanEnded,
    HanchanStarted,
    KyokuEnded,
    KyokuStarted,
    RuleWaived,
    Won,
)
from companion.riichi.hanchan import Hanchan, begin, followed
from companion.riichi.kyoku import Kyoku
from companion.riichi.reasons import Reason
from companion.scoring import ScoringError, value_win
from companion.table_loop.desk import Desk, Moment, Plan, Turned, rules_at_start
from companion.table_loop.following import valued
from companion.table_loop.known import as_known

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


def correct(desk: Desk, asked: CorrectAsked, now: Moment) -> Plan | Turned:
    """Correct the past, or say which later fact would become impossible."""
    counted = {entry.seq for entry in desk.standing}
    named = (*asked.retracts, *(() if asked.before is None else (asked.before,)))
    if desk.game is None or not counted.issuperset(named):
        return Turned(Refused(Refusal.NO_SUCH_ENTRY))
    order = tuple(_corrected(desk.standing, asked))
    if not _keeps_the_start(desk.standing, order):
        return Turned(Refused(Refusal.NO_SUCH_ENTRY))
    if [place.fact for place in order] == [entry.fact for entry in desk.standing]:
        return Turned(Refused(Refusal.NOTHING_CHANGES))
    try:
        again = _Counting(_AsTold(desk), by_rules=asked.by_rules).count(order)
    except _CannotFollowError as failure:
        return Turned(_refused(failure))
    except ScoringError as failure:
        return Turned(Refused(Refusal.CANNOT_VALUE, sentence=str(failure)))
    if again.pays_the_unknown:
        return Turned(Refused(Refusal.VALUE_MISSING))
    drafts = tuple(_drafts(asked, order, again.facts, now))
    return Plan(drafts, again.hanchan, again.last_kyoku, desk.state, move=Move.CORRECTED)


def _keeps_the_start(standing: Sequence[Entry], order: Sequence[_Place]) -> bool:
    """People sit down once, before everything else: their names can only be corrected there."""
    before = [at for at, entry in enumerate(standing) if isinstance(entry.fact, HanchanStarted)]
    after = [at for at, place in enumerate(order) if isinstance(place.fact, HanchanStarted)]
    return before[:1] == after[:1] and len(before) == len(after)


def _corrected(standing: Sequence[Entry], asked: CorrectAsked) -> Iterator[_Place]:
    """The facts in the order in which they happened, once corrected."""
    for entry in standing:
        if entry.seq == asked.before:
            yield from (_Place(fact, None) for fact in asked.facts)
        if entry.seq not in asked.retracts:
            yield _Place(fact_of(entry), entry)
    if asked.before is None:
        yield from (_Place(fact, None) for fact in asked.facts)


class _AsTold:
    """The game as it was counted so far, for later facts that depend on what came before."""

    def __init__(self, desk: Desk) -> None:
        self.rules = rules_at_start(desk)
        self.before_deal: dict[int, Hanchan] = {}
        """The game right before each deal, by the number of the deal's entry."""
        self.before_win: dict[int, Kyoku] = {}
        """The kyoku right before each win whose hand was shown."""
        self.paid_unknown: set[int] = set()
        """The entries that paid a win without a value: earlier versions let people do so."""
        self.unpaid: set[int] = set()
        """The entries that follow a result which nobody has paid: older companions have allowed it."""
        hanchan, last_kyoku = begin(self.rules), None
        for entry in desk.standing:
            fact = fact_of(entry)
            if _leaves_unpaid(hanchan, fact):
                self.unpaid.add(entry.seq)
            if isinstance(fact, KyokuStarted):
                self.before_deal[entry.seq] = hanchan
            elif isinstance(fact, Won) and fact.hand is not None and hanchan.kyoku is not None:
                self.before_win[entry.seq] = hanchan.kyoku
            elif isinstance(fact, KyokuEnded) and _unknown(hanchan):
                self.paid_unknown.add(entry.seq)
            hanchan, last_kyoku = followed(hanchan, last_kyoku, fact)


class _Counting:
    """Counts the whole game again, in the corrected order."""

    def __init__(self, told: _AsTold, *, by_rules: bool) -> None:
        self.hanchan = begin(told.rules)
        self.last_kyoku: Kyoku | None = None
        self.facts: list[Fact | None] = []
        """What is told at each place; None for a waiver that nothing needs."""
        self._waivers: list[tuple[int, RuleWaived]] = []
        """The waivers that the correction tells before the next fact, each with its place."""
        self.pays_the_unknown = False
        """Whether a win without a value is paid that was not paid before, or that the correction tells."""
        self._told = told
        self._by_rules = by_rules

    def count(self, order: Sequence[_Place]) -> _Counting:
        """Follow all of it. Raises _CannotFollowError, ScoringError."""
        said: list[Fact] = []
        for place in order:
            if isinstance(place.fact, KyokuEnded) and (unknown := _unknown(self.hanchan)):
                was_paid = place.entry is not None and place.entry.seq in self._told.paid_unknown
                self.pays_the_unknown |= not was_paid or any(win in said for win in unknown)
            if place.entry is None and isinstance(place.fact, RuleWaived):
                self._waivers.append((len(self.facts), place.fact))
                self.facts.append(None)
                continue
            try:
                fact = self._followed(place)
            except IllegalFactError as error:
                kyoku = self.hanchan.kyoku
                raise _CannotFollowError(kyoku.name if kyoku else "", place, error) from error
            self.facts.append(fact)
            if place.entry is None:
                said.append(fact)
        return self

    def _followed(self, place: _Place) -> Fact:
        """Follow one fact, and write those of the waivers told before it that it needs."""
        while True:
            try:
                fact = self._fact_at(place)
                was_unpaid = place.entry is not None and place.entry.seq in self._told.unpaid
                if _leaves_unpaid(self.hanchan, fact) and not was_unpaid:
                    raise IllegalFactError(fact, Reason.KYOKU_NOT_OVER)
                self.hanchan, self.last_kyoku = followed(self.hanchan, self.last_kyoku, fact)
            except IllegalFactError as refusal:
                needed = next((one for one in self._waivers if one[1].reason is refusal.reason), None)
                if needed is None:
                    raise
                self._waivers.remove(needed)
                self.hanchan, self.last_kyoku = followed(self.hanchan, self.last_kyoku, needed[1])
                self.facts[needed[0]] = needed[1]
            else:
                self._waivers.clear()
                return fact

    def _fact_at(self, place: _Place) -> Fact:
        fact, entry = place.fact, place.entry
        if entry is None:
            return valued(self.hanchan, as_known(self.hanchan, fact))
        if isinstance(fact, KyokuStarted):
            return self._moved(fact, self._told.before_deal[entry.seq])
        if isinstance(fact, Won) and entry.seq in self._told.before_win:
            return self._worth_now(fact, self._told.before_win[entry.seq])
        return fact

    def _moved(self, fact: KyokuStarted, was: Hanchan) -> KyokuStarted:
        """A later deal keeps its points and sticks, shifted by what the correction changed before it.

        If people had already set them to the corrected numbers, they stay.
        """
        now = self.hanchan
        dealt = _as_the_rules_say(fact, was, now) if self._by_rules else fact
        points = zip(fact.points, now.points, was.points, strict=True)
        moved = tuple(mine + after - before for mine, after, before in points)
        sticks = max(0, fact.kyoutaku + now.kyoutaku - was.kyoutaku)
        return replace(
            dealt,
            points=fact.points if fact.points == now.points else moved,
            kyoutaku=fact.kyoutaku if fact.kyoutaku == now.kyoutaku else sticks,
        )

    def _worth_now(self, win: Won, was: Kyoku) -> Won:
        """A hand that was valued by its tiles is valued by them again; a value that people said stays."""
        now = self.hanchan.kyoku
        if now is None or _is_same_play(was, now) or not _is_worth_its_tiles(win, was):
            return win
        return replace(win, value=value_win(now, replace(win, value=None)))


def _unknown(hanchan: Hanchan) -> list[Won]:
    """The wins of the hand on the table whose value nobody has said."""
    return [] if hanchan.kyoku is None else [win for win in hanchan.kyoku.wins if win.value is None]


def _leaves_unpaid(hanchan: Hanchan, fact: Fact) -> bool:
    """Whether the game would go on, or end, without the payment of the result on the table."""
    is_after = isinstance(fact, KyokuStarted | HanchanEnded)
    return is_after and hanchan.kyoku is not None and hanchan.kyoku.is_over


def _as_the_rules_say(fact: KyokuStarted, was: Hanchan, now: Hanchan) -> KyokuStarted:
    """The deal by the rules as the game stands now, if the deal was the one by the rules before.

    Raises:
        IllegalFactError: the game would be over.
    """
    due, next_due = was.next_deal, now.next_deal
    if due is None or (due.round_wind, due.dealer, due.honba) != (fact.round_wind, fact.dealer, fact.honba):
        return fact
    if next_due is None:
        raise IllegalFactError(fact, Reason.HANCHAN_OVER)
    return replace(fact, round_wind=next_due.round_wind, dealer=next_due.dealer, honba=next_due.honba)


def _is_same_play(was: Kyoku, now: Kyoku) -> bool:
    """Whether everything that the value of a hand depends on is unchanged."""
    return was == replace(
        now,
        honba=was.honba,
        points=was.points,
        points_before=was.points_before,
        kyoutaku=was.kyoutaku,
        kyoutaku_before=was.kyoutaku_before,
    )


def _is_worth_its_tiles(win: Won, kyoku: Kyoku) -> bool:
    try:
        return win.value == value_win(kyoku, replace(win, value=None))
    except ScoringError:
        return False


def _drafts(
    asked: CorrectAsked, order: Sequence[_Place], facts: Sequence[Fact | None], now: Moment
) -> Iterator[Draft]:
    """What comes in, then what goes; a later deal or win that has changed is told anew in its place."""
    goes = list(dict.fromkeys(asked.retracts))
    for place, fact in zip(order, facts, strict=True):
        entry = place.entry
        if fact is None:
            continue
        if entry is None:
            yield Draft(at=now.at, because=Cause.PERSON, fact=fact, by=asked.by, before=asked.before)
        elif fact != entry.fact:
            yield Draft(at=entry.at, because=entry.because, fact=fact, by=asked.by, before=entry.seq)
            goes.append(entry.seq)
    for seq in goes:
        yield Draft(at=now.at, because=Cause.PERSON, retracts=seq, by=asked.by)


def _refused(failure: _CannotFollowError) -> Refused:
    if failure.place.entry is None:
        return Refused(Refusal.REFUSED, failure.error.reason, str(failure.error))
    seq = failure.place.entry.seq
    sentence = f"Afterwards {_what(failure)} (entry {seq}) would be impossible: {failure.error}"
    return Refused(Refusal.CANNOT_FOLLOW, failure.error.reason, sentence, seq)


def _what(failure: _CannotFollowError) -> str:
    fact = failure.place.fact
    if isinstance(fact, KyokuStarted):
        return f"the deal of {fact.round_wind.letter}{fact.dealer + 1}-{fact.honba}"
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", type(fact).__name__).lower()
    return f'"{words}" {f"in {failure.kyoku}" if failure.kyoku else "between two hands"}'
