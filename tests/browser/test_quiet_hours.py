"""At night the page is silent, by the clock of the device that it is on; by day it is heard."""

import pytest
from playwright.sync_api import expect

from tests.browser.real_table import RealTable
from tests.browser.touching import seat, sit

LISTEN = """() => {
  globalThis.heard = [];
  for (const node of [OscillatorNode, AudioBufferSourceNode]) {
    const start = node.prototype.start;
    node.prototype.start = function (...when) {
      globalThis.heard.push(node.name);
      return start.apply(this, when);
    };
  }
  const play = HTMLMediaElement.prototype.play;
  HTMLMediaElement.prototype.play = function () {
    globalThis.heard.push("media");
    return play.call(this);
  };
}"""


@pytest.fixture
def serving():
    table = RealTable()
    yield table
    table.end()


def at(page, hour):
    """Whatever the clock on the wall says."""
    page.evaluate("(hour) => { Date.prototype.getHours = () => hour; }", hour)


def test_nothing_sounds_at_night_and_by_day_it_does(open_page, serving):
    sit(serving)
    page = open_page()
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="At night", exact=True).click()
    page.keyboard.press("Escape")
    at(page, 23)
    serving.do("tap", seat=1, action="riichi")
    expect(seat(page, "Ben").locator(".said")).to_contain_text("Riichi")
    at(page, 20)
    serving.do("tap", seat=2, action="riichi")
    # Two notes are one riichi: the one of the night is not made up for.
    page.wait_for_function("() => globalThis.heard.length > 0")
    assert page.evaluate("() => globalThis.heard") == ["OscillatorNode"] * 2
