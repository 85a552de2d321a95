"""The journal: facts written and read per second on this disk, alone and through the table's thread."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.clock import SystemClock, utc_text
from companion.evidence import Cause, FactObserved
from companion.journal import Draft, Game, SqliteJournal, replay
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact
from companion.riichi.presets import TENHOU
from companion.scribe.mind import Trust
from companion.table_loop import TableLoop
from lab.bench.figures import Figure, percentile

TITLE = "the journal (WAL, synchronous=FULL; the disk under the current folder)"
SINGLE = 500
BURST = 100
GAMES = 5


def figures() -> Iterator[Figure]:
    """Each measurement is made on a new file, with the facts of pretend games."""
    facts = [fact for seed in range(GAMES) for fact in _facts(seed)]
    # Not in the folder for temporary files: that is often in memory, so nothing would be written to a disk.
    with TemporaryDirectory(prefix="bench-journal-", dir=".") as folder:
        yield from _one_by_one(Path(folder) / "one.db", facts)
        yield from _in_bursts(Path(folder) / "bursts.db", facts)
        yield from _back(Path(folder) / "back.db")
        yield from _through_the_table(Path(folder) / "table.db", facts)


def _facts(seed: int) -> list[Fact]:
    return list(play_hanchan(random.Random(seed), TENHOU, ("A", "B", "C", "D")))


def _draft(fact: Fact) -> Draft:
    return Draft(at=utc_text(SystemClock().utc_now()), because=Cause.PRETEND, fact=fact)


def _announced(journal: SqliteJournal) -> Game:
    return journal.next_game("bench", TENHOU, utc_text(SystemClock().utc_now()))


def _one_by_one(path: Path, facts: list[Fact]) -> Iterator[Figure]:
    with closing(SqliteJournal(path)) as journal:
        game, taken_ms = _announced(journal), []
        for fact in facts[:SINGLE]:
            started = time.perf_counter()
            journal.append(game, [_draft(fact)])
            taken_ms.append(1_000 * (time.perf_counter() - started))
    yield Figure("append one fact, again and again", 1_000 * SINGLE / sum(taken_ms), "facts/s")
    yield Figure("  until it is on the disk, median", percentile(taken_ms, 0.5), "ms")
    yield Figure("  until it is on the disk, p99", percentile(taken_ms, 0.99), "ms")


def _in_bursts(path: Path, facts: list[Fact]) -> Iterator[Figure]:
    with closing(SqliteJournal(path)) as journal:
        game = _announced(journal)
        started = time.perf_counter()
        for at in range(0, len(facts), BURST):
            journal.append(game, [_draft(fact) for fact in facts[at : at + BURST]])
        seconds = time.perf_counter() - started
    yield Figure(f"append {BURST} facts in one transaction", len(facts) / seconds, "facts/s")
    yield Figure("  a fact on the disk", path.stat().st_size / len(facts), "bytes")


def _back(path: Path) -> Iterator[Figure]:
    facts = _facts(0)
    with closing(SqliteJournal(path)) as journal:
        game = _announced(journal)
        journal.append(game, [_draft(fact) for fact in facts])
        read_at = time.perf_counter()
        entries = journal.entries(game.number)
        folded_at = time.perf_counter()
        replay(entries, TENHOU)
        done_at = time.perf_counter()
    yield Figure("read a game back, digests checked", len(facts) / (folded_at - read_at), "facts/s")
    yield Figure("fold a game to its state", len(facts) / (done_at - folded_at), "facts/s")
    yield Figure("  both, as at a restart", 1_000 * (done_at - read_at), "ms")


def _through_the_table(path: Path, facts: list[Fact]) -> Iterator[Figure]:
    clock = SystemClock()
    shown: list[int] = []
    with closing(SqliteJournal(path)) as journal:
        loop = TableLoop(journal, TENHOU, lambda state: shown.append(state.seq), clock, trust=Trust)
        loop.start()
        started = time.perf_counter()
        for fact in facts:
            loop.put(FactObserved(fact, Cause.PRETEND, clock.monotonic_ns()))
        written = loop.caught_up().result().seq
        seconds = time.perf_counter() - started
        loop.stop()
    if written != len(facts):
        raise SystemExit(f"{len(facts)} facts went in, {written} were written")
    yield Figure("checked, written and folded by the table", written / seconds, "facts/s")
    yield Figure("  states shown meanwhile", len(shown) / seconds, "/s", "at most 62.5")
