"""Breaks one promise after another in copies of the checkout, and sees whether its tests notice."""

from __future__ import annotations

import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tests.mutants.mutant import Mutant

LIMIT_S = 300
"""Seconds after which tests that still run count as having noticed: the broken code hangs."""


class Verdict(Enum):
    """What came of a mutant."""

    NOTICED = "noticed"
    SURVIVED = "survived"
    EXPLAINED = "survived, explained"
    NO_TESTS = "its tests are not there"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one mutant, and how long its tests took."""

    mutant: Mutant
    verdict: Verdict
    seconds: float


class Copy:
    """A copy of the checkout in which files may be broken."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.path = folder / "checkout"
        self._time = time.time() - 1_000_000
        for place in _kept_files(root):
            target = self.path / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / place, target, follow_symlinks=False)
        # What tests look for beside and inside a checkout.
        for place in (Path("../shared"), Path(".venv")):
            if (root / place).exists():
                (self.path / place).symlink_to((root / place).resolve())

    def passes(self, tests: Sequence[str], *, workers: int = 0, limit_s: float = LIMIT_S) -> int | None:
        """The exit status of pytest on these tests; None where they did not end in time."""
        quietly = ("-x", "-q", "-p", "no:cacheprovider")
        command = [sys.executable, "-m", "pytest", *quietly, "--whole", "-n", str(workers)]
        # The copy comes before whatever is installed, in the children of tests too.
        surroundings = os.environ | {"PYTHONPATH": str(self.path), "HYPOTHESIS_PROFILE": "ci"}
        with subprocess.Popen(
            [*command, *tests],
            cwd=self.path,
            env=surroundings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as child:
            try:
                return child.wait(limit_s)
            except subprocess.TimeoutExpired:
                return None
            finally:
                _end_all(child.pid)

    @contextmanager
    def broken_by(self, mutant: Mutant) -> Iterator[None]:
        """While this lasts, the copy holds the mutant."""
        path = self.path / mutant.file
        sound = path.read_text(encoding="utf-8")
        self._write(path, mutant.applied(sound))
        try:
            yield
        finally:
            self._write(path, sound)

    def _write(self, path: Path, text: str) -> None:
        """Each text gets a second of its own, or Python would take the compiled form of the one before."""
        self._time += 10
        path.write_text(text, encoding="utf-8")
        os.utime(path, (self._time, self._time))


def run_all(root: Path, mutants: Sequence[Mutant], jobs: int) -> Iterator[Outcome]:
    """Each mutant's outcome as it is found.

    Raises:
        AssertionError: the tests fail, or are not there, without any mutant.
    """
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: queue.Queue[Copy] = queue.Queue()
        for number in range(jobs):
            copies.put(Copy(root, Path(folder) / str(number)))
        sound = copies.get()
        tests = sorted({test for mutant in mutants for test in mutant.tests})
        status = sound.passes(tests, workers=jobs, limit_s=LIMIT_S * len(tests))
        assert status == 0, f"without any mutant the tests end with {status}: mend that first"
        copies.put(sound)
        with ThreadPoolExecutor(jobs) as pool:
            yield from pool.map(lambda mutant: _tried(copies, mutant), mutants)


def _tried(copies: queue.Queue[Copy], mutant: Mutant) -> Outcome:
    copy = copies.get()
    try:
        began = time.monotonic()
        with copy.broken_by(mutant):
            status = copy.passes(mutant.tests)
        return Outcome(mutant, verdict_on(mutant, status), time.monotonic() - began)
    finally:
        copies.put(copy)


def verdict_on(mutant: Mutant, status: int | None) -> Verdict:
    """What pytest's exit status says of a mutant; None: the tests did not end."""
    if status == 0:
        return Verdict.EXPLAINED if mutant.survives_because else Verdict.SURVIVED
    if status in (4, 5):  # pytest's words for tests that it did not find
        return Verdict.NO_TESTS
    return Verdict.NOTICED


def _kept_files(root: Path) -> Iterable[Path]:
    """What git keeps here or would keep."""
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    places = (Path(name) for name in listing.stdout.decode().split("\0") if name)
    return [place for place in places if (root / place).is_file()]


def _end_all(group: int) -> None:
    """End what the tests have left running: broken code may leave children behind."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        return
