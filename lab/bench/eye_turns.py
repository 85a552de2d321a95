"""Times tasks in turns, by the wall clock and by processor time. What the tasks do is elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

ROUNDS = 15
ENOUGH_ROUNDS, ENOUGH_S = 5, 60.0
"""After this many rounds, no new one begins once this many seconds have passed."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a task took, in milliseconds."""

    ms: float
    """By the wall clock: longer when the machine is busy."""
    of_cores: float
    """Processor time of all cores together; other processes do not change it."""

    @property
    def busy(self) -> str:
        """Its processor time, in words."""
        return f"{self.of_cores:.1f} ms of processor time"

    def beside(self, other: Spent) -> str:
        """How it compares with another task, in words; for that task itself, only its processor time."""
        if self is other:
            return self.busy
        share = self.of_cores / other.of_cores
        return f"{other.ms / self.ms:.1f} times as fast; {self.busy}, {share:.0%} of the other's"


def said(what: str) -> None:
    """Print the progress of a benchmark to standard error."""
    print(f"  … {what}", file=sys.stderr, flush=True)


def timed(task: Callable[[], object]) -> Spent:
    """The time that one run of a task takes."""
    began, busy = time.perf_counter(), time.process_time()
    task()
    return Spent((time.perf_counter() - began) * 1000, (time.process_time() - busy) * 1000)


def median(spent: Sequence[Spent]) -> Spent:
    """The median by each clock, on its own."""
    return Spent(
        float(np.median([each.ms for each in spent])), float(np.median([each.of_cores for each in spent]))
    )


def in_turns(*tasks: Callable[[], object], rounds: int = ROUNDS) -> list[Spent]:
    """The median time of each task; each runs once untimed, then they run in turns."""
    for task in tasks:
        task()
    taken: list[list[Spent]] = [[] for _ in tasks]
    began = time.perf_counter()
    for number in range(rounds):
        if number >= ENOUGH_ROUNDS and time.perf_counter() - began > ENOUGH_S:
            break
        said(f"round {number + 1} of {rounds} at most")
        for times, task in zip(taken, tasks, strict=True):
            times.append(timed(task))
    return [median(times) for times in taken]
