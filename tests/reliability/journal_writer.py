"""A process that appends to a journal until somebody kills it; no test stands here.

It is started once and forks one writer for each order it reads from its input: `FIRST SEED` on a
line. A writer sends command `FIRST`, `FIRST + 1` ... and says the number of each command on the
output when the journal has acknowledged it. `dead` follows when the writer is gone.
"""

import os
import random
import signal
import sys
from pathlib import Path

from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal
from companion.riichi.facts import Drawn
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS

NOON = "2024-01-01T12:00:00.000000Z"
GAMES_BEGIN_EVERY = 50
"""Commands: so that the writer is also killed while it begins a game."""


def parts_of(command: int) -> int:
    """How many entries a command writes: all of them or none."""
    return 1 + command % 4


def write_for_ever(path: Path, first: int, seed: int) -> None:
    dice = random.Random(seed)
    journal = SqliteJournal(path)
    game = journal.games()[-1] if journal.games() else journal.next_game("table", TENHOU, NOON)
    for command in range(first, sys.maxsize):
        if command % GAMES_BEGIN_EVERY == 0:
            game = journal.next_game("table", TENHOU, NOON)
        draft = Draft(at=NOON, because=Cause.PANEL, fact=Drawn(dice.choice(SEATS)))
        journal.append(game, [draft] * parts_of(command), f"command-{command}")
        os.write(1, b"%d\n" % command)


def serve(path: Path) -> None:
    for order in sys.stdin:
        first, seed = map(int, order.split())
        writer = os.fork()
        if writer == 0:
            write_for_ever(path, first, seed)
        os.write(1, b"pid %d\n" % writer)
        _, status = os.waitpid(writer, 0)
        how = "dead" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL else "failed"
        os.write(1, how.encode() + b"\n")


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
