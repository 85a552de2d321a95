"""First paint: from the address to the first words on the page, with the processor slowed four times.

Each visitor is new, so the browser's cache is empty, and comes again twice, at full speed and slowed.
No service worker helps, just as on a tablet on the local network. The companion runs in a process of its own,
with a hand under way. The machine should have nothing else to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext

from companion.languages import languages
from lab.bench.figures import Figure
from lab.screens.browser import browser
from lab.screens.evening import NAMES
from lab.screens.table import table_in

TITLE = "first paint of the page, processor slowed four times"
LANGUAGES = tuple(language.code for language in languages())
SLOWED = 4
VISITS = 5
SIZE = (1280, 800)
Times = tuple[float, float]
"""When the first paint came and when the table was shown, in milliseconds after the address was opened."""

# Marks when the table is shown, by the page's own clock.
_WATCH = """
new MutationObserver((_, watching) => {
  if (!document.querySelector("main:not(.waiting)")) return;
  watching.disconnect();
  requestAnimationFrame(() => performance.mark("table"));
}).observe(document, { childList: true, subtree: true });
"""
_READ = """() => new Promise((resolve) => {
  const look = () => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const [table] = performance.getEntriesByName("table");
    if (paint && table) resolve([paint.startTime, table.startTime]);
    else setTimeout(look, 20);
  };
  look();
})"""


def figures() -> Iterator[Figure]:
    """The median and the worst of `VISITS` visitors in every language."""
    with TemporaryDirectory() as folder, table_in(Path(folder)) as table, browser() as found:
        table.do("start", names=NAMES)
        table.do("deal", depth="counting")
        for language in LANGUAGES:
            yield from _of_language(found, f"{table.url}?lang={language}&theme=dark", language)


def _of_language(browser: Browser, address: str, language: str) -> Iterator[Figure]:
    visitors = [_visitor(browser, address) for _ in range(VISITS)]
    paints, tables = zip(*(first for first, _, _ in visitors), strict=True)
    again, slowed = ([visit[0] for visit in visits] for visits in list(zip(*visitors, strict=True))[1:])
    yield Figure(f"{language}: first paint, median of {VISITS}", median(paints), "ms", "target under 1,000")
    yield Figure(f"{language}: first paint, worst", max(paints), "ms")
    yield Figure(f"{language}: the table is shown, median", median(tables), "ms")
    yield Figure(f"{language}: second visit, first paint, median", median(again), "ms", "target under 300")
    yield Figure(f"{language}: second visit, slowed four times, median", median(slowed), "ms")


def _visitor(browser: Browser, address: str) -> tuple[Times, Times, Times]:
    """The first visit slowed, the second one at full speed, a third one slowed."""
    width, height = SIZE
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", service_workers="block"
    )
    first, second, third = (_visit(context, address, slowed) for slowed in (SLOWED, 1, SLOWED))
    context.close()
    return first, second, third


def _visit(context: BrowserContext, address: str, slowed: int) -> Times:
    page = context.new_page()
    page.add_init_script(_WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.goto(address)
    paint, table = page.evaluate(_READ)
    page.close()
    return float(paint), float(table)
