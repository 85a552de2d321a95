"""A machine without Chinese, Japanese and Korean fonts: no crossed box in what the page writes by itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import ARGUMENTS, PATIENCE_MS, pages_of
from tests.browser.real_table import RealTable
from tests.browser.test_play_looks import DURING, close, draw, points_only, settle, two_wins, winds
from tests.toolbox.chromium import CHROMIUM
from tests.toolbox.tongues import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

NAMES = ["Aki", "Ben", "Chie", "Dai"]
FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>{kept}</dir>
  <cachedir>{cache}</cachedir>
</fontconfig>
"""
# What a letter looks like in the font of its piece, beside what no font has: a box, always the same.
BOXES = """async () => {
  await document.fonts.ready;
  const paper = document.createElement("canvas");
  paper.width = paper.height = 48;
  const drawing = paper.getContext("2d", { willReadFrequently: true });
  const looks = new Map();
  const look = (letter, font) => {
    const key = letter + font;
    if (!looks.has(key)) {
      drawing.clearRect(0, 0, 48, 48);
      drawing.font = font;
      drawing.fillText(letter, 4, 36);
      looks.set(key, drawing.getImageData(0, 0, 48, 48).data.join());
    }
    return looks.get(key);
  };
  // Two that no font has: a box comes from the first font that would have the letter by its range.
  const NOWHERE = ["\\u{10fffd}", "\\u9fff"];
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: holder, data } = walker.currentNode;
    const isHidden = !holder.getClientRects().length;
    if (isHidden || holder.closest("script, style, noscript, .unseen-by-eye")) continue;
    const { fontWeight, fontFamily } = getComputedStyle(holder);
    const font = `${fontWeight} 32px ${fontFamily}`;
    for (const letter of data) {
      if (letter <= "\\u007f") continue;
      const isBox = NOWHERE.some((rare) => look(letter, font) === look(rare, font));
      if (isBox) found.add(`${letter} in ${holder.className}`);
    }
  }
  return [...found];
}"""


@pytest.fixture(scope="module")
def bare_chromium(playwright, tmp_path_factory):
    """A browser on a machine that has letters for Europe alone."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here; scripts/install-test-tools brings it")
    place = tmp_path_factory.mktemp("fonts")
    conf = place / "fonts.conf"
    conf.write_text(FONTS.format(kept="/usr/share/fonts/truetype/dejavu", cache=place / "cache"), "utf-8")
    env = {**os.environ, "FONTCONFIG_FILE": str(conf)}
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, env=env)
    yield browser
    browser.close()


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


@pytest.fixture
def open_page(bare_chromium, serving):
    with pages_of(bare_chromium, serving.url) as open_page:
        yield open_page


def boxes(page: Page) -> list[str]:
    page.wait_for_function("() => [...document.fonts].every((face) => face.status !== 'loading')")
    found: list[str] = page.evaluate(BOXES)
    return found


@pytest.mark.gate(0)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_is_drawn(open_page, serving, language):
    page = open_page(lang=language)
    page.set_default_timeout(PATIENCE_MS)
    winds(page)
    for _ in range(3):
        page.locator("dialog .wind-tile:enabled").first.click()
    found = [f"winds: {one}" for one in boxes(page)]
    close(page)
    serving.do("start", names=NAMES)
    points_only(serving)
    settle(page, serving)
    found += [f"live: {one}" for one in boxes(page)]
    for name, show in DURING.items():
        show(page)
        page.locator("dialog").wait_for()
        found += [f"{name}: {one}" for one in boxes(page)]
        close(page)
    two_wins(serving)
    settle(page, serving)
    found += [f"two wins: {one}" for one in boxes(page)]
    page.locator(".between .quiet-act").first.click()
    page.locator("dialog .who-won").wait_for()
    found += [f"put right: {one}" for one in boxes(page)]
    close(page)
    assert found == []


@pytest.mark.gate(0)
def test_the_measure_itself(open_page, serving):
    """A name is written with the machine's own letters: here there are none for it."""
    serving.do("start", names=["東", *NAMES[1:]])
    draw(serving)
    page = open_page()
    assert any("東" in one for one in boxes(page))


@pytest.mark.parametrize("language", ["ja", "zh"])
def test_no_wind_is_written_twice(open_page, serving, language):
    serving.do("start", names=NAMES)
    serving.do("deal", depth="points")
    page = open_page(lang=language)
    assert page.locator(".plate.bottom .deal").inner_text() in {"東1局", "东1局"}
    badge = page.locator(".panel.bottom .badge")
    assert badge.locator(":scope > :not(.unseen-by-eye)").all_inner_texts() == ["東"]
