"""On every size of screen, in every language: nothing is cut or lies outside, everything can be reached."""

import json

import pytest
from playwright.sync_api import expect

from companion.dashboard.pages import STATIC
from companion.projections.snapshot import ControlView
from companion.riichi.facts import (
    AnkanDeclared,
    DaiminkanCalled,
    Discarded,
    Drawn,
    HanchanEnded,
    IndicatorRevealed,
    KyokuEnded,
    RinshanDrawn,
)
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from tests.browser.accessibility import violations_by_theme
from tests.browser.conftest import Table, moments
from tests.browser.hands import LONG_HAND, WIN, A, C, D, deal, turn, turns
from tests.browser.measuring import faults, faults_at
from tests.toolbox.tongues import LANGUAGES

SIZES = [(1280, 800), (800, 1280), (1024, 768), (800, 480), (390, 844), (320, 568)]


def written(language):
    return sum(
        len(text) for text in json.loads((STATIC / f"lang/{language}.json").read_text("utf-8")).values()
    )


LONGEST = max(LANGUAGES, key=written)
"""What finds room in this language does so in every other; each is looked at in one size all the same."""
LONG_NAMES = ("Wilhelmina-Antoinette", "Maximilian von Hohenfels", "Bartholomew", "Ngọc Ánh")
LONGEST_NAMES = {
    "latin": (
        *("Wilhelmina-Antoinette von Hohenfels-Lang", "Maximilian Friedrich von Wittelsbach-Zwe"),
        *("Bartholomew Featherstonehaugh the Second", "Ngọc Ánh Nguyễn Thị Phương-Thảo Trần Lê"),
    ),
    "wide": (
        *("東風荘に毎晩あらわれる長い名前の麻雀打ち佐々木さんと申します" + "長" * 10, "龍" * 40),
        *(
            "리치를좋아하는아주긴이름의마작선수" + "김" * 20,
            "国士无双十三面听牌的张三李四王五赵六" + "和" * 20,
        ),
    ),
}
"""Forty letters, the most that a name may have."""

FACTS = {
    "the middle of a hand": LONG_HAND,
    "a kan to be flipped, replaced and remembered": (
        deal(),
        *turn(D, "5p"),
        DaiminkanCalled(C, D, Tile("5p"), (Tile("0p"), Tile("5p"), Tile("5p"))),
        RinshanDrawn(C),
        AnkanDeclared(C, (Tile("9m"),) * 4),
    ),
    "a win": (*LONG_HAND, *turns(C, "5s"), WIN),
    "the end of a game": (*LONG_HAND, *turns(C, "5s"), WIN, KyokuEnded(), HanchanEnded()),
    "before the first deal": (),
}


@pytest.fixture
def long_names(table):
    table.hanchan = Table(names=LONG_NAMES).hanchan
    table.control = ControlView(1.0, paused=False)
    return table


def test_nothing_is_cut_and_nothing_lies_outside(open_page, long_names):
    found = []
    for layout, sizes in (("flat", SIZES[:3]), ("stand", SIZES)):
        page = open_page(lang=LONGEST, layout=layout)
        for moment in moments(page, long_names, FACTS, LONG_NAMES):
            found += faults_at(page, sizes, f"{moment}, {layout}")
    assert not found, "\n".join(found)


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_names_find_room_in_every_language(open_page, table, language):
    page = open_page(lang=language)
    found = []
    for script, names in LONGEST_NAMES.items():
        for moment in moments(page, table, FACTS, tuple(name[:40] for name in names)):
            found += [f"{moment}, {script} names: {fault}" for fault in faults(page)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("layout", ["flat", "stand"])
def test_big_and_negative_points_find_room(open_page, table, layout):
    start = deal()
    points = (100_000, -12_300, 112_300, -100_000)
    table.say(type(start)(start.round_wind, start.dealer, 0, 0, points, start.indicator))
    page = open_page(layout=layout)
    assert faults_at(page, SIZES[:3] if layout == "flat" else SIZES, layout) == []


@pytest.mark.gate(0)
def test_an_endless_river_and_four_kans_find_room(open_page, table):
    table.say(deal(), Drawn(D))
    for text in ("1p", "9p", "1s", "9s"):
        table.say(AnkanDeclared(D, (Tile(text),) * 4), *_flip_and_replace(D))
    table.say(Discarded(D, Tile("1z")))
    for step in range(60):
        table.say(Drawn(Seat((A + step) % 4)), Discarded(Seat((A + step) % 4), None))
    page = open_page()
    assert faults_at(page, SIZES[:3], "four kans,") == []


def _flip_and_replace(seat):
    return (IndicatorRevealed(None), RinshanDrawn(seat))


@pytest.mark.gate("stand")
@pytest.mark.parametrize(("layout", "size"), [("flat", (1280, 800)), ("stand", (390, 844))])
def test_axe_finds_nothing(open_page, table, layout, size):
    table.control = ControlView(1.0, paused=False)
    page = open_page(size, layout=layout)
    found = [(moment, fault) for moment in moments(page, table, FACTS) for fault in violations_by_theme(page)]
    assert not found


PALE = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":root[data-theme=dark] main .name { color: #3a4046 !important }");
  document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.gate(0)
def test_axe_would_find_a_word_that_is_pale_in_one_theme(open_page, table):
    table.say(*LONG_HAND, in_one_go=True)
    page = open_page()
    page.evaluate(PALE)
    found = violations_by_theme(page)
    names = [fault for fault in found if 'class="name' in fault]
    assert len(names) == 4
    assert {fault.split(" <")[0] for fault in names} == {"dark: color-contrast-enhanced:"}


@pytest.mark.gate(0)
def test_axe_finds_nothing_in_the_menu(open_page, table):
    table.control = ControlView(1.0, paused=False)
    table.say(*LONG_HAND)
    page = open_page()
    page.get_by_role("button", name="Menu").click()
    assert violations_by_theme(page) == []


def test_own_points_are_64_pixels_high(open_page, table):
    table.say(*LONG_HAND)
    page = open_page()
    sizes = page.locator(".points").evaluate_all(
        "all => all.map(e => parseFloat(getComputedStyle(e).fontSize))"
    )
    assert len(sizes) == 4
    assert min(sizes) >= 64


def test_the_keyboard_reaches_every_button_in_turn(open_page, table):
    table.control = ControlView(1.0, paused=False)
    table.say(*LONG_HAND)
    page = open_page()
    reached = []
    for _ in range(7):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("() => document.activeElement.getAttribute('aria-label')"))
    assert all(label.endswith(": differences and more") for label in reached[:4])
    assert len(set(reached[:4])) == 4
    assert reached[4:] == ["Menu", "Take back the last entry", "Pause"]
    page.locator(".buttons .menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_every_tile_has_a_spoken_name(open_page, table):
    table.say(*LONG_HAND)
    page = open_page()
    names = page.locator(".river .tile").evaluate_all("all => all.map(e => e.getAttribute('aria-label'))")
    assert len(names) == sum(len(seat.river) for seat in table.board.current.snapshot.seats)
    assert "5 of circles, red, called" in names
    assert all(names)
