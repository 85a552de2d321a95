"""Read from a metre away, on a tablet of 10.1 inches between the players: capitals have four millimetres."""

from __future__ import annotations

from math import hypot

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import EveningTable
from tests.browser.test_colours import linear
from tests.browser.touching import act, confirm, sit, win
from tests.toolbox.tongues import LANGUAGES

INCHES = 10.1
LEAST_MM = 4.0
SCREENS = [(1280, 800), (800, 1280), (1920, 1200)]
# What a browser draws of an H with the very font, weight and size of the piece.
CAPITALS = """all => all.map(e => {
  const style = getComputedStyle(e);
  const drawing = document.createElement("canvas").getContext("2d");
  drawing.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return drawing.measureText("H").actualBoundingBoxAscent;
})"""


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def capitals_mm(page, selector):
    """How high the capitals of these pieces are, in millimetres."""
    page.evaluate("() => document.fonts.ready.then(() => true)")
    size = page.viewport_size
    per_mm = hypot(size["width"], size["height"]) / INCHES / 25.4
    heights = page.locator(selector).evaluate_all(CAPITALS)
    assert heights
    return [height / per_mm for height in heights]


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_place_difference_and_riichi_while_one_plays(open_page, serving, language):
    sit(serving)
    serving.do("tap", seat=0, action="riichi")
    page = open_page(lang=language)
    assert page.locator(".place").count() == 4
    assert page.locator(".behind").count() == 1
    assert min(capitals_mm(page, ".panel :is(.place, .behind, .band .said)")) >= LEAST_MM


@pytest.mark.gate(1)
@pytest.mark.parametrize("screen", SCREENS)
def test_place_change_payments_and_score_when_a_hand_is_over(open_page, serving, screen):
    sit(serving)
    page = open_page(screen)
    act(page, "Aki", "Riichi")
    assert min(capitals_mm(page, ".panel :is(.place, .band .said)")) >= LEAST_MM
    confirm(win(page, "Ben", "Ron from Dai", "3 han 30 fu"))
    expect(page.locator(".panel .slips li")).to_have_count(3)
    assert min(capitals_mm(page, ".panel :is(.place, .delta, .slips li)")) >= LEAST_MM
    serving.finish()
    expect(page.locator(".panel .score")).to_have_count(4)
    assert min(capitals_mm(page, ".panel :is(.place, .score)")) >= LEAST_MM


@pytest.mark.gate(0)
def test_the_measure_itself(open_page, serving):
    """Eighteen pixels, as places were written once, are about two millimetres."""
    page = open_page()
    page.evaluate("() => { document.querySelector('.panel .points').style.fontSize = '18px'; }")
    assert 2.0 < min(capitals_mm(page, ".panel .points")) < 2.4


COLOURS = """e => {
  const ground = (of) => {
    for (let at = of; at; at = at.parentElement) {
      const found = getComputedStyle(at).backgroundColor;
      if (found !== "rgba(0, 0, 0, 0)") return found;
    }
  };
  const stick = e.querySelector(".stick i");
  const sticks = getComputedStyle(stick).backgroundImage.match(/rgb\\([^)]*\\)/g);
  return {
    panel: ground(e.parentElement), band: ground(e), said: getComputedStyle(e.querySelector(".said")).color,
    sticks: sticks.slice(-2), height: stick.offsetHeight, width: stick.offsetWidth,
  };
}"""


def contrast(one, other):
    """As WCAG counts it."""
    parts = [
        sum(
            share * part
            for share, part in zip(
                (0.2126, 0.7152, 0.0722),
                linear("#" + "".join(f"{int(n):02x}" for n in rgb(colour))),
                strict=True,
            )
        )
        for colour in (one, other)
    ]
    return (max(parts) + 0.05) / (min(parts) + 0.05)


def rgb(colour):
    return [float(part) for part in colour.split("(")[1].rstrip(")").split(",")[:3]]


@pytest.mark.gate(1)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("layout", ["flat", "stand"])
def test_riichi_is_a_red_band_with_a_stick_in_both_themes(open_page, serving, theme, layout):
    sit(serving)
    serving.do("tap", seat=1, action="riichi")
    page = open_page(theme=theme, layout=layout)
    found = page.locator(".band").evaluate(COLOURS)
    red, green, blue = rgb(found["band"])
    assert red > 2 * max(green, blue)
    assert contrast(found["band"], found["panel"]) >= 3
    assert contrast(found["said"], found["band"]) >= 4.5
    assert min(contrast(stick, found["band"]) for stick in found["sticks"]) >= 4.5
    assert found["height"] >= 5
    assert found["width"] >= 60


@pytest.mark.gate(0)
def test_what_nobody_counts_takes_no_room(open_page, serving):
    sit(serving)
    page = open_page()
    expect(page.locator(".plate")).to_have_count(4)
    expect(page.locator(".live")).to_have_count(0)
    assert "?" not in page.locator(".plate.bottom").inner_text()
    serving.do("tell", facts=[{"is": "Ryuukyoku", "kind": "exhaustive", "tenpai": []}])
    serving.do("deal", depth="counting")
    expect(page.locator(".plate .live")).to_have_count(4)
