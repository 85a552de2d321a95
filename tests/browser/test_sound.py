"""How it sounds: phrases in every language, chimes, what was chosen; and never in the page's way."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect

from companion.dashboard.pages import load_assets
from companion.projections.snapshot import snapshot_json
from tests.browser.accessibility import violations
from tests.browser.hands import D, deal, turn
from tests.toolbox.tongues import SPOKEN

LONGEST_S = 3.0
LOUDEST = 10 ** (-1 / 20)
MOST_BYTES_OF_ALL_SOUNDS = 1_500_000


def shown(table):
    return json.loads(snapshot_json(table.board.current.snapshot))


def test_all_sounds_together_are_light():
    sounds = {name: asset for name, asset in load_assets().items() if name.startswith("sounds/")}
    announced = [asset for name, asset in sounds.items() if not name.startswith("sounds/aloud/")]
    assert len(announced) > 240
    assert sum(len(asset.content) for asset in announced) < MOST_BYTES_OF_ALL_SOUNDS


@pytest.mark.parametrize("language", SPOKEN)
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


@pytest.mark.gate("dark")
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
    assert violations(page, "dialog") == []


def test_the_page_plays_a_hand_where_audio_is_blocked(open_page, table, chromium):
    table.say(deal())
    page = open_page()
    page.route("**/sounds/**", lambda route: route.abort())
    page.evaluate(
        """async () => {
          delete globalThis.AudioContext;
          const { Sounds } = await import("/static/js/sound.js");
          globalThis.sounds = new Sounds({ speech: true });
        }"""
    )
    page.mouse.click(640, 10)
    before = shown(table)
    table.say(*turn(D, "1z"))
    page.evaluate(
        "([before, after]) => globalThis.sounds.heard(before, after, { code: 'en' })", [before, shown(table)]
    )
    expect(page.locator(".plate.bottom .live b")).to_have_text("69")
