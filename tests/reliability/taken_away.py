"""R19: the journal is removed, renamed or replaced while the companion writes it; no test stands here.

What is acknowledged after that, and what was before, must be there after a kill and a new start. Only where
the whole folder was removed nothing can be: then nothing more may be acknowledged.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.reliability.http_kills import Life, Nursery
from tests.reliability.trials import Outcome, trial
from tests.toolbox.quick_folder import quick_folder
from tests.toolbox.taking_away import DEEDS, remove_folder, rename, rename_folder

ENOUGH = 40


def removals(tries: int, *words: str) -> list[str]:
    """What was wrong after this many removals."""
    complaints = []
    with quick_folder() as folder:
        nursery, dice = Nursery(folder / "games", *words), random.Random(tries)
        try:
            for number in range(tries):
                deed = DEEDS[number % len(DEEDS)]
                found = _one(nursery, folder / "games", deed, dice)
                complaints += [f"{deed.__name__}: {each}" for each in found]
                shutil.rmtree(folder / "games", ignore_errors=True)
                shutil.rmtree(folder / "elsewhere", ignore_errors=True)
                (folder / "games").mkdir()
        finally:
            nursery.close()
    return complaints


def _one(nursery: Nursery, folder: Path, deed: Callable[[Path], None], dice: random.Random) -> list[str]:
    path = folder / "demo.sqlite"
    pid, port, _ = nursery.start(dice.randrange(1000))
    life = Life(port)
    while life.seq < ENOUGH:
        time.sleep(0.01)
    tap = _tap(life, "first")
    deed(path)
    found = []
    later = [_tap(life, f"later-{number}") for number in range(2)]
    if any(later):
        found.append(f"{later} acknowledged")
    ready, said = life.ask("GET", "/readyz")
    if ready != 503 or "journal_down" not in said["lacks"]:
        found.append(f"/readyz answers {ready}")
    shown = life.seq
    os.kill(pid, signal.SIGKILL)
    nursery.bury()
    if deed is remove_folder:
        return found
    if deed is rename_folder or (deed is rename and dice.random() < 0.5):
        place = path if deed is rename else folder
        if place.is_dir():  # a writer that does not look has made it anew
            shutil.rmtree(place)
        place.with_name("elsewhere").rename(place)
    try:
        pid, port, _ = nursery.start(0)
    except AssertionError as failure:  # it ended with a sentence, for there was no copy
        return [*found, f"it does not start again: {failure}"]
    life = Life(port)
    kept = life.seq
    if kept < shown:
        found.append(f"{shown} was shown, {kept} is there")
    elif tap is not None and life.undo("first", kept) != tap:
        found.append("a tap has another answer than it had")
    os.kill(pid, signal.SIGKILL)
    nursery.bury()
    return found


def _tap(life: Life, name: str) -> int | None:
    status, said = life.ask("POST", "/api/commands", {"id": f"{name}-p", "expected_seq": 0, "kind": "pause"})
    answered = life.undo(name, said["seq"] if status == 200 else life.seq)
    life.ask("POST", "/api/commands", {"id": f"{name}-r", "expected_seq": 0, "kind": "resume"})
    return answered


@trial("R19", "the journal taken away while it is written: acknowledged and lost", short=7, long=140)
def taken_away(tries: int, _: Path) -> Outcome:
    complaints = removals(tries)
    return Outcome(tries, len(complaints), complaints[0] if complaints else "each answered 507 and was said")


@trial("R19c", "control: the same by a writer that does not look", target="loses", short=3, long=70)
def control(tries: int, _: Path) -> Outcome:
    complaints = removals(tries, "unwatched")
    return Outcome(tries, 0 if complaints else 1, f"{len(complaints)} complaints of {tries}")
