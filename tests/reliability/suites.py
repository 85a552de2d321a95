"""Trials that are suites of tests: what `make soak` runs of them by pytest, and counts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT
from tests.reliability.trials import Outcome, Trial

_COUNTED = re.compile(r"(\d+) (passed|failed|errors?)\b")


@dataclass(frozen=True)
class Suite:
    """Tests that hold one promise, and how the long form asks for more of them."""

    what: str
    tests: tuple[str, ...]
    more: Mapping[str, str] = field(default_factory=dict)
    """What is set in the environment for the long form."""
    note: str = ""
    workers: str = "0"
    """Of pytest: a long form may use every core."""


SUITES: Mapping[str, Suite] = {
    "R6": Suite(
        "the clock jumps by years while the table plays",
        ("tests/reliability/test_whole_companion.py::test_a_clock_that_jumps_by_years_moves_nothing",),
    ),
    "R12": Suite(
        "the server restarts under an open page: live again, the tap once",
        ("tests/browser/test_mistakes.py::test_a_tap_survives_a_restart_of_the_server",),
    ),
    "R14": Suite(
        "laws of points and tiles: hands that break one",
        ("tests/laws/test_laws_of_play.py",),
        {"COMPANION_LAW_HANDS": "100000"},
        "100,000 hands in four of the tests",
        workers="auto",
    ),
    "R15": Suite(
        "journals of every released form; a newer one is refused",
        ("tests/journal", "tests/reliability/test_forms.py"),
    ),
    "S1": Suite(
        "pages of somebody else in a paired browser, and S7, our own page against its policy",
        ("tests/security/test_hostile_pages.py",),
    ),
    "S9": Suite("a whole game under strace", ("tests/security/test_privacy.py",)),
}


def trial_of(name: str) -> Trial:
    """The suite as a trial; it has one length."""
    suite = SUITES[name]
    return Trial(name, suite.what, "0", 1, 1, lambda _tries, _folder: ran(suite))


def ran(suite: Suite, root: Path = ROOT) -> Outcome:
    """Run it by pytest, and count."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", suite.workers, "-p", "no:cacheprovider", *suite.tests],
        cwd=root,
        env=os.environ | suite.more,
        capture_output=True,
        text=True,
        check=False,
    )
    counts = {word.rstrip("s"): int(number) for number, word in _COUNTED.findall(_last_line(done.stdout))}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    if done.returncode and not failed:
        return Outcome(0, 1, _last_line(done.stdout + done.stderr))
    return Outcome(counts.get("passed", 0) + failed, failed, suite.note)


def _last_line(said: str) -> str:
    return said.strip().rpartition("\n")[2]
