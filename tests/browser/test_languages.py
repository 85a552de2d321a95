"""Every language on a real page: what it weighs, in whose letters it is written, whether long words fit."""

from __future__ import annotations

import json
import re

import pytest

from companion.dashboard.pages import STATIC
from companion.languages import languages
from companion.plurals import plural_of
from companion.projections.snapshot import ControlView
from tests.browser.conftest import PATIENCE_MS, moments, screen
from tests.browser.hands import LONG_HAND, WIN, C, deal, turns
from tests.browser.measuring import faults_at
from tests.toolbox.tongues import LANGUAGES, OWN_LETTERS

MOST_BYTES = 200_000

MOMENTS = {
    "the middle of a hand": LONG_HAND,
    "a win": (*LONG_HAND, *turns(C, "5s"), WIN),
    "the first turn": (deal(),),
    "before the first deal": (),
}


@pytest.fixture
def transfers(chromium, serving):
    """Open the page and say what came over the line: by address, headers and all."""
    contexts = []

    def transfers(**choices):
        context = screen(chromium)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        asked, came = {}, {}
        line.on(
            "Network.requestWillBeSent",
            lambda said: asked.update({said["requestId"]: said["request"]["url"]}),
        )
        line.on(
            "Network.loadingFinished",
            lambda said: came.update({said["requestId"]: said["encodedDataLength"]}),
        )
        page.goto(f"{serving.url}?{'&'.join(f'{name}={value}' for name, value in choices.items())}")
        page.wait_for_selector("main:not(.waiting)")
        page.wait_for_load_state("load")
        page.evaluate("() => document.fonts.ready")
        return page, [(asked[request].removeprefix(serving.url), size) for request, size in came.items()]

    yield transfers
    for context in contexts:
        context.close()


@pytest.mark.gate("ja")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_weighs_less_than_200_kb_with_its_letters_and_without_sounds(transfers, table, language):
    table.say(*LONG_HAND)
    _, came = transfers(lang=language)
    assert not [name for name, _ in came if "/sounds/" in name]
    letters = {re.search(r"words-(\w+)", name)[1] for name, _ in came if "fonts/words-" in name}
    assert letters == ({language} if language in OWN_LETTERS else set())
    assert sum(size for _, size in came) < MOST_BYTES, came


WRITE = """([texts, weight]) => {
  const paper = document.createElement("p");
  paper.id = "paper";
  paper.style.fontWeight = weight;
  paper.textContent = texts;
  document.querySelector("#paper")?.remove();
  document.body.append(paper);
}"""


@pytest.mark.gate("ja")
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_is_drawn_with_the_pages_own_letters(transfers, language):
    words = json.loads((STATIC / f"lang/{language}.json").read_text(encoding="utf-8"))
    letters = "".join(sorted(set("".join(words.values())) - {" "}))
    page, _ = transfers(lang=language)
    line = page.context.new_cdp_session(page)
    line.send("DOM.enable")
    line.send("CSS.enable")
    for weight in ("600", "800"):
        page.evaluate(WRITE, [letters, weight])
        page.evaluate("async () => { await document.fonts.ready; await new Promise(requestAnimationFrame); }")
        page.wait_for_function("() => [...document.fonts].every((face) => face.status !== 'loading')")
        root = line.send("DOM.getDocument")["root"]["nodeId"]
        paper = line.send("DOM.querySelector", {"nodeId": root, "selector": "#paper"})["nodeId"]
        drawn = line.send("CSS.getPlatformFontsForNode", {"nodeId": paper})["fonts"]
        assert sum(font["glyphCount"] for font in drawn) >= len(letters)
        assert [font for font in drawn if not font["isCustomFont"]] == []


def test_the_menu_changes_language_and_letters_at_once(open_page, table):
    table.say(*LONG_HAND)
    page = open_page(lang="en")
    for language in LANGUAGES:
        words = json.loads((STATIC / f"lang/{language}.json").read_text(encoding="utf-8"))
        page.evaluate(
            """async (code) => {
              const { loadWords } = await import("/static/js/words.js");
              globalThis.words = await loadWords(code);
            }""",
            language,
        )
        assert page.evaluate("() => globalThis.words.say('menu')") == words["menu"]
        assert page.evaluate("() => globalThis.words.say('yakuman', { count: 1 })") == words["yakuman.one"]
        said = page.evaluate("() => globalThis.words.say('reminder.turn_ura', { count: 2, name: 'Aki' })")
        assert said == words["reminder.turn_ura.other"].replace("{count}", "2").replace("{name}", "Aki")


def lengthened(text):
    """The same text, two fifths longer: as German or Finnish would be, in letters that the page has.

    >>> lengthened("Take back {count}")
    'Takeea backaa {count}'
    """
    return re.sub(r"(?<![{\w])\w+(?![}\w])", lambda word: stretched(word[0]), text)


def stretched(word):
    return word + "eaioua"[: round(0.4 * len(word))]


@pytest.mark.gate(0)
def test_words_two_fifths_longer_are_not_cut(open_page, table):
    table.control = ControlView(1.0, paused=False)
    table.show()
    page = open_page()
    english = json.loads((STATIC / "lang/en.json").read_text(encoding="utf-8"))
    longer = json.dumps({key: lengthened(text) for key, text in english.items()})
    page.route("**/lang/en.json", lambda route: route.fulfill(body=longer, content_type="application/json"))
    page.reload()
    page.wait_for_selector("main:not(.waiting)")
    assert page.title() == lengthened(english["title"])
    found = []
    for name in moments(page, table, MOMENTS):
        found += faults_at(page, ((1280, 800), (320, 568)), name)
    assert found == []


CLDR = {
    "pl": {
        "one": "i = 1 and v = 0",
        "few": "v = 0 and i % 10 = 2..4 and i % 100 != 12..14",
        "many": "v = 0 and i != 1 and i % 10 = 0..1 or v = 0 and i % 10 = 5..9 or v = 0 and i % 100 = 12..14",
    },
    "ar": {
        "zero": "n = 0",
        "one": "n = 1",
        "two": "n = 2",
        "few": "n % 100 = 3..10",
        "many": "n % 100 = 11..99",
    },
    **{language.code: language.plurals for language in languages()},
}
"""The rules of the page's languages, and of two whose grammar knows more forms than two."""


def test_what_is_counted_takes_the_form_that_browsers_choose(silent_page):
    numbers = [*range(131), 1000, 25_000, 0.5, 1.5, 12.5]
    chosen = silent_page.evaluate(
        """([codes, numbers]) => codes.map((code) => {
          const rules = new Intl.PluralRules(code);
          return numbers.map((number) => rules.select(number));
        })""",
        [list(CLDR), numbers],
    )
    for rules, forms in zip(CLDR.values(), chosen, strict=True):
        assert [plural_of(number, rules) for number in numbers] == forms
