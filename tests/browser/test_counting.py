"""Counting by touch: a tap for each discard and call, the depth, and the reminders."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES, SIDES, act, go, seat, sit

PLACES = """() => [...document.querySelectorAll("main .panel .act")].map((button) => {
  const { x, y } = button.getBoundingClientRect();
  const side = button.closest(".panel").className.match(/bottom|right|top|left/);
  return [`${side} ${button.className.match(/act-\\w+/)}`, `${x} ${y}`];
})"""


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def test_counting_is_one_tap_for_each_discard_and_call(open_page, serving):
    sit(serving, "counting")
    page = open_page()
    live = page.locator(".plate.bottom .live b")
    expect(page.locator(".plate .hint")).to_have_text(["Discarded? Tap your side"] * 4)
    places = {}
    for name, left in (("Aki", "69"), ("Ben", "68")):
        page.get_by_role("button", name=f"{name} discards").click()
        expect(live).to_have_text(left)
        for button, place in page.evaluate(PLACES):
            places.setdefault(button, set()).add(place)
    # Though there are others with every tap, none moves under the finger.
    assert len(places) > 12
    assert {button for button, at in places.items() if len(at) > 1} == set()
    expect(page.locator(".plate .hint")).to_have_count(0)
    act(page, "Dai", "Pon")
    page.get_by_role("button", name="Dai discards").click()
    expect(live).to_have_text("68")
    act(page, "Aki", "Riichi")
    page.get_by_role("button", name="Ben discards").click()
    expect(seat(page, "Aki").locator(".stick.accepted")).to_be_visible()
    expect(live).to_have_text("66")
    act(page, "Chie", "Closed kan")
    expect(page.locator(".plate.bottom .reminder", has_text="Flip the kan dora now")).to_be_visible()


def test_quick_taps_wait_for_one_another(open_page, serving):
    sit(serving, "counting")
    page = open_page()
    names = [f".panel.{SIDES[name]} .big" for name in NAMES]
    page.evaluate("names => names.forEach(name => document.querySelector(name).click())", names)
    expect(page.locator(".plate.bottom .live b")).to_have_text("66")
    assert [len(one.discards) for one in serving.table.hanchan.kyoku.players] == [1, 1, 1, 1]


@pytest.mark.gate(0)
@pytest.mark.parametrize("is_quick", [False, True])
def test_forgotten_taps_are_counted_when_somebody_says_so(open_page, serving, is_quick):
    sit(serving, "counting")
    page = open_page(expects_errors=is_quick)
    aki, dai = (page.get_by_role("button", name=f"{name} discards") for name in ("Aki", "Dai"))
    if is_quick:
        # Before the table has answered the first tap: the second is refused by the table, not by the page.
        page.evaluate(
            "taps => taps.forEach((tap) => tap.click())", [aki.element_handle(), dai.element_handle()]
        )
    else:
        with page.expect_response("**/api/commands"):
            aki.click()
        expect(page.locator(".plate.bottom .live b")).to_have_text("69")
        dai.click()
    page.get_by_role("button", name="2 forgotten taps: count them too").click()
    expect(page.locator(".plate.bottom .live b")).to_have_text("66")
    assert [len(one.discards) for one in serving.table.hanchan.kyoku.players] == [1, 1, 1, 1]


@pytest.mark.gate(0)
def test_the_depth_changes_in_mid_hand(open_page, serving):
    sit(serving)
    page = open_page()
    expect(page.locator(".plate .live")).to_have_count(0)
    go(page, "Points only")
    sheet = page.locator("dialog.sheet")
    sheet.locator(".row-button", has_text="Full").click()
    sheet.get_by_role("button", name=re.compile("Chie")).click()
    sheet.get_by_role("spinbutton").fill("31")
    sheet.get_by_role("button", name="Use this").click()
    expect(page.locator(".plate.bottom .live b")).to_have_text("31")
    page.get_by_role("button", name="Chie discards").click()
    page.locator("dialog .keys").get_by_role("button", name="5 of circles, red", exact=True).click()
    expect(seat(page, "Chie").locator(".river .tile")).to_have_attribute("aria-label", "5 of circles, red")
    go(page, "Full")
    page.locator("dialog .row-button", has_text="Points only").click()
    page.get_by_role("button", name="Use this").click()
    expect(page.locator(".plate .live")).to_have_count(0)


def test_a_kan_dora_is_turned_by_its_reminder(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Closed kan")
    page.locator(".plate.bottom button.reminders").click()
    page.get_by_role("button", name="Which tile", exact=True).click()
    page.locator("dialog .keys").get_by_role("button", name="north wind", exact=True).click()
    expect(page.locator(".under .dora .tile").nth(1)).to_have_attribute("aria-label", "east wind")
    expect(page.locator(".plate.bottom .reminder", has_text="Flip the kan dora")).to_have_count(0)


@pytest.mark.gate(0)
def test_an_indicator_that_nobody_told_can_be_named_later(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    page.get_by_role("button", name="Indicator 1: which tile is it?").click()
    page.locator("dialog .keys").get_by_role("button", name="9 of circles", exact=True).click()
    expect(page.locator(".under .dora .tile")).to_have_attribute("aria-label", "1 of circles")
    assert seat(page, "Ben").locator(".points").inner_text() == "24,000"


@pytest.mark.gate(0)
def test_a_reminder_that_was_seen_stands_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Closed kan")
    page.locator(".plate.bottom button.reminders").click()
    page.locator(".reminding", has_text="Flip the kan dora now").get_by_role("button", name="Dismiss").click()
    expect(page.locator(".plate .reminder", has_text="Flip the kan dora now")).to_have_count(0)
    assert [one.code for one in serving.board.current.snapshot.reminders if one.seen] == ["flip_kan_dora_now"]
