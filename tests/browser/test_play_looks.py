"""The page one plays with, on every size of screen and in every language: whole, and within reach."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser.accessibility import violations_by_theme
from tests.browser.measuring import faults_at, resize
from tests.browser.real_table import RealTable
from tests.toolbox.tongues import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

LYING = [(800, 1280), (1024, 768), (1280, 800)]
SMALL = [(800, 480), (390, 844), (320, 568)]
SIZES = [*SMALL, *LYING]
"""A sheet that was looked at on every size is left on the last one, on which the next is opened."""
LONG_NAMES = ["Wilhelmina-Antoinette", "Maximilian von Hohenfels", "Bartholomew", "Ngọc Ánh"]
ALL = bool(os.environ.get("COMPANION_ALL_LOOKS"))
"""Every view with axe at every size and in every language: minutes, for a night."""


def won(seat: int, giver: int, han: int, fu: int, yakuman: int = 0) -> dict[str, object]:
    value = {"han": han, "fu": fu, "yakuman": yakuman, "yaku": []}
    by = "tsumo" if seat == giver else "ron"
    return {"is": "Won", "seat": seat, "by": by, "giver": giver, "value": value}


def drawn(*tenpai: int) -> dict[str, object]:
    return {"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": list(tenpai)}


def sit(table: RealTable) -> None:
    table.do("start", names=LONG_NAMES)


def points_only(table: RealTable) -> None:
    table.do("deal", depth="points")
    table.do("tap", seat=0, action="riichi")
    table.do("tap", seat=2, action="ankan")
    table.do("tap", seat=1, action="kakan")


def draw(table: RealTable) -> None:
    table.do("tell", facts=[drawn(0, 2)])


def counting(table: RealTable) -> None:
    table.do("deal", depth="counting")
    for step in range(21):
        table.do("tap", seat=step % 4, action="discard")
    for seat, call in ((2, "pon"), (3, "chi"), (1, "pon"), (0, "daiminkan")):
        table.do("tap", seat=seat, action=call)
        table.do("tap", seat=seat, action="discard")
    table.do("tap", seat=1, action="discard")


def two_wins(table: RealTable) -> None:
    table.do("tell", facts=[won(2, 1, 3, 60), won(3, 1, 6, 30)])


def full(table: RealTable) -> None:
    table.do("deal", depth="full", indicator="4m")
    for step in range(14):
        table.do("tap", seat=step % 4, action="discard", tile=("1m", "0p", "9s", "5z", "7z")[step % 5])
    table.do("tap", seat=3, action="pon")
    table.do("tap", seat=3, action="discard", tile="2z")


def one_win(table: RealTable) -> None:
    table.do("tell", facts=[won(1, 1, 13, 30, 1)])


def final(table: RealTable) -> None:
    table.do("finish")


MOMENTS: list[Callable[[RealTable], None]] = [
    *(sit, points_only, draw, counting, two_wins, full, one_win, final),
]


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def settle(page: Page, table: RealTable) -> None:
    page.wait_for_function("seq => document.documentElement.dataset.seq === String(seq)", arg=table.table.seq)


def is_whole(language: str) -> bool:
    """Whether every size is looked at: where a word of a language is too long, it is so on the small ones."""
    return ALL or language == "en"


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_moment_finds_room(open_page, serving, language):
    """From the empty table to the final scores, in each layout."""
    pages = {
        "flat": (open_page(lang=language, layout="flat"), LYING),
        "stand": (open_page(lang=language, layout="stand"), SIZES if is_whole(language) else SMALL[1:]),
        "own": (open_page((390, 844), lang=language, seat=2), SMALL if is_whole(language) else SMALL[2:]),
    }
    found: list[str] = []
    for moment in (lambda _: None, *MOMENTS):
        with serving.between_two_looks():
            moment(serving)
        for layout, (page, sizes) in pages.items():
            settle(page, serving)
            found += faults_at(page, sizes, f"{layout}, {moment.__name__},")
    assert not found, "\n".join(found)


def four_kans(table: RealTable, tiles: list[str]) -> None:
    """The dealer has nothing but closed kans, and each time everybody discards."""
    for kan in range(4):
        table.do("tap", seat=0, action="ankan", **({"tile": f"{kan + 1}s"} if tiles else {}))
        for seat in range(4):
            tile = {"tile": tiles[(kan + seat) % len(tiles)]} if tiles else {}
            table.do("tap", seat=seat, action="discard", **tile)


@pytest.mark.gate(0)
@pytest.mark.parametrize(("depth", "tiles"), [("counting", []), ("full", ["1m", "9m", "1p", "9p", "5z"])])
def test_four_closed_kans_find_room_beside_the_buttons(open_page, serving, depth, tiles):
    sit(serving)
    serving.do("deal", depth=depth, **({"indicator": "4m"} if tiles else {}))
    four_kans(serving, tiles)
    found: list[str] = []
    for near in (0, 1):
        page = open_page(layout="flat", near=near)
        settle(page, serving)
        assert page.locator(".melds > li").count() == 4
        found += faults_at(page, [*LYING, (1024, 600)], f"near {near},")
    assert not found, "\n".join(found)


def close(page: Page) -> None:
    """Close the sheet that was asked for, which may still be on its way."""
    page.locator("dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")


def fill_win(page: Page, seat: str) -> None:
    page.locator(f":is({seat}) .act-win").click()
    sheet = page.locator("dialog.win-sheet")
    sheet.locator(".from button").nth(1).click()
    sheet.locator(".fu-table .cell").nth(9).click()
    sheet.locator(".confirm[aria-busy=false]:enabled").wait_for()


def by_tiles(page: Page) -> None:
    page.locator(".act-win").first.click()
    page.locator("dialog .from button").first.click()
    page.locator("dialog .more-of-it button").first.click()
    for at in (0, 1, 2, 10, 11, 12):
        page.locator("dialog .key").nth(at).click()


def of_the_middle(at: int) -> Callable[[Page], None]:
    return lambda page: page.locator(".table-acts button:not(.go)").nth(at).click()


def of_the_menu(at: int) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.locator(".buttons .menu").click()
        page.locator("dialog.menu fieldset").first.locator("button").nth(at).click()

    return go


def depths(page: Page) -> None:
    of_the_middle(1)(page)
    page.locator("dialog .row-button").nth(1).click()


def chombo(page: Page) -> None:
    of_the_middle(0)(page)
    page.locator("dialog .danger").click()


def dice(page: Page) -> None:
    of_the_menu(2)(page)
    page.locator("dialog .sums button").nth(8).click()


def winds(page: Page) -> None:
    page.locator(".go").click()
    page.locator("dialog .start section > button").click()
    page.locator("dialog .wind-tile").nth(2).click()


def rules(page: Page) -> None:
    page.locator(".go").click()
    page.locator("dialog .rule-changes > summary").click()
    for group in range(5):
        page.locator("dialog .rule-group > summary").nth(group).click()
    page.locator("dialog .rule-group .picks").first.locator("button").first.click()


def two_winners(page: Page) -> None:
    fill_win(page, ".panel.bottom, .seat-card:nth-child(1)")
    page.locator("dialog .more-of-it button").nth(1).click()
    page.locator("dialog .fu-table .cell").nth(12).click()
    page.locator("dialog .confirm[aria-busy=false]:enabled").wait_for()


def dealers_tsumo(page: Page) -> None:
    fill_win(page, ".panel.bottom, .seat-card:nth-child(1)")
    page.locator("dialog .from button").first.click()
    page.locator("dialog .confirm[aria-busy=false]:enabled").wait_for()


def put_right(page: Page) -> None:
    page.locator(".between .quiet-act").first.click()
    page.locator("dialog .whole-hand").wait_for()


DURING = {
    "two winners": two_winners,
    "the dealer’s tsumo": dealers_tsumo,
    "win by tiles": by_tiles,
    "other ends": chombo,
    "depth": depths,
    "dice": dice,
    "reminders": lambda page: page.locator("button.reminders").first.click(),
    "menu": lambda page: page.locator(".buttons .menu").click(),
}


@pytest.mark.gate("de")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sheet_finds_room(open_page, serving, language):
    """Turned to each of the four players on the lying table, upright on a phone."""
    sizes, lying = (SIZES, LYING) if is_whole(language) else ([SMALL[0], SMALL[-1], LYING[1]], LYING[1:2])
    page = open_page(sizes[-1], lang=language)
    found: list[str] = []
    for name, show in (
        ("start", lambda page: page.locator(".go").click()),
        ("winds", winds),
        ("rules", rules),
    ):
        show(page)
        found += faults_at(page, sizes, name)
        close(page)
    with serving.between_two_looks():
        sit(serving)
        points_only(serving)
    settle(page, serving)
    for side in ("bottom", "right", "top", "left"):
        fill_win(page, f".panel.{side}")
        found += faults_at(page, lying, f"win, {side},")
        close(page)
    for name, show in DURING.items():
        show(page)
        found += faults_at(page, sizes, name)
        close(page)
    resize(page, SMALL[1])
    fill_win(page, ".seat-card:nth-child(3)")
    found += faults_at(page, SMALL, "win, upright,")
    close(page)
    draw(serving)
    settle(page, serving)
    resize(page, sizes[-1])
    of_the_menu(1)(page)
    found += faults_at(page, sizes, "deal by hand")
    close(page)
    put_right(page)
    found += faults_at(page, sizes, "a draw put right")
    for kind in (0, 2):
        page.locator("dialog .sheet-body .picks").first.locator("button").nth(kind).click()
        found += faults_at(page, sizes, f"put right, {kind},")
    assert not found, "\n".join(found)


VIEWS: dict[str, Callable[[Page], None]] = {
    "live": lambda _: None,
    "win": lambda page: fill_win(page, ".panel.right, .seat-card:nth-child(2)"),
    **DURING,
}


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES if ALL else ["en"])
def test_axe_finds_nothing_while_one_plays(open_page, serving, language):
    found: list[str] = []
    pages = [open_page(size, lang=language) for size in (SIZES if ALL else [(1280, 800), (390, 844)])]

    def look(name: str, page: Page) -> None:
        found.extend(f"{name}: {one}" for one in violations_by_theme(page))

    for page in pages:
        page.locator(".go").click()
        look("start", page)
        close(page)
        rules(page)
        look("rules", page)
        close(page)
    sit(serving)
    points_only(serving)
    for page in pages:
        settle(page, serving)
        for name, show in VIEWS.items():
            show(page)
            if name == "live":
                look(name, page)
                continue
            page.locator("dialog").wait_for()
            look(name, page)
            close(page)
    draw(serving)
    for page in pages:
        settle(page, serving)
        look("draw", page)
    counting(serving)
    two_wins(serving)
    for page in pages:
        settle(page, serving)
        look("result", page)
        put_right(page)
        look("put right", page)
        close(page)
    assert not found, "\n".join(found)
