"""Parts of the page that come when they are needed, where the line breaks just then."""

from __future__ import annotations

import pytest

from tests.page.conftest import DRAWING

AGAIN = 2_100

DRAWN = """async ([drawing, code, taps]) => {
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  const { restore } = await import(module);
  try {
    const { drawn } = await import(drawing);
    const more = { taps, answers: {}, language: "en", views: [] };
    return (await drawn({ module, part: "Part", props: {}, ...more })).said;
  } finally {
    restore?.();
  }
}"""

NEEDED = """
  import { html } from "/static/vendor/htm-preact-standalone.module.js";
  import { useLater } from "/static/js/later.js";
  let tries = 0;
  const load = async () => {
    if (tries++ === 0) throw new TypeError("no line");
    return { Made: () => "it is here" };
  };
  export function Part() {
    const Made = useLater(true, load, "Made");
    return Made && html`<${Made} />`;
  }
"""

OPENED = """
  import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
  import { useOpened } from "/static/js/later.js";
  let tries = 0;
  const load = async () => {
    if (tries++ < 2) throw new TypeError("no line");
    return { Made: () => "it is here" };
  };
  export function Part() {
    const [isOpen, open] = useState(false);
    const [said, say] = useState("");
    const Made = useOpened(isOpen, load, "Made", () => (open(false), say("no line")));
    return html`<button type="button" onClick=${() => open(true)}>Menu</button>
      ${isOpen ? "open" : "closed"} ${said} ${isOpen && Made && html`<${Made} />`}`;
  }
"""

DRESSED = """
  import { useStyle } from "/static/js/style.js";
  let tries = 0;
  const usual = {};
  const append = (link) => {
    link.remove = () => {};
    setTimeout(() => link.heard[tries++ === 0 ? "error" : "load"][1]());
  };
  export function restore() {
    if (usual.querySelector) Object.assign(usual.page, usual);
  }
  export function Part() {
    if (!usual.page) Object.assign(usual, { page: document, querySelector: document.querySelector });
    Object.assign(document, { querySelector: () => null, head: { append } });
    return useStyle("/static/css/never.css") ? "it is here" : "";
  }
"""


@pytest.mark.parametrize("code", [NEEDED, DRESSED])
def test_what_did_not_come_is_asked_for_again(node, code):
    assert node.evaluate(DRAWN, [DRAWING.as_uri(), code, [AGAIN]]) == ["", "it is here"]


@pytest.mark.parametrize("taps", [["Menu", "Menu", "Menu"], [AGAIN, "Menu", "Menu"]])
def test_what_did_not_come_when_it_was_opened_says_so_and_opens_at_a_later_tap(node, taps):
    """The line is broken twice; the page comes to rest after two seconds."""
    said = [
        " ".join(one.split()) for one in node.evaluate(DRAWN, [DRAWING.as_uri(), f"{OPENED} // {taps}", taps])
    ]
    assert said[-2:] == ["Menuclosed no line", "Menuopen no line it is here"]


def test_words_that_did_not_come_are_asked_for_again(drawn):
    answers = {
        "/static/lang/club/en.json": ["no line", "the file"],
        "/api/club?players=&season=": {"players": 4, "tables": [], "seasons": [], "standings": []},
    }
    props = {"snapshot": {"seq": 1}}
    first, then = drawn("evening/club:Club", props, answers=answers, taps=[AGAIN])["said"]
    assert first == "Loading …"
    assert "No game with named players is finished yet." in then


@pytest.mark.parametrize(
    ("part", "view"),
    [("club/main:ClubSheet", "club"), ("eye/main:EyeSheet", "eye"), ("aloud/sheet:AloudSheet", "aloud")],
)
def test_a_sheet_whose_words_did_not_come_says_so(drawn, part, view):
    answers = {f"/static/lang/{view}/en.json": "no line"}
    told = drawn(part, {"args": {}, "me": None, "choices": {}}, answers=answers)
    assert (told["said"], told["asked"]) == ([""], [["not opened"]])


WORDED = """async ([drawing, answers]) => {
  const code = `
    import { useRoundWords } from "/static/js/round/words.js";
    export const Part = ({ words }) => (useRoundWords(words) ? "it is here" : "");
  `;
  const { drawn } = await import(drawing);
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  const more = { taps: [2_100], language: "en", views: [] };
  return (await drawn({ module, part: "Part", props: {}, answers, ...more })).said;
}"""


def test_words_of_a_round_that_did_not_come_are_asked_for_again(node):
    answers = {"/static/lang/round/en.json": ["no line", "the file"]}
    assert node.evaluate(WORDED, [DRAWING.as_uri(), answers]) == ["", "it is here"]


LANGUAGE = """
  import { html } from "/static/vendor/htm-preact-standalone.module.js";
  import { useWordsOf } from "/static/js/later.js";
  import { loadWords } from "/static/js/words.js";
  export const Part = ({ words: first, lang }) => {
    const words = useWordsOf(lang, first, loadWords);
    return html`${words.code} ${words.say("menu")}`;
  };
"""
CHOSEN = """async ([drawing, code, taps, answers]) => {
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  const { drawn } = await import(drawing);
  const more = { taps, answers, language: "en", views: [] };
  return (await drawn({ module, part: "Part", props: { lang: "en" }, ...more })).said;
}"""


@pytest.mark.parametrize(
    ("taps", "answers", "last"),
    [
        ([{"lang": "de"}, AGAIN], {"/static/lang/de.json": ["no line", "the file"]}, "de Menü"),
        # The words of the language before come after those of the one that was chosen last.
        ([{"lang": "de"}, {"lang": "fr"}, 400], {"/static/lang/de.json": {"after_ms": 300}}, "fr Menu"),
    ],
)
def test_the_words_of_a_language_come_once_there_is_a_line_and_in_the_order_of_the_taps(
    node, taps, answers, last
):
    assert node.evaluate(CHOSEN, [DRAWING.as_uri(), LANGUAGE, taps, answers])[-1] == last
