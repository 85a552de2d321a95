"""`python -m lab.screens` writes each view in each size to screenshots/; with --docs, the docs' pictures."""

from __future__ import annotations

import argparse
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser, Page

from lab.screens.browser import browser
from lab.screens.evening import EVENING, View
from lab.screens.pretended import pretended
from lab.screens.table import Table, table_in
from lab.screens.tongue import LANGUAGES

ROOT = Path(__file__).parents[2]
SIZES = {"landscape": (1280, 800), "portrait": (800, 1280), "phone": (390, 844)}
COLOURS = 255
"""Colours in a picture: the page has few, so pictures get smaller and look the same."""
IN_THE_DOCS = {
    *("start-landscape", "dice-landscape", "points-landscape", "counting-landscape", "full-landscape"),
    *("reminders-landscape", "win-landscape", "draw-landscape", "chombo-landscape"),
    *("history-landscape", "correction-landscape", "replay-landscape", "statistics-landscape"),
    *("pairing-landscape", "by-tiles-landscape", "full-portrait", "own-seat-phone", "demo-landscape"),
}


def main() -> None:
    """Play the evening once, and photograph each of its views in every size."""
    asked = argparse.ArgumentParser(prog="python -m lab.screens", description=__doc__)
    asked.add_argument("--docs", action="store_true", help="into docs/images, only what the docs show")
    names = [view.name for view in EVENING]
    asked.add_argument(
        "--from", dest="first", default="start", choices=names, help="the first view to look at"
    )
    asked.add_argument("--only", default="", choices=[*names, "demo"], help="a view by its name")
    asked.add_argument("--language", default="en", choices=LANGUAGES, help="what the page speaks")
    chosen = asked.parse_args()
    if chosen.docs and chosen.language != "en":
        asked.error("the pictures of the docs are in English: leave out --docs or --language")
    folder = _folder(chosen.language, in_the_docs=chosen.docs)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as games, table_in(Path(games)) as table, browser() as found:
        pages = {size: _page(found, shape, chosen.language) for size, shape in SIZES.items()}
        is_due = False
        for view in EVENING:
            view.tell(table)
            is_due = is_due or view.name == chosen.first
            if is_due and chosen.only in ("", view.name):
                _look(pages, table, view, folder, only_docs=chosen.docs)
        if chosen.only in ("", "demo"):
            _look_beside(pages, Path(games) / "demo", folder, only_docs=chosen.docs)


def _look_beside(pages: dict[str, Page], games: Path, folder: Path, *, only_docs: bool) -> None:
    """Photograph the table that plays by itself, with its camera's picture and its keys."""
    with pretended(games) as url:
        for size, page in pages.items():
            if only_docs and f"demo-{size}" not in IN_THE_DOCS:
                continue
            page.goto(f"{url}?theme=dark&camera=shown")
            page.wait_for_selector(".pretend img:not(.coming)")
            page.wait_for_timeout(2_500)  # the hand that has laid the last tile is gone
            _keep(page, folder / f"demo-{size}.png")
            page.goto("about:blank")


def _folder(language: str, *, in_the_docs: bool) -> Path:
    if in_the_docs:
        return ROOT / "docs/images"
    return ROOT / "screenshots" / ("" if language == "en" else language)


def _page(browser: Browser, shape: tuple[int, int], language: str) -> Page:
    width, height = shape
    locale = "en-GB" if language == "en" else language
    return browser.new_context(
        viewport={"width": width, "height": height}, locale=locale, reduced_motion="reduce"
    ).new_page()


def _look(pages: dict[str, Page], table: Table, view: View, folder: Path, *, only_docs: bool) -> None:
    for size, page in pages.items():
        name = f"{view.name}-{size}"
        if only_docs and name not in IN_THE_DOCS:
            continue
        colours = "" if "theme" in view.asked else "theme=dark&"
        page.goto(f"{table.url}?{colours}{view.asked}")
        page.wait_for_selector("main:not(.waiting)")
        view.tap(page)
        _keep(page, folder / f"{name}.png")
        page.goto("about:blank")


def _keep(page: Page, file: Path) -> None:
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(300)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(COLOURS, dither=Image.Dither.NONE).save(file, optimize=True)
    print(f"{file.relative_to(ROOT)}  {file.stat().st_size // 1000} kB", flush=True)


if __name__ == "__main__":
    main()
