"""For people who do not sit at the table: a television, read from three metres, and an overlay for a film."""

from __future__ import annotations

from io import BytesIO
from math import hypot

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.riichi.facts import (
    Discarded,
    Drawn,
    HanchanEnded,
    KyokuEnded,
    KyokuStarted,
    RiichiAccepted,
    RiichiDeclared,
)
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import Wind
from companion.riichi.tiles import Tile
from tests.browser.accessibility import violations
from tests.browser.conftest import Table, moments
from tests.browser.hands import LONG_HAND, WIN, A, B, C, deal, turn, turns
from tests.browser.measuring import faults
from tests.browser.test_from_afar import CAPITALS
from tests.toolbox.tongues import LANGUAGES

TELEVISION = (1920, 1080)
INCHES = 40
LEAST_MM = 12.0
"""Four millimetres for each metre, as at the table."""
STYLES = ("plate", "light", "wind", "clear")
NAMES = ("Wilhelmina-Antoinette", "Maximilian von Hohenfels", "Bartholomew", "Ngọc Ánh")
FACTS = {
    "the first turn": (deal(),),
    "the middle of a hand": LONG_HAND,
    "a win": (*LONG_HAND, *turns(C, "5s"), WIN),
    "the end of a game": (*LONG_HAND, *turns(C, "5s"), WIN, KyokuEnded(), HanchanEnded()),
}


@pytest.fixture
def long_names(table):
    table.hanchan = Table(names=NAMES).hanchan
    return table


def words_on(page):
    """Every box that has letters of its own, which people can see."""
    return page.evaluate_handle(
        """() => [...document.querySelectorAll("main *")].filter(e =>
          [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.textContent.trim())
          && e.checkVisibility() && getComputedStyle(e).clipPath === "none" && !e.closest(".tile, .half"))"""
    )


@pytest.mark.gate("de")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_television_is_read_from_three_metres(open_page, long_names, language):
    page = open_page(TELEVISION, watch=1, lang=language)
    page.locator("main.tv").wait_for()
    for moment in moments(page, long_names, FACTS, NAMES):
        page.evaluate("() => document.fonts.ready.then(() => true)")
        heights = words_on(page).evaluate(CAPITALS)
        assert len(heights) > 10
        per_mm = hypot(*TELEVISION) / INCHES / 25.4
        assert min(heights) / per_mm >= LEAST_MM, moment
        assert faults(page) == [], moment
        assert page.get_by_role("button").count() == 0, moment


@pytest.mark.gate(0)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_television_has_nothing_that_axe_finds_wrong(open_page, long_names, theme):
    page = open_page(TELEVISION, watch=1, theme=theme)
    page.locator("main.tv").wait_for()
    for moment in moments(page, long_names, FACTS, NAMES):
        assert violations(page) == [], moment


@pytest.mark.gate(0)
def test_three_players_have_room_on_a_television(open_page, table):
    table.hanchan = Table(TENHOU_3P, ("Aki", "Bartholomew", "Chie")).hanchan
    start = KyokuStarted(Wind.EAST, A, 0, 0, (35_000, 35_000, 35_000), Tile("4p"))
    riichi = (RiichiDeclared(B), Discarded(B, Tile("2p")), RiichiAccepted(B))
    table.say(start, *turn(A, "1z"), Drawn(B), *riichi, in_one_go=True)
    page = open_page(TELEVISION, watch=1)
    page.locator(".tv-seat").first.wait_for()
    assert faults(page) == []
    heights = page.locator(".tv-seat .name").evaluate_all("all => all.map(e => e.clientHeight)")
    assert max(heights) < 60, "a name of one word has one line"


@pytest.mark.gate(0)
def test_usual_names_are_not_written_small_over_a_film(open_page, table):
    table.say(*LONG_HAND, in_one_go=True)
    page = open_page(TELEVISION, overlay=1)
    page.locator(".plate-of").first.wait_for()
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(200)
    assert min(page.locator(".plate-of .name").evaluate_all(CAPITALS)) >= 26


@pytest.mark.gate(0)
def test_a_tablet_that_watches_lies_as_it_was_told_to(open_page, serving):
    assert open_page(watch=1, layout="flat").locator("main.flat").count() == 1
    assert open_page((390, 844), watch=1).locator("main.stand").count() == 1


