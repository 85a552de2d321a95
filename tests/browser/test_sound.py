"""What is heard at the table: computed from two states, in every language, and never in the page's way."""

from __future__ import annotations

import json

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from companion.dashboard.pages import STATIC, load_assets
from companion.evidence import SourceChanged, SourceState
from companion.projections.snapshot import project, snapshot_json
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    Discarded,
    Drawn,
    HanchanEnded,
    HandValue,
    IndicatorRevealed,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    RinshanDrawn,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile
from companion.table_state import TableState
from tests.browser.conftest import Serving, Table
from tests.browser.hands import LONG_HAND, WIN, A, B, C, D, deal, turn, turns

LANGUAGES = ("en", "fr", "de", "ja", "zh", "ko")
LONGEST_S = 3.0
LOUDEST = 10 ** (-1 / 20)
MOST_BYTES_OF_ALL_SOUNDS = 1_500_000


@pytest.fixture(scope="module")
def silent_page(chromium):
    """A page of the companion on which nothing runs: modules are asked one by one."""
    serving = Serving(Table())
    context = chromium.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{serving.url}static/lang/en.json")
    yield page
    context.close()
    serving.end()


@pytest.fixture
def heard(silent_page):
    """What is said when the first state becomes the second."""

    def heard(before, after):
        return silent_page.evaluate(
            """async ([before, after]) => {
              const { announcements } = await import("/static/js/sound/announcements.js");
              return announcements(before, after).map(({ kind, phrases }) => [kind, ...phrases]);
            }""",
            [before, after],
        )

    return heard


def shown(table):
    return json.loads(snapshot_json(table.board.current.snapshot))


@pytest.fixture
def told(heard):
    """What is said when these facts follow those."""

    def told(past, *news):
        table = Table()
        table.say(*past)
        before = shown(table)
        table.say(*news)
        return heard(before, shown(table))

    return told


START = deal(honba=0)
"""Dai deals: Aki sits South, Ben West, Chie North."""
RON = Won(B, WinBy.RON, C, Tile("5s"), value=HandValue(5, 30))


def test_a_riichi_is_said_with_the_wind_of_its_seat(told):
    second = (START, *turns(D, "1z", "9m", "9p", "9s", "1m"), Drawn(A))
    assert told(second, RiichiDeclared(A)) == [["riichi", "riichi", "seat.S"]]
    first = (START, *turn(D, "1z"), Drawn(A))
    assert told(first, RiichiDeclared(A)) == [["riichi", "double_riichi", "seat.S"]]


def test_a_paid_stick_is_no_correction(told):
    past = (START, *turn(D, "1z"), Drawn(A), RiichiDeclared(A), Discarded(A, Tile("9m")))
    assert told(past, RiichiAccepted(A)) == []


def test_a_kan_is_said_and_its_dora_asked_for(told):
    news = told((START, Drawn(D)), AnkanDeclared(D, (Tile("9m"),) * 4))
    assert news == [["call", "kan", "seat.E"], ["reminder", "flip_kan_dora"]]


def test_what_is_flipped_is_asked_for_no_more(told):
    past = (START, Drawn(D), AnkanDeclared(D, (Tile("9m"),) * 4))
    assert told(past, IndicatorRevealed(Tile("5z")), RinshanDrawn(D)) == []


def test_a_call_is_said_once(told):
    call = PonCalled(C, D, Tile("7z"), (Tile("7z"), Tile("7z")))
    assert told((START, *turn(D, "7z")), call) == [["call", "pon", "seat.N"]]
    assert told((START, *turn(D, "7z"), call), Discarded(C, Tile("1z"))) == []


def whole_wall(draws=70):
    """So many turns, whose tiles nobody saw."""
    seats = [seat_at(step) for step in range(draws)]
    return tuple(fact for seat in seats for fact in (Drawn(seat), Discarded(seat, None)))


def seat_at(step):
    return SEATS[(D + step) % 4]


def test_the_last_tile_and_the_last_discard_are_said(told):
    last = seat_at(69)
    assert told((START, *whole_wall(69)), Drawn(last)) == [["last_tile", "last_tile"]]
    news = told((START, *whole_wall(69), Drawn(last)), Discarded(last, None))
    assert news == [["last_tile", "last_discard"]]


def test_a_ron_is_said_with_who_paid_and_its_limit(told):
    assert told((START, *turns(D, "1z", "9m", "9p", "5s")), RON) == [
        ["result", "ron", "seat.W", "from.N", "limit.mangan"]
    ]


