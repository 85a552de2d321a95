"""The photographed evening in order: what the table is told, and what is tapped to open each view."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from lab.screens.table import Table
from lab.screens.tongue import spoken

NAMES = ["Aki", "Ben", "Chie", "Dai"]
RIVERS = ("1z 9m 9s 2z 1p 8s", "3z 1m 9p 4z 8p 2s", "1s 5z 9s 7m 1p 6s", "2z 9m 6z 8p 3s 7p")

Tell = Callable[[Table], None]
Tap = Callable[[Page], None]


@dataclass(frozen=True, slots=True)
class View:
    """One picture: what the table is told before it, and what is tapped on the page."""

    name: str
    tell: Tell = lambda _: None
    tap: Tap = lambda _: None
    asked: str = ""
    """The query of the address; the theme is dark unless it names another."""


def button(page: Page, name: str) -> Locator:
    """The first button with this name, given in English whatever language the page speaks."""
    return page.get_by_role("button", name=spoken(name, tongue(page))).first


def with_words(page: Page, english: str, within: str) -> Locator:
    """The first element that matches `within` and has these English words somewhere."""
    return page.locator(within, has_text=spoken(english, tongue(page), is_whole=False)).first


def tongue(page: Page) -> str:
    """The language that the page speaks."""
    return page.locator("html").get_attribute("lang") or "en"


def press(*names: str) -> Tap:
    """Press buttons by their words, one after the other."""

    def tap(page: Page) -> None:
        for name in names:
            button(page, name).click()
            page.wait_for_timeout(150)

    return tap


def names(page: Page) -> None:
    press("New game")(page)
    for at, name in enumerate(NAMES):
        page.locator(".name-line input").nth(at).fill(name)


def winds(page: Page) -> None:
    names(page)
    press("Draw the winds")(page)
    for at in (2, 0):
        page.locator(".wind-tile").nth(at).click()


def sit(table: Table) -> None:
    table.do("start", names=NAMES)


def points_only(table: Table) -> None:
    table.do("deal", depth="points")
    table.tap(1, "riichi")
    table.tap(2, "ankan")


def depths(page: Page) -> None:
    press("Points only")(page)
    with_words(page, "Counting", "dialog .row-button").click()


def win_sheet(page: Page) -> None:
    page.locator(".act-win").first.click()
    press("Ron from Ben")(page)
    page.get_by_role("button", name=re.compile(r"^3\D+40\D+: ")).click()  # 3 han 40 fu
    page.locator("dialog .confirm[aria-busy=false]:enabled").wait_for()


def one_win(table: Table) -> None:
    table.wins(0, 1, 3, 40)


def a_draw(table: Table) -> None:
    table.do("deal", depth="points")
    table.tap(3, "riichi")
    table.draws(0, 3)


def counting(table: Table) -> None:
    table.do("deal", depth="counting")
    first = table.snapshot()["kyoku"]["turn"]
    for step in range(25):
        table.tap((first + step) % 4, "discard")
    caller = (first + 2) % 4
    table.tap(caller, "pon")
    table.tap(caller, "discard")
    table.tap((caller + 1) % 4, "riichi")


def full(table: Table) -> None:
    table.wins(1, 3, 5, 30)
    table.do("deal", depth="full", indicator="4p")
    rivers = [river.split() for river in RIVERS]
    first = table.snapshot()["kyoku"]["turn"]
    for turn in range(5):
        for step in range(4):
            seat = (first + step) % 4
            table.tap(seat, "discard", rivers[seat][turn])


def tile_picker(page: Page) -> None:
    page.locator(".is-due").first.click()


def by_tiles(page: Page) -> None:
    page.locator(".act-win").last.click()
    press("By tiles")(page)


def chombo(page: Page) -> None:
    press("Draw / chombo …", "Chombo", "False win")(page)


def of_the_evening(*more: str) -> Tap:
    def tap(page: Page) -> None:
        press("Menu", "History", *more)(page)
        page.wait_for_timeout(400)

    return tap


def a_hand(*more: str) -> Tap:
    def tap(page: Page) -> None:
        of_the_evening()(page)
        with_words(page, "ron from Ben", "dialog button").click()
        press(*more)(page)
        page.wait_for_timeout(400)

    return tap


def correction(page: Page) -> None:
    a_hand("Correct this hand")(page)
    # On a phone this choice is folded away, because the result is already chosen.
    if button(page, "The result").is_visible():
        press("The result")(page)
    winner = page.get_by_role("group", name=spoken("Winner", tongue(page)))
    winner.get_by_role("button", name="Chie").click()
    page.locator(".differences").wait_for()
    page.wait_for_timeout(200)


def replay(page: Page) -> None:
    of_the_evening()(page)
    with_words(page, "being played", "dialog button").click()
    press("Step by step", "One step back")(page)
    page.wait_for_timeout(400)


def statistics(page: Page) -> None:
    press("History", "Statistics")(page)
    page.wait_for_timeout(400)


def finish(table: Table) -> None:
    table.do("finish")


EVENING = (
    View("start", tap=names),
    View("winds", tap=winds),
    View("dice", sit, press("Dice", "7")),
    View("points", points_only),
    View("reminders", tap=press("Flip the kan dora now")),
    View("other-end", tap=press("Draw / chombo …")),
    View("chombo", tap=chombo),
    View("depth", tap=depths),
    View("win", tap=win_sheet),
    View("result", one_win),
    View("draw", a_draw),
    View("counting", counting),
    View("own-seat", asked="seat=2"),
    View("full", full),
    View("picker", tap=tile_picker),
    View("by-tiles", tap=by_tiles),
    View("menu", tap=press("Menu")),
    View("history", tap=of_the_evening()),
    View("hand", tap=a_hand()),
    View("correction", tap=correction),
    View("replay", tap=replay),
    View("pairing", tap=press("Menu", "Pair or remove devices", "Show a code")),
    View("watching", asked="watch=1"),
    View("kiosk", asked="kiosk=1"),
    View("light", asked="theme=light"),
    View("final", finish),
    View("statistics", tap=statistics),
)
