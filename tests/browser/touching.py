"""What the tests of playing share: who sits where, and what a finger does in one word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.real_table import RealTable

NAMES = ["Aki", "Ben", "Chie", "Dai"]
SIDES = {"Aki": "bottom", "Ben": "right", "Chie": "top", "Dai": "left"}


def seat(page: Page, name: str) -> Locator:
    return page.locator(f".panel.{SIDES[name]}")


def act(page: Page, name: str, what: str) -> None:
    seat(page, name).get_by_role("button", name=what, exact=True).click()


def go(page: Page, name: str) -> None:
    page.locator(".middle").get_by_role("button", name=name).click()


def points(page: Page) -> list[str]:
    return [seat(page, name).locator(".points").inner_text() for name in NAMES]


def deltas(page: Page) -> list[str]:
    return [seat(page, name).locator(".delta").inner_text() for name in NAMES]


def shown(page: Page, table: RealTable) -> None:
    page.wait_for_function("seq => Number(document.documentElement.dataset.seq) >= seq", arg=table.table.seq)


def facts(table: RealTable) -> list[str]:
    """What counts of the running game, by kind."""
    entries = table.journal.entries(table.journal.games()[-1].number)
    gone = {entry.retracts for entry in entries}
    return [type(entry.fact).__name__ for entry in entries if entry.fact and entry.seq not in gone]


def sit(table: RealTable, depth: str = "points") -> None:
    table.do("start", names=NAMES[: table.house.players])
    table.do("deal", depth=depth)


def win(page: Page, name: str, source: str, worth: str) -> Locator:
    act(page, name, "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=source, exact=True).click()
    sheet.get_by_role("button", name=re.compile(f"^{worth}")).first.click()
    return sheet


def confirm(sheet: Locator) -> None:
    sheet.locator(".confirm").click()
    sheet.wait_for(state="detached")


def tap_tiles(sheet: Locator, *names: str) -> None:
    for name in names:
        sheet.locator(".keys").get_by_role("button", name=name, exact=True).click()
