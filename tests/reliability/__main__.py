"""The long trials, by `make soak`: python -m tests.reliability [NAME ...] [--share 0.1]."""

import argparse
import logging
import sys
import tempfile
import time
from pathlib import Path

from tests.reliability.all_trials import TRIALS
from tests.reliability.trials import Outcome, row, table


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.reliability")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(TRIALS)}; all without it")
    parser.add_argument("--share", type=float, default=1.0, help="of the long form; 1 without it")
    asked = parser.parse_args(arguments)
    unknown = set(asked.names) - set(TRIALS)
    if unknown:
        parser.error(f"there is no trial {', '.join(sorted(unknown))}")
    logging.getLogger().addHandler(logging.NullHandler())  # what is broken on purpose is no news
    rows, failed = [], 0
    for name in asked.names or TRIALS:
        outcome = _run(name, asked.share)
        failed += outcome.failures
        rows.append(row(TRIALS[name], outcome))
    print(table(rows))
    return 1 if failed else 0


def _run(name: str, share: float) -> Outcome:
    trial, began = TRIALS[name], time.monotonic()
    print(f"{name}: {trial.what} …", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        try:
            outcome = trial.run(max(1, round(trial.long * share)), Path(folder))
        except AssertionError as failure:
            outcome = Outcome(0, 1, str(failure).partition("\n")[0])
    print(f"{name}: {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    return outcome


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
