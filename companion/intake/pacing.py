"""The pace of people: how long they take for each fact, and a control for the speed, 1x to 1000x.

Only here is it decided how long a person takes for a move. The clock and the way to wait are passed in.
"""

from __future__ import annotations

import random
import threading
from typing import Final, Protocol

from companion.clock import Clock
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    Fact,
    HanchanEnded,
    HanchanStarted,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    Won,
)

SLOWEST: Final = 1.0
FASTEST: Final = 1_000.0
"""The least and the greatest speed, as multiples of how fast people play."""
_MOST_CREDIT_S: Final = 0.05
"""Delays up to this are made up for; longer ones are forgotten, or a rush would follow a busy moment."""

_SECONDS: Final[dict[type[Fact], float]] = {
    HanchanStarted: 0.0,
    KyokuStarted: 4.0,
    Drawn: 0.8,
    RinshanDrawn: 1.2,
    Discarded: 1.7,
    ChiCalled: 1.4,
    PonCalled: 1.2,
    DaiminkanCalled: 1.4,
    KakanDeclared: 1.8,
    AnkanDeclared: 2.2,
    KitaDeclared: 0.9,
    IndicatorRevealed: 1.2,
    RiichiDeclared: 2.4,
    RiichiAccepted: 0.8,
    Won: 2.0,
    Ryuukyoku: 2.5,
    KyokuEnded: 6.0,
    HanchanEnded: 3.0,
}
"""How long people take from the previous fact to this one."""
_ANYTHING_ELSE_S: Final = 2.0
_TSUMOGIRI_S: Final = 1.1
_AFTER_CALL_S: Final = 1.0
"""Added to a discard after a call or a kan, because tiles are laid down first."""
_SPREAD: Final = 0.35
"""The spread (sigma) of the lognormal factor on each delay; the mean stays the same."""
_CALLS: Final = (ChiCalled, PonCalled, RinshanDrawn)


def human_delay(before: Fact | None, fact: Fact, rng: random.Random | None = None) -> float:
    """Seconds from one fact to the next at a table of people; `rng` makes them vary.

    >>> from companion.riichi.seats import Seat
    >>> human_delay(Discarded(Seat(0)), Drawn(Seat(1))) + human_delay(Drawn(Seat(1)), Discarded(Seat(1)))
    2.5
    """
    seconds = _SECONDS.get(type(fact), _ANYTHING_ELSE_S)
    if isinstance(fact, Discarded) and fact.tsumogiri:
        seconds = _TSUMOGIRI_S
    if isinstance(fact, Discarded) and isinstance(before, _CALLS):
        seconds += _AFTER_CALL_S
    return seconds if rng is None else seconds * rng.lognormvariate(-_SPREAD * _SPREAD / 2, _SPREAD)


class Waiting(Protocol):
    """A wait that can be interrupted."""

    def wait(self, seconds: float | None) -> None:
        """Return when the time has passed (None: never), or as soon as `wake` is called."""
        ...

    def wake(self) -> None:
        """End the wait that is going on, or the next one if none is."""
        ...


class RealWaiting:
    """Waits in real time."""

    def __init__(self) -> None:
        self._woken = threading.Event()

    def wait(self, seconds: float | None) -> None:
        """Sleep until the time has passed or `wake` is called."""
        self._woken.wait(seconds)
        self._woken.clear()

    def wake(self) -> None:
        """End the wait."""
        self._woken.set()


class Pace:
    """The speed control: people change it from any thread, and one stream obeys it.

    Speed, pause and stop take effect at once, even during a wait.
    """

    def __init__(self, clock: Clock, *, speed: float = 1.0, waiting: Waiting | None = None) -> None:
        self._clock = clock
        self._waiting = waiting or RealWaiting()
        self._speed = _checked(speed)
        self._is_paused = False
        self._is_stopped = False
        self._owed_s = 0.0
        self._looked_at_ns = clock.monotonic_ns()

    @property
    def speed(self) -> float:
        """How many times faster than people."""
        return self._speed

    @property
    def is_paused(self) -> bool:
        """Whether the stream stands still until `resume`."""
        return self._is_paused

    @property
    def is_stopped(self) -> bool:
        """Whether the stream has been told to end."""
        return self._is_stopped

    def change_speed(self, speed: float) -> None:
        """Play faster or slower from now on. Raises ValueError outside 1 to 1000."""
        self._speed = _checked(speed)
        self._waiting.wake()

    def pause(self) -> None:
        """Pause the stream."""
        self._is_paused = True
        self._waiting.wake()

    def resume(self) -> None:
        """Go on after a pause."""
        self._is_paused = False
        self._waiting.wake()

    def stop(self) -> None:
        """End the stream, now and for good."""
        self._is_stopped = True
        self._waiting.wake()

    def let_pass(self, seconds: float) -> bool:
        """Wait as long as this many seconds take at the current speed; False if the stream is to end.

        Time spent since the last call counts, so that a slow machine keeps the pace.
        """
        self._owed_s += seconds
        while not self._is_stopped:
            speed, is_paused = self._speed, self._is_paused
            self._pay(0.0 if is_paused else speed)
            if self._owed_s <= 0 and not is_paused:
                self._owed_s = max(self._owed_s, -_MOST_CREDIT_S * speed)
                return True
            self._waiting.wait(None if is_paused else self._owed_s / speed)
            self._pay(0.0 if is_paused else speed)
        return False

    def _pay(self, speed: float) -> None:
        """Subtract the time that has passed since the last look, at this speed."""
        now_ns = self._clock.monotonic_ns()
        self._owed_s -= (now_ns - self._looked_at_ns) / 1_000_000_000 * speed
        self._looked_at_ns = now_ns


def _checked(speed: float) -> float:
    if not SLOWEST <= speed <= FASTEST:
        raise ValueError(f"a speed of {speed:g} is not possible: say {SLOWEST:g} to {FASTEST:g}")
    return float(speed)
