"""From a fact that is on the disk to a changed page, with ten viewers.

The journal notes when each entry is durable; a page in a real browser notes when the frame that
shows it is about to be painted. Both read the same wall clock. Taps are timed, too: from the request to the
moment when all ten viewers have the change, one of them painted. At a real table every viewer has a
processor of its own. Here one page is drawn while nine viewers read their streams; and then ten
pages are drawn on this one machine, which tells more about the machine than about the companion.
"""

from __future__ import annotations

import json
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from companion.bootstrap import Companion
from companion.commands.demo import evening
from companion.config import Settings
from companion.evidence import Cause
from companion.intake.feed import FeedPlan
from companion.journal import Draft, Entry, Game, SqliteJournal
from companion.riichi.presets import TENHOU
from lab.bench.figures import Figure, percentile
from tests.toolbox.chromium import CHROMIUM

TITLE = "fact on the disk to changed page"
VIEWERS = 10
SECONDS = 20
TAPS = 100
BETWEEN_TAPS_S = 0.06
SPEED = 10
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_SEQ = re.compile(rb'"seq": ?(\d+)')
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

    def append(
        self, game: Game, drafts: Sequence[Draft], command_id: str | None = None, notes: str = ""
    ) -> tuple[Entry, ...]:
        entries = super().append(game, drafts, command_id, notes)
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
    taps = _tapped()
    said = f"tap -> ten pages, 1 drawn here, {len(taps)} taps"
    yield Figure(f"{said}, median", percentile(taps, 0.5), "ms")
    yield Figure(f"{said}, 99th percentile", percentile(taps, 0.99), "ms", "target under 50")


def _tapped() -> list[float]:
    """How long each tap took to reach the last viewer: nine read their streams, one page is painted."""
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder) / "bench.sqlite")
        return _used(Companion(Settings(Path(folder), port=0), journal, TENHOU), _taps)


def _used(companion: Companion, use: Callable[[str], list[Any]]) -> list[Any]:
    """What another thread measures; it then ends the companion, which needs the main thread for signals."""
    uses: list[Future[list[Any]]] = []

    def begin() -> None:
        uses.append(pool.submit(use, companion.url))
        uses[0].add_done_callback(lambda _: companion.stop())

    with ThreadPoolExecutor(max_workers=1) as pool:
        companion.run(begin)
    return uses[0].result()


def _taps(url: str) -> list[float]:
    from playwright.sync_api import sync_playwright

    streams = [_Stream(url) for _ in range(VIEWERS - 1)]
    finger = _Finger(url)
    finger.tell("start", names=["Aki", "Ben", "Chie", "Dai"])
    finger.tell("deal", depth="counting")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        page = browser.new_page()
        page.goto(url)
        page.evaluate(WATCH)
        tapped: dict[int, float] = {}
        for count in range(TAPS):
            # East discards, and that is taken back: this can go on without the hand ever ending.
            began = time.time() * 1_000
            said = finger.tell("undo") if count % 2 else finger.tell("tap", seat=0, action="discard")
            tapped[said] = began
            time.sleep(BETWEEN_TAPS_S)
        time.sleep(1)
        painted = {int(seq): at for seq, at in page.evaluate("() => window.seen").items()}
        browser.close()
    viewers = [painted, *(dict(stream.seen) for stream in streams)]
    return [max(shown_at(seq, seen) for seen in viewers) - at for seq, at in tapped.items()]


def shown_at(seq: int, seen: Mapping[int, float]) -> float:
    """When a viewer had an entry: of states that follow each other fast, only the latest may arrive."""
    return min(at for shown, at in seen.items() if shown >= seq)


class _Finger:
    """Sends one command after another, as a page does."""

    def __init__(self, url: str) -> None:
        address = urlsplit(url)
        self._line = HTTPConnection(address.hostname or "", address.port)
        self._host = f"{address.scheme}://{address.netloc}"
        self._seq = int(self._answer("GET", "/api/snapshot")["seq"])

    def tell(self, kind: str, **more: object) -> int:
        """Send one command; return the number of the newest entry after it."""
        asked = {"id": f"bench-{self._seq}", "expected_seq": self._seq, "kind": kind, **more}
        self._seq = int(self._answer("POST", "/api/commands", json.dumps(asked))["seq"])
        return self._seq

    def _answer(self, method: str, path: str, body: str | None = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "X-Table": "1", "Origin": self._host}
        self._line.request(method, path, body, headers)
        answer: dict[str, Any] = json.loads(self._line.getresponse().read())
        return answer


def _delays(drawn: int) -> list[float]:
    with tempfile.TemporaryDirectory() as folder:
        journal = _NotingJournal(Path(folder) / "bench.sqlite")
        plan = FeedPlan("bench", evening(1, TENHOU), Cause.PRETEND, SPEED)
        companion = Companion(Settings(Path(folder), port=0), journal, TENHOU, plan)
        seen = _used(companion, partial(_pages, drawn=drawn))
        return [
            painted - journal.durable_at[int(seq)]
            for page in seen
            for seq, painted in page.items()
            if int(seq) in journal.durable_at
        ]


def _pages(url: str, drawn: int) -> list[dict[str, float]]:
    from playwright.sync_api import sync_playwright

    for _ in range(VIEWERS - drawn):
        _Stream(url)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
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
    """A viewer that reads its stream and draws nothing; it notes when each state arrived."""

    def __init__(self, url: str) -> None:
        super().__init__(name="viewer", daemon=True)
        address = urlsplit(url)
        self._line = HTTPConnection(address.hostname or "", address.port)
        self.seen: dict[int, float] = {}
        self.start()

    def run(self) -> None:
        """Read until the server hangs up."""
        self._line.request("GET", "/api/stream")
        answer = self._line.getresponse()
        while line := answer.readline():
            if line.startswith(b"data:") and (seq := _SEQ.search(line)):
                self.seen.setdefault(int(seq[1]), time.time() * 1_000)
