"""A companion as people start it, in a process of its own, for crowds to press on; no test stands here.

With `open` its server has none of its limits: the control, in which every attack must succeed.
"""

import os
import sys
from pathlib import Path

from waitress.channel import HTTPChannel

from companion.bootstrap import Companion
from companion.clock import SystemClock
from companion.config import Settings
from companion.dashboard import front, pace, serve, workers
from companion.dashboard.crowd import Limits, Place
from companion.keeping.upkeep import Upkeep
from companion.riichi.presets import TENHOU


def pull_down_the_walls() -> None:
    """As it is without any of them: waitress by itself, with a wall of connections for all together."""
    ages_s = 1e9
    most = serve.LIMITS.connections
    serve.LIMITS = Limits(idle_s=ages_s, head_s=ages_s, body_s=ages_s, reader_s=ages_s)
    front.place_for = lambda _address, _standing, there, _limits: Place(len(list(there)) < most)
    front.Connection.received = HTTPChannel.received
    front.Connection.service = HTTPChannel.service
    everything = workers.Width(workers.MOST_THREADS, workers.MOST_THREADS)
    workers.Workers.__init__.__defaults__ = (dict.fromkeys(workers.LANES, everything), workers.MOST_THREADS)
    pace.SHARES = dict.fromkeys(pace.SHARES, 1.0)


def main(folder: Path, walls: str) -> None:
    if walls == "open":
        pull_down_the_walls()
    folder.mkdir(parents=True, exist_ok=True)
    upkeep = Upkeep(folder / "table.sqlite", SystemClock())
    companion = Companion(Settings(folder, port=0), upkeep.journal, TENHOU, upkeep=upkeep)
    port = companion.url.rsplit(":", 1)[1].strip("/")
    companion.run(lambda: os.write(1, f"{port}\n".encode()))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
