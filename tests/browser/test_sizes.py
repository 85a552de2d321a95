"""How large the page is: by the screen, and by what its reader has chosen for the device."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.measuring import faults, resize
from tests.browser.real_table import RealTable
from tests.browser.test_by_tiles import in_sight
from tests.browser.test_play_looks import DURING, close, fill_win, points_only, settle, sit
from tests.toolbox.tongues import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

PI_PANEL = (1920, 1200)
"""Ten inches with more pixels than a tablet, and a browser that does not know how large one is."""
PI_SCREEN = (800, 480)
INCHES = 10.1
LEAST_MM = 8.0


@pytest.fixture
def serving():
    table = RealTable()
    sit(table)
    points_only(table)
    yield table
    table.end()


def slider(page: Page):
    page.locator(".buttons .menu").click()
    return page.locator("dialog.menu input[type=range]")


def rem(page: Page) -> float:
    return page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)")


def test_on_a_panel_with_more_pixels_everything_a_finger_meets_grows_with_the_board(open_page, serving):
    page = open_page(PI_PANEL)
    per_mm = hypot(*PI_PANEL) / INCHES / 25.4
    buttons = ".middle button, .panel .act"
    fill_win(page, ".panel.bottom")
    buttons += ", dialog button"
    boxes = page.locator(buttons).evaluate_all("all => all.map(e => Math.min(e.offsetWidth, e.offsetHeight))")
    assert len(boxes) > 30
    assert min(boxes) / per_mm >= LEAST_MM
    sheet = page.locator("dialog.sheet").bounding_box()
    assert sheet["width"] / PI_PANEL[0] > 0.6
    assert faults(page) == []


@pytest.mark.gate(0)
def test_the_slider_changes_the_page_and_the_device_remembers(open_page, serving):
    page = open_page()
    assert rem(page) == 16
    bar = slider(page)
    bar.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator("dialog.menu output")).to_have_text("130 %")
    assert rem(page) == pytest.approx(16 * 1.3)
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    assert rem(page) == pytest.approx(16 * 1.3)
    other = open_page()
    assert rem(other) == 16
    assert rem(open_page(scale="0.8")) == 16, "no target is too small for a finger"
    assert rem(open_page(PI_PANEL, scale="0.8")) == pytest.approx(24 * 0.8)


def test_a_size_that_no_slider_gives_is_none(open_page, serving):
    assert rem(open_page(scale="12")) == 16


@pytest.mark.gate(0)
@pytest.mark.parametrize("scale", ["1.2", "1.4"])
@pytest.mark.parametrize("screen", [(1280, 800), (390, 844), PI_SCREEN])
def test_nothing_is_cut_in_any_size(open_page, serving, scale, screen):
    page = open_page(screen, scale=scale)
    settle(page, serving)
    found = [f"live: {one}" for one in faults(page)]
    for name, show in DURING.items():
        show(page)
        page.locator("dialog").wait_for()
        found += [f"{name}: {one}" for one in faults(page)]
        close(page)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("screen", [(1280, 800), (320, 568)])
def test_nothing_is_cut_in_a_browser_whose_letters_are_twice_as_large(open_page, serving, screen):
    page = open_page(screen)
    settle(page, serving)
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    assert rem(page) == (32 if screen[0] > 640 else 16)
    fill_win(page, ".panel.bottom, .seat-card:nth-child(1)")
    assert faults(page) == []


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_screen_of_a_pi_all_keys_are_in_sight(open_page, serving, language):
    page = open_page(PI_SCREEN, lang=language)
    DURING["win by tiles"](page)
    page.locator("dialog .sheet-body").evaluate("each => each.scrollTo(0, 0)")
    keys = page.locator("dialog .key").all()
    assert len(keys) == 37
    parts = [*keys, *page.locator("dialog :is(.from button, .builder-line button, .confirm)").all()]
    parts.append(page.locator("dialog .built"))
    assert [part.inner_text() for part in parts if not in_sight(page, part)] == []
    assert faults(page) == []


LEAST_WORDS_PX = 14
ARROW_WORDS = """all => all.map(e => {
  const drawnAs = e.getScreenCTM();
  return Math.hypot(drawnAs.a, drawnAs.b) * parseFloat(getComputedStyle(e).fontSize);
})"""


@pytest.mark.gate("en")
@pytest.mark.parametrize("language", ["en", "de"])
def test_words_between_the_arrows_can_be_read_at_every_width(open_page, serving, language):
    page = open_page((320, 900), lang=language, layout="stand")
    fill_win(page, ".seat-card:nth-child(3)")
    small = {}
    for width in (320, 355, 360, 390, *range(440, 700, 12), 720, 800):
        resize(page, (width, 900))
        words = page.locator("dialog .arrows text").evaluate_all(ARROW_WORDS)
        assert len(words) >= 13
        small |= {width: min(words)} if min(words) < LEAST_WORDS_PX else {}
    assert small == {}
