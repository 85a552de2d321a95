"""One result screen: before, change and after say the same when a hand ends and when the game does."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults_at
from tests.browser.touching import NAMES, act, confirm, deltas, go, points, seat, sit, win

SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]
AFTER = ["24,000", "29,900", "25,000", "21,100"]
CHANGES = ["±0", "+4,900", "±0", "−3,900"]
BEFORE = ["No. 3 · 24,000 →", "No. 1 · 25,000 →", "No. 2 · 25,000 →", "No. 4 · 25,000 →"]


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def befores(page):
    return [seat(page, name).locator(".before").inner_text() for name in NAMES]


def a_hand(page):
    act(page, "Aki", "Riichi")
    expect(seat(page, "Aki").locator(".points")).to_have_text("24,000")
    confirm(win(page, "Ben", "Ron: Dai", "3 han 30 fu"))
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+4,900")


def test_a_hand_and_the_game_say_the_same(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    assert (points(page), deltas(page), befores(page)) == (AFTER, CHANGES, BEFORE)
    serving.finish()
    expect(page.locator(".cards .final")).to_be_visible()
    assert (points(page), deltas(page), befores(page)) == (AFTER, CHANGES, BEFORE)
    assert [seat(page, name).locator(".name").inner_text() for name in NAMES] == NAMES


def test_the_next_hand_begins_with_what_was_shown(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    go(page, "Next hand")
    expect(page.locator(".go.draw")).to_be_visible()
    assert points(page) == AFTER


def test_nothing_is_cut_in_any_size(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    assert faults_at(page, SIZES, "result") == []
