"""A sheet stands as long as what it is about; and what comes late from one sheet leaves every other alone."""

from __future__ import annotations

import pytest

from companion.evidence import Depth
from companion.evidence.intentions import Draw, Indicator
from companion.riichi.facts import RyuukyokuKind
from companion.riichi.tiles import Tile
from tests.page.conftest import DRAWING
from tests.page.test_sheets_that_lie_open import OPEN
from tests.table_loop.people import E, N, People, S, W
from tests.toolbox.shown_table import shown_of as shown

# The sheets of the page with what the page tells the table, and a button that opens each.
PAGE = """
  import { html } from "/static/vendor/htm-preact-standalone.module.js";
  import { usePlaying } from "/static/js/play/playing.js";
  import { Sheets } from "/static/js/play/sheets.js";
  export function Part(props) {
    document.head ??= { append: (link) => setTimeout(() => link.heard.load[1]()) };
    const play = usePlaying(props.snapshot, "live");
    const button = ([name, args]) => html`
      <button type="button" onClick=${() => play.open(name, args)}>open ${name}</button>
    `;
    return html`
      <p>[${play.sheet?.name ?? "none"}] [${play.notice?.code ?? "quiet"}]</p>
      ${props.opens.map(button)}
      <button type="button" onClick=${play.close}>close it</button>
      <button type="button" onClick=${() => play.say({ code: "host_by_key" })}>a key makes a host</button>
      <${Sheets} ...${props} play=${play} />
    `;
  }
"""
DRAWN = """async ([drawing, code, more]) => {
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  const { drawn } = await import(drawing);
  return drawn({ module, part: "Part", language: "en", views: [], ...more });
}"""

# The files of the sheets: a busy machine takes its time to read them.
FETCH = """async () => {
  const files = ["win", "ends", "deal", "sides", "depth", "finish", "edit", "picker"];
  const all = [...files, "riichi", "keeping", "house", "../tea/main", "../aloud/sheet"];
  await Promise.all(all.map((file) => import(`/static/js/play/${file}.js`)));
}"""


@pytest.fixture
def page(node):
    """What the page says after each tap: first which sheet is open, and what was said of a tap."""
    node.evaluate(FETCH)

    def page(people, opens, taps, **answers):
        props = {"snapshot": people if isinstance(people, dict) else shown(people), "opens": opens, **OPEN}
        given = {"props": props, "taps": taps, "answers": answers}
        return node.evaluate(DRAWN, [DRAWING.as_uri(), PAGE, given])

    return page


def people_at(depth=Depth.POINTS) -> People:
    people = People()
    people.start()
    people.deal(depth)
    return people


def moved(people, *acts):
    """What is shown once others have told this, too."""
    for act in acts:
        act(people)
    return {"snapshot": shown(people)}


LATE = {"after_ms": 800, "status": "done", "seq": 1}


@pytest.mark.parametrize(
    ("sheet", "tap", "answers"),
    [
        (["tea", {}], "Take a break", {"/api/commands": LATE}),
        (["keeping", {}], "No", {"/api/evening": LATE}),
        (["aloud", {}], None, {"/static/lang/aloud/en.json": {"after_ms": 300, "error": "other"}}),
        (["edit", {}], None, {"/api/history": 500}),
    ],
)
def test_what_comes_late_from_one_sheet_leaves_another_open(page, sheet, tap, answers):
    people = people_at()
    people.wins(S, E)
    taps = [f"open {sheet[0]}", *([1_000, tap] if tap else []), "close it", "open house", 2_500]
    said = page(people, [sheet, ["house", {}]], taps, **answers)["said"][-1]
    assert said.startswith("[house] [quiet]")


def test_a_sheet_that_was_tapped_twice_and_did_not_come_opens_at_the_next_tap(page):
    words = [{"after_ms": 300, "error": "other"}, "the file"]
    taps = ["open aloud", "open aloud", 700, "open aloud", 300]
    said = page(people_at(), [["aloud", {}]], taps, **{"/static/lang/aloud/en.json": words})["said"]
    assert said[3].startswith("[none] [not_connected]")
    assert "Read aloud" in said[-1]


def another_game(people):
    people.finish()
    people.start("Eva", "Finn", "Gina", "Hugo")
    people.deal()


@pytest.mark.parametrize("sheet", [["sides", {}], ["tea", {}], ["player", {"seat": S}]])
def test_a_sheet_of_one_game_is_not_one_of_the_next(page, sheet):
    people = people_at()
    first = shown(people)
    taps = [f"open {sheet[0]}", moved(people, another_game)]
    said = page(first, [sheet], taps)["said"]
    assert said[1].startswith(f"[{sheet[0]}]")
    assert said[2].startswith("[none] [stale]")


def test_a_game_that_others_have_finished_is_not_finished_again(page):
    people = people_at()
    people.say(Draw(RyuukyokuKind.EXHAUSTIVE))
    first = shown(people)
    said = page(first, [["finish", {}]], ["open finish", moved(people, People.finish)])["said"]
    assert said[2].startswith("[none] [stale]")


def discards(*seats):
    return [lambda people, seat=seat: people.tap(seat) for seat in seats]


@pytest.mark.parametrize(
    ("args", "before", "then", "stands"),
    [
        # Somebody names the discard of S, and another device or the camera has told it first.
        (["pick", {"seat": S, "why": "discard"}], discards(E), discards(S), False),
        (["pick", {"seat": S, "why": "discard"}], [], discards(E), True),
        (["pick", {"seat": S, "why": "riichi"}], discards(E), [lambda p: p.tap(S, "riichi")], False),
        (["riichi", {"seat": S}], discards(E), [lambda p: p.tap(S, "riichi")], False),
        # A chi is of one discard, and not of the next one of the same player.
        (["chi", {"seat": S}], discards(E), [lambda p: p.tap(W, "pon"), *discards(W, N, E)], False),
        (["chi", {"seat": S}], discards(E), [lambda p: p.tap(W, "pon")], True),
        (["pick", {"seat": S, "why": "ankan"}], discards(E), [lambda p: p.tap(S, "ankan")], False),
        (["pick", {"why": "indicator"}], [], [lambda p: p.say(Indicator(Tile("3p")))], False),
    ],
)
def test_a_sheet_about_one_act_goes_once_others_have_told_it(page, args, before, then, stands):
    people = people_at(Depth.COUNTING)
    for act in before:
        act(people)
    first = shown(people)
    said = page(first, [args], [f"open {args[0]}", moved(people, *then)])["said"]
    assert said[1].startswith(f"[{args[0]}]")
    assert said[2].startswith(f"[{args[0]}]" if stands else "[none] [stale]")
