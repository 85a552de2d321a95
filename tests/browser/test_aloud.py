"""Read aloud: what waits and what interrupts, the clips, the keys, the corners, one channel at a time."""

from __future__ import annotations

import json
import time

import pytest
from playwright.sync_api import expect

from companion.projections.snapshot import snapshot_json
from companion.riichi.facts import (
    Discarded,
    Drawn,
    HandValue,
    PonCalled,
    WinBy,
    Won,
)
from companion.riichi.tiles import Tile
from tests.browser.accessibility import violations
from tests.browser.hands import LONG_HAND, A, B, C, D, deal, turn, turns
from tests.browser.measuring import faults_at
from tests.toolbox.tongues import SPOKEN

RON = Won(B, WinBy.RON, C, Tile("5s"), value=HandValue(5, 30))
START = (deal(), *turns(D, "1z", "9m", "9p"))
SIZES = ((1280, 800), (800, 480), (390, 844), (320, 568))
A_SECOND_MS = 1_000


def shown(table):
    return json.loads(snapshot_json(table.board.current.snapshot))


# On a real page.

LISTEN = """async () => {
  const main = document.querySelector("script[type=module]").src;
  const { Voice } = await import(main.replace("js/main.js", "js/aloud/voice.js"));
  const say = Voice.prototype.say;
  globalThis.told = [];
  Voice.prototype.say = function (names, code, how) {
    const one = { names, code, hurried: how.isHasty, started: null };
    globalThis.told.push(one);
    const start = AudioBufferSourceNode.prototype.start;
    AudioBufferSourceNode.prototype.start = function (...when) {
      one.started ??= performance.timeOrigin + performance.now();
      return start.apply(this, when);
    };
    return say.call(this, names, code, how);
  };
}"""
HAS_WORDS = """() => performance.getEntriesByType("resource").some(
  ({ name, responseEnd }) => /\\/lang\\/aloud\\/\\w+\\.json$/.test(name) && responseEnd > 0,
)"""
TOLD = "() => globalThis.told.map(({ names }) => names)"


@pytest.fixture
def listened(open_page):
    """A page that reads aloud with the recorded voice, unlocked by a key, and what it says."""

    def listened(size=(1280, 800), **choices):
        page = open_page(size, aloud="voice", **choices)
        page.evaluate(LISTEN)
        until_ready(page)
        page.keyboard.press("Shift")
        page.wait_for_timeout(200)
        return page

    return listened


def until_ready(page):
    """Until the part that reads aloud hears keys and news: what came before is not made up for."""
    page.wait_for_function(HAS_WORDS)
    page.wait_for_timeout(300)


def until_told(page, *names):
    page.wait_for_function(
        "wanted => globalThis.told.some(({ names }) => JSON.stringify(names) === wanted)",
        arg=json.dumps(list(names), separators=(",", ":")),
    )


def test_what_is_written_is_spoken_within_a_second(listened, table):
    table.say(deal())
    page = listened()
    table.say(Drawn(D))
    written_at = page.evaluate("() => performance.timeOrigin + performance.now()")
    table.say(Discarded(D, Tile("7z")))
    until_told(page, "seat.E", "tile.7z", "left", "n.69")
    page.wait_for_function("() => globalThis.told.at(-1).started !== null")
    started = page.evaluate("() => globalThis.told.at(-1).started")
    assert started - written_at < A_SECOND_MS
    table.say(PonCalled(C, D, Tile("7z"), (Tile("7z"), Tile("7z"))))
    until_told(page, "seat.N", "pon", "tile.7z", "from.E")


def test_keys_ask_and_are_answered(listened, table):
    table.say(deal(), *turns(D, "1z", "9m", "0p"))
    page = listened()
    for key, answer in {
        "s": ("river", "seat.S", "tile.9m"),
        "3": ("river", "seat.W", "tile.0p", "tsumogiri"),
        "t": ("seat.W", "tile.0p", "turn", "seat.N"),
        "d": ("indicator", "tile.4m", "dora", "tile.5m"),
        "l": ("left", "n.67"),
        "h": ("round.S4", "n.2", "honba", "sticks", "n.1", "indicator", "tile.4m", "dora", "tile.5m"),
    }.items():
        page.keyboard.press(key)
        until_told(page, *answer)
        page.keyboard.press("x")
    page.keyboard.press("p")
    points = ["seat.E", "n.34", "thousand", "n.100", "seat.S", "n.31", "thousand", "n.200"]
    until_told(
        page,
        "points",
        *points,
        *("seat.W", "n.24", "thousand", "n.800", "seat.N", "n.8000", "n.900", "sticks", "n.1"),
    )
    page.keyboard.press("x")
    table.board.ask("river.E", 3)
    until_told(page, "river", "seat.E", "tile.1z")
    page.keyboard.press("x")
    count = len(page.evaluate(TOLD))
    page.keyboard.press("r")
    page.wait_for_function("count => globalThis.told.length > count", arg=count)
    assert page.evaluate(TOLD)[-1][0] == "river"


