"""The clock, passed in as an object, so that what decides about a game never reads the time itself.

`monotonic_ns` orders and measures; `utc_now` is only for people, because a wall clock may jump by years.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Final, Protocol

__all__ = ["Clock", "ManualClock", "SystemClock", "utc_text"]


class Clock(Protocol):
    """What every clock can tell."""

    def monotonic_ns(self) -> int:
        """Nanoseconds since some moment; they never go back."""
        ...

    def since_boot_ns(self) -> int:
        """Nanoseconds since this machine was started, including the time that it slept."""
        ...

    def utc_now(self) -> datetime:
        """The time of day in UTC, as far as this machine knows it."""
        ...


class SystemClock:
    """The clock of this machine."""

    def monotonic_ns(self) -> int:
        """Nanoseconds since some moment; one count for every process of this machine."""
        return time.monotonic_ns()

    def since_boot_ns(self) -> int:
        """Nanoseconds since this machine was started, including its sleep where the system counts that."""
        counts_sleep = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
        return time.clock_gettime_ns(counts_sleep)

    def utc_now(self) -> datetime:
        """The time of day in UTC."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that moves only when it is told to.

    >>> clock = ManualClock()
    >>> clock.advance(seconds=1.5)
    >>> clock.monotonic_ns(), utc_text(clock.utc_now())
    (1500000000, '2024-01-01T12:00:01.500000Z')
    """

    NOON: Final = datetime(2024, 1, 1, 12, tzinfo=UTC)

    def __init__(self, utc: datetime = NOON) -> None:
        self._utc = utc
        self._ns = 0

    def monotonic_ns(self) -> int:
        """The nanoseconds by which it has been advanced so far."""
        return self._ns

    def since_boot_ns(self) -> int:
        """The nanoseconds by which it has been advanced so far."""
        return self._ns

    def utc_now(self) -> datetime:
        """The time of day in UTC that was set, plus the time by which it has been advanced since."""
        return self._utc

    def advance(self, *, seconds: float) -> None:
        """Let time pass. Raises ValueError for a negative time: only the wall clock can go back."""
        if seconds < 0:
            raise ValueError(f"time does not go back by {-seconds} seconds; set_utc moves the wall clock")
        self._ns += round(seconds * 1_000_000_000)
        self._utc += timedelta(seconds=seconds)

    def set_utc(self, utc: datetime) -> None:
        """Put the wall clock to another time, as a person or the network may do at any moment."""
        self._utc = utc


def utc_text(moment: datetime) -> str:
    """Write a moment in the one form in which times are stored: UTC, to the microsecond, sortable.

    >>> utc_text(datetime(2024, 1, 1, 12, tzinfo=UTC))
    '2024-01-01T12:00:00.000000Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
