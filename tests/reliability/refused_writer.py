"""A process whose disk refuses one operation after another, over the disk rig; no test stands here.

Prints one JSON object: how many operations were refused, and what was wrong.
"""

import errno
import json
import sys
from contextlib import closing
from pathlib import Path

from companion.errors import JournalDown
from companion.journal import Entry, Game, SqliteJournal
from companion.riichi.presets import TENHOU
from tests.reliability.evenings import NOON, drafts, facts_of_a_game
from tests.reliability.rig import SYNCS, WRITES, Inside

KINDS = ((errno.ENOSPC, WRITES), (errno.EROFS, WRITES), (errno.EIO, WRITES), (errno.EIO, SYNCS))


class Sweep:
    """One journal, on a disk that refuses for a moment and is well again."""

    def __init__(self, journal: SqliteJournal, inside: Inside) -> None:
        self._journal = journal
        self._inside = inside
        self._game: Game = journal.next_game("table", TENHOU, NOON)
        self._told = 0
        self.refused = 0
        self.complaints: list[str] = []

    def one(self, error: int, operations: int, spared: int) -> None:
        """Append once while the disk refuses, then again when it does not."""
        fact = facts_of_a_game()[self._told % 300]
        before = self._journal.last_seq
        self._inside.fail(error, operations, spared)
        is_down = False
        try:
            self._append(fact)
        except JournalDown:
            is_down = True
        did_refuse = self._inside.failed > 0
        self._inside.fail(0, 0)
        self.refused += did_refuse
        if is_down:
            self._expect(did_refuse, "refused although the disk did not")
            self._expect(self._journal.last_seq == before, f"{errno.errorcode[error]}: refused and written")
        added = self._append(fact)
        is_once = [entry.seq for entry in added] == [before + 1]
        self._expect(is_once, f"{errno.errorcode[error]}: lost or doubled")
        self._told += 1

    def _append(self, fact) -> tuple[Entry, ...]:
        return self._journal.append(self._game, drafts((fact,)), f"command-{self._told}")

    def _expect(self, holds: bool, complaint: str) -> None:
        if not holds:
            self.complaints.append(complaint)


def main(path: Path, tries: int) -> None:
    with closing(SqliteJournal(path)) as journal:
        # Small steps, so that the moments at which the log goes into the file are met as well.
        journal._db.execute("PRAGMA wal_autocheckpoint = 12").fetchall()
        sweep = Sweep(journal, Inside())
        for number in range(tries):
            error, operations = KINDS[number % len(KINDS)]
            sweep.one(error, operations, spared=number // len(KINDS) % (2 if operations == SYNCS else 6))
        journal.check()
    json.dump({"refused": sweep.refused, "complaints": sweep.complaints}, sys.stdout)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
