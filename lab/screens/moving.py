"""`python -m lab.screens.moving` films the real page for the README: riichi, a ron, and who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Page

from lab.screens.browser import browser
from lab.screens.evening import NAMES, RIVERS
from lab.screens.table import Table, table_in

OUT: Final = Path(__file__).parents[2] / "docs/images/riichi-and-ron.webp"
SHAPE: Final = (960, 600)
LASTS_MS: Final = 6_000
STEP_MS: Final = 100
"""For how many milliseconds each picture is shown while something moves."""
Frame = tuple[Image.Image, int]


def main() -> None:
    """Play the moment once and film it; write the film and print its size."""
    width, height = SHAPE
    with TemporaryDirectory() as games, table_in(Path(games)) as table, browser() as found:
        page = found.new_context(viewport={"width": width, "height": height}).new_page()
        frames = merged(list(filmed(page, table)))
    pictures, lasts = [frame for frame, _ in frames], [duration for _, duration in frames]
    lasts[-1] += max(0, LASTS_MS - sum(lasts))
    pictures[0].save(
        OUT, save_all=True, append_images=pictures[1:], duration=lasts, loop=0, quality=60, method=6
    )
    print(f"{OUT.name}  {len(pictures)} pictures, {sum(lasts)} ms, {OUT.stat().st_size // 1000} kB")


def filmed(page: Page, table: Table) -> Iterator[Frame]:
    """The pictures of the moment in order, each with how long it is shown."""
    begin(table)
    page.goto(f"{table.url}?theme=dark")
    page.wait_for_selector("main:not(.waiting)")
    page.evaluate("() => document.fonts.ready")
    page.wait_for_timeout(500)
    yield look(page), 500
    for act in (lambda: riichi(table), lambda: discard(table), lambda: ron(table)):
        act()
        for _ in range(6):
            yield look(page), STEP_MS
        yield look(page), 800
    yield look(page), 1_300


def begin(table: Table) -> None:
    """Five turns of the first hand; East is about to draw."""
    table.do("start", names=NAMES)
    table.do("deal", depth="full", indicator="4p")
    rivers = [river.split() for river in RIVERS]
    for turn in range(5):
        for seat in range(4):
            table.tap(seat, "discard", rivers[seat][turn])


def riichi(table: Table) -> None:
    """East declares riichi with the next discard."""
    table.tap(0, "riichi", "8s")


def discard(table: Table) -> None:
    """South discards what East waits for."""
    table.tap(1, "discard", "2s")


def ron(table: Table) -> None:
    """East wins on it."""
    table.wins(0, 1, 3, 40)


def look(page: Page) -> Image.Image:
    return Image.open(BytesIO(page.screenshot())).convert("RGB")


def merged(frames: list[Frame]) -> list[Frame]:
    """Equal pictures in a row become one, shown for as long as all of them."""
    kept: list[Frame] = []
    for picture, lasts in frames:
        if kept and kept[-1][0].tobytes() == picture.tobytes():
            kept[-1] = (picture, kept[-1][1] + lasts)
        else:
            kept.append((picture, lasts))
    return kept


if __name__ == "__main__":
    main()
