"""The panel at a table: from a key's edge to a changed page, a thousand presses, and the cost of being idle.

Nothing is left out: the Nano's own firmware on its simulated chip in real time, its serial line on a
pseudo-terminal, a companion as people start it with its journal on the disk, and a page in a real browser.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

from companion.evidence import Cause
from companion.journal import SqliteReader
from companion.riichi import facts as f
from firmware_bridge.signals import Button, Side
from lab.bench.figures import Figure, percentile
from lab.bench.latency import QUIET, WATCH
from lab.bench.panel_latency import RELEASED_MS
from tests.firmware_bridge.firmware import NanoBench
from tests.front_door.companions import Companion, source, started
from tests.toolbox.chromium import CHROMIUM

TITLE = (
    "panel: key edge to changed page, a thousand presses, idle (simulated Nano, real companion and browser)"
)
HANDS, ROUNDS = 15, 17
"""Hands, and turns round the table in each: seventeen turns leave two of the seventy tiles."""
MEASURED = 120
IDLE_S = 20
PLUGS = 10
NEXT_KEYS = [1 << (8 * side.value + Button.NEXT.value) for side in Side]
APART_MS = 3
"""Milliseconds between four fingers that come down in turn order; for a moment all four are down."""


def figures() -> Iterator[Figure]:
    """All figures, measured at one table."""
    with tempfile.TemporaryDirectory() as name, NanoBench() as nano:
        nano.order("pace 1")
        folder = Path(name)
        profile = folder / "table.toml"
        profile.write_text(f'name = "bench"\n\n[panel]\nkind = "serial"\nport = "{nano.port}"\n')
        with started(folder / "data", "run", "--profile", profile) as companion:
            table = _Table(nano, companion)
            yield from _idle(companion)
            yield from _unplugged(table)
            yield from _to_the_page(table)
            yield from _four_at_once(table, folder / "data" / "table.sqlite")


class _Table:
    """Four players who enter every discard with their keys."""

    def __init__(self, nano: NanoBench, companion: Companion) -> None:
        self.nano = nano
        self.companion = companion
        self._taps = 0
        companion.wait_until(lambda seen: source(seen, "panel").get("state") == "up")
        self.tap("start", names=["Aki", "Ben", "Chie", "Dai"], rules="tenhou")
        self.tap("tell", facts=[{"is": "SeatsBound", "sides": "ABCD"}])
        self.tap("deal", depth="counting")

    def tap(self, kind: str, **fields: Any) -> None:
        self._taps += 1
        status, answer = self.companion.command(kind, tap=f"bench-{self._taps}", **fields)
        assert status == 200, answer

    def press(self, keys: int) -> None:
        self.nano.press(keys)

    def press_all(self) -> None:
        for count in range(1, len(NEXT_KEYS) + 1):
            self.nano.press(sum(NEXT_KEYS[:count]))
            self._let_pass(APART_MS)

    def let_go(self, ms: float = RELEASED_MS) -> None:
        self.nano.press(0)
        self._let_pass(ms)

    def _let_pass(self, ms: float) -> None:
        until_ns = self.nano.now_ns + ms * 1_000_000
        while self.nano.now_ns < until_ns:
            self.nano.order("pace 1")

    def wait_for_live(self, live: int) -> dict[str, Any]:
        return self.companion.wait_until(lambda seen: seen["wall"]["live"] == live)

    def next_hand(self) -> None:
        """Void the hand; everybody presses next, and it is dealt again."""
        self.tap("tell", facts=[{"is": "Chombo", "seat": 0, "why": "the bench goes on"}])
        self.press_all()
        self.companion.wait_until(lambda seen: seen["wall"]["live"] == 70)
        self.let_go()


def _to_the_page(table: _Table) -> Iterator[Figure]:
    from playwright.sync_api import sync_playwright

    dice = random.Random(1)
    pressed: dict[int, float] = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = browser.new_page()
        page.goto(f"http://{table.companion.host}:{table.companion.port}/")
        page.evaluate(WATCH)
        for number in range(MEASURED):
            turn = number % 60
            if turn == 0 and number:
                table.next_hand()
            at = time.time() * 1_000
            table.press(NEXT_KEYS[turn % 4])
            seen = table.wait_for_live(69 - turn)
            pressed[seen["seq"]] = at
            table.let_go(15 + 60 * dice.random())
        page.wait_for_timeout(500)
        painted = page.evaluate("() => window.seen")
        browser.close()
    delays = [painted[str(seq)] - at for seq, at in pressed.items() if str(seq) in painted]
    said = f"{len(delays)} presses of {MEASURED}; 5 ms of it is debouncing"
    yield Figure("key edge to changed page, median", percentile(delays, 0.5), "ms", said)
    yield Figure("key edge to changed page, p99", percentile(delays, 0.99), "ms")
    table.next_hand()


def _four_at_once(table: _Table, journal: Path) -> Iterator[Figure]:
    before = len(_discards(journal))
    started_at = time.perf_counter()
    for _ in range(HANDS):
        for round_ in range(ROUNDS):
            table.press_all()
            table.wait_for_live(66 - 4 * round_)
            table.let_go()
        table.next_hand()
    took_s = time.perf_counter() - started_at
    entries = _discards(journal)[before:]
    seats = [entry.fact.seat for entry in entries]
    wrong = sum(seat != number % 4 for number, seat in enumerate(seats))
    yield Figure(
        "four seats at once: facts", len(entries), "", f"{4 * HANDS * ROUNDS:,} presses, {took_s:.0f} s"
    )
    yield Figure("facts more or fewer than presses", abs(len(entries) - 4 * HANDS * ROUNDS), "")
    yield Figure("out of order by seat", wrong, "")
    yield Figure("out of order by time", sum(one.at > other.at for one, other in pairwise(entries)), "")


def _discards(journal: Path) -> list[Any]:
    reader = SqliteReader(journal)
    entries = [entry for game in reader.games() for entry in reader.entries(game.number)]
    return [e for e in entries if e.because is Cause.PANEL and isinstance(e.fact, f.Discarded)]


def _unplugged(table: _Table) -> Iterator[Figure]:
    """How long until the companion says that the cable is out, or back.

    It is asked over HTTP; real pages have it pushed to them.
    """
    gone, back = [], []
    for _ in range(PLUGS):
        table.nano.order("unplug")
        gone.append(_until_panel_is(table, "down"))
        table.nano.order("replug")
        back.append(_until_panel_is(table, "up"))
    yield Figure("unplugged, said after at most", max(gone), "ms", "target 1,000")
    yield Figure("plugged in, back and said after at most", max(back), "ms", "target 2,000")


def _until_panel_is(table: _Table, state: str) -> float:
    started_at = time.perf_counter()

    def is_so(seen: dict[str, Any]) -> bool:
        table.nano.order("pace 1")
        return source(seen, "panel")["state"] == state

    table.companion.wait_until(is_so)
    return (time.perf_counter() - started_at) * 1_000


def _idle(companion: Companion) -> Iterator[Figure]:
    """The whole companion with its panel plugged in, while nobody presses a key and no page is open."""
    used = _used_s(companion.process.pid)
    time.sleep(IDLE_S)
    share = (_used_s(companion.process.pid) - used) / IDLE_S
    yield Figure("companion with its panel, idle", share * 100, "% of a core")


def _used_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
