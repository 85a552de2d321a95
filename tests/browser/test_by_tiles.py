"""A winning hand by its tiles: no dora left out in silence, nothing typed lost, the value always in sight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import faults, resize
from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES, act, confirm, seat, shown, tap_tiles

RANKS = {"m": "characters", "p": "circles", "s": "bamboos"}
PINFU = "2m 3m 4m 3p 4p 5p 6p 7p 8p 8s 8s 5s 6s 7s"
SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def spoken(tiles):
    return [f"{tile[0]} of {RANKS[tile[1]]}" for tile in tiles.split()]


def by_tiles(page, name="Ben", source="Ron from Aki", tiles=""):
    act(page, name, "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name=source, exact=True).click()
    sheet.get_by_role("button", name="By tiles").click()
    tap_tiles(sheet, *spoken(tiles))
    return sheet


def sit(table, *, riichi="", **deal):
    table.do("start", names=NAMES)
    table.do("deal", depth="points", **deal)
    if riichi:
        table.do("tap", seat=NAMES.index(riichi), action="riichi")


def test_an_unknown_indicator_is_said_beside_the_value_and_told_in_the_sheet(open_page, serving):
    sit(serving, riichi="Ben")
    page = open_page()
    sheet = by_tiles(page, tiles=PINFU)
    worth = sheet.locator(".worth-line")
    expect(worth).to_contain_text("3 han 30 fu")
    expect(worth).to_contain_text("Dora not counted, indicator unknown: 1")
    expect(worth).to_contain_text("Ura not counted: 1 unknown")
    sheet.get_by_role("button", name="Indicator 1: which tile is it?", exact=True).click()
    tap_tiles(sheet, "7 of bamboos")
    expect(worth).to_contain_text("5 han 30 fu")
    expect(worth).not_to_contain_text("Dora not counted")
    expect(sheet.locator(".built-tile")).to_have_count(14)
    sheet.get_by_role("button", name="Ura indicator 1: which tile is it?", exact=True).click()
    tap_tiles(sheet, "3 of characters")
    expect(worth).to_contain_text("6 han 30 fu")
    expect(worth).not_to_contain_text("not counted")
    confirm(sheet)
    expect(page.locator(".cards .yaku").first).to_contain_text("Ura dora")
    assert serving.table.hanchan.kyoku.wall.indicators[0].text == "7s"


@pytest.mark.gate(0)
def test_an_indicator_that_nobody_turned_is_said_too(open_page, serving):
    sit(serving, indicator="4z")
    serving.do("tap", seat=2, action="ankan")
    page = open_page()
    sheet = by_tiles(page, source="Tsumo", tiles=PINFU)
    expect(sheet.locator(".worth-line")).to_contain_text("Dora not counted, indicator unknown: 2")
    sheet.get_by_role("button", name="Indicator 2: which tile is it?", exact=True).click()
    tap_tiles(sheet, "7 of bamboos")
    expect(sheet.locator(".worth-line")).not_to_contain_text("not counted")
    expect(sheet.locator(".worth-line")).to_contain_text("5 han")


@pytest.mark.gate(0)
def test_a_known_indicator_needs_no_word(open_page, serving):
    sit(serving, indicator="4z")
    sheet = by_tiles(open_page(), source="Tsumo", tiles=PINFU)
    expect(sheet.locator(".worth-line")).to_contain_text("3 han 20 fu")
    expect(sheet.locator(".worth-line")).not_to_contain_text("not counted")


@pytest.mark.gate(0)
def test_tiles_that_were_typed_are_there_when_the_sheet_opens_again(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = by_tiles(page, tiles=PINFU[:17])
    sheet.get_by_role("button", name="Close", exact=True).click()
    expect(sheet).to_have_count(0)
    act(page, "Ben", "Win")
    expect(sheet.locator(".built-tile")).to_have_count(6)
    sheet.get_by_role("button", name="Clear").click()
    expect(sheet.locator(".built-tile")).to_have_count(0)
    sheet.get_by_role("button", name="Close", exact=True).click()
    act(page, "Ben", "Win")
    expect(sheet.locator(".fu-table")).to_be_visible()


@pytest.mark.gate(0)
def test_what_was_typed_is_of_one_hand_and_one_player(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = by_tiles(page, tiles=PINFU[:17])
    sheet.get_by_role("button", name="Close", exact=True).click()
    act(page, "Chie", "Win")
    expect(sheet.locator(".fu-table")).to_be_visible()
    sheet.get_by_role("button", name="Close", exact=True).click()
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": []}])
    serving.do("deal", depth="points")
    shown(page, serving)
    act(page, "Ben", "Win")
    expect(sheet.locator(".fu-table")).to_be_visible()


@pytest.mark.gate(0)
def test_a_typed_hand_is_dropped_after_a_chombo_although_the_next_hand_has_the_same_name(open_page, serving):
    sit(serving)
    page = open_page()
    sheet = by_tiles(page, tiles=PINFU[:17])
    serving.do("say", what={"is": "Chombo", "seat": 1})
    before = serving.table.hanchan.kyoku.name
    serving.do("deal", depth="points")
    assert serving.table.hanchan.kyoku.name == before
    expect(sheet).to_have_count(0)
    expect(page.locator(".notice")).to_contain_text("The table has changed; look again")
    act(page, "Ben", "Win")
    expect(sheet.locator(".fu-table")).to_be_visible()


@pytest.mark.gate(0)
def test_a_typed_hand_that_the_table_refused_need_not_be_typed_again(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    by_tiles(page, "Chie", tiles=PINFU[:8]).get_by_role("button", name="Close", exact=True).click()
    sheet = by_tiles(page, tiles=PINFU)
    refused = {"error": "journal_down", "message": "It could not be written, so it was not done."}
    page.route("**/api/commands", lambda asked: asked.fulfill(status=507, json=refused))
    sheet.locator(".confirm").click()
    expect(sheet.locator(".refusal")).to_be_visible()
    page.unroute("**/api/commands")
    sheet.get_by_role("button", name="Close", exact=True).click()
    act(page, "Ben", "Win")
    expect(sheet.locator(".built-tile")).to_have_count(14)
    sheet.get_by_role("button", name="Ron from Aki", exact=True).click()
    expect(sheet.locator(".arrows")).to_contain_text("Aki−2,000")
    confirm(sheet)
    expect(seat(page, "Ben").locator(".delta")).to_contain_text("+")
    # What was typed for Chie, who wins on the same tile, is still there.
    seat(page, "Chie").get_by_role("button", name="Ron", exact=False).click()
    expect(sheet.locator(".built-tile")).to_have_count(3)


def in_sight(page, locator):
    """Whether a finger could touch its middle, and nothing scrolls it away."""
    return locator.evaluate(
        "each => { const box = each.getBoundingClientRect();"
        " const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);"
        " return each === at || each.contains(at) || Boolean(at?.contains(each)); }"
    )


@pytest.mark.gate(0)
@pytest.mark.parametrize("name", ["Aki", "Ben", "Chie"])
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_hand_keys_value_and_questions_are_in_sight_together(open_page, serving, size, name):
    sit(serving, riichi=name)
    page = open_page(size)
    sheet = by_tiles(page, name, "Tsumo", PINFU)
    parts = [".worth-line b", ".worth-line .picks button:last-child", ".built", ".confirm"]
    parts += [".key-row:first-child .key:first-child", ".key-row:last-child .key:last-child", ".told-dora"]
    expect(sheet.locator(parts[0])).to_be_visible()
    assert [part for part in parts if not in_sight(page, sheet.locator(part).first)] == []
    assert faults(page) == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("size", SIZES)
def test_on_any_screen_the_value_stands_where_the_tap_is(open_page, serving, size):
    sit(serving, riichi="Aki")
    page = open_page()
    sheet = by_tiles(page, "Aki", "Tsumo", PINFU)
    expect(sheet.locator(".worth-line b")).to_be_visible()
    resize(page, size)
    parts = [".worth-line b", ".worth-line .picks button:last-child", ".confirm"]
    for at in ("0", "each.scrollHeight"):
        sheet.locator(".sheet-body").evaluate(f"each => each.scrollTo(0, {at})")
        assert [part for part in parts if not in_sight(page, sheet.locator(part).first)] == []
    # Whoever taps the last row of keys sees the hand grow.
    assert in_sight(page, sheet.locator(".built"))
    assert faults(page) == []


@pytest.mark.gate(0)
def test_a_kan_that_the_hand_names_has_its_tiles_in_the_result(open_page, serving):
    sit(serving, indicator="4z")
    serving.do("tap", seat=1, action="ankan")
    page = open_page()
    expect(page.locator(".panel.right .meld.ankan")).to_have_count(1)
    act(page, "Ben", "Win")
    sheet = page.locator("dialog.win-sheet")
    sheet.get_by_role("button", name="Tsumo", exact=True).click()
    sheet.get_by_role("button", name="By tiles").click()
    sheet.get_by_role("button", name="Closed kan").click()
    tap_tiles(sheet, *spoken("9p"))
    tap_tiles(sheet, *spoken("2m 3m 4m 3p 4p 5p 5s 6s 7s 8s 8s"))
    confirm(sheet)
    tiles = page.locator(".cards .hand .run").nth(1).locator(".tile")
    expect(tiles).to_have_count(4)
    assert tiles.evaluate_all("all => all.map(e => e.getAttribute('aria-label'))") == ["9 of circles"] * 4
    kan = [entry.fact for entry in serving.journal.entries(serving.journal.games()[-1].number)]
    assert sum(type(fact).__name__ == "AnkanDeclared" for fact in kan) == 2
    # The hand that was shown says what it waited for.
    seat(page, "Ben").locator(".player-tap").click()
    waits = page.locator("dialog.tea-sheet .shown-waits")
    expect(waits).to_contain_text("Ben waits for")
    expect(waits.get_by_role("img")).to_have_attribute("aria-label", "5 of bamboos, 8 of bamboos")
