"""The long trials, by `make soak`: python -m tests.reliability [NAME ...] [--share 0.1] [--write [PAGE]]."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.figures import commit, figures_page, rows_of
from tests.reliability.all_trials import TRIALS
from tests.reliability.suites import SUITES, trial_of
from tests.reliability.trials import Outcome, Trial, row, table

PAGE = ROOT / "docs" / "figures" / "trials.md"
HEADING = ("trial", "what is tried", "tries", "failures", "wanted", "measured", "took", "at commit")


def main(arguments: list[str]) -> int:
    every = {**TRIALS, **{name: trial_of(name) for name in SUITES}}
    parser = argparse.ArgumentParser(prog="python -m tests.reliability")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(every)}; all without it")
    parser.add_argument("--share", type=float, default=1.0, help="of the long form; 1 without it")
    where = f"keep the figures on this page; {PAGE.relative_to(ROOT)} where none is named"
    parser.add_argument("--write", type=Path, nargs="?", const=PAGE, metavar="PAGE", help=where)
    asked = parser.parse_args(arguments)
    unknown = set(asked.names) - set(every)
    if unknown:
        parser.error(f"there is no trial {', '.join(sorted(unknown))}")
    logging.getLogger().addHandler(logging.NullHandler())  # what is broken on purpose is no news
    rows, failed = [], 0
    for name in asked.names or every:
        began = time.monotonic()
        outcome = _run(every[name], asked.share)
        failed += outcome.failures
        rows.append(row(every[name], outcome))
        if asked.write:
            write(asked.write, (*rows[-1], f"{time.monotonic() - began:.0f} s", commit()))
    print(table(rows))
    return 1 if failed else 0


def _run(trial: Trial, share: float) -> Outcome:
    began = time.monotonic()
    print(f"{trial.name}: {trial.what} …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = trial.run(max(1, round(trial.long * share)), Path(folder))
        except pytest.skip.Exception as skipped:
            outcome = Outcome(0, 0, f"not tried: {skipped}")
        except AssertionError as failure:
            outcome = Outcome(0, 1, str(failure).partition("\n")[0])
    print(f"{trial.name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return outcome


def write(page: Path, new: tuple[str, ...]) -> None:
    """Put one trial's figures on the page; those of other trials stay, each with its own commit."""
    kept = {line[0]: line for line in rows_of(page)} | {new[0]: new}
    words = "Each line carries the commit at which it was measured."
    ordered = [kept[name] for name in sorted(kept, key=_order)]
    command = "make soak" if page.name == PAGE.name else "scripts/test-debian --soak"
    page.write_text(figures_page("The long trials", command, words, HEADING, ordered), encoding="utf-8")


def _order(name: str) -> tuple[str, int, str]:
    """R2 before R2c before R10."""
    digits = "".join(letter for letter in name if letter.isdigit())
    return (name[:1], int(digits or 0), name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
