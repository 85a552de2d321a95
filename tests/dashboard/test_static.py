"""The page's files: light, complete in every language, and nothing foreign that is not listed."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from companion.dashboard.pages import STATIC, load_assets
from companion.languages import languages
from companion.projections import house_reminders, reminders
from companion.riichi.facts import RyuukyokuKind
from companion.riichi.presets import EDITIONS, PRESETS
from companion.riichi.reasons import Reason
from companion.riichi.settlement import Limit, PaymentReason
from companion.riichi.yaku import OTHER, YAKU
from tests.toolbox.tongues import LANGUAGES

VIEWS = sorted(path.name for path in (STATIC / "lang").iterdir() if path.is_dir())
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
MOST_BYTES_OF_THE_PAGE = 200_000


LISTED = {language.code: language for language in languages()}


def texts(language):
    return json.loads((STATIC / f"lang/{language}.json").read_text(encoding="utf-8"))


def has(known, key):
    return key in known or f"{key}.other" in known


def asked_for(name):
    """What a file of the page asks for as soon as it is there; `import(…)` waits until somebody taps."""
    patterns = {
        "html": r'(?:src|href)="/static/([^"]+)"',
        "js": r'^(?:import|export)\b[^"();]*"/static/([^"]+)"',
        "css": r'url\("/static/([^"]+)"\)',
    }
    pattern = patterns.get(name.rpartition(".")[2])
    return re.findall(pattern, load_assets()[name].content.decode(), re.MULTILINE) if pattern else []


def opened_with(language):
    """All files that a page in that language fetches when it is opened."""
    open_ends = {"index.html", f"lang/{language}.json"}
    if east_asian(texts(language)["title"]):
        open_ends.add(f"fonts/words-{language}.woff2")
    fetched = set()
    while open_ends:
        name = open_ends.pop()
        fetched.add(name)
        open_ends |= set(asked_for(name)) - fetched
    return fetched


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_weighs_less_than_200_kb_as_it_is_sent(language):
    assets = load_assets()
    sent = {name: len(assets[name].packed or assets[name].content) for name in opened_with(language)}
    assert {"js/main.js", "js/words.js", "css/base.css", "fonts/latin-800.woff2"} <= set(sent)
    assert sum(sent.values()) < MOST_BYTES_OF_THE_PAGE, sent


def test_what_is_brought_from_others_is_listed_and_unchanged(root):
    listed = dict(
        re.findall(
            r"\| `([^`]+)` \|.*\| `([0-9a-f]{64})` \|", (root / "docs/reference/vendored.md").read_text()
        )
    )
    foreign = [path for folder in ("vendor", "fonts") for path in (STATIC / folder).iterdir()]
    kept = {
        path.relative_to(STATIC).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in foreign
        if path.suffix != ".txt"
    }
    assert listed == kept


@pytest.mark.parametrize("language", [one for one in languages() if one.letters != "Latin"])
def test_each_font_of_words_is_listed_with_its_own_face_and_words(root, language):
    listed = (root / "docs/reference/vendored.md").read_text()
    rows = re.findall(rf"^\| `fonts/words-{language.code}(-\w+)?\.woff2` \| (.*)$", listed, re.MULTILINE)
    assert len(rows) > 2
    for part, row in rows:
        view = "" if part in {"", "-late"} else f"{part[1:]}/"
        assert row.startswith(
            f"Noto Sans CJK {language.letters} Bold, the letters of `lang/{view}{language.code}.json`"
        )


def own_names():
    """The letters with which languages call themselves in the menu."""
    return east_asian("".join(language.name for language in languages()))


def keys_of(language, english):
    """The keys that the words of a language have: those of English, and its own forms of what is counted."""
    more = [form for form in LISTED[language].plurals if form not in {"one", "other"}]
    for key in english:
        yield key
        stem, _, form = key.rpartition(".")
        if form == "other" and f"{stem}.one" in english:
            yield from (f"{stem}.{each}" for each in more)


def test_the_list_of_languages_has_the_words_that_are_there_and_no_others():
    there = {path.stem for path in (STATIC / "lang").glob("*.json")}
    assert {"en", "fr"} <= there == set(LISTED)


def places_of(text):
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_and_the_same_places_to_fill(language):
    english, other = texts("en"), texts(language)
    assert list(other) == list(keys_of(language, english))
    assert {key: places_of(text) for key, text in other.items()} == {
        key: places_of(english.get(key) or english[f"{key.rpartition('.')[0]}.other"]) for key in other
    }
    assert all(text.strip() for text in other.values())


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_only_one_view_says_is_whole_too_and_has_its_letters(language, view):
    if not (STATIC / f"lang/{view}/{language}.json").exists():
        pytest.skip("this view speaks English until somebody translates it")
    english, other = texts(f"{view}/en"), texts(f"{view}/{language}")
    assert list(other) == list(keys_of(language, english))
    assert {key: places_of(text) for key, text in other.items()} == {
        key: places_of(english.get(key) or english[f"{key.rpartition('.')[0]}.other"]) for key in other
    }
    written = set("".join(other.values()))
    served = letters_of("latin-600") & letters_of("latin-800")
    if east_asian(written):
        served |= letters_of(f"words-{language}-{view}")
    assert written - served == set()


SAME_EVERYWHERE = {
    *(
        "Riichi",
        "riichi",
        "Double riichi",
        "ippatsu",
        "Ippatsu",
        "Tenpai",
        "Tenpai: {names}",
        "Noten",
        "noten",
    ),
    *("kan", "pon", "chi", "kita"),
    *("Tsumo", "tsumo", "Ron", "Ron: {name}", "Pon", "Chi", "Nagashi", "nagashi", "Nagashi mangan", "Kita"),
    *(
        "Triple ron",
        "Chombo",
        "chombo",
        "Honba",
        "honba",
        "{count} honba",
        "Han",
        "Fu",
        "{count} han",
        "{count} fu",
    ),
    *("Dora", "Ura", "Yakuman", "{count} × yakuman", "{count} kan", "{count} kans", "pao", "Pao: {name}"),
    *("West", "Pause", "Points", "Score", "Volume", "Menu", "Corrections", "Questions", "Limits", "table"),
    *("possible", "mangan", "Tablet", "{seconds} s", "{minutes} min"),
    *("Wareme", "wareme", "Wareme …", "Chips …"),
    *("Uma", "Oka", "Pao", "Kuikae", "Kan dora", "Kan ura", "Ura dora", "Double yakuman", "Renhou"),
    *("Journal", "Club"),
}
"""Words that players of two languages spell alike."""
NAMES_OF_THINGS = ("yaku.", "limit.", "play.rules.", "evening.export.")
"""Yaku, limits, rule sets and formats: romaji and names, wherever one writes with Latin letters."""
SCRIPTS_OF = {
    "ja": r"[\u3040-\u30ff\u4e00-\u9fff]",
    "ko": r"[\uac00-\ud7a3]",
    "zh": r"[\u4e00-\u9fff]",
}
FOREIGN_SCRIPT = {
    "ja": r"[\uac00-\ud7a3]",
    "ko": r"[\u3040-\u30fa\u4e00-\u9fff]",
    "zh": r"[\u3040-\u30fa\uac00-\ud7a3]",
}
LATIN_IN_EAST_ASIAN = {
    "EMA",
    "WRC",
    "A",
    "D",
    "M",
    "MB",
    "UTF",
    "CSV",
    "OBS",
    "QR",
    "host",
    "mjai",
    "tenhou",
    "net",
    "Pi",
    "GPIO",
    "MQTT",
    "companion",
    "doctor",
}


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_nothing_is_left_in_english(language):
    english, other = texts("en"), texts(language)
    copied = {
        key: text
        for key, text in other.items()
        if text == english[key]
        and re.search("[a-z]", without_places(text))
        and text not in SAME_EVERYWHERE
        and not key.startswith(NAMES_OF_THINGS)
    }
    assert copied == {}
    if language not in SCRIPTS_OF:
        foreign = r"\b(the|and|of|this|with|from|has|is)\b"
        assert [text for text in other.values() if re.search(foreign, text)] == []


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language in SCRIPTS_OF])
def test_every_word_is_written_in_the_letters_of_its_language(language):
    other = {key: without_places(text) for key, text in texts(language).items()}
    latin = {word for text in other.values() for word in re.findall(r"[A-Za-z]+", text)}
    assert latin <= LATIN_IN_EAST_ASIAN
    assert [text for text in other.values() if re.search(FOREIGN_SCRIPT[language], text)] == []
    written = [text for text in other.values() if re.search(SCRIPTS_OF[language], text)]
    assert len(written) > 0.9 * len(other)


def without_places(text):
    return re.sub(r"\{\w+\}", "", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_server_has_words(language):
    known = texts(language)
    files = (reminders.__file__, house_reminders.__file__)
    source = "".join(Path(file).read_text(encoding="utf-8") for file in files)
    codes = {
        *(f"reminder.{code}" for code in re.findall(r'Reminder\(\s*"(\w+)"', source)),
        *(f"reason.{reason}" for reason in Reason),
        *(f"draw.{kind}" for kind in RyuukyokuKind),
        *(f"yaku.{yaku}" for yaku in (*YAKU, *OTHER)),
        *(f"limit.{limit}" for limit in Limit),
        *(f"payment.{reason}" for reason in PaymentReason),
        *(f"play.rules.{name}" for name in (*PRESETS, *EDITIONS)),
    }
    assert len(codes) > 150
    assert sorted(code for code in codes if not has(known, code)) == []


def test_every_word_that_a_script_asks_for_is_there():
    known = {**texts("en"), **{key: text for view in VIEWS for key, text in texts(f"{view}/en").items()}}
    asked = {
        key for path in SCRIPTS for key in re.findall(r'\.say\("([\w.]+)"', path.read_text(encoding="utf-8"))
    }
    assert len(asked) > 40
    assert sorted(key for key in asked if not has(known, key)) == []


def test_no_text_of_a_page_stands_in_a_script():
    for path in SCRIPTS:
        spoken = re.findall(
            r'aria-label="([^"$]+)"|(?<!=)>\s*([A-Z][a-z]{3,}[^<${]*)<', path.read_text(encoding="utf-8")
        )
        assert not spoken, f"{path.name}: {spoken}"


def test_no_file_asks_another_server_for_anything():
    allowed = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml", "http://www.w3.org/1999/xlink"}
    for name, asset in load_assets().items():
        if asset.media_type in ("font/woff2", "audio/mpeg", "image/png"):
            continue
        found = set(re.findall(r"https?://[^\s\"'`)>]+", asset.content.decode()))
        assert found <= allowed, f"{name}: {found - allowed}"


def script(name):
    return (STATIC / "js" / name).read_text(encoding="utf-8")


def letters_of(font):
    return {chr(code) for code in TTFont(STATIC / f"fonts/{font}.woff2").getBestCmap()}


def east_asian(text):
    return {letter for letter in text if letter >= "\u2e80"}


def test_the_font_of_kanji_has_those_that_scripts_write_and_no_others():
    # js/languages.js writes the languages' own names, which have a font of their own.
    written = {
        letter
        for path in SCRIPTS
        if path.name != "languages.js"
        for letter in east_asian(path.read_text(encoding="utf-8"))
    }
    assert letters_of("kanji-700") == written
    assert own_names() - letters_of("names") == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_of_a_language_is_in_the_fonts_that_its_page_fetches(language):
    """No tablet needs a font of its own, but for the names of its players."""
    words = texts(language)
    late = tuple(re.findall(r'"([a-z.]+)"', re.search(r"LATE = \[([^\]]+)\]", script("words.js"))[1]))
    assert [group for group in late if not any(key.startswith(group) for key in words)] == []
    written = set("".join(words.values()))
    first = set("".join(text for key, text in words.items() if not key.startswith(late)))
    served = letters_of("latin-600") & letters_of("latin-800")
    if east_asian(written):
        own = letters_of(f"words-{language}")
        assert east_asian(first) | own_names() <= own
        served |= own | letters_of(f"words-{language}-late")
    assert written - served == set()


def test_texts_are_packed_and_unpack_to_themselves():
    packed = {name: asset for name, asset in load_assets().items() if asset.packed is not None}
    assert {"index.html", "css/base.css", "js/main.js", "lang/en.json", "tiles/sprite.svg"} <= set(packed)
    assert all(gzip.decompress(asset.packed) == asset.content for asset in packed.values())
    assert not [name for name in packed if name.endswith((".woff2", ".mp3", ".png"))]


@pytest.mark.parametrize(
    ("asked", "is_packed"),
    [
        ("gzip, deflate, br", True),
        ("br;q=1.0, gzip;q=0.2", True),
        ("gzip;q=0, br", False),
        ("identity", False),
        ("*", False),
        (None, False),
    ],
)
def test_who_takes_gzip_gets_it_and_nobody_else(client, asked, is_packed):
    asset = load_assets()["js/main.js"]
    answer = client.get("/static/js/main.js", headers={"Accept-Encoding": asked} if asked else {})
    assert answer.headers.get("Content-Encoding") == ("gzip" if is_packed else None)
    assert answer.data == (asset.packed if is_packed else asset.content)
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert int(answer.headers["Content-Length"]) == len(answer.data)


def test_each_form_of_a_file_is_told_unchanged_by_its_own_tag(client):
    wishes = [{"Accept-Encoding": "gzip"}, {}]
    tags = [client.get("/static/css/base.css", headers=wish).headers["ETag"] for wish in wishes]
    assert len(set(tags)) == 2
    for wish in wishes:
        again = [
            client.get("/static/css/base.css", headers={**wish, "If-None-Match": tag}).status_code
            for tag in tags
        ]
        assert again == [304 if wish is own else 200 for own in wishes]


def test_what_cannot_shrink_is_sent_as_it_is(client):
    answer = client.get("/static/fonts/latin-800.woff2", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in answer.headers
    assert "Vary" not in answer.headers
