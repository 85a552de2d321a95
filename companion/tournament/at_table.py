"""What a hub tells a table of the tournament: its plan, and the clock of the round. Pure, read strictly.

A table keeps both. Its clock runs by itself and, within a round, only forward: nothing that comes late or
twice, or from a hub whose clock was turned back, sets it back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, TypeVar

from companion.journal.codec import decode_rules, encode_rules
from companion.player_clock import OFF, ClockRules
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.state import SEATS, Tournament
from companion.tournament.told import decoded, encoded, require_numbers

__all__ = [
    "KeptClock",
    "RoundSeen",
    "TableClock",
    "TablePlan",
    "clock_for",
    "decode_told",
    "encode_told",
    "is_older",
    "plan_for",
    "seen_round",
]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What one table has to know to play the whole evening without its hub."""

    event: str
    """Tells one tournament from another."""
    revision: int
    title: str
    table: int
    """The number of the table, from 1."""
    rounds: int
    """How many rounds will be played."""
    begun: int
    """How many rounds have begun."""
    seats: tuple[tuple[str, ...], ...]
    """For each round that is seated, the names at this table, east first; empty where nobody sits here."""
    rules: str
    """The rule set, as a journal writes it."""
    clock: ClockRules = OFF
    """How much time each player has to think."""
    session: str = ""
    """Another one for each start of the hub; empty from an older hub."""

    def __post_init__(self) -> None:
        require_numbers(self.revision, self.table, self.rounds, self.begun)
        if any(len(names) not in (0, SEATS) for names in self.seats):
            raise ValueError("four people sit at a table, or nobody")
        _rules_of(self.rules)

    @property
    def rule_set(self) -> RuleSet:
        """The rules by which everybody plays."""
        return _rules_of(self.rules)

    def names(self, number: int) -> tuple[str, ...]:
        """Who sits here in a round, east first; empty where nobody does, or nobody knows it yet.

        >>> TablePlan("1", 1, "", 2, 2, 0, (("A", "B", "C", "D"),), encode_rules(RuleSet())).names(2)
        ()
        """
        return self.seats[number - 1] if 1 <= number <= len(self.seats) else ()


@dataclass(frozen=True, slots=True)
class TableClock:
    """How much of the round had gone by when the hub said so."""

    event: str
    revision: int
    round: int
    begun_ms: int
    """When the round began, by the hub's clock: it tells this beginning from another."""
    elapsed_ms: int
    limit_s: int
    """How long this table may play; 0: as long as it likes."""
    then: TimeLimit
    is_running: bool
    session: str = ""
    """Another one for each start of the hub; empty from an older hub."""

    def __post_init__(self) -> None:
        require_numbers(self.revision, self.round, self.begun_ms, self.elapsed_ms, self.limit_s)


def is_older(told: TablePlan | TableClock, known: TablePlan | TableClock) -> bool:
    """Whether what a hub said is from before what is known.

    A hub that was started again may go on from a backup, so what it says counts whatever was known.
    """
    one, other = ((each.event, each.session) for each in (told, known))
    return one == other and told.revision < known.revision


