"""A thread that tells the table the facts of a record or of a pretend table, at a pace.

Facts go through the same door as any other evidence. The feed can step back, so that after an undo the same
fact comes again and not the one after it.
"""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from companion.clock import Clock
from companion.errors import SourceStuck, TableStopped
from companion.evidence import Cause, EndsEarly, FactObserved, SourceChanged, SourceState
from companion.intake.pacing import Pace, human_delay
from companion.riichi.facts import Fact, HanchanEnded, HanchanStarted

MOST_BEHIND: Final = 64
"""How many facts may wait at the table's door before a fast feed waits too."""
_SCORES_ARE_READ_S: Final = 20.0
"""How long people look at the final scores before they sit down again."""

Tell = Callable[[FactObserved | SourceChanged], None]


@dataclass(frozen=True, slots=True)
class FeedPlan:
    """The facts that are told to the table automatically, and how fast."""

    name: str
    facts: Iterator[Fact]
    cause: Cause
    speed: float = 1.0
    """1: as fast as people play."""
    note: str = ""
    """What is wrong with the record, in one sentence; empty where nothing is."""
    stop: EndsEarly | None = None
    """The same for pages."""


class Feed:
    """Tells facts one after another until they end or it is stopped."""

    def __init__(
        self,
        name: str,
        facts: Iterator[Fact],
        cause: Cause,
        *,
        pace: Pace,
        tell: Tell,
        clock: Clock,
        note: str = "",
        stop: EndsEarly | None = None,
        backlog: Callable[[], int] = lambda: 0,
    ) -> None:
        self.name = name
        self.pace = pace
        self._facts = facts
        self._cause = cause
        self._tell = tell
        self._clock = clock
        self._note = note
        self._stop = stop
        self._backlog = backlog
        self._told: list[Fact] = []
        """The facts of the game that is being told, after the last one of the game before."""
        self._next = 0
        self._telling = threading.Lock()
        self._is_at_end = False
        self._may_go_on = threading.Event()
        self._rng = random.Random(0)
        self._thread = threading.Thread(target=self._run, name=f"feed {name}")

    def start(self) -> None:
        """Begin to tell facts."""
        self.say()
        self._thread.start()

    def stop(self, timeout_s: float = 5.0) -> None:
        """Stop telling. Raises SourceStuck where the thread does not end."""
        self.pace.stop()
        self._may_go_on.set()
        if self._thread.ident is None:
            return
        self._thread.join(timeout_s)
        if self._thread.is_alive():
            raise SourceStuck(f"{self.name} did not stop within {timeout_s:g} seconds")

    def say(self) -> None:
        """Report its state: its pace, and what is wrong with the record."""
        pace = f"{self.pace.speed:g}x" + (", paused" if self.pace.is_paused else "")
        state = SourceState.ENDED if self._is_at_end else SourceState.UP
        note = f"{self._note} ({pace})" if self._note else pace
        code = "paused" if self.pace.is_paused else "pace"
        self._tell(SourceChanged(self.name, state, note, code, stop=self._stop))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Inside the block, no fact is told."""
        with self._telling:
            yield

    def step_back(self) -> None:
        """Go back by one fact, which is then told again. Only inside `held`."""
        self._next = max(0, self._next - 1)
        self._is_at_end = False
        self._may_go_on.set()

    def _run(self) -> None:
        try:
            while not self.pace.is_stopped:
                if not self._tell_next():
                    self._rest()
        except TableStopped:
            return

    def _rest(self) -> None:
        """Wait at the end until a fact is taken back or the feed is stopped."""
        if self.pace.is_stopped:
            return
        self.say()
        self._may_go_on.wait()

    def _tell_next(self) -> bool:
        """Tell one more fact; False at the end, or once the feed is stopped."""
        if not self._has_next() or not self._wait():
            return False
        with self._telling:
            if self.pace.is_paused:
                return True
            fact = self._told[self._next]
            self._next += 1
            self._tell(FactObserved(fact, self._cause, self._clock.monotonic_ns()))
        return True

    def _has_next(self) -> bool:
        with self._telling:
            if self._next < len(self._told):
                return True
            fact = next(self._facts, None)
            if fact is None:
                self._is_at_end = True
                self._may_go_on.clear()
                return False
            if isinstance(fact, HanchanStarted):
                self._told, self._next = self._told[-1:], min(self._next, 1)
            self._told.append(fact)
            return True

    def _wait(self) -> bool:
        """Wait as long as people would take; False if the feed is stopped meanwhile."""
        before = self._told[self._next - 1] if self._next else None
        seconds = human_delay(before, self._told[self._next], self._rng)
        if isinstance(before, HanchanEnded):
            seconds = _SCORES_ARE_READ_S
        while self._backlog() > MOST_BEHIND:
            if not self.pace.let_pass(0.02 * self.pace.speed):
                return False
        return self.pace.let_pass(seconds)
