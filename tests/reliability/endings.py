"""R20: a signal at any moment, while people tap and other programs are busy; no test stands here.

Moments are drawn from the birth of the process on. A companion that has not ended in time is asked where its
threads are, and that is what the trial complains of.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from http.client import HTTPException
from pathlib import Path

from tests.reliability.http_kills import Evening, Life
from tests.reliability.trials import Outcome, trial

ENDED_WITHIN_S = 5.0
HANGS_AFTER_S = 30.0
"""In the short form, whose machine may be busy with anything: what hangs does so for ever."""
LONG = 500
AT_ONCE = 2
"""This many companions at a time, each with a data folder of its own."""
MOST_WAITING_S = 0.6
"""Ready, it lives on for this long at most, and mostly far shorter: then it still has something to begin."""
KILLED = {-signal.SIGTERM, -signal.SIGINT}
"""Before the address is printed nothing has been answered, and the signal itself ends the process …"""
INTERRUPTED = {1}
"""… or its start says that it was interrupted."""


class Endings(Evening):
    """One data folder through many ends by signals."""

    def __init__(self, folder: Path, patience_s: float, how: str = "") -> None:
        super().__init__(folder)
        self._folder = folder
        self._patience_s = patience_s
        self._how = how
        self.longest_s = 0.0
        self.unready = 0

    def one_life(self, number: int, dice: random.Random) -> None:
        """Start it, tap, and send it one signal or more; then it must be gone in time."""
        pid = self.nursery.conceive(number, self._how)
        told = signal.SIGINT if dice.random() < 0.2 else signal.SIGTERM
        is_early = dice.random() < 0.25
        if is_early:
            self.unready += 1
            time.sleep(dice.random() * 0.05)
        else:
            life = Life(self.nursery.port())
            signalled = threading.Timer(dice.random() ** 3 * MOST_WAITING_S, os.kill, (pid, told))
            signalled.start()
            with suppress(OSError, HTTPException, ValueError):
                self._look_back(life)
                for tap in range(10_000):
                    self._tap(life, f"tap-{number}-{tap}", dice)
            signalled.join()
        self._signal(pid, told, 1 if dice.random() < 0.5 else 3)
        status = self._buried(pid, number)
        allowed = {0, *KILLED, *INTERRUPTED} if is_early else {0}
        if status not in allowed:
            self.complaints.append(f"life {number} ended with {status}")

    def _signal(self, pid: int, told: signal.Signals, times: int) -> None:
        with suppress(ProcessLookupError):
            for _ in range(times):
                os.kill(pid, told)

    def _buried(self, pid: int, number: int) -> int:
        """Its exit status. One that does not end in time is killed, and says before where it hangs."""
        began = time.monotonic()
        late = threading.Timer(self._patience_s, self._too_late, (pid, number))
        late.start()
        status = self.nursery.bury()
        late.cancel()
        late.join()
        self.longest_s = max(self.longest_s, time.monotonic() - began)
        return 0 if status == -signal.SIGKILL else status

    def _too_late(self, pid: int, number: int) -> None:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGUSR1)
            where = written_out(self._folder / "threads.txt")
            self.complaints.append(f"life {number} had not ended in {self._patience_s:g} s:\n{where}")
            os.kill(pid, signal.SIGKILL)


def written_out(file: Path) -> str:
    """What is in a file once it has stopped growing; a busy machine may take seconds to write it."""
    before, deadline = "", time.monotonic() + 10
    while time.monotonic() < deadline:
        time.sleep(0.5)
        text = file.read_text()
        if text and text == before:
            break
        before = text
    return before


@contextmanager
def busy_machine() -> Iterator[None]:
    """As many programs as cores want all of them."""
    with ExitStack() as busy:
        for _ in range(os.cpu_count() or 1):
            process = busy.enter_context(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
            busy.callback(process.kill)
        yield


def endings(tries: int, folder: Path, how: str = "") -> Outcome:
    """This many ends, some at a time."""
    shares = [tries // AT_ONCE + (place < tries % AT_ONCE) for place in range(AT_ONCE)]
    patience_s = ENDED_WITHIN_S if tries >= LONG else HANGS_AFTER_S
    evenings = [
        Endings(folder / f"games-{place}", patience_s, how) for place, share in enumerate(shares) if share
    ]

    def lives(evening: Endings, place: int) -> None:
        dice = random.Random(f"{tries} {place}")
        try:
            for number in range(shares[place]):
                evening.one_life(number, dice)
        finally:
            evening.nursery.close()

    # In the short form the other tests of the gate keep the machine busy.
    load = busy_machine() if tries >= LONG else nullcontext()
    with load, ThreadPoolExecutor(AT_ONCE) as pool:
        for done in [pool.submit(lives, evening, place) for place, evening in enumerate(evenings)]:
            done.result()
    complaints = [complaint for evening in evenings for complaint in _looked_through(evening)]
    longest_s = max(evening.longest_s for evening in evenings)
    taps = sum(len(evening.taps) for evening in evenings)
    unready = sum(evening.unready for evening in evenings)
    note = f"{taps} taps acknowledged, {unready} before it was ready, ended in {longest_s:.2f} s at most"
    return Outcome(tries, len(complaints), (complaints or [note])[0])


def _looked_through(evening: Endings) -> list[str]:
    if evening.shown:
        evening.check()
    return evening.complaints


@trial(
    "R20",
    "SIGTERM, SIGINT at any moment, under load: not ended in 5 s, acknowledged lost",
    short=20,
    long=1_000,
)
def signals_at_any_moment(tries: int, folder: Path) -> Outcome:
    return endings(tries, folder)
