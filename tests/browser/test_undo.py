"""Undo says what it takes back and stays where it is; redo has its own place; nothing covers either."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from companion.dashboard import stream
from companion.dashboard.stream import event
from tests.browser.measuring import faults
from tests.browser.real_table import RealTable
from tests.browser.touching import act, confirm, go, seat, shown, sit, win

UNDO, REDO = ".buttons .undo", ".buttons .redo"


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def place(page, button):
    return page.locator(button).bounding_box()


def asked(page):
    page.locator(UNDO).click()
    return page.locator(".notice")


def test_it_says_what_it_takes_back(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Chie", "Riichi")
    expect(seat(page, "Chie").locator(".points")).to_have_text("24,000")
    expect(asked(page)).to_have_text("Take back: Chie’s riichi?")
    page.locator(UNDO).click()
    expect(page.locator(".notice")).to_have_text("Taken back")
    expect(asked(page)).to_have_text("Take back: the deal?")
    confirm(win(page, "Ben", "Ron from Dai", "2 han 30 fu"))
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+2,000")
    expect(asked(page)).to_have_text("Take back: Ben’s win?")
    serving.do("correct", retracts=[serving.table.seq], facts=[])
    shown(page, serving)
    expect(asked(page)).to_have_text("Take back: the correction?")


@pytest.mark.gate(0)
def test_one_spot_tapped_again_and_again_only_takes_back(open_page, serving):
    sit(serving)
    for at in range(3):
        serving.do("tap", seat=at, action="ankan")
    page = open_page()
    expect(page.locator(".panel .meld")).to_have_count(3)
    box = place(page, UNDO)
    spot = box["x"] + box["width"] / 2 + 6, box["y"] + box["height"] / 2
    for left in (2, 1):
        for _ in range(2):
            page.mouse.click(*spot)
            page.wait_for_timeout(350)
        expect(page.locator(".panel .meld")).to_have_count(left)
        assert place(page, UNDO) == box


@pytest.mark.gate(1)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (390, 844), (800, 480)])
def test_nothing_covers_it_and_redo_moves_nothing(open_page, serving, size):
    sit(serving)
    page = open_page(size)
    page.locator(".act-riichi").first.click()
    expect(page.locator(".stick.accepted")).to_have_count(1)
    before = [place(page, button) for button in (UNDO, REDO)]
    expect(page.locator(REDO)).to_be_disabled()
    expect(asked(page)).to_be_visible()
    assert free(page)
    page.locator(UNDO).click()
    expect(page.locator(REDO)).to_be_enabled()
    expect(page.locator(".notice")).to_have_text("Taken back")
    assert free(page)
    assert [place(page, button) for button in (UNDO, REDO)] == before
    assert faults(page) == []


def free(page):
    """Whether the toast leaves both buttons alone."""
    toast = page.locator(".notice").bounding_box()
    boxes = [place(page, button) for button in (UNDO, REDO)]
    return not any(
        toast["x"] < box["x"] + box["width"]
        and box["x"] < toast["x"] + toast["width"]
        and toast["y"] < box["y"] + box["height"]
        and box["y"] < toast["y"] + toast["height"]
        for box in boxes
    )


@pytest.mark.gate(0)
def test_a_long_touch_still_needs_no_question(open_page, serving):
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    page.locator(UNDO).click(delay=900)
    expect(seat(page, "Ben").locator(".points")).to_have_text("25,000")
    go(page, "Redo what was taken back")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")


@pytest.mark.gate(0)
def test_a_late_answer_hushes_nothing_that_was_asked_meanwhile(open_page, serving):
    serving.answers_after_s = 0.8
    sit(serving)
    page = open_page()
    with page.expect_response("**/api/commands") as answered:
        act(page, "Ben", "Riichi")
        expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
        expect(asked(page)).to_have_text("Take back: Ben’s riichi?")
    assert answered.value.ok
    page.wait_for_timeout(100)
    expect(page.locator(".notice")).to_have_text("Take back: Ben’s riichi?")


@pytest.mark.gate(0)
def test_what_another_page_told_before_a_late_answer_has_been_seen(open_page, serving):
    serving.answers_after_s = 0.8
    sit(serving)
    page = open_page()
    act(page, "Ben", "Riichi")
    expect(seat(page, "Ben").locator(".points")).to_have_text("24,000")
    serving.do("tap", seat=2, action="ankan")
    expect(page.locator(".panel .meld")).to_have_count(1)
    act(page, "Dai", "Riichi")
    expect(seat(page, "Dai").locator(".points")).to_have_text("24,000")


@pytest.mark.gate(0)
def test_what_it_asks_about_is_the_newest_also_before_the_news_of_it(open_page, serving, monkeypatch):
    monkeypatch.setattr(stream, "event", lambda posted: time.sleep(0.6) or event(posted))
    sit(serving)
    page = open_page()
    act(page, "Chie", "Riichi")
    expect(seat(page, "Chie").locator(".points")).to_have_text("24,000")
    expect(asked(page)).to_have_text("Take back: Chie’s riichi?")
    page.locator(UNDO).click()
    expect(page.locator(".notice")).to_have_text("Taken back")
    expect(asked(page)).to_have_text("Take back: the deal?")
