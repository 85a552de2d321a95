"""The clock of each player (持ち時間): who has used how much time, from what was told and what was in doubt.

Pure. A turn lasts from the previous discard until the player's own; if a player who was not next calls, it
lasts from that call. Some seconds of each turn are free, and the rest comes out of the player's bank.
Whatever is in doubt is never charged: then the clock stands still. The clock only shows that a player ran
out of time; people decide what follows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    RuleWaived,
)
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tea_facts import TeaFact

__all__ = [
    "OFF",
    "ClockRules",
    "ClocksSeen",
    "Doubt",
    "Flag",
    "Past",
    "PlayerClockSet",
    "Reckoning",
    "SeatClock",
    "Told",
    "Turn",
    "begun",
    "merged",
    "new_hand",
    "reckoned",
]

TOO_CLOSE_S: Final = 0.25
"""Nobody plays so fast: two discards told this close together were told late, and nobody knows how long each
took."""
MOST_S: Final = 24 * 3_600
"""The longest time that a clock can have: a day."""
_OWN: Final = (
    Drawn,
    RinshanDrawn,
    RiichiDeclared,
    KakanDeclared,
    AnkanDeclared,
    KitaDeclared,
)
_BESIDE: Final = (IndicatorRevealed, RiichiAccepted, RuleWaived, TeaFact)
"""What happens beside a turn, and leaves it as it is."""


@dataclass(frozen=True, slots=True)
class ClockRules:
    """How much time each player has. Raises ValueError where that is impossible."""

    bank_s: int
    """For the whole game; 0: there is no clock."""
    free_s: int = 6
    """How much of each turn is free."""
    again_s: int = 60
    """A player who ran out of time has this much from the next hand on."""

    def __post_init__(self) -> None:
        for one in (self.bank_s, self.free_s, self.again_s):
            if type(one) is not int or not 0 <= one <= MOST_S:
                raise ValueError(f"the time of a clock is a whole number of seconds, from 0 to {MOST_S:,}")

    @property
    def is_on(self) -> bool:
        """Whether there is a clock."""
        return self.bank_s > 0


OFF: Final = ClockRules(0)
"""Nobody plays by the clock."""


@dataclass(frozen=True, slots=True)
class PlayerClockSet:
    """A change to a tournament: how much time each player has to think."""

    clock: ClockRules
    """A bank of 0: there is no clock."""


@dataclass(frozen=True, slots=True)
class Told:
    """A fact that stands, and when it happened."""

    seq: int
    fact: Fact
    at_s: float
    """In seconds, by a clock that never jumps."""
    is_late: bool = False
    """It was told in its place afterwards: when it happened, nobody knows."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A stretch in which nothing is charged, in seconds by the clock of the facts."""

    since_s: float
    until_s: float
    why: str
    """Stable; pages have the words."""


@dataclass(frozen=True, slots=True)
class Past:
    """What has happened at a table since its clocks began."""

    told: tuple[Told, ...] = ()
    """The facts that stand, in the order in which they happened."""
    doubts: tuple[Doubt, ...] = ()
    """What is not charged, in order and without overlaps."""
    waived: frozenset[int] = frozenset()
    """The entries of the discards whose flags people have waived."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A player ran out of time with this discard. People may waive it."""

    seq: int
    """The entry of the discard."""
    hand: int
    """The hand in which it happened, counted from 1 within the game."""
    is_waived: bool = False


@dataclass(frozen=True, slots=True)
class SeatClock:
    """What one player has left, in seconds: less than 0 after time ran out, until the next hand."""

    left_s: float
    flag: Flag | None = None
    """The newest."""

    def is_over(self, hand: int) -> bool:
        """Whether the player ran out of time in this hand: until the next one nothing more is charged."""
        return self.flag is not None and self.flag.hand == hand

    def is_flagged(self, hand: int) -> bool:
        """Whether people have to know of it now: in the hand of the flag, and in the next."""
        flag = self.flag
        return flag is not None and not flag.is_waived and flag.hand <= hand <= flag.hand + 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn that is played now."""

    seat: Seat
    since_s: float
    used_s: float
    """Without what was in doubt."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """The clocks of a table at one moment."""

    seats: tuple[SeatClock, ...]
    hand: int
    """Which hand of the game is being played, or was the last one played; 0 before the first."""
    turn: Turn | None = None
    """None: it is nobody's turn, or nobody knows whose."""
    is_unclear: bool = False
    """Whether the turn began with something that was told late."""


@dataclass(frozen=True, slots=True)
class ClocksSeen:
    """What people see of the clocks."""

    rules: ClockRules
    clocks: Reckoning
    why: str
    """Why they stand still now; empty: they run, where it is somebody's turn."""
    at_s: float
    """When that was so, by the clock of the facts."""


