"""Looking back on every size of screen: nothing is cut, everything can be reached and read."""

import pytest
from playwright.sync_api import expect

from companion.riichi.facts import HanchanStarted
from companion.riichi.presets import TENHOU
from tests.browser.accessibility import violations, violations_by_theme
from tests.browser.evenings import LONG_NAMES, SIX_HANDS, EveningTable
from tests.browser.measuring import faults_at
from tests.browser.test_evening import open_evening
from tests.haifu.wanderers import game

SIZES = [(1280, 800), (800, 1280), (390, 844), (320, 568)]
HAND = 2


@pytest.fixture
def serving():
    table = EveningTable()
    table.play(*SIX_HANDS, names=LONG_NAMES)
    table.finish()
    table.say(HanchanStarted(LONG_NAMES, "tenhou"), *game(3, TENHOU))
    yield table
    table.end()


def to_hand(page):
    page.locator(".hand-row").nth(HAND).click()


def to_form(nth):
    def go(page):
        to_hand(page)
        page.locator(".bar button").nth(2).click()
        for folded in page.locator("details.what summary").all():
            folded.click()
        page.locator(".what button").nth(nth).click()
        expect(page.locator(".form")).to_be_visible()

    return go


def to_replay(page):
    to_hand(page)
    page.locator(".bar button").nth(1).click()
    page.locator(".step-bar button").nth(1).click()
    expect(page.locator(".picture .deadwall")).to_be_visible()


def to_game(page):
    page.locator(".game-row").last.click()
    expect(page.locator(".hold").first).to_be_visible()


VIEWS = {
    "the hands": ("history", lambda page: page.locator(".hand-row").first.wait_for()),
    "one hand": ("history", to_hand),
    "a result put right": ("history", to_form(0)),
    "the deal put right": ("history", to_form(4)),
    "step by step": ("history", to_replay),
    "all games": ("games", lambda page: page.locator(".game-row").first.wait_for()),
    "one game": ("games", to_game),
    "statistics": ("statistics", lambda page: page.locator("table.statistics").wait_for()),
    "standings": ("club", lambda page: page.locator(".course-line").first.wait_for()),
}


@pytest.mark.gate(0)
@pytest.mark.parametrize(("language", "sizes"), [("fr", SIZES), ("en", SIZES[-1:])])
def test_nothing_is_cut_and_nothing_lies_outside(open_page, serving, language, sizes):
    page = open_page(lang=language)
    found = []
    for name, (view, go) in VIEWS.items():
        open_evening(page, view)
        go(page)
        for size in sizes:
            found += faults_at(page, [size], name)
            wide = page.evaluate("() => document.querySelector('.evening-body').scrollWidth - innerWidth")
            found += [f"{name} {size[0]}x{size[1]}: scrolls sideways"] if wide > 0 else []
            found += [f"{name} {size[0]}x{size[1]}: {small} is small" for small in page.evaluate(SMALL)]
        page.keyboard.press("Escape")
    assert found == []


SMALL = """() => [...document.querySelectorAll(".evening :is(button, a, select, input:not([type=file]))")]
  .filter((one) => one.getClientRects().length)
  .map((one) => [one.textContent || one.tagName, one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 47.9 || box.height < 47.9)
  .map(([text, box]) => `${text} ${box.width}x${box.height}`)"""


MOST_COLOURS = ("one hand", "step by step", "one game")


@pytest.mark.gate(0)
def test_axe_finds_nothing(open_page, serving):
    page = open_page((800, 1280))
    for name, (view, go) in VIEWS.items():
        open_evening(page, view)
        go(page)
        # The pieces are the same everywhere: in the second theme the views with most of them will do.
        assert (violations_by_theme if name in MOST_COLOURS else violations)(page) == []
        page.keyboard.press("Escape")


@pytest.mark.gate(0)
def test_the_keyboard_alone_corrects_a_hand(open_page, serving):
    page = open_page()
    open_evening(page)
    page.locator(".hand-row").nth(HAND).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".told-list")).to_be_visible()
    tab_to(page, "Correct this hand")
    tab_to(page, "The start of the hand")
    while page.evaluate("() => document.activeElement.tagName") != "INPUT":
        page.keyboard.press("Tab")
    page.keyboard.type("26000")
    expect(page.locator(".differences li").first).to_be_visible()
    tab_to(page, "Confirm the correction")
    expect(page.locator(".evening-said")).to_contain_text("Corrected.")


def tab_to(page, name):
    """Tab until the button of that name has the focus, and press it."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.textContent") == name:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"the keyboard never came to {name}")
