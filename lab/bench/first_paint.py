"""First paint: from the address to the first words on the page, with the processor slowed four times.

A new visitor each time, so nothing lies in the browser's cache; the companion runs in a process of its
own with a hand under way. The machine should have nothing else to do.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from lab.bench.figures import Figure
from lab.screens.evening import NAMES
from lab.screens.table import Table

TITLE = "first paint of the page, processor slowed four times"
LANGUAGES = ("en", "de", "fr", "ja", "ko", "zh")
SLOWED = 4
VISITS = 5
SIZE = (1280, 800)

# When the table stands there, by the page's own clock.
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
    """The median and the worst of some visits in every language."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        table = Table(Path(folder))
        table.do("start", names=NAMES)
        table.do("deal", depth="counting")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        try:
            for language in LANGUAGES:
                yield from _of_language(browser, f"{table.url}?lang={language}&theme=dark", language)
        finally:
            browser.close()
            table.end()


def _of_language(browser: Browser, address: str, language: str) -> Iterator[Figure]:
    paints, tables = zip(*(_visit(browser, address) for _ in range(VISITS)), strict=True)
    yield Figure(f"{language}: first paint, median of {VISITS}", median(paints), "ms", "target under 1,000")
    yield Figure(f"{language}: first paint, worst", max(paints), "ms")
    yield Figure(f"{language}: the table is shown, median", median(tables), "ms")


def _visit(browser: Browser, address: str) -> tuple[float, float]:
    width, height = SIZE
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(_WATCH)
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address)
    paint, table = page.evaluate(_READ)
    context.close()
    return float(paint), float(table)
