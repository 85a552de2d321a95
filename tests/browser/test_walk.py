"""The evening of the players who tried the page: what each thing takes in taps, and how each step looks.

The ordinary run plays the twelve hands on one tablet. COMPANION_ALL_LOOKS=1 plays all three games on five
sizes in light and dark, measures every step, keeps a picture of each in `screenshots/walk`, and writes
`docs/figures/taps.md`.
"""

from __future__ import annotations

import os
import re
from functools import partial

import pytest

from companion.riichi.presets import TENHOU, TENHOU_3P
from tests.browser.conftest import PATIENCE_MS, screen
from tests.browser.evenings import EveningTable
from tests.browser.measuring import faults
from tests.browser.walking import WERE, Walk, counted_hand, three_players, twelve_hands
from tests.conftest import ROOT
from tests.figures import figures_page

ALL = bool(os.environ.get("COMPANION_ALL_LOOKS"))
SIZES = [(1280, 800), (1024, 600), (800, 480), (800, 1280), (390, 844)]
THEMES = ["dark", "light"]
GAMES = {
    "twelve hands": (twelve_hands, TENHOU),
    "three players": (three_players, TENHOU_3P),
    "counted": (counted_hand, TENHOU),
}
PICTURES = ROOT / "screenshots" / "walk"
FIGURES = ROOT / "docs" / "figures" / "taps.md"
COMMAND = "COMPANION_ALL_LOOKS=1 pytest tests/browser/test_walk.py -k taps"


def walked(chromium, game, size, theme, look):
    """A game from its beginning to its end on a fresh table, and what it took."""
    play, rules = GAMES[game]
    table = EveningTable(rules)
    context = screen(chromium, size, has_touch=True)
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{table.url}?theme={theme}")
        walk = Walk(page, table, partial(look, page))
        play(walk)
        return walk
    finally:
        context.close()
        table.end()


@pytest.mark.gate(0)
def test_nothing_takes_more_taps_than_when_players_tried_it(chromium):
    taps = walked(chromium, "twelve hands", SIZES[0], "dark", lambda *_: None).taps
    assert taps.keys() == WERE.keys()
    assert {kind: count for kind, count in taps.items() if count > WERE[kind]} == {}
    if ALL:
        rows = [(kind, str(were), str(taps[kind])) for kind, were in WERE.items()]
        words = (
            "What people do at a table, and how many taps it took when players tried the page first, and now."
        )
        heading = ("what", "taps then", "taps now")
        FIGURES.write_text(figures_page("Taps", COMMAND, words, heading, rows), encoding="utf-8")


@pytest.mark.skipif(not ALL, reason="minutes: COMPANION_ALL_LOOKS=1 walks on every size")
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("game", GAMES)
def test_every_step_finds_room(chromium, game, size, theme):
    folder = PICTURES / f"{size[0]}x{size[1]}-{theme}" / game.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    found = []

    def look(page, step):
        page.screenshot(path=folder / f"{re.sub('[^a-z0-9]+', '-', step)}.png")
        found.extend(f"{step}: {fault}" for fault in faults(page))

    walked(chromium, game, size, theme, look)
    assert found == []
