"""From a fact that is on the disk to a changed page, with ten viewers.

The journal notes when each entry is durable; a page in a real browser notes when the frame that
shows it is about to be painted. Both read the same wall clock. At a table every viewer has a
processor of its own; here one page is drawn while nine viewers read their streams, and then ten
pages are drawn on this one machine, which measures the machine more than the companion.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.bootstrap import Companion, FeedPlan
from companion.commands.demo import evening
from companion.config import Settings
from companion.evidence import Cause
from companion.journal import Draft, Entry, Game, SqliteJournal
from companion.riichi.presets import TENHOU
from lab.bench.figures import Figure, percentile

TITLE = "fact on the disk to changed page"
VIEWERS = 10
SECONDS = 20
SPEED = 10
BROWSER = "/usr/bin/chromium"
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WATCH = """
() => {
  window.seen = {};
  const look = () => {
    const seq = document.documentElement.dataset.seq;
    if (seq && !(seq in window.seen))
      requestAnimationFrame(() => { window.seen[seq] = performance.timeOrigin + performance.now(); });
  };
  new MutationObserver(look).observe(document.documentElement, {attributes: true});
}
"""


class _NotingJournal(SqliteJournal):
    """Notes when each entry was durable, in milliseconds since 1970."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.durable_at: dict[int, float] = {}

    def append(self, game: Game, drafts: Sequence[Draft], command_id: str | None = None) -> tuple[Entry, ...]:
        entries = super().append(game, drafts, command_id)
        now = time.time() * 1_000
        for entry in entries:
            self.durable_at[entry.seq] = now
        return entries


def figures() -> Iterator[Figure]:
    """Median and 99th percentile over all drawn pages and entries."""
    for drawn in (1, VIEWERS):
        delays = _delays(drawn)
        said = f"{VIEWERS} viewers, {drawn} drawn here"
        yield Figure(f"{said}, {len(delays)} changes, median", percentile(delays, 0.5), "ms")
        target = "target under 50" if drawn == 1 else ""
        yield Figure(f"{said}, 99th percentile", percentile(delays, 0.99), "ms", target)


def _delays(drawn: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        journal = _NotingJournal(Path(folder) / "bench.sqlite")
        plan = FeedPlan("bench", evening(1, TENHOU), Cause.PRETEND, SPEED)
        companion = Companion(Settings(Path(folder), port=0), journal, TENHOU, plan)
        seen = _watched(companion, drawn)
        return [
            painted - journal.durable_at[int(seq)]
            for page in seen
            for seq, painted in page.items()
            if int(seq) in journal.durable_at
        ]


def _watched(companion: Companion, drawn: int) -> list[dict[str, float]]:
    """Let the browser watch from a thread of its own: the companion wants the main one for signals."""
    seen: list[dict[str, float]] = []

    def watch() -> None:
        seen.extend(_pages(companion.url, drawn))
        companion.stop()

    watcher = threading.Thread(target=watch, name="watcher")
    companion.run(watcher.start)
    watcher.join()
    return seen


def _pages(url: str, drawn: int) -> list[dict[str, float]]:
    from playwright.sync_api import sync_playwright

    for _ in range(VIEWERS - drawn):
        _Stream(url)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(QUIET))
        # A context each: a browser opens six connections to one host, and every page holds one.
        pages: list[Any] = [browser.new_context().new_page() for _ in range(drawn)]
        for page in pages:
            page.goto(url)
            page.evaluate(WATCH)
        time.sleep(SECONDS)
        seen = [page.evaluate("() => window.seen") for page in pages]
        browser.close()
    return seen


class _Stream(threading.Thread):
    """A viewer that reads its stream and draws nothing."""

    def __init__(self, url: str) -> None:
        super().__init__(name="viewer", daemon=True)
        address = urlsplit(url)
        self._line = HTTPConnection(address.hostname or "", address.port)
        self.start()

    def run(self) -> None:
        """Read until the server hangs up."""
        self._line.request("GET", "/api/stream")
        answer = self._line.getresponse()
        while answer.readline():
            pass
