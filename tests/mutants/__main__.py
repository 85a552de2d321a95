"""Break every promise once and see whether a test notices, by `make mutants`.

python -m tests.mutants [AREA or PROMISE ...] [--jobs 2] [--write]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.conftest import ROOT
from tests.figures import figures_page
from tests.mutants.every import MUTANTS
from tests.mutants.mutant import Mutant
from tests.mutants.running import Outcome, Verdict, run_all

PAGE = Path("docs/figures/mutants.md")


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("names", nargs="*", metavar="NAME", help="areas or promises; all without it")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time; 2 without it")
    parser.add_argument("--write", action="store_true", help=f"write {PAGE} too")
    asked = parser.parse_args(arguments)
    mutants = chosen(MUTANTS, asked.names)
    if not mutants:
        parser.error(f"no mutant is called {', '.join(asked.names)}")
    outcomes = []
    for outcome in run_all(ROOT, mutants, asked.jobs):
        outcomes.append(outcome)
        print("  ".join(row(outcome)), flush=True)
    print(summary(outcomes))
    if asked.write:
        words = " ".join(["make mutants", *asked.names])
        (ROOT / PAGE).write_text(page(outcomes, words), encoding="utf-8")
    return int(any(outcome.verdict in (Verdict.SURVIVED, Verdict.NO_TESTS) for outcome in outcomes))


def chosen(mutants: Sequence[Mutant], names: Sequence[str]) -> tuple[Mutant, ...]:
    """The mutants of the areas and promises that are named; all where none is."""
    return tuple(one for one in mutants if not names or one.area in names or one.promise in names)


def row(outcome: Outcome) -> tuple[str, ...]:
    """One line of the table."""
    mutant = outcome.mutant
    verdict = outcome.verdict.value
    if outcome.verdict is Verdict.EXPLAINED:
        verdict = f"{verdict}: {mutant.survives_because}"
    return (mutant.promise, mutant.broken, verdict, f"{outcome.seconds:.0f} s")


def summary(outcomes: Sequence[Outcome]) -> str:
    """How many of how many were noticed."""
    counts = Counter(outcome.verdict for outcome in outcomes)
    words = ", ".join(f"{counts[verdict]} {verdict.value}" for verdict in Verdict if counts[verdict])
    return f"{len(outcomes)} mutants: {words} ({counts[Verdict.NOTICED] / len(outcomes):.1%} noticed)"


def page(outcomes: Sequence[Outcome], command: str) -> str:
    """The generated page: what was broken, and whether a test noticed."""
    heading = ("promise", "what was broken", "verdict", "took")
    return figures_page("Promises broken on purpose", command, summary(outcomes), heading, map(row, outcomes))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
