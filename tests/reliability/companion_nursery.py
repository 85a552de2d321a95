"""A process that forks one companion after another, each with its own port; no test stands here.

For each line it reads (a seed) it starts a pretend table on its data folder, at full speed, and says the
number of the process and the port; `dead` follows when somebody has killed it.
"""

import importlib
import os
import signal
import sys
from pathlib import Path

from companion.bootstrap import Companion, FeedPlan
from companion.clock import SystemClock
from companion.commands.demo import evening
from companion.config import Settings
from companion.dashboard.pages import load_assets
from companion.evidence import Cause
from companion.keeping.upkeep import Upkeep
from companion.riichi.presets import TENHOU


def live(folder: Path, seed: int) -> None:
    upkeep = Upkeep(folder / "demo.sqlite", SystemClock())
    plan = FeedPlan("pretend table", evening(seed, TENHOU), Cause.PRETEND, 1000.0)
    companion = Companion(Settings(folder, port=0), upkeep.journal, TENHOU, plan, upkeep)
    port = int(companion.url.rsplit(":", 1)[1].strip("/"))
    companion.run(lambda: os.write(1, f"{os.getpid()} {port}\n".encode()))


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    # What a companion loads or reads once it runs, its children have from the beginning.
    importlib.import_module("companion.scoring.adapter")
    load_assets()
    sys.stdout.write("born\n")
    sys.stdout.flush()
    for order in sys.stdin:
        child = os.fork()
        if child == 0:
            live(folder, int(order))
            os._exit(1)
        _, status = os.waitpid(child, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        os.write(1, b"dead\n" if killed else b"failed\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