@pytest.mark.gate(0)
def test_at_a_chosen_seat_only_the_keys_of_that_seat_are_answered(listened, table):
    table.say(deal(), *turns(D, "1z", "9m"))
    page = listened(seat=B)
    table.board.ask("dora", A)
    table.board.ask("left", B)
    until_told(page, "left", "n.68")
    assert page.evaluate(TOLD) == [["left", "n.68"]]


@pytest.mark.gate(0)
def test_the_first_key_is_answered_and_what_came_before_it_is_not_made_up_for(open_page, table):
    table.say(deal())
    page = open_page(aloud="voice")
    page.evaluate(LISTEN)
    until_ready(page)
    table.say(*turns(D, "1z", "9m", "9p"))
    expect(page.locator(".plate.bottom .live b")).to_have_text("67")
    page.keyboard.press("l")
    until_told(page, "left", "n.67")
    page.wait_for_timeout(300)
    assert page.evaluate(TOLD) == [["left", "n.67"]]


def test_no_key_asks_where_somebody_writes(silent_page):
    asked = silent_page.evaluate(
        """async () => {
          const { asksFor } = await import("/static/js/aloud/keys.js");
          const field = document.createElement("input");
          const press = (target, more) => asksFor({ key: "t", target, ...more });
          return [press(field, {}), press(document.body, { ctrlKey: true }), press(document.body, {})];
        }"""
    )
    assert asked == [None, None, "turn"]


@pytest.mark.gate(0)
def test_the_corners_answer_to_a_finger(listened, table):
    table.say(*START)
    page = listened((800, 480), corners="shown")
    dialog = page.get_by_role("dialog", name="Read aloud")
    width, height = 800, 480
    for x, y, answer in (
        (1, 1, ("seat.W", "tile.9p", "turn", "seat.N")),
        (width - 2, 1, ("indicator", "tile.4m", "dora", "tile.5m")),
    ):
        page.mouse.click(x, y)
        until_told(page, *answer)
    page.mouse.click(1, height - 2)
    page.wait_for_function("() => globalThis.told.at(-1).names[0] === 'points'")
    expect(dialog.locator(".newest")).to_contain_text("points, East, 34,100")
    dialog.get_by_role("button", name="River: South").click()
    until_told(page, "river", "seat.S", "tile.9m")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_have_count(0)


LIVE = """() => [...document.querySelectorAll("[aria-live], [role=status], [role=log], [role=alert]")]
  .map((each) => each.textContent.trim())
  .filter((text) => /ron,? from/i.test(text))"""


@pytest.mark.gate("voice")
@pytest.mark.parametrize(("kind", "regions"), [("off", 1), ("voice", 0), ("reader", 1)])
def test_a_result_is_spoken_once_through_one_channel(open_page, table, kind, regions):
    table.say(*START, *turn(C, "5s"))
    page = open_page(aloud=kind)
    page.wait_for_timeout(500)
    table.say(RON)
    expect(page.locator(".ending").first).to_be_visible()
    if kind == "reader":
        expect(page.locator("[aria-live=assertive]")).to_contain_text(
            "West, Ron, from North, 5 of bamboos, Mangan"
        )
    page.wait_for_timeout(300)
    assert len(page.evaluate(LIVE)) == regions


@pytest.mark.gate(0)
def test_nothing_of_it_is_fetched_until_it_is_switched_on(open_page, table):
    table.say(*START)
    page = open_page()
    fetched = []
    page.on("request", lambda request: fetched.append(request.url))
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    page.wait_for_timeout(500)
    assert [url for url in fetched if "aloud" in url] == []
    page.get_by_role("button", name="Menu").first.click()
    page.get_by_role("button", name="Read aloud …").click()
    sheet = page.get_by_role("dialog", name="Read aloud")
    sheet.get_by_role("button", name="Recorded voice").click()
    expect(sheet.get_by_text("Keys: E S W N")).to_be_visible()
    page.keyboard.press("Shift")
    # What is spoken on its own may have fetched it before the key did.
    deadline = time.monotonic() + 30
    while not (is_fetched := any(url.endswith("/sounds/aloud/en.mp3") for url in fetched)):
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
    assert is_fetched
    assert violations(page, "dialog") == []
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    kept = page.evaluate('() => JSON.parse(localStorage.getItem("riichi-table"))')
    assert kept["aloud"] == "voice"


@pytest.mark.gate(0)
@pytest.mark.parametrize("code", SPOKEN)
def test_the_corners_fit_every_screen_and_everybody_can_reach_them(open_page, table, code):
    table.say(*LONG_HAND)
    page = open_page(lang=code, aloud="reader", corners="shown")
    expect(page.locator("dialog.aloud")).to_be_visible()
    assert faults_at(page, SIZES, f"corners {code}") == []
    assert violations(page, "dialog") == []
