"""Every word that is spoken, in each language: what a person reads, and what the voice is given.

The words are the page's: `lang/aloud` has them. Where the screen has the same word, `lang/aloud` names
the key of that word ("@dora").
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab.voice.spellings import SPELLINGS

LANG: Final = Path(__file__).resolve().parents[2] / "companion/dashboard/static/lang"
LANGUAGES: Final = ("en", "fr", "de", "ja", "zh", "ko")
"""The spoken languages, in the order of the columns of `SPELLINGS`."""
WORD: Final = "say."
SAME: Final = "@"
"""A text that begins with this names the key of another text of the page, to be spoken instead."""


@dataclass(frozen=True)
class Voice:
    """One voice of espeak-ng and how fast it speaks, in words a minute."""

    name: str
    speed: int


VOICES: Final = {
    "en": Voice("en-gb", 165),
    "fr": Voice("fr-fr", 165),
    "de": Voice("de", 165),
    "ja": Voice("ja", 170),
    "zh": Voice("cmn-latn-pinyin", 170),
    "ko": Voice("ko", 190),
}


@dataclass(frozen=True)
class Spoken:
    """One word or phrase in one language."""

    text: str
    spelling: str


ANNOUNCED: Final = (
    "seat.E",
    "seat.S",
    "seat.W",
    "seat.N",
    "from.E",
    "from.S",
    "from.W",
    "from.N",
    "chi",
    "pon",
    "kan",
    "kita",
    "riichi",
    "double_riichi",
    "ron",
    "tsumo",
    "chombo",
    "limit.mangan",
    "limit.haneman",
    "limit.baiman",
    "limit.sanbaiman",
    "limit.yakuman",
    "draw.exhaustive",
    "draw.nagashi_mangan",
    "draw.kyuushu",
    "draw.suufon",
    "draw.suucha_riichi",
    "draw.suukaikan",
    "draw.sanchahou",
    "all_noten",
    "all_tenpai",
    "tenpai",
    "game_over",
    "corrected",
    "taken_back",
    "question",
    "source_down",
    "flip_first_indicator",
    "flip_kan_dora",
    "flip_after_discard",
    "turned_early",
    "no_more_riichi",
    "no_more_kan",
    "four_kans",
    "suufon_possible",
    "suucha_possible",
    "draw_due",
    "turn_ura",
    "last_tile",
    "last_discard",
    "points_off",
)
"""What speech says besides the chimes (`js/sound/announcements.js`): each phrase has a file of its own."""


def phrases() -> dict[str, dict[str, Spoken]]:
    """Everything in `lang/aloud` that is spoken, by language and name."""
    return {language: _phrases_of(language, at) for at, language in enumerate(LANGUAGES)}


def texts_of(language: str) -> dict[str, str]:
    """The page's texts in a language by their keys, including those for reading aloud."""
    page = json.loads((LANG / f"{language}.json").read_text(encoding="utf-8"))
    return page | json.loads((LANG / f"aloud/{language}.json").read_text(encoding="utf-8"))


def _phrases_of(language: str, at: int) -> dict[str, Spoken]:
    texts = texts_of(language)
    named = {key.removeprefix(WORD): text for key, text in texts.items() if key.startswith(WORD)}
    read = {name: texts[text[1:]] if text.startswith(SAME) else text for name, text in named.items()}
    spelled = _spellings(at)
    return {name: Spoken(text, spelled.get(name) or text) for name, text in read.items()}


def _spellings(at: int) -> dict[str, str]:
    rows = (line.split("|") for line in SPELLINGS.strip().splitlines())
    cells = ([cell.strip() for cell in row] for row in rows)
    return {name: spelled[at] for name, *spelled in cells if at < len(spelled)}
