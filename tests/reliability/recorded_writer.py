"""A process that writes a journal over the disk rig, which records it; no test stands here."""

import sys
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from companion.journal import SqliteJournal
from companion.keeping.copies import make_copy
from companion.riichi.presets import TENHOU
from tests.reliability.evenings import FIRST_COPY, NOON, drafts, facts_of_a_game
from tests.reliability.rig import Inside

COPY_EVERY = 60
CHECKPOINT_EVERY_PAGES = 40
"""Far more often than at a table: that is where a journal is in danger."""


def main(path: Path, count: int, synchronous: str) -> None:
    inside, facts = Inside(), facts_of_a_game()
    made: datetime = FIRST_COPY
    with closing(SqliteJournal(path)) as journal:
        journal._db.execute(f"PRAGMA synchronous = {synchronous}")
        journal._db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_EVERY_PAGES}").fetchall()
        game = journal.next_game("table", TENHOU, NOON)
        for number in range(count):
            journal.append(game, drafts((facts[number % len(facts)],)), f"command-{number}")
            inside.mark(number + 1)
            if number % COPY_EVERY == COPY_EVERY - 1:
                made += timedelta(minutes=1)
                make_copy(path, made)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3])
