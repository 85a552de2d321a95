"""R10, R11, R16: many evenings at once, an end with forty viewers, a hanging writer; no test stands here."""

from __future__ import annotations

import os
import socket
import time
from contextlib import ExitStack, closing
from itertools import pairwise
from pathlib import Path
from statistics import median

from companion.journal import SqliteReader, replay
from tests.front_door.companions import Companion, started
from tests.reliability.rig import rig
from tests.reliability.trials import Outcome, trial

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
MIB = 1024 * 1024
SETTLED_AFTER_S = 60
SETTLED_AFTER_BYTES = 3 * MIB
"""What a minute at full speed writes: a machine that is busy otherwise takes longer to come so far."""
STOPPED_WITHIN_S = 2.0


@trial(
    "R10",
    "seconds of play at full speed: memory or handles that grow, replay unlike the page",
    short=4,
    long=3_600,
)
def long_evening(tries: int, folder: Path) -> Outcome:
    games, samples = folder / "games", []
    file = games / "demo.sqlite"
    with started(games, "demo", "--speed", 1000) as companion:
        began = time.monotonic()
        while (passed := time.monotonic() - began) < tries:
            is_settled = passed > SETTLED_AFTER_S and file.stat().st_size > SETTLED_AFTER_BYTES
            samples.append((is_settled, passed, resident(companion), handles(companion)))
            time.sleep(min(1.0, tries / 5))
        companion.command("pause", tap="the-end", seq=0)
        shown = companion.snapshot
        assert companion.end() == 0
    settled = [sample for is_settled, *sample in samples if is_settled]
    sizes = [(at, size / MIB) for at, size, _ in settled] if len(settled) > 300 else []
    slope = hourly(sizes) if sizes else 0.0
    held = [count for _, _, count in settled] or [0]
    first, last = fewest(held)
    failures = (slope > 1.0) + (last > first) + (as_replayed(file, shown) is False)
    grown = f"{slope:+.2f} MB/h{by_quarters(sizes)}"
    kept = f"{first} handles in the first quarter, {last} in the last, {max(held)} at most"
    return Outcome(tries, failures, f"{shown['seq']:,} entries, {grown}, {kept}")


def resident(companion: Companion) -> int:
    text = Path(f"/proc/{companion.process.pid}/statm").read_text(encoding="ascii")
    return int(text.split()[1]) * PAGE_BYTES


def handles(companion: Companion) -> int:
    return sum(1 for _ in Path(f"/proc/{companion.process.pid}/fd").iterdir())


def fewest(counts: list[int]) -> tuple[int, int]:
    """The fewest handles of the first and last quarter: a copy has some for a while, a leak for good."""
    length = max(1, len(counts) // 4)
    return min(counts[:length]), min(counts[-length:])


def hourly(points: list[tuple[float, float]]) -> float:
    """The slope of the straight line through the points, for an hour."""
    middle_x = sum(x for x, _ in points) / len(points)
    middle_y = sum(y for _, y in points) / len(points)
    spread = sum((x - middle_x) ** 2 for x, _ in points)
    return 3_600 * sum((x - middle_x) * (y - middle_y) for x, y in points) / spread


def by_quarters(points: list[tuple[float, float]]) -> str:
    """How much it grew from the middle of each quarter to that of the next: a leak goes on, a start ends."""
    if not points:
        return ""
    length = len(points) // 4
    levels = [median(size for _, size in points[at * length : (at + 1) * length]) for at in range(4)]
    steps = " ".join(f"{after - before:+.2f}" for before, after in pairwise(levels))
    return f" from {levels[0]:.1f} MB: {steps}"


def as_replayed(file: Path, shown: dict) -> bool:
    """Whether the journal, read from the beginning, gives the points that the page has shown at last."""
    with closing(SqliteReader(file)) as reader:
        reader.check()
        game = next(game for game in reader.games() if game.name == shown["game"])
        entries = [entry for entry in reader.entries(game.number) if entry.seq <= shown["seq"]]
    hanchan = replay(entries, game.rules).hanchan
    points = hanchan.kyoku.points if hanchan.kyoku else hanchan.points
    return list(points) == [seat["points"] for seat in shown["seats"]]


@trial(
    "R11",
    "the end with forty viewers: no exit 0, facts lost; within 2 s on a quiet machine",
    short=1,
    long=50,
)
def ending_with_viewers(tries: int, folder: Path) -> Outcome:
    failures, slowest_s = 0, 0.0
    for number in range(tries):
        games = folder / str(number)
        with started(games, "demo", "--speed", 300) as companion, ExitStack() as viewers:
            for _ in range(40):
                next(viewers.enter_context(companion.watched()))
            shown, began = companion.seq, time.monotonic()
            failures += companion.end() != 0
            took_s = time.monotonic() - began
        slowest_s = max(slowest_s, took_s)
        failures += tries > 10 and took_s > STOPPED_WITHIN_S
        with closing(SqliteReader(games / "demo.sqlite")) as reader:
            failures += reader.last_seq < shown
    return Outcome(tries, failures, f"ended in {slowest_s:.2f} s at most")


@trial("R16", "the writer hangs in the disk: systemd is still told that all is well", short=1, long=3)
def hanging_writer(tries: int, folder: Path) -> Outcome:
    failures = 0
    for number in range(tries):
        here = folder / str(number)
        games = here / "games"
        games.mkdir(parents=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd, rig(here, games) as disk:
            systemd.bind(str(here / "notify"))
            systemd.settimeout(60)
            environment = {**disk.environment, "NOTIFY_SOCKET": str(here / "notify")}
            with started(games, "demo", "--speed", 20, environment=environment) as companion:
                failures += not is_starved_and_fed_again(systemd, disk, companion)
    return Outcome(tries, failures, "starved while it hung, fed when it went on")


def is_starved_and_fed_again(systemd, disk, companion: Companion) -> bool:
    words = [systemd.recv(300) for _ in range(3)]
    assert words[-1] == b"WATCHDOG=1"
    disk.slow_down(3_600_000)
    until_s = time.monotonic() + 300
    while not (word := systemd.recv(300)).startswith(b"STATUS=table"):
        assert word == b"WATCHDOG=1"
        assert time.monotonic() < until_s, "the disk hangs, and systemd is told that all is well"
    alive = companion.ask("GET", "/healthz")[0] == 200
    silent = companion.ask("GET", "/readyz")[1]["lacks"]
    disk.slow_down(0)
    fed_again = systemd.recv(300).startswith(b"WATCHDOG=1\n")
    return alive and "loop_silent" in silent and fed_again and companion.end() == 0
