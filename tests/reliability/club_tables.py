"""A process with some tables of a club, each with its journal and its link; no test stands here.

Each plays its own games, always the same ones by its seed, so that whoever starts it again goes on where the
journal ends. What the hub has acknowledged to a table is in a file beside its journal.
"""

import pickle
import random
import sys
import threading
import time
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

from companion.clock import SystemClock
from companion.club.membership import JoinCode, join, membership_of
from companion.club.table_link import TableLink
from companion.evidence import Cause
from companion.journal import Draft, SqliteJournal
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact, HanchanStarted
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin

NOON = "2024-01-01T12:00:00.000000Z"
NAMES = ("Aiko", "Ben", "Chiyo", "Dario")
JOURNAL, HELD, DONE = "table.sqlite", "held", "done"


def facts_of(folder: Path, table: int, target: int) -> list[Fact]:
    """What happens at a table, from its first entry to its last; played once, for tables start often."""
    kept = folder / "facts"
    if not kept.exists():
        new = folder / "facts.new"
        new.write_bytes(pickle.dumps(list(_played(table, target))))
        new.rename(kept)
    facts: list[Fact] = pickle.loads(kept.read_bytes())  # noqa: S301 - our own file, written above
    return facts


def _played(table: int, target: int) -> Iterator[Fact]:
    games = (play_hanchan(random.Random(f"{table} {game}"), TENHOU, NAMES) for game in count(1))
    return islice((public_twin(fact) for game in games for fact in game), target)


class Play:
    """One table that plays until it has so many entries."""

    def __init__(self, folder: Path, table: int, target: int, pause_s: float) -> None:
        mine = membership_of(folder / "club")
        assert mine is not None
        self._folder, self._target, self._pause_s = folder, target, pause_s
        self._table = table
        self._journal = SqliteJournal(folder / JOURNAL)
        self._link = TableLink(mine, self._journal.reader, lambda _: None, SystemClock())

    def run(self) -> None:
        threading.Thread(target=self._watch, daemon=True).start()
        self._link.start()
        games = self._journal.games()
        game = games[-1] if games else None
        for fact in facts_of(self._folder, self._table, self._target)[self._journal.last_seq :]:
            if isinstance(fact, HanchanStarted):
                game = self._journal.next_game("table", TENHOU, NOON)
            assert game is not None
            self._journal.append(game, [Draft(at=NOON, because=Cause.PRETEND, fact=fact)])
            self._link.notice()
            time.sleep(self._pause_s)
        (self._folder / DONE).touch()

    def _watch(self) -> None:
        """Write down what was acknowledged, as soon as it was."""
        held = -1
        while True:
            standing = self._link.standing
            if standing is not None and standing.held != held:
                held = standing.held
                new = self._folder / f"{HELD}.new"
                new.write_text(str(held))
                new.rename(self._folder / HELD)
            time.sleep(0.005)


def main(folder: Path, target: int, pause_s: float, *tables: str) -> None:
    plays = [Play(folder / table, int(table), target, pause_s) for table in tables]
    threads = [threading.Thread(target=play.run) for play in plays]
    for thread in threads:
        thread.start()
    threading.Event().wait()


def join_all(folder: Path, codes: Iterator[str], tables: range) -> None:
    """Every table becomes one of the club."""
    for table in tables:
        place = folder / str(table)
        place.mkdir()
        join(place / "club", JoinCode.read(next(codes)), f"Table {table}", 1)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), *sys.argv[4:])
