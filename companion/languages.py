"""The languages of the page: the list of them, and their words, in English where a language has none yet.

The list is in `dashboard/static/js/languages.js`, where the page reads it too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

__all__ = ["ENGLISH", "LANG", "LISTED", "Language", "languages", "with_english"]

_STATIC: Final = Path(__file__).parent / "dashboard" / "static"
LISTED: Final = _STATIC / "js" / "languages.js"
LANG: Final = _STATIC / "lang"
"""The words: `xx.json` for the page, `view/xx.json` for what only one view says."""
ENGLISH: Final = "en"


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the page."""

    code: str
    """ISO 639-1, such as `pl`."""
    name: str
    """What it calls itself."""
    letters: str = "Latin"
    """`Latin`, or the face of Noto Sans CJK that has its letters: `JP`, `KR`, `SC`."""
    marks: str = ",."
    """The mark between thousands, then the one before tenths."""
    plurals: dict[str, str] = field(default_factory=lambda: {"one": "i = 1 and v = 0"})
    """The CLDR rule of each plural category but `other`, for whole numbers."""
    is_spoken: bool = False
    """Whether there are recorded clips for announcements and for reading aloud."""
    comma: str = ", "
    has_blanks: bool = True
    """Whether blanks separate words."""
    counts_by_ten_thousands: bool = False
    says_seat_first: bool = False
    """Spoken "South: riichi", where others say "riichi, South"."""
    is_partial: bool = False
    """Whether words may be missing; those are then in English."""

    @property
    def forms(self) -> frozenset[str]:
        """The forms of a counted text. `one` is written in every language, whatever its grammar."""
        return frozenset({"one", "other", *self.plurals})


@cache
def languages() -> tuple[Language, ...]:
    """All languages, in the order of the menu.

    >>> [language.code for language in languages()][:2]
    ['en', 'de']
    """
    text = LISTED.read_text(encoding="utf-8")
    listed = text[text.index("= [") + 2 : text.index("\n];") + 2]
    return tuple(Language(**one) for one in json.loads(listed))


def with_english(words: dict[str, str], english: dict[str, str]) -> dict[str, str]:
    """The words of a language, with English ones where it has none yet.

    >>> with_english({"draw": "remis"}, {"draw": "draw", "win": "win"})
    {'draw': 'remis', 'win': 'win'}
    """
    return {**english, **words}
