"""The clock of a round: how much time has gone, and how much each table has left. Callers pass the moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.riichi.ruleset import TimeLimit

__all__ = ["RoundClock"]


@dataclass(frozen=True, slots=True)
class RoundClock:
    """A clock that runs from `begun` on, except for the times at which it was paused."""

    begun: float
    """UTC, seconds since 1970."""
    minutes: int
    """0: there is no time limit."""
    then: TimeLimit
    stood_s: float = 0.0
    """How long it stood still in the pauses that are over."""
    paused_at: float | None = None
    """Since when it stands still; None while it runs."""
    extra: Mapping[int, int] = field(default_factory=dict)
    """By table: extra minutes; the entry for 0 is for every table."""

    @property
    def is_running(self) -> bool:
        """Whether time passes."""
        return self.paused_at is None

    def elapsed_s(self, now: float) -> float:
        """How long the round has been played, without pauses; never below 0.

        >>> RoundClock(100.0, 60, TimeLimit.ONE_MORE, stood_s=30.0).elapsed_s(160.0)
        30.0
        """
        until = now if self.paused_at is None else self.paused_at
        return max(0.0, until - self.begun - self.stood_s)

    def limit_s(self, table: int) -> int:
        """How long a table may play; 0 without a limit. Table 0: any table without extra time of its own."""
        if not self.minutes:
            return 0
        return max(1, 60 * (self.minutes + self.extra.get(0, 0) + (self.extra.get(table, 0) if table else 0)))

    def left_s(self, table: int, now: float) -> float | None:
        """How long this table may still play; below 0 once its time is up; None without a limit."""
        limit = self.limit_s(table)
        return limit - self.elapsed_s(now) if limit else None

    def paused(self, at: float) -> RoundClock:
        """The clock, stopped at this moment."""
        return replace(self, paused_at=max(at, self.begun))

    def resumed(self, at: float) -> RoundClock:
        """The clock, running again from this moment on."""
        stood = 0.0 if self.paused_at is None else max(0.0, at - self.paused_at)
        return replace(self, paused_at=None, stood_s=self.stood_s + stood)

    def given(self, table: int, minutes: int) -> RoundClock:
        """The clock with more time for a table (0: for all), or less where `minutes` is below 0."""
        return replace(self, extra={**self.extra, table: self.extra.get(table, 0) + minutes})
