"""The recorded clips of reading aloud: whole, short, audible; and the same words on screen and spoken."""

from __future__ import annotations

import json
import re

import pytest

from companion.dashboard.pages import STATIC
from lab.voice.clips import clips_of
from lab.voice.phrases import phrases, texts_of
from tests.page.aloud_twin import language, written
from tests.toolbox.tongues import SPOKEN

LONGEST_S = 4.2
LOUDEST = 10 ** (-1 / 20)
MOST_BYTES_OF_A_PACK = 600_000


@pytest.mark.parametrize("code", SPOKEN)
def test_every_word_has_a_clip_and_the_clips_fill_the_pack(code):
    names = {*phrases()[code], *clips_of(code)}
    assert len([name for name in names if re.fullmatch(r"tile\.\d[mpsz]", name)]) == 37
    yaku = {name for name in names if name.startswith("yaku.")}
    for pack, filled_by in ((code, names - yaku), (f"{code}-yaku", yaku)):
        places = json.loads((STATIC / f"sounds/aloud/{pack}.json").read_text(encoding="utf-8"))
        assert set(places) == filled_by
        ends = [start + size for start, size in places.values()]
        assert [start for start, _ in places.values()] == [0, *ends[:-1]]
        size = (STATIC / f"sounds/aloud/{pack}.mp3").stat().st_size
        assert ends[-1] == size < MOST_BYTES_OF_A_PACK


@pytest.mark.parametrize("code", SPOKEN)
def test_every_clip_is_what_the_page_calls_it(code):
    """What the voice was given is the text that stands on the screen for it."""
    texts = {name: spoken.text for name, spoken in {**phrases()[code], **clips_of(code)}.items()}
    by_name = {name: text for text, name in written(code).items()}
    assert {name: texts[name] for name in by_name} == by_name
    # No two are written alike, so that each sentence can be read back.
    assert [name for name in texts if name not in by_name and not name.startswith("n.")] == []


@pytest.mark.parametrize("code", SPOKEN)
def test_every_clip_decodes_short_audible_and_not_too_loud(silent_page, code):
    heard = silent_page.evaluate(
        """async (code) => {
          const { Voice } = await import("/static/js/aloud/voice.js");
          const voice = new Voice({ newContext: () => new OfflineAudioContext(1, 1, 16000) });
          voice.context = voice.newContext();
          const packs = await Promise.all([code, `${code}-yaku`].map((name) => voice.pack(name)));
          const names = packs.flatMap(({ places }) => Object.keys(places));
          return Promise.all(names.map(async (name) => {
            const buffer = await voice.clip(name, code);
            const peak = buffer.getChannelData(0).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
            return [name, buffer.duration, peak];
          }));
        }""",
        code,
    )
    assert [each for each in heard if not 0.1 < each[1] < LONGEST_S] == []
    assert [each for each in heard if not 0.3 < each[2] < LOUDEST] == []


# The same words on screen and spoken.

HOLDS = {
    **{f"seat.{wind}": f"wind.{wind}" for wind in "ESWN"},
    **{f"from.{wind}": f"wind.{wind}" for wind in "ESWN"},
    "all_tenpai": "play.tenpai",
    "no_more_riichi": "action.riichi",
    "suucha_possible": "action.riichi",
    "draw_due": "action.ron",
    "turn_ura": "ura",
    "flip_after_discard": "dora",
    "indicator": "dora",
    "stick": "action.riichi",
}
"""Phrases that the page has no twin of: which of its words each of them holds."""
OLD_WORDS = {
    "en": ("turn the",),
    "fr": ("partie nulle",),
    "de": ("Unentschieden", "Waisen", "Mauer leer", "Kans", "Kreise", "berichtigt", "Spiel ruht"),
    "ja": ("の放銃", "見えない牌"),
    "zh": ("放铳", "来自"),
    "ko": ("탁자", "방총"),
}
"""What the page has left behind."""


@pytest.mark.parametrize("code", SPOKEN)
def test_speech_and_page_have_the_same_terms(code):
    texts, spoken = texts_of(code), phrases()[code]
    named = [name for name in spoken if language(code)[f"say.{name}"].startswith("@")]
    assert len(named) > 45
    for name, key in HOLDS.items():
        assert texts[key].casefold() in spoken[name].text.casefold(), (name, key)
    for text in (each.text for each in spoken.values()):
        assert not [old for old in OLD_WORDS[code] if old.casefold() in text.casefold()], text