@dataclass(frozen=True, slots=True)
class KeptClock:
    """The clock at a table: what was told, and how far it has run since, by a clock that never jumps."""

    told: TableClock
    elapsed_s: float
    at_s: float
    """The monotonic moment of `elapsed_s`."""

    @classmethod
    def begun(cls, told: TableClock, now_s: float) -> KeptClock:
        """The clock when the hub tells of it for the first time."""
        return cls(told, told.elapsed_ms / 1_000, now_s)

    def elapsed(self, now_s: float) -> float:
        """How long the round has been played, in seconds."""
        return self.elapsed_s + (max(0.0, now_s - self.at_s) if self.told.is_running else 0.0)

    def left(self, now_s: float) -> float | None:
        """How much time is left, in seconds; below 0 once it is up; None without a limit."""
        return self.told.limit_s - self.elapsed(now_s) if self.told.limit_s else None

    def heard(self, told: TableClock, now_s: float) -> KeptClock:
        """The clock after the hub has told it again. Within a round it never goes back."""
        is_same = (told.event, told.round, told.begun_ms) == (
            self.told.event,
            self.told.round,
            self.told.begun_ms,
        )
        if is_older(told, self.told):
            return self
        if not is_same:
            return KeptClock.begun(told, now_s)
        return KeptClock(told, max(self.elapsed(now_s), told.elapsed_ms / 1_000), now_s)

    def moved(self, elapsed_s: float, now_s: float) -> KeptClock:
        """This clock, set to the time that the round has been played by now, after a restart."""
        return replace(self, elapsed_s=max(0.0, elapsed_s), at_s=now_s)


@dataclass(frozen=True, slots=True)
class RoundSeen:
    """What the people at a table see of the tournament."""

    title: str
    table: int
    round: int
    """The one that is being played, or the next while none has begun."""
    rounds: int
    has_begun: bool
    seats: tuple[str, ...]
    """Who sits here in this round, east first; empty where nobody does."""
    following: tuple[str, ...]
    """Who sits here in the round after it."""
    elapsed_s: float
    left_s: float | None
    """Below 0 once the time is up; None without a limit, and before the round."""
    then: TimeLimit
    is_running: bool
    rules: RuleSet
    """The rules by which the tournament is played."""
    clock: ClockRules = OFF
    """How much time each player has to think."""


def seen_round(plan: TablePlan | None, clock: KeptClock | None, now_s: float) -> RoundSeen | None:
    """What is seen now; None where the table is in no tournament."""
    if plan is None:
        return None
    number = max(1, plan.begun)
    timed = clock if clock and (clock.told.event, clock.told.round) == (plan.event, plan.begun) else None
    return RoundSeen(
        plan.title,
        plan.table,
        number,
        plan.rounds,
        plan.begun > 0,
        plan.names(number),
        plan.names(number + 1),
        timed.elapsed(now_s) if timed else 0.0,
        timed.left(now_s) if timed else None,
        timed.told.then if timed else TimeLimit.NONE,
        timed is not None and timed.told.is_running,
        plan.rule_set,
        plan.clock,
    )


# Needed each time the page is shown, and always the same.
_rules_of: Final = lru_cache(4)(decode_rules)


def plan_for(tournament: Tournament, event: str, table: int) -> TablePlan:
    """What a table is told of the plan: its own seats, and nothing of other tables."""
    seats = tuple(
        tuple(tournament.name(one) for one in each.tables[table - 1]) if table <= len(each.tables) else ()
        for each in tournament.rounds
    )
    rules = encode_rules(replace(tournament.rules, time_limit=tournament.then))
    return TablePlan(
        event,
        tournament.revision,
        tournament.title,
        table,
        tournament.length,
        tournament.begun,
        seats,
        rules,
        tournament.clock,
    )


def clock_for(tournament: Tournament, event: str, table: int, now: float) -> TableClock | None:
    """What a table is told of the time at `now`, in UTC seconds since 1970; None before the first round."""
    clock = tournament.current.clock if tournament.current else None
    if clock is None:
        return None
    return TableClock(
        event,
        tournament.revision,
        tournament.begun,
        int(clock.begun * 1_000),
        int(clock.elapsed_s(now) * 1_000),
        clock.limit_s(table),
        clock.then,
        clock.is_running,
    )


_Told = TypeVar("_Told", TablePlan, TableClock)


def encode_told(told: TablePlan | TableClock) -> bytes:
    """The bytes that are sent."""
    return encoded(told)


def decode_told(kind: type[_Told], payload: bytes) -> _Told:
    """What these bytes say. Fields that only a newer hub knows are ignored. Raises ToldRefused."""
    return decoded(kind, payload, "what the hub said of the round")
