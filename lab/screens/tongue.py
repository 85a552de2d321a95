"""Finds the page's buttons in any language by their English names."""

from __future__ import annotations

import json
import re
from functools import cache

from companion.languages import LANG, languages

_GAP = re.compile(r"\{(\w+)\}")
_BLANK = re.compile(r"\\? |[\u00a0\u202f]")
LANGUAGES = tuple(language.code for language in languages())


def spoken(english: str, language: str, *, is_whole: bool = True) -> re.Pattern[str]:
    """A pattern of all that the page may say for `english`; several keys may have that English text.

    What stands in a text's gaps is put into its translation. Numbers and names, which have no key, are
    the same in every language.

    >>> spoken("Ron: Ben", "fr").search("Ron : Ben") is not None
    True
    """
    forms = {_literal(english), *(_forms(english, language) if language != "en" else ())}
    edges = (r"^\s*", r"\s*$") if is_whole else ("", "")
    return re.compile(f"{edges[0]}(?:{'|'.join(sorted(forms))}){edges[1]}")


def _forms(english: str, language: str) -> list[str]:
    theirs = _texts(language)
    found = ((theirs.get(key), pattern.fullmatch(english)) for key, pattern in _patterns())
    return [_filled(text, said.groupdict()) for text, said in found if text and said]


def _literal(text: str) -> str:
    """The text as part of a regular expression, with slashes escaped: playwright writes it between slashes.

    The name of a button has ordinary blanks, even where its French text has non-breaking ones.
    """
    return _BLANK.sub(r"\\s", re.escape(text)).replace("/", r"\/")


def _filled(text: str, values: dict[str, str]) -> str:
    """The sentence in the other language; a gap that the English text lacks may hold anything."""
    parts = _GAP.split(text)
    said = {name: _literal(value) for name, value in values.items()}
    return "".join(said.get(part, ".+") if at % 2 else _literal(part) for at, part in enumerate(parts))


@cache
def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    return [(key, _pattern(text)) for key, text in _texts("en").items()]


def _pattern(text: str) -> re.Pattern[str]:
    seen: set[str] = set()

    def gap(name: str) -> str:
        again = name in seen
        seen.add(name)
        return f"(?P={name})" if again else f"(?P<{name}>.+)"

    parts = _GAP.split(text)
    return re.compile("".join(gap(part) if at % 2 else _literal(part) for at, part in enumerate(parts)))


@cache
def _texts(language: str) -> dict[str, str]:
    files = (LANG / f"{language}.json", *sorted(LANG.glob(f"*/{language}.json")))
    return {key: text for file in files for key, text in json.loads(file.read_text("utf-8")).items()}
