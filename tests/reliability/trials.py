"""The trials of reliability: each is a number of tries, a number of failures, and a target.

`make test` runs each of them short, `make soak` long; both print the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    """What came of a trial."""

    tries: int
    failures: int
    note: str = ""
    """What was measured beside it, or the first failure."""


@dataclass(frozen=True)
class Trial:
    """Something that is tried many times."""

    name: str
    what: str
    target: str
    short: float
    long: int
    run: Callable[[float, Path], Outcome]
    """How many tries, and a folder for it alone."""


TRIALS: dict[str, Trial] = {}


def trial(name: str, what: str, *, target: str = "0", short: float, long: int):
    """Enter a function in the list of trials."""

    def enter(run: Callable[[float, Path], Outcome]) -> Callable[[float, Path], Outcome]:
        assert name not in TRIALS
        TRIALS[name] = Trial(name, what, target, short, long, run)
        return run

    return enter


def row(of: Trial, outcome: Outcome) -> tuple[str, ...]:
    """A line of the table."""
    words = (of.name, of.what, f"{outcome.tries:,}", str(outcome.failures), of.target, outcome.note)
    return tuple(words)


def table(rows: Iterable[tuple[str, ...]]) -> str:
    """The lines of the table, under their heading."""
    lines = [("", "test", "tries", "failures", "target", "measured"), *rows]
    widths = [max(len(line[at]) for line in lines) for at in range(len(lines[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
