"""One list of languages: English stands in for words that a language does not have yet."""

import json
import re
import shutil

import pytest

from companion.dashboard import assets
from companion.dashboard.assets import STATIC
from companion.languages import LANG, Language, languages
from companion.plurals import plural_of

NO_SENTENCE = re.compile(r"https?://\S+|\{[^}]*\}")
"""Addresses, and what is put in."""
WRONG_SPACES = {
    "fr": re.compile(r"(?<!\u202f)[;!?]|(?<!\u00a0):(?!\d|//)|«(?!\u00a0)|(?<!\u00a0)»"),
    "ja": re.compile(r" [。、…」]|[。、「] "),
    "zh": re.compile(r" [。，、…”]|[。，、“] "),
}
PARTIAL = Language("pl", "Polski", is_partial=True)


@pytest.fixture
def with_polish(tmp_path, monkeypatch):
    """The page's words with a few Polish ones beside them."""
    shutil.copytree(LANG, tmp_path / "lang")
    (tmp_path / "lang/pl.json").write_text('{"seat.you": "Ty", "play.confirm": "Tak"}', encoding="utf-8")
    monkeypatch.setattr(assets, "languages", lambda: (*languages(), PARTIAL))
    assets._read.cache_clear()
    yield assets.load_assets(tmp_path)
    assets._read.cache_clear()


def words(served, name):
    return json.loads(served[f"lang/{name}.json"].content)


def test_a_missing_word_is_said_in_english(with_polish):
    english, polish = words(with_polish, "en"), words(with_polish, "pl")
    assert polish["play.confirm"] == "Tak"
    assert {**english, **polish} == polish
    assert polish["title"] == english["title"]


def test_a_view_without_any_word_is_said_in_english(with_polish):
    assert words(with_polish, "eye/pl") == words(with_polish, "eye/en")


def test_whole_languages_are_served_as_they_lie(with_polish):
    assert with_polish["lang/de.json"].content == (STATIC / "lang/de.json").read_bytes()


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_words_of_a_language_are_words_of_english(language):
    """A key that English does not have is a slip of the pen, or a form of what is counted."""
    for path in LANG.rglob(f"{language.code}.json"):
        english = json.loads(path.with_name("en.json").read_text(encoding="utf-8"))
        for key in json.loads(path.read_text(encoding="utf-8")):
            stem, _, form = key.rpartition(".")
            assert key in english or (f"{stem}.other" in english and form in language.forms), f"{path}: {key}"


@pytest.mark.parametrize("code", ["fr", "ja", "zh"])
def test_spaces_beside_signs_are_those_of_the_language(code):
    """French has a narrow space before `;!?`, a full one before a colon; Japanese and Chinese have none."""
    wrong = {
        f"{path.relative_to(LANG)}: {key}: {text}"
        for path in LANG.rglob(f"{code}.json")
        for key, text in json.loads(path.read_text(encoding="utf-8")).items()
        if WRONG_SPACES[code].search(NO_SENTENCE.sub("X", text))
    }
    assert not wrong


def test_two_languages_never_have_one_code():
    codes = [language.code for language in languages()]
    assert len(codes) == len(set(codes))
    assert codes[0] == "en"


@pytest.mark.parametrize(
    ("rule", "numbers"),
    [
        ("i = 1 and v = 0", {1}),
        ("n % 10 = 2..4 and n % 100 != 12..14", {2, 3, 4, 22, 23, 24}),
        ("n = 0 or n % 100 = 11..12", {0, 11, 12}),
    ],
)
def test_a_rule_holds_for_its_numbers(rule, numbers):
    assert {number for number in range(25) if plural_of(number, {"few": rule}) == "few"} == numbers


def test_a_tenth_is_not_one():
    assert plural_of(1.5, {"one": "i = 1 and v = 0"}) == "other"
    assert plural_of(1.5, {"one": "i = 0,1"}) == "one"


def test_a_rule_that_cannot_be_read_says_so():
    with pytest.raises(ValueError, match="is not a relation"):
        plural_of(3, {"few": "about three"})


@pytest.mark.parametrize("language", languages(), ids=lambda language: language.code)
def test_no_text_installs_by_a_name_that_no_registry_has(language):
    """How to install what is missing depends on the machine: `companion doctor` says it there."""
    texts = {path: path.read_text(encoding="utf-8") for path in LANG.rglob(f"{language.code}.json")}
    assert [path.parent.name for path, text in texts.items() if "pip install" in text] == []
    said = {key: text for one in texts.values() for key, text in json.loads(one).items()}
    for key in {"eye.libraries", "pretend.missing"} & set(said):
        assert "companion doctor" in said[key]
