"""In which form names of people, tables and devices are kept, and when two names are one person's.

A name in an older file may have another form: whoever reads it must find it all the same.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import category, normalize

__all__ = ["LONGEST", "as_entered", "is_shown", "naming", "same_name"]

LONGEST: Final = 40
"""The most letters of a person's name: a table takes no longer one, so nobody enters one elsewhere either."""
_JOINERS: Final = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
_JOINED: Final = re.compile(f"[{_JOINERS}]+")
# Letters without capitals and their marks, and the signs and skin tones that emoji are made of.
_MAY_BE_JOINED: Final = frozenset({"Lo", "Mc", "Mn", "Sk", "Sm", "So"})


def as_entered(text: str) -> str:
    r"""A name as it is kept from now on: composed letters, plain single blanks, and no useless joiners.

    >>> as_entered(" Aki\u3000 Sato\u200d") == "Aki Sato", as_entered("\U0001f469\u200d\U0001f467")
    (True, '👩\u200d👧')
    """
    # What stood on both sides of a useless joiner may be one letter without it.
    composed = normalize("NFC", _JOINED.sub(_needed, normalize("NFC", text)))
    return " ".join(composed.split())


def _needed(joiners: re.Match[str]) -> str:
    """The joiners if both neighbours can be joined; otherwise nothing, because they would not show."""
    text, start, end = joiners.string, joiners.start(), joiners.end()
    neighbours = (text[start - 1 : start], text[end : end + 1])
    return joiners[0] if all(one and category(one) in _MAY_BE_JOINED for one in neighbours) else ""


def same_name(name: str) -> str:
    r"""A name in the form in which names are compared: two that look alike are one person's.

    >>> same_name(" Anna  LEE ") == same_name("anna\u3000lee"), same_name("Aki\u200d") == same_name("Aki")
    (True, True)
    """
    folded = normalize("NFKC", _JOINED.sub("", name)).casefold()
    return " ".join(normalize("NFKC", folded).split())


def naming(name: str) -> re.Pattern[str]:
    """What finds somebody's name in a text; where names are written in Latin letters, only as a whole word.

    >>> bool(naming("Ana").search("ANA was late")), bool(naming("Ana").search("Anastasia was late"))
    (True, False)
    """
    letters = re.escape(same_name(name))
    return re.compile(rf"(?<!\w){letters}(?!\w)" if name.isascii() else letters, re.IGNORECASE)


def is_shown(letter: str) -> bool:
    """Whether a letter is visible, a blank (also a wide one, as Japanese keyboards type), or joins others."""
    return letter.isprintable() or category(letter) == "Zs" or letter in _JOINERS
