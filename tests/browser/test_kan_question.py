"""May I kan? The own phone answers, and no other page learns that it was asked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import faults_at
from tests.browser.real_table import RealTable
from tests.browser.touching import confirm, seat, shown, sit, tap_tiles, win

SIZES = [(390, 844), (800, 480), (800, 1280), (1280, 800)]
SUITS = {"m": "characters", "p": "circles", "s": "bamboos"}
HONOURS = dict(zip("1234567", ("east wind", "south wind", "west wind", "north wind"), strict=False))


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def spoken(hand):
    """Names of tiles such as those of "23m11z"."""
    names, ranks = [], ""
    for letter in hand:
        if letter.isdigit():
            ranks += letter
        else:
            names += [HONOURS[rank] if letter == "z" else f"{rank} of {SUITS[letter]}" for rank in ranks]
            ranks = ""
    return names


def ask(page, hand):
    page.locator(".seats .act-kan_ask").click()
    sheet = page.locator("dialog.kan-sheet")
    tap_tiles(sheet, *spoken(hand))
    return sheet


@pytest.mark.gate(0)
def test_the_reading_that_forbids_it_is_shown_on_the_own_phone_alone(open_page, serving):
    sit(serving)
    serving.do("tap", seat=2, action="riichi")
    phone, others = open_page((390, 844), seat=2), [open_page(), open_page((390, 844), seat=1)]
    asked = []
    for page in others:
        page.on("request", lambda request: asked.append(request.url))
    shown(phone, serving)
    seq = serving.table.seq
    before = [page.locator("main").inner_html() for page in others]
    snapshot = serving.board.current.text
    sheet = ask(phone, "222333444p23m11z3p")
    expect(sheet.locator(".refusal")).to_contain_text("part of a run or of the pair")
    expect(sheet.get_by_role("img", name="1 of characters, 2 of characters, 3 of characters")).to_be_visible()
    assert faults_at(phone, SIZES[:1], "no") == []
    # The hand of example 2: another tile may be kanned.
    for _ in range(14):
        sheet.get_by_role("button", name="Remove one").click()
    tap_tiles(sheet, *spoken("111m222p333p5678s1m"))
    expect(sheet.locator(".kan-yes")).to_contain_text("Yes")
    assert serving.table.seq == seq
    assert serving.board.current.text == snapshot
    assert [page.locator("main").inner_html() for page in others] == before
    assert [url for url in asked if "kan" in url] == []
    # Closed and opened again: it is gone here too.
    phone.keyboard.press("Escape")
    phone.locator(".seats .act-kan_ask").click()
    expect(sheet.locator(".slot")).to_have_count(14)
    stored = phone.evaluate("() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")
    assert "2p" not in stored
    for entry in serving.journal.entries(serving.journal.games()[-1].number):
        assert "2p" not in str(entry)


@pytest.mark.gate(0)
def test_nobody_is_asked_for_a_hand_on_the_table_while_it_is_played(open_page, serving):
    sit(serving)
    serving.do("tap", seat=2, action="riichi")
    page = open_page()
    expect(seat(page, "Chie").locator(".said")).to_be_visible()
    expect(page.locator(".act-kan_ask")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    expect(page.locator("dialog.menu")).to_be_visible()
    expect(page.get_by_role("button", name="May I kan?")).to_have_count(0)
    page.keyboard.press("Escape")
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    # Once it is over and shown, anybody may look it up.
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="May I kan?").click()
    sheet = page.locator("dialog.kan-sheet")
    tap_tiles(sheet, *spoken("111m222p333p5678s1m"))
    expect(sheet.locator(".kan-yes")).to_be_visible()


def test_who_is_not_in_riichi_or_only_watches_is_not_offered_it(open_page, serving):
    sit(serving)
    page = open_page((390, 844), seat=2)
    expect(page.locator(".seats .act-riichi")).to_be_visible()
    expect(page.locator(".act-kan_ask")).to_have_count(0)
    serving.do("tap", seat=2, action="riichi")
    expect(page.locator(".act-kan_ask")).to_have_count(1)
    watching = open_page((390, 844), seat=2, watch=1)
    expect(watching.locator(".seats .said")).to_be_visible()
    expect(watching.locator(".act-kan_ask")).to_have_count(0)


@pytest.mark.gate(0)
def test_closed_kans_made_before_shorten_the_hand_and_nonsense_has_a_reason(open_page, serving):
    sit(serving)
    serving.do("tap", seat=2, action="ankan")
    serving.do("tap", seat=2, action="riichi")
    page = open_page((390, 844), seat=2, expects_errors=True)
    sheet = ask(page, "222333p4m11z")
    expect(sheet.locator(".kan-answer")).to_contain_text("2 tiles are missing")
    tap_tiles(sheet, *spoken("9m9p"))
    expect(sheet.locator(".refusal")).to_contain_text("This hand would not be tenpai after the discard")


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", ["de", "ja"])
def test_it_finds_room(open_page, serving, language):
    sit(serving)
    serving.do("tap", seat=2, action="riichi")
    page = open_page((390, 844), seat=2, lang=language)
    page.locator(".seats .act-kan_ask").click()
    sheet = page.locator("dialog.kan-sheet")
    for at in (11, 11, 11, 12, 12, 12, 13, 13, 13, 1, 2, 30, 30, 12):
        sheet.locator(".key").nth(at).click()
    expect(sheet.locator(".kan-reading").first).to_be_visible()
    assert faults_at(page, SIZES, language) == []
