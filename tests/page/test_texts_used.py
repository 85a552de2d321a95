"""Every text of the page is used: its key, or what the code puts after a prefix, occurs in the code."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

from companion.dashboard.pages import STATIC
from companion.riichi.presets import EDITIONS

ROOMS = ("companion", "vision", "hardware", "firmware_bridge")
ROOT = STATIC.parents[2]
COUNTED = re.compile(r"\.(zero|one|two|few|many|other)$")
NAMED = ("name", "attr", "arg", "id", "value")
"""Where a node of Python's grammar has a name or a text."""


def scripts() -> Iterator[str]:
    """Each script of the page without its comments."""
    for path in STATIC.rglob("*.js"):
        if "vendor" not in path.parts:
            yield re.sub(r"(?m)(^|\s)//.*$", "", path.read_text(encoding="utf-8"))


def words_of_python() -> Iterator[str]:
    for path in chain.from_iterable((ROOT / room).rglob("*.py") for room in ROOMS):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            yield from (word for name in NAMED if isinstance(word := getattr(node, name, None), str))


def words_of_the_page() -> Iterator[str]:
    for script in scripts():
        yield from re.findall(r'"([^"\n]*)"', script)
        yield from re.findall(r"[A-Za-z_]\w*", script)


@cache
def said_somewhere() -> set[str]:
    """All that the code says or names, in small letters: each text whole, and each of its words."""
    found = {word.lower() for word in chain(words_of_python(), words_of_the_page(), EDITIONS)}
    return (
        found | {word for text in found for word in text.split()} | {text.replace(" ", "_") for text in found}
    )


def unused(texts: dict[str, str]) -> list[str]:
    """The keys that nothing can ask for."""
    said = said_somewhere()
    prefixes = {found for script in scripts() for found in re.findall(r"`([a-z_][\w.-]*\.)\$\{", script)}
    spoken = {text[1:] for text in texts.values() if text.startswith("@")}

    def is_said(key: str) -> bool:
        rests = [key.removeprefix(prefix).lower() for prefix in prefixes if key.startswith(prefix)]
        by_prefix = any(
            rest in said or all(part in said or part.isdigit() for part in rest.split(".")) for rest in rests
        )
        return key in spoken or key.lower() in said or by_prefix

    return [key for key in texts if not is_said(key) and not is_said(COUNTED.sub("", key))]


def english() -> dict[str, str]:
    places: list[Path] = sorted((STATIC / "lang").rglob("en.json"))
    return {key: text for place in places for key, text in json.loads(place.read_text("utf-8")).items()}


def test_every_text_of_the_page_is_used():
    assert unused(english()) == []


def test_a_text_that_nothing_shows_is_found():
    gone = {"reason.unheard_of_rules": "", "menu.unheard_of.one": "", "unheard_of": ""}
    assert unused(english() | gone) == list(gone)
