"""A process that forks one companion after another, each with its own port; no test stands here.

For each line it reads (a seed) it starts a pretend table on its data folder, at full speed, and says `born`
and the number of the process, `ready` and the port, and at last `dead` and the exit status.

A second word on the line breaks the companion on purpose: `deaf` does not end when it is told to.
"""

import faulthandler
import importlib
import os
import signal
import sys
import threading
from pathlib import Path

from companion.bootstrap import Companion
from companion.clock import SystemClock
from companion.commands.demo import evening
from companion.config import Settings
from companion.dashboard.release import load_release
from companion.evidence import Cause
from companion.intake.feed import FeedPlan
from companion.journal import opening
from companion.keeping.upkeep import Upkeep
from companion.riichi.presets import TENHOU

WATCHDOG_EVERY_S = 0.02
"""A hundred times as often as at a table: what goes wrong while it looks is met sooner."""


def live(folder: Path, seed: int, *, is_deaf: bool) -> None:
    # Whoever finds that it does not end asks where its threads are.
    dump = (folder / "threads.txt").open("w")
    faulthandler.register(signal.SIGUSR1, dump, all_threads=True)
    upkeep = Upkeep(folder / "demo.sqlite", SystemClock())
    upkeep._watchdog._every_s = WATCHDOG_EVERY_S
    plan = FeedPlan("pretend table", evening(seed, TENHOU), Cause.PRETEND, 1000.0)
    companion = Companion(Settings(folder, port=0), upkeep.journal, TENHOU, plan, upkeep)
    port = int(companion.url.rsplit(":", 1)[1].strip("/"))
    companion.run(lambda: say(f"ready {port}"))
    if is_deaf:
        threading.Event().wait()


def say(words: str) -> None:
    os.write(1, f"{words}\n".encode())


def main(folder: Path, *words: str) -> None:
    if "unwatched" in words:
        # As companions once were: who writes never looks whether the file still has its name.
        opening.is_in_place = lambda *_: True
    folder.mkdir(parents=True, exist_ok=True)
    # What a companion loads or reads once it runs, its children have from the beginning.
    importlib.import_module("companion.scoring.adapter")
    load_release()
    sys.stdout.write("born\n")
    sys.stdout.flush()
    for order in sys.stdin:
        seed, *how = order.split()
        child = os.fork()
        if child == 0:
            say(f"born {os.getpid()}")
            live(folder, int(seed), is_deaf="deaf" in how)
            return  # and come to an end as every process does, waiting for its threads
        _, status = os.waitpid(child, 0)
        say(f"dead {os.waitstatus_to_exitcode(status)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
