"""A journal with a real game in it, and its copies; no test stands here."""

from __future__ import annotations

import random
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice
from pathlib import Path

from companion.evidence import Cause
from companion.journal import Draft, Entry, SqliteJournal, SqliteReader
from companion.journal.copying import logs_of
from companion.keeping.copies import make_copy
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact, KyokuEnded
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin

NAMES = ("Aki", "Ben", "Chie", "Dan")
NOON = "2024-01-01T12:00:00.000000Z"
FIRST_COPY = datetime(2024, 1, 1, 12, tzinfo=UTC)


@cache
def facts_of_a_game() -> tuple[Fact, ...]:
    """The beginning of a game: as much as any trial writes, for each of its processes plays it anew."""
    played = play_hanchan(random.Random(7), TENHOU, NAMES, see_all=True)
    return tuple(map(public_twin, islice(played, 440)))


def drafts(facts: tuple[Fact, ...]) -> list[Draft]:
    return [Draft(at=NOON, because=Cause.PANEL, fact=fact) for fact in facts]


def write_evening(path: Path, *, copies: bool = True, count: int = 400) -> tuple[Entry, ...]:
    """The beginning of a game, copied after each hand; the entries as they were acknowledged."""
    written: tuple[Entry, ...] = ()
    with closing(SqliteJournal(path)) as journal:
        game = journal.next_game("table", TENHOU, NOON)
        for number, fact in enumerate(facts_of_a_game()[:count]):
            written += journal.append(game, drafts((fact,)), f"tap-{number}")
            if copies and isinstance(fact, KyokuEnded):
                make_copy(path, FIRST_COPY + timedelta(minutes=number))
    return written


def entries_in(path: Path) -> tuple[Entry, ...]:
    """Everything that a journal says, after it was checked."""
    with closing(SqliteReader(path)) as reader:
        reader.check()
        found = [entry for game in reader.games() for entry in reader.entries(game.number)]
    return tuple(sorted(found, key=lambda entry: entry.seq))


def bytes_of(path: Path) -> dict[str, bytes]:
    """The journal file and its logs, by what follows its name."""
    files = (path, *logs_of(path)) if path.exists() else logs_of(path)
    # The index of the log is made anew by whoever opens the file.
    return {
        file.name.removeprefix(path.name): file.read_bytes()
        for file in files
        if not file.name.endswith("-shm")
    }
