"""Taps that were wrong, late, doubled or lost: nothing is lost, and one sentence says what became of them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import screen
from tests.browser.real_table import RealTable
from tests.browser.touching import NAMES, act, confirm, facts, go, points, seat, shown, sit, win


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def test_undo_asks_twice_and_redo_tells_again(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    page.locator(".buttons .undo").click()
    page.locator(".buttons .undo.armed").wait_for()
    assert facts(serving)[-1] == "RiichiAccepted"
    page.locator(".buttons .undo").click()
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")
    page.get_by_role("button", name="Redo what was taken back").click()
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")


@pytest.mark.gate(0)
def test_undo_is_also_one_long_touch(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    page.locator(".buttons .undo").click(delay=900)
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")


def test_fifty_equal_taps_are_one(open_page, serving):
    sit(serving)
    page = open_page()
    page.evaluate(
        "() => { for (let at = 0; at < 50; at++) document.querySelector('.panel.right .act-ankan').click(); }"
    )
    expect(seat(page, "Ben").locator(".meld")).to_have_count(1)
    page.evaluate("() => { for (let at = 0; at < 50; at++) document.querySelector('.go.draw')?.click(); }")
    expect(page.locator(".cards h2")).to_have_text("Exhaustive draw")
    assert facts(serving).count("Ryuukyoku") == 1


def test_a_tap_on_an_old_page_changes_nothing_and_the_page_shows_the_new_state(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    # The news does not reach this page, as on a line that hangs.
    page.evaluate("() => { window.EventSource.prototype.dispatchEvent = () => true; }")
    page.route(
        "**/api/commands", lambda route: (serving.do("tap", seat=0, action="riichi"), route.continue_())
    )
    act(page, "Ben", "Riichi")
    expect(page.locator(".notice")).to_contain_text("The table has changed; look again")
    expect(seat(page, "Aki").locator(".points")).to_have_text("24,000")
    assert [one.in_riichi for one in serving.table.hanchan.kyoku.players] == [True, False, False, False]


@pytest.mark.gate(0)
def test_two_who_confirm_at_once(open_page, serving):
    sit(serving)
    one, other = open_page(expects_errors=True), open_page(expects_errors=True)
    sheets = [win(one, "Ben", "Tsumo", "2 han 30 fu"), win(other, "Chie", "Tsumo", "3 han 30 fu")]
    for sheet in sheets:
        expect(sheet.locator(".confirm[aria-busy=false]")).to_be_enabled()
    sheets[0].locator(".confirm").click()
    shown(other, serving)
    sheets[0].wait_for(state="detached")
    expect(sheets[1].locator(".confirm")).to_be_disabled()
    expect(sheets[1].locator(".refusal")).to_be_visible()
    assert facts(serving).count("Won") == 1


def test_behind_a_proxy_that_holds_the_stream_back_people_play_on(chromium, serving):
    sit(serving)
    context = screen(chromium)
    page = context.new_page()
    page.route("**/api/stream", lambda _held_back: None)
    page.goto(serving.url)
    expect(seat(page, "Ben")).to_be_visible()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    serving.do("tap", seat=2, action="riichi")
    expect(seat(page, "Chie").locator(".points")).to_have_text("24,000")
    assert page.get_by_text("Not connected").count() == 0
    context.close()


def test_a_tap_survives_a_restart_of_the_server(open_page, serving):
    sit(serving)
    page = open_page(expects_errors=True)
    serving.end()
    act(page, "Ben", "Riichi")
    serving.begin()
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    expect(page.locator(".lost")).to_have_count(0)
    assert facts(serving).count("RiichiAccepted") == 1


def test_what_is_not_possible_says_why(open_page, serving):
    serving.do("start", names=NAMES)
    serving.do("deal", depth="points", points=[33_000, 900, 33_000, 33_100])
    page = open_page()
    seat(page, "Ben").locator(".act-riichi").click(force=True)
    expect(page.locator(".notice")).to_contain_text("Too few points for riichi.")
    # Whoever tapped reads it, and the sheet that they open: both are turned to their side.
    expect(page.locator(".notice")).to_have_css("rotate", "-90deg")
    act(page, "Ben", "Win")
    expect(page.locator("dialog.win-sheet")).to_have_css("rotate", "-90deg")
    assert "RiichiDeclared" not in facts(serving)


@pytest.mark.gate(0)
def test_a_result_that_somebody_else_puts_right_closes_the_sheet_about_it(open_page, serving):
    sit(serving)
    one, other = open_page(), open_page()
    confirm(win(one, "Ben", "Ron from Dai", "2 han 30 fu"))
    go(one, "Correct the result")
    expect(one.locator("dialog.sheet .foot")).to_be_visible()
    act(other, "Chie", "+ Ron")
    also = other.locator("dialog.win-sheet")
    also.get_by_role("button", name=re.compile("^1 han 30 fu")).first.click()
    confirm(also)
    expect(one.locator("dialog.sheet")).to_have_count(0)
    expect(one.locator(".notice")).to_contain_text("The table has changed; look again")
    assert points(one) == points(other)