def test_a_tsumo_without_limit_is_its_seat_alone(told):
    win = Won(D, WinBy.TSUMO, D, Tile("5s"), value=HandValue(2, 30))
    assert told((START, Drawn(D)), win) == [["result", "tsumo", "seat.E"]]


def test_a_value_that_comes_later_is_said_alone(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"))
    past = table.hanchan
    table.say(Won(B, WinBy.RON, C, Tile("5s")))
    before = shown(table)
    table.hanchan = past
    table.say(RON)
    assert heard(before, shown(table)) == [["result", "seat.W", "limit.mangan"]]


def test_the_second_ron_on_a_tile_is_said_alone(told):
    past = (START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    second = Won(D, WinBy.RON, C, Tile("5s"), value=HandValue(1, 30))
    assert told(past, second) == [["result", "ron", "seat.E", "from.N"]]


@pytest.mark.parametrize(
    ("tenpai", "said"),
    [((), ["all_noten"]), ((D, B), ["tenpai", "seat.E", "seat.W"]), ((A, B, C, D), ["all_tenpai"])],
)
def test_a_draw_is_said_with_who_is_tenpai(told, tenpai, said):
    news = told((START, *whole_wall()), Ryuukyoku(RyuukyokuKind.EXHAUSTIVE, tenpai=tenpai))
    assert [each for each in news if each[0] == "result"] == [["result", "draw.exhaustive", *said]]


def test_a_chombo_is_said_with_its_seat(told):
    assert told((START, Drawn(D)), Chombo(D)) == [["result", "chombo", "seat.E"]]


def test_the_end_of_the_game_is_said_once(told):
    past = (*LONG_HAND, *turns(C, "5s"), WIN)
    assert told(past, KyokuEnded()) == [["result", "game_over"]]
    assert told((*past, KyokuEnded()), HanchanEnded()) == []


def test_the_next_deal_and_its_payments_are_silent(told):
    past = (START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    table = Table()
    table.say(*past, KyokuEnded())
    points = table.hanchan.points
    dealt = KyokuStarted(Wind.WEST, A, 0, 0, points, Tile("1m"))
    assert told(past, KyokuEnded(), dealt) == []


def test_what_is_taken_back_is_not_told_again(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p"))
    before = shown(table)
    table.say(Drawn(C), Discarded(C, Tile("5s")), RON)
    after = shown(table)
    before["seq"] = after["seq"] + 1
    assert heard(after, before) == [["correction", "taken_back"]]


def test_a_deal_taken_back_does_not_tell_its_old_result(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    result = shown(table)
    table.say(KyokuEnded())
    table.say(KyokuStarted(Wind.WEST, A, 0, 0, table.hanchan.points, Tile("1m")))
    dealt = shown(table)
    result["seq"] = dealt["seq"] + 1
    assert heard(dealt, result) == [["correction", "taken_back"]]


def test_of_a_correction_in_the_past_only_the_difference_is_said(heard):
    """Hand 2 is put right while hand 7 is played: the points change, nothing else is told again."""
    table = Table()
    table.say(*LONG_HAND)
    before = shown(table)
    after = {**before, "seq": before["seq"] + 1, "seats": [dict(seat) for seat in before["seats"]]}
    after["seats"][0]["points"] += 1_300
    after["seats"][2]["points"] -= 1_300
    assert heard(before, after) == [["correction", "corrected"]]


def test_a_corrected_winner_is_said_with_the_new_result(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"))
    past = table.hanchan
    table.say(RON)
    before = shown(table)
    table.hanchan = past
    table.say(Won(A, WinBy.RON, C, Tile("5s"), value=HandValue(1, 30)))
    assert heard(before, shown(table)) == [
        ["correction", "corrected"],
        ["result", "ron", "seat.S", "from.N"],
    ]


def test_a_device_that_goes_down_is_said_once(heard):
    table = Table()
    down = (SourceChanged("buttons", SourceState.DOWN),)
    states = [TableState(seq, "a game", table.hanchan, sources=down) for seq in (8, 9)]
    first, second = (json.loads(snapshot_json(project(state))) for state in states)
    assert heard(shown(table), first) == [["error", "source_down"]]
    assert heard(first, second) == []


def test_the_first_state_and_another_game_are_silent(heard):
    table = Table()
    table.say(START, *turns(D, "1z", "9m", "9p", "5s"), RON)
    now = shown(table)
    assert heard(None, now) == []
    assert heard({**shown(Table()), "game": "another"}, now) == []


# The phrases.


def test_every_phrase_lies_there_in_every_language_and_no_other(silent_page):
    named = silent_page.evaluate('async () => (await import("/static/js/sound/announcements.js")).PHRASES')
    assert len(named) == len(set(named)) > 40
    for language in LANGUAGES:
        assert {path.stem for path in (STATIC / "sounds" / language).iterdir()} == set(named), language
    assert {path.name for path in (STATIC / "sounds").iterdir()} == set(LANGUAGES)


def test_all_sounds_together_are_light():
    sounds = [asset for name, asset in load_assets().items() if name.startswith("sounds/")]
    assert len(sounds) > 240
    assert sum(len(asset.content) for asset in sounds) < MOST_BYTES_OF_ALL_SOUNDS


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_is_short_audible_and_not_too_loud(silent_page, language):
    heard = silent_page.evaluate(
        """async (language) => {
          const { PHRASES } = await import("/static/js/sound/announcements.js");
          const context = new OfflineAudioContext(1, 1, 22050);
          const measured = PHRASES.map(async (phrase) => {
            const answer = await fetch(`/static/sounds/${language}/${phrase}.mp3`);
            const buffer = await context.decodeAudioData(await answer.arrayBuffer());
            const samples = buffer.getChannelData(0);
            const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
            return [phrase, buffer.duration, peak];
          });
          return Promise.all(measured);
        }""",
        language,
    )
    assert [phrase for phrase, seconds, _ in heard if not 0.1 < seconds < LONGEST_S] == []
    assert [phrase for phrase, _, peak in heard if not 0.3 < peak < LOUDEST] == []


def test_chimes_are_told_apart_and_do_not_clip(silent_page):
    rung = silent_page.evaluate(
        """async () => {
          const { CHIMES, lengthOf, ring } = await import("/static/js/sound/chimes.js");
          const { KINDS } = await import("/static/js/sound/announcements.js");
          return Promise.all(KINDS.map(async (kind) => {
            const seconds = lengthOf(kind);
            const context = new OfflineAudioContext(1, Math.ceil(22050 * seconds), 22050);
            ring(context, kind, 0, context.destination);
            const samples = (await context.startRendering()).getChannelData(0);
            const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
            return [kind, seconds, peak, JSON.stringify(CHIMES[kind].notes.map(([pitch]) => pitch))];
          }));
        }"""
    )
    assert len({notes for *_, notes in rung}) == len(rung) == 8
    assert [kind for kind, seconds, *_ in rung if seconds > 1.2] == []
    assert [kind for kind, _, peak, _ in rung if not 0.05 < peak < LOUDEST] == []


# Choosing, and the loudspeaker.

SAID = """async ({ kept, code, hour }) => {
  localStorage.clear();
  const { Sounds } = await import(`/static/js/sound.js?fresh=${Math.random()}`);
  const said = [];
  const speaker = { unlock() {}, isUnlocked: false, say: (news) => said.push(news), prepare() {} };
  const sounds = new Sounds({ sound: kept }, speaker);
  const table = (seq, riichi) => ({
    seq, game: "a game", kyoku: { round_wind: "E", number: 1, honba: 0 }, result: null, final: null,
    reminders: [],
    seats: ["E", "S", "W", "N"].map((wind) => ({
      wind, points: 25000, river: [], melds: [], kita: 0, riichi: wind === "S" ? riichi : null,
    })),
    health: { sources: [] },
  });
  sounds.heard(table(1, null), table(2, { double: false, accepted: false }), { code }, hour);
  return said;
}"""


@pytest.mark.parametrize(
    ("kept", "code", "hour", "said"),
    [
        ({}, "en", 20, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        (
            {"speech": True, "volume": 1},
            "fr",
            20,
            [
                {
                    "chime": "riichi",
                    "paths": ["/static/sounds/fr/riichi.mp3", "/static/sounds/fr/seat.S.mp3"],
                    "volume": 1,
                }
            ],
        ),
        (
            {"speech": True, "chimes": False},
            "ja",
            20,
            [
                {
                    "chime": None,
                    "paths": ["/static/sounds/ja/seat.S.mp3", "/static/sounds/ja/riichi.mp3"],
                    "volume": 0.5,
                }
            ],
        ),
        ({"chimes": False}, "en", 20, []),
        ({"muted": ["riichi"]}, "en", 20, []),
        ({"muted": ["call", "result"]}, "en", 20, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        ({"quiet": {"from": 22, "to": 7}}, "en", 23, []),
        ({"quiet": {"from": 22, "to": 7}}, "en", 6, []),
        ({"quiet": {"from": 22, "to": 7}}, "en", 7, [{"chime": "riichi", "paths": [], "volume": 0.5}]),
        ({"quiet": {"from": 12, "to": 14}}, "en", 13, []),
        (
            {"volume": "loud", "muted": 7, "quiet": {"from": -1}},
            "en",
            3,
            [{"chime": "riichi", "paths": [], "volume": 0.5}],
        ),
    ],
)
def test_only_what_was_chosen_is_heard(silent_page, kept, code, hour, said):
    assert silent_page.evaluate(SAID, {"kept": kept, "code": code, "hour": hour}) == said


def test_at_most_two_announcements_wait_and_the_newest_win(silent_page):
    rung = silent_page.evaluate(
        """async () => {
          const { Speaker } = await import("/static/js/sound/speaker.js");
          const fetched = [];
          const context = {
            state: "running", currentTime: 0, decodeAudioData: () => null,
            createGain: () => ({ gain: {}, connect() {} }),
          };
          const fetchSound = (path) => {
            fetched.push(path);
            return new Promise(() => {});
          };
          const speaker = new Speaker({ newContext: () => context, fetchSound });
          speaker.unlock();
          for (const path of ["first", "second", "third", "fourth"]) {
            speaker.say({ chime: null, paths: [path], volume: 1 });
          }
          return { fetched, waiting: speaker.waiting.map(({ paths }) => paths[0]) };
        }"""
    )
    # The first is being said, however long its sound takes to come; nobody waited for it.
    assert rung == {"fetched": ["first"], "waiting": ["third", "fourth"]}


def test_before_the_first_tap_nothing_sounds_and_nothing_fails(silent_page):
    state = silent_page.evaluate(
        """async () => {
          const { Speaker } = await import("/static/js/sound/speaker.js");
          const speaker = new Speaker({ newContext: () => { throw new Error("blocked"); } });
          speaker.say({ chime: "call", paths: ["a"], volume: 1 });
          speaker.unlock();
          speaker.say({ chime: "call", paths: ["a"], volume: 1 });
          return [speaker.isUnlocked, speaker.waiting.length];
        }"""
    )
    assert state == [False, 0]


SHOW_CHOICES = """async (code) => {
  const { html, render } = await import("/static/vendor/htm-preact-standalone.module.js");
  const { SoundChoices } = await import("/static/js/sound.js");
  const { loadWords } = await import("/static/js/words.js");
  const words = await loadWords(code);
  const dialog = document.createElement("dialog");
  dialog.className = "menu";
  dialog.setAttribute("aria-label", "sounds");
  document.body.append(dialog);
  render(html`<div class="menu-in"><${SoundChoices} words=${words} /></div>`, dialog);
  dialog.showModal();
}"""


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_choices_are_kept_and_everybody_can_reach_them(open_page, theme):
    page = open_page((390, 844), theme=theme)
    page.evaluate(SHOW_CHOICES, "en")
    menu = page.get_by_role("dialog", name="sounds")
    for name in ("Speech", "At night", "Calls", "30 %"):
        menu.get_by_role("button", name=name, exact=True).click()
    menu.get_by_label("to", exact=True).select_option("9")
    expect(menu.get_by_role("button", name="Speech")).to_have_attribute("aria-pressed", "true")
    kept = page.evaluate('() => JSON.parse(localStorage.getItem("riichi-table-sound"))')
    assert kept == {
        "chimes": True,
        "speech": True,
        "volume": 0.3,
        "muted": ["call"],
        "quiet": {"from": 22, "to": 9},
    }
    sizes = menu.locator("button, select").evaluate_all(
        "all => all.map(e => [e.offsetWidth, e.offsetHeight])"
    )
    assert min(min(size) for size in sizes) >= 48
    found = Axe().run(
        page, context="dialog", options={"rules": {"color-contrast-enhanced": {"enabled": True}}}
    )
    assert found.violations_count == 0, found.generate_report()


def test_the_page_plays_a_hand_where_audio_is_blocked(open_page, table, chromium):
    table.say(deal())
    page = open_page()
    page.route("**/static/sounds/**", lambda route: route.abort())
    page.evaluate(
        """async () => {
          delete globalThis.AudioContext;
          const { Sounds } = await import("/static/js/sound.js");
          globalThis.sounds = new Sounds({ sound: { speech: true } });
        }"""
    )
    page.mouse.click(640, 10)
    before = shown(table)
    table.say(*turn(D, "1z"))
    page.evaluate(
        "([before, after]) => globalThis.sounds.heard(before, after, { code: 'en' })", [before, shown(table)]
    )
    expect(page.locator(".plate.bottom .live b")).to_have_text("69")