def begun(rules: ClockRules, players: int, hand: int = 0) -> Reckoning:
    """The clocks before the first turn."""
    return Reckoning((SeatClock(float(rules.bank_s)),) * players, hand)


def reckoned(rules: ClockRules, start: Reckoning, past: Past, now_s: float) -> Reckoning:
    """The clocks now, from what has happened since the start."""
    course = _Course(rules, past)
    at = start
    for one in past.told:
        at = course.after(at, one)
    if at.turn is None:
        return at
    return replace(at, turn=replace(at.turn, used_s=course.certain_between(at.turn.since_s, now_s)))


def merged(doubts: Iterable[Doubt]) -> tuple[Doubt, ...]:
    """The same stretches in order and without overlaps.

    >>> [(one.since_s, one.until_s) for one in merged([Doubt(5, 9, "b"), Doubt(1, 6, "a"), Doubt(2, 3, "c")])]
    [(1, 6), (6, 9)]
    """
    found: list[Doubt] = []
    for one in sorted(doubts, key=lambda doubt: doubt.since_s):
        since = max(one.since_s, found[-1].until_s) if found else one.since_s
        if one.until_s > since:
            found.append(replace(one, since_s=since))
    return tuple(found)


class _Course:
    """What has happened, followed from one fact to the next."""

    def __init__(self, rules: ClockRules, past: Past) -> None:
        self._rules, self._waived, self._doubts = rules, past.waived, past.doubts
        self._late = _told_late(past.told)
        self._first_doubt = 0

    def after(self, at: Reckoning, one: Told) -> Reckoning:
        """The clocks after one more fact."""
        fact, turn = one.fact, at.turn
        match fact:
            case KyokuStarted():
                # People sort their tiles: the first turn of a hand follows no discard, and is not timed.
                return new_hand(at, self._rules)
            case Discarded():
                if turn is not None and turn.seat == fact.seat and not at.is_unclear:
                    at = self._charged(at, turn, one)
                following = SEATS[(fact.seat + 1) % len(at.seats)]
                return replace(at, turn=Turn(following, one.at_s, 0.0), is_unclear=one.seq in self._late)
            case ChiCalled() | PonCalled() | DaiminkanCalled():
                # Where another player was next, nobody knew who would play: that time is charged to nobody.
                is_same = turn is not None and turn.seat == fact.seat
                return (
                    at
                    if is_same
                    else replace(at, turn=Turn(fact.seat, one.at_s, 0.0), is_unclear=one.is_late)
                )
            case _ if isinstance(fact, _OWN):
                is_same = turn is None or turn.seat == fact.seat
                # Somebody else's tile was missed: nobody knows when this player's turn began.
                return at if is_same else replace(at, turn=None, is_unclear=False)
            case _ if isinstance(fact, _BESIDE):
                return at
            case _:
                return replace(at, turn=None, is_unclear=False)

    def certain_between(self, since_s: float, until_s: float) -> float:
        """Seconds of a stretch in which nothing was in doubt. Stretches are asked for in order."""
        while self._first_doubt < len(self._doubts) and self._doubts[self._first_doubt].until_s <= since_s:
            self._first_doubt += 1
        doubted = 0.0
        for doubt in self._doubts[self._first_doubt :]:
            if doubt.since_s >= until_s:
                break
            doubted += min(until_s, doubt.until_s) - max(since_s, doubt.since_s)
        return max(0.0, until_s - since_s - doubted)

    def _charged(self, at: Reckoning, turn: Turn, one: Told) -> Reckoning:
        clock = at.seats[turn.seat]
        if clock.is_over(at.hand) or one.seq in self._late:
            return at
        used_s = self.certain_between(turn.since_s, one.at_s)
        left = clock.left_s - max(0.0, used_s - self._rules.free_s)
        flag = Flag(one.seq, at.hand, one.seq in self._waived) if left < 0 else clock.flag
        seats = (*at.seats[: turn.seat], SeatClock(left, flag), *at.seats[turn.seat + 1 :])
        return replace(at, seats=seats)


def new_hand(at: Reckoning, rules: ClockRules) -> Reckoning:
    """The clocks at the next deal: whoever ran out of time has `again_s` from then on."""
    seats = tuple(
        replace(seat, left_s=float(rules.again_s)) if seat.is_over(at.hand) else seat for seat in at.seats
    )
    return Reckoning(seats, at.hand + 1)


def _told_late(told: Iterable[Told]) -> set[int]:
    """The entries of the discards and deals whose time nobody knows."""
    late: set[int] = set()
    before: Told | None = None
    for one in told:
        if not isinstance(one.fact, (Discarded, KyokuStarted)):
            continue
        if one.is_late:
            late.add(one.seq)
        if before is not None and isinstance(before.fact, Discarded) and one.at_s - before.at_s < TOO_CLOSE_S:
            late |= {before.seq, one.seq}
        before = one
    return late
