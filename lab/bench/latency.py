"""From a fact that is on the disk to a changed page: ten real pages of a real browser watch.

The journal notes when each entry is durable; every page notes when the frame that shows it is
about to be painted. Both read the same wall clock.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

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
    """Median and 99th percentile over all pages and entries."""
    with tempfile.TemporaryDirectory() as folder:
        journal = _NotingJournal(Path(folder) / "bench.sqlite")
        plan = FeedPlan("bench", evening(1, TENHOU), Cause.PRETEND, SPEED)
        companion = Companion(Settings(Path(folder), port=0), journal, TENHOU, plan)
        seen = _watched(companion)
        delays = [
            painted - journal.durable_at[int(seq)]
            for page in seen
            for seq, painted in page.items()
            if int(seq) in journal.durable_at
        ]
    yield Figure(f"{VIEWERS} pages, {len(delays)} changes, median", percentile(delays, 0.5), "ms")
    yield Figure("99th percentile", percentile(delays, 0.99), "ms", "target under 50")


def _watched(companion: Companion) -> list[dict[str, float]]:
    """Let the browser watch from a thread of its own: the companion wants the main one for signals."""
    seen: list[dict[str, float]] = []

    def watch() -> None:
        seen.extend(_pages(companion.url))
        companion.stop()

    watcher = threading.Thread(target=watch, name="watcher")
    companion.run(watcher.start)
    watcher.join()
    return seen


def _pages(url: str) -> list[dict[str, float]]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(QUIET))
        # A context each: a browser opens six connections to one host, and every page holds one.
        pages: list[Any] = [browser.new_context().new_page() for _ in range(VIEWERS)]
        for page in pages:
            page.goto(url)
            page.evaluate(WATCH)
        time.sleep(SECONDS)
        seen = [page.evaluate("() => window.seen") for page in pages]
        browser.close()
    return seen
