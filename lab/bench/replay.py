"""Replay: the rules core alone, with scoring, the whole command, and a peer on the same games.

The games are those of ../shared/data if they are there, else games of the pretend table.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.opening import open_records
from companion.haifu.record import Record
from companion.replaying import replay_record
from companion.riichi.hanchan import apply_to_hanchan, begin
from lab.bench.figures import Figure

TITLE = "replay of records (one core)"
LOGS = Path("../shared/data/logs/games-4p.tar.xz")
GAMES = 100


def figures() -> Iterator[Figure]:
    """Facts and games per second, beside riichienv's replay of the same games."""
    records = list(_records())
    facts = sum(len(hand.facts) for record in records for hand in record.hands)
    seconds = _timed(lambda: _fold_all(records))
    yield Figure("rules core alone", facts / seconds, "facts/s", "target 25,000")
    seconds = _timed(lambda: [replay_record(record) for record in records])
    yield Figure("core, scoring and comparison", facts / seconds, "facts/s")
    ours = len(records) / seconds
    yield Figure("core, scoring and comparison", ours, "games/s")
    with tempfile.TemporaryDirectory() as folder:
        paths = _written_as_mjai(records, Path(folder))
        seconds = _timed(lambda: _command(folder))
        yield Figure("the whole command on mjai files", facts / seconds, "facts/s", "with start and reading")
        yield from _peer(paths, facts, ours)


def _records() -> Iterator[Record]:
    if LOGS.exists():
        yield from islice(open_records([str(LOGS)]), GAMES)
        return
    from companion.pretend.players.game import play_hanchan  # only without real games
    from companion.riichi.presets import TENHOU

    for seed in range(5):
        facts = play_hanchan(random.Random(seed), TENHOU, tuple("ABCD"), see_all=True)
        yield gather(facts, TENHOU, name=f"pretend-{seed}")


def _fold_all(records: Sequence[Record]) -> None:
    for record in records:
        _fold(record)


def _fold(record: Record) -> None:
    hanchan = begin(record.rules, record.names)
    for hand in record.hands:
        for placed in hand.facts:
            hanchan = apply_to_hanchan(hanchan, placed.fact)


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _written_as_mjai(records: list[Record], folder: Path) -> list[Path]:
    paths = []
    for number, record in enumerate(records):
        path = folder / f"{number:04}.jsonl"
        path.write_text(write_mjai(record), encoding="utf-8")
        paths.append(path)
    return paths


def _command(folder: str) -> None:
    subprocess.run(
        [sys.executable, "-m", "companion", "replay", "--json", folder],
        stdout=subprocess.DEVNULL,
        check=False,
    )


def _peer(paths: list[Path], facts: int, ours: float) -> Iterator[Figure]:
    try:
        from riichienv import MjaiReplay
    except ImportError:
        return

    def work() -> None:
        for path in paths:
            for kyoku in MjaiReplay.from_jsonl(str(path)).take_kyokus():
                for _ in kyoku.steps():
                    pass

    seconds = _timed(work)
    yield Figure("peer: riichienv (Rust)", facts / seconds, "facts/s")
    yield Figure(
        "peer: riichienv (Rust)",
        len(paths) / seconds,
        "games/s",
        f"ours is {ours * seconds / len(paths):.2f} of it",
    )
