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
from tests.figures import commit, figures_page, rows_of
from tests.mutants.every import MUTANTS
from tests.mutants.mutant import Mutant
from tests.mutants.running import Outcome, Verdict, run_all

PAGE = Path("docs/figures/mutants.md")
HEADING = ("promise", "what was broken", "verdict", "took", "at commit")


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
        if asked.write:
            write(ROOT / PAGE, (*row(outcome), commit()))
    print(summary([outcome.verdict.value for outcome in outcomes]))
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


def summary(verdicts: Sequence[str]) -> str:
    """How many of how many were noticed."""
    counts = Counter(verdict.partition(":")[0] for verdict in verdicts)
    words = ", ".join(
        f"{counts[verdict.value]} {verdict.value}" for verdict in Verdict if counts[verdict.value]
    )
    return f"{len(verdicts)} mutants: {words} ({counts[Verdict.NOTICED.value] / len(verdicts):.1%} noticed)"


def write(page: Path, new: tuple[str, ...]) -> None:
    """Put one mutant's line on the page; those of the others that are still in the list stay."""
    order = {(mutant.promise, mutant.broken): number for number, mutant in enumerate(MUTANTS)}
    lines = {line[:2]: line for line in rows_of(page) if line[:2] in order} | {new[:2]: new}
    rows = [lines[key] for key in sorted(lines, key=lambda key: order.get(key, -1))]
    words = f"{summary([line[2] for line in rows])}; {len(order)} are in the list."
    text = figures_page("Promises broken on purpose", "make mutants", words, HEADING, rows)
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