def ink(page):
    """Where the page is not transparent: for each pixel how opaque it is."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    page.wait_for_timeout(100)
    return Image.open(BytesIO(page.screenshot(omit_background=True))).convert("RGBA").getchannel("A")


@pytest.mark.gate(1)
@pytest.mark.parametrize("style", STYLES)
def test_a_lower_third_leaves_all_else_to_the_film(open_page, long_names, style):
    width, height = TELEVISION
    page = open_page(TELEVISION, overlay=1, names=style)
    page.locator("main.overlay.lower").wait_for()
    for moment in moments(page, long_names, FACTS, NAMES):
        drawn = ink(page)
        assert drawn.crop((0, 0, width, height * 2 // 3)).getbbox() is None, moment
        assert drawn.crop((0, height * 2 // 3, width, height)).getbbox() is not None, moment
        assert faults(page) == [], moment
        assert violations(page) == [], moment


@pytest.mark.gate(0)
@pytest.mark.parametrize("style", STYLES)
def test_a_full_table_leaves_the_middle_to_the_film(open_page, long_names, style):
    width, height = TELEVISION
    page = open_page(TELEVISION, overlay="table", names=style)
    page.locator("main.overlay.table").wait_for()
    for moment in moments(page, long_names, FACTS, NAMES):
        drawn = ink(page)
        assert drawn.crop((width // 4, height // 6, width * 3 // 4, height)).getbbox() is None, moment
        assert faults(page) == [], moment
        assert violations(page) == [], moment
        boxes = page.locator(".plate-of, .overlay-told").evaluate_all(
            "all => all.map(e => { const { x, y, right, bottom } = e.getBoundingClientRect();"
            " return [x, y, right, bottom]; })"
        )
        apart = [
            one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            for at, one in enumerate(boxes)
            for other in boxes[:at]
        ]
        assert len(apart) == 10
        assert all(apart), moment


@pytest.mark.gate(0)
def test_the_four_styles_of_names_look_different(open_page, long_names):
    pictures = set()
    long_names.say(deal())
    for style in STYLES:
        page = open_page(TELEVISION, overlay=1, names=style)
        page.locator(".plate-of").first.wait_for()
        pictures.add(page.screenshot(omit_background=True))
    assert len(pictures) == len(STYLES)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("overlay", ["lower", "table"])
def test_an_overlay_finds_room_in_every_language(open_page, long_names, language, overlay):
    page = open_page(TELEVISION, overlay=overlay, lang=language)
    page.locator("main.overlay").wait_for()
    for moment in moments(page, long_names, FACTS, NAMES):
        assert faults(page) == [], moment


def test_a_film_without_a_game_has_nothing_over_it(open_page, serving, table):
    table.board.publish(table.board.current.snapshot.__class__(**_without_a_game(table)))
    page = open_page(TELEVISION, overlay=1)
    page.locator("main.overlay").wait_for()
    assert ink(page).getbbox() is None


@pytest.mark.gate(0)
def test_a_television_without_a_game_shows_neither_seats_nor_points(open_page, serving, table):
    table.board.publish(table.board.current.snapshot.__class__(**_without_a_game(table)))
    for language in LANGUAGES:
        page = open_page(TELEVISION, watch=1, lang=language)
        expect(page.locator(".tv-waiting")).not_to_be_empty()
        assert "000" not in page.locator("main.tv").inner_text()
        expect(page.locator(".tv-seat")).to_have_count(0)
        assert faults(page) == [], language
    assert violations(page) == []


@pytest.mark.gate(0)
@pytest.mark.parametrize(
    ("screen", "layout"), [((390, 844), "stand"), ((800, 1280), "stand"), ((1280, 800), "flat")]
)
def test_a_small_screen_that_watches_says_that_there_is_no_game(open_page, serving, table, screen, layout):
    table.board.publish(table.board.current.snapshot.__class__(**_without_a_game(table)))
    for language in LANGUAGES:
        page = open_page(screen, watch=1, layout=layout, lang=language)
        expect(page.locator(".hint").first).not_to_be_empty()
        expect(page.locator(".points")).to_have_count(0)
        assert faults(page) == [], language
    assert violations(page) == []


def test_a_small_screen_that_may_start_a_game_does_not_wait_for_one(open_page, serving, table):
    table.board.publish(table.board.current.snapshot.__class__(**_without_a_game(table)))
    page = open_page((390, 844), layout="stand")
    expect(page.locator(".points")).to_have_count(4)
    expect(page.locator(".hint")).to_have_count(0)


def _without_a_game(table):
    shown = table.board.current.snapshot
    return {name: getattr(shown, name) for name in shown.__slots__} | {"game": None, "seq": shown.seq + 1}


def test_what_is_not_connected_says_so(open_page, serving, table):
    table.say(*LONG_HAND, in_one_go=True)
    shown = [open_page(TELEVISION, expects_errors=True, **asked) for asked in ({"watch": 1}, {"overlay": 1})]
    for page in shown:
        page.locator(":is(.tv-seat, .plate-of)").first.wait_for()
    serving.end()
    for page in shown:
        expect(page.locator(".lost")).to_contain_text("Not connected")
        assert faults(page) == []
    serving.begin()
    for page in shown:
        expect(page.locator(".lost")).to_have_count(0)
