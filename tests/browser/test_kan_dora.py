"""An open kan at points only: its indicator is told when it is due, and nothing goes on asking for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import faults
from tests.browser.real_table import RealTable
from tests.browser.touching import act, sit, tap_tiles

NEAR = ".plate.bottom"
SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def indicators(table):
    return [tile and tile.text for tile in table.table.hanchan.kyoku.wall.indicators]


def test_its_reminder_offers_to_tell_the_tile(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Open kan")
    reminder = page.locator(f"{NEAR} button.reminders")
    expect(reminder).to_contain_text("then flip the kan dora")
    reminder.click()
    page.get_by_role("button", name="Which tile", exact=True).click()
    tap_tiles(page.locator("dialog.pick-sheet"), "7 of bamboos")
    expect(page.locator(".under .dora .tile:not(.unseen)")).to_have_count(1)
    assert indicators(serving) == [None, "7s"]
    expect(page.locator(".half.is-later")).to_have_count(0)
    expect(page.locator(f"{NEAR} .reminder")).to_have_count(0)


@pytest.mark.gate(0)
def test_one_that_is_due_stands_as_a_question_beside_the_others(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Open kan")
    page.get_by_role("button", name="Indicator 2: which tile is it?").click()
    tap_tiles(page.locator("dialog.pick-sheet"), "7 of bamboos")
    expect(page.get_by_role("button", name="Indicator 2: which tile is it?")).to_have_count(0)
    assert indicators(serving) == [None, "7s"]


@pytest.mark.gate(0)
def test_turned_and_not_named_is_enough(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Open kan")
    page.locator(f"{NEAR} button.reminders").click()
    page.get_by_role("button", name="Flipped, tile unknown").click()
    expect(page.locator(".half.is-later")).to_have_count(0)
    assert indicators(serving) == [None, None]


@pytest.mark.gate(0)
@pytest.mark.parametrize("size", SIZES)
def test_four_open_kans_find_room(open_page, serving, size):
    sit(serving)
    for seat in (0, 1, 1, 2):
        serving.do("tap", seat=seat, action="kakan")
    page = open_page(size)
    expect(page.locator(".panel .meld, .seat-card .meld")).to_have_count(4)
    assert faults(page) == []
