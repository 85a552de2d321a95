"""One result screen: before, change and after say the same when a hand ends and when the game does."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults_at
from tests.browser.test_play_looks import drawn
from tests.browser.touching import NAMES, act, confirm, deltas, go, points, seat, sit, win

SIZES = [(1280, 800), (800, 1280), (390, 844), (800, 480)]
AFTER = ["24,000", "29,900", "25,000", "21,100"]
CHANGES = ["±0", "+4,900", "±0", "−3,900"]
BEFORE = ["24,000 →", "25,000 →", "25,000 →", "25,000 →"]
PLACES = ["Place 3", "Place 1", "Place 2", "Place 4"]
SCORES = {"Aki": "−16.0", "Ben": "+39.9", "Chie": "+5.0", "Dai": "−28.9"}


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def befores(page):
    return [seat(page, name).locator(".before").inner_text() for name in NAMES]


def places(page):
    return [seat(page, name).locator(".place").inner_text() for name in NAMES]


def a_hand(page):
    act(page, "Aki", "Riichi")
    expect(seat(page, "Aki").locator(".points")).to_have_text("24,000")
    confirm(win(page, "Ben", "Ron from Dai", "3 han 30 fu"))
    expect(seat(page, "Ben").locator(".delta")).to_have_text("+4,900")


def test_a_hand_and_the_game_say_the_same(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    assert (points(page), deltas(page), befores(page), places(page)) == (AFTER, CHANGES, BEFORE, PLACES)
    serving.finish()
    expect(page.locator(".cards .final")).to_be_visible()
    assert (points(page), deltas(page), befores(page), places(page)) == (AFTER, CHANGES, BEFORE, PLACES)
    assert [seat(page, name).locator(".name").inner_text() for name in NAMES] == NAMES
    assert {name: seat(page, name).locator(".score").inner_text() for name in NAMES} == SCORES


TURNS = """all => all.map(e => {
  const [along] = getComputedStyle(e.closest(".turned")).rotate.match(/-?[0-9]+/) ?? ["0"];
  return ((Number(along) + 360) % 360);
})"""


@pytest.mark.gate(0)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_each_side_reads_the_whole_result(open_page, serving, size):
    """Who won, with what, who pays, and the final scores: before each player, turned to that player."""
    sit(serving)
    page = open_page(size)
    a_hand(page)
    for said, shown in (("h2", "Ben ron from Dai 3 han 30 fu"), (".payments", "Dai → Ben 3,900 hand")):
        told = page.locator(f".panel .card {said}")
        expect(told).to_have_count(4)
        expect(told.first).to_contain_text(shown)
        assert len({" ".join(text.split()) for text in told.all_inner_texts()}) == 1
    assert sorted(page.locator(".panel .card h2").evaluate_all(TURNS)) == [0, 90, 180, 270]
    expect(seat(page, "Dai").locator(".slips")).to_have_text("→ Ben 3,900")
    expect(seat(page, "Ben").locator(".slips li")).to_have_text(["← Dai 3,900", "← table 1,000"])
    expect(seat(page, "Chie").locator(".slips")).to_have_count(0)
    serving.finish()
    expect(page.locator(".panel .final tbody tr")).to_have_count(16)
    assert sorted(page.locator(".panel .final").evaluate_all(TURNS)) == [0, 90, 180, 270]
    assert faults_at(page, [size], "final") == []


def test_who_is_noten_reads_the_whole_sum(open_page, serving):
    sit(serving)
    serving.do("tell", facts=[drawn(0, 2)])
    page = open_page()
    expect(page.locator(".cards .payments li")).to_have_text(
        ["Ben → Aki, Chie 1,500 noten", "Dai → Aki, Chie 1,500 noten"]
    )
    expect(seat(page, "Dai").locator(".slips")).to_have_text("→ 1,500")
    expect(seat(page, "Aki").locator(".slips")).to_have_text("← 1,500")


@pytest.mark.gate(0)
def test_the_next_hand_begins_with_what_was_shown(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    go(page, "Next hand")
    expect(page.locator(".go.draw")).to_be_visible()
    assert points(page) == AFTER


@pytest.mark.gate(0)
def test_nothing_is_cut_in_any_size(open_page, serving):
    sit(serving)
    page = open_page()
    a_hand(page)
    assert faults_at(page, SIZES, "result") == []
