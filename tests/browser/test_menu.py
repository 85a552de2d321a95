"""The menu and the sheets that it opens: health in words, the sides of the keys, seldom ends."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from companion.evidence import SourceChanged, SourceState
from tests.browser.real_table import RealTable
from tests.browser.touching import act, deltas, sit


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def say(serving, *changes):
    for change in changes:
        serving.loop.put(change)
    serving.loop.caught_up().result(10)


def test_health_speaks_the_readers_language(open_page, serving):
    say(
        serving,
        SourceChanged("panel", SourceState.DOWN, "the panel was unplugged", "disconnected"),
        SourceChanged("disk", SourceState.DOWN, "The disk refuses: No space left on device."),
        SourceChanged("barometer", SourceState.UP),
    )
    page = open_page(lang="de")
    page.get_by_role("button", name="Menü").click()
    health = page.locator("dialog.menu dl.health")
    expect(health.locator("dt")).to_contain_text(
        ["Verbindung", "Protokoll", "Tasten und Lampen", "Speicher", "barometer"]
    )
    said = health.locator("dd")
    expect(said.nth(2)).to_contain_text("abgesteckt oder stumm")
    expect(said.nth(2)).not_to_contain_text("unplugged")
    expect(said.nth(3)).to_contain_text("No space left on device")
    expect(page.locator("dialog.menu .fine").last).to_contain_text("Regeln: Tenhou")


def test_who_sits_where_is_tapped_only_where_there_are_keys(open_page, serving):
    sit(serving)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="History")).to_be_visible()
    expect(page.get_by_role("button", name="Who sits where")).to_have_count(0)
    page.keyboard.press("Escape")
    say(serving, SourceChanged("panel", SourceState.UP, code="connected"))
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Who sits where").click()
    sheet = page.locator("dialog.sheet")
    sheet.get_by_role("group", name="Aki: side").get_by_role("button", name="C").click()
    expect(sheet.get_by_role("group", name="Chie: side").get_by_role("button", name="A")).to_have_attribute(
        "aria-pressed", "true"
    )
    sheet.get_by_role("button", name="Use this").click()
    expect(sheet).to_have_count(0)
    for _ in range(200):
        if serving.table.hanchan.sides:
            break
        page.wait_for_timeout(50)
    assert serving.table.hanchan.sides == "CBAD"


@pytest.mark.gate(0)
def test_two_players_have_nagashi_mangan(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    page.get_by_role("button", name="Draw / chombo …").click()
    sheet = page.locator("dialog.sheet")
    sheet.get_by_role("button", name="Nagashi mangan: several").click()
    both = sheet.get_by_role("group", name="Nagashi mangan: several")
    both.get_by_role("button", name="Aki").click()
    expect(both.get_by_role("button", name="Confirm")).to_be_disabled()
    both.get_by_role("button", name="Chie").click()
    both.get_by_role("button", name="Confirm").click()
    expect(page.locator(".card.result").first).to_be_visible()
    assert deltas(page) == ["+8,000", "−6,000", "+4,000", "−6,000"]


@pytest.mark.gate(0)
def test_a_reminder_names_whoever_it_waits_for(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Open kan")
    expect(page.locator("button.reminders").first).to_contain_text("The kan player discards")


def test_a_sheet_whose_file_did_not_come_says_so_and_opens_at_the_next_tap(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    page.route("**/js/play/depth.js", lambda asked: asked.abort(), times=1)

    def level_of_detail():
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Level of detail", exact=True).click()

    level_of_detail()
    expect(page.locator(".notice")).to_contain_text("Not connected")
    page.get_by_role("button", name="Dismiss").click()
    level_of_detail()
    expect(page.get_by_role("dialog", name="Level of detail")).to_be_visible()


def test_a_menu_that_did_not_come_is_said_and_opens_at_the_next_tap(open_page, serving):
    page = open_page(expects_errors=True)
    page.route("**/js/menu.js", lambda route: route.abort())
    page.reload()
    page.get_by_role("button", name="Menu").click()
    expect(page.locator(".notice")).to_contain_text("Not connected")
    page.unroute("**/js/menu.js")
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog.menu")).to_be_visible()
