"""A table's screen stays awake while a hand is played: a lock that comes too late is given back."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from tests.page.conftest import DRAWING
from tests.page.test_phone_awake import DRAWN
from tests.table_loop.people import S, W, sat_down
from tests.toolbox.shown_table import shown_of as shown

SCREEN = """
  import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
  import { useAwake } from "/static/js/play/kiosk.js";
  let locks = 0;
  const lock = () => ((locks += 1), { release: async () => (locks -= 1) });
  const answers = [];
  const request = () => new Promise((done) => answers.push(() => done(lock())));
  Object.defineProperty(globalThis, "navigator", { value: { wakeLock: { request } }, configurable: true });
  Object.assign(document, { hidden: false, addEventListener() {}, removeEventListener() {} });
  export function Part() {
    const [isPlayed, play] = useState(true);
    useAwake(isPlayed);
    return html`[screen on: ${locks}]
      <button onClick=${() => play(false)}>the hand ends</button>
      <button onClick=${() => answers.shift()()}>the browser answers</button>`;
  }
"""
DRAWN_AGAIN: dict[str, object] = {}


@pytest.mark.parametrize(
    ("taps", "locks"),
    [
        (["the browser answers"], 1),
        (["the browser answers", "the hand ends"], 0),
        (["the hand ends", "the browser answers"], 0),
    ],
)
def test_no_lock_outlasts_the_hand(node, taps, locks):
    module = f"{SCREEN} // {taps}"
    given = {"props": {}, "language": "en", "views": [], "answers": {}, "taps": [*taps, DRAWN_AGAIN]}
    told = node.evaluate(DRAWN, [DRAWING.as_uri(), module, given])["said"]
    assert f"[screen on: {locks}]" in told[-1]


def test_after_the_game_a_tables_screen_may_sleep(node):
    code = """async (snapshot) => {
      const { mustStayOn } = await import("/static/js/play/kiosk.js");
      return mustStayOn({ kiosk: false, watch: false }, "flat", snapshot ?? undefined);
    }"""
    people = sat_down(Depth.POINTS)
    assert [node.evaluate(code, None), node.evaluate(code, shown(people))] == [False, True]
    people.wins(S, W)
    assert node.evaluate(code, shown(people))
    people.finish()
    assert not node.evaluate(code, shown(people))
