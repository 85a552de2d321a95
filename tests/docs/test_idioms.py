"""Texts for people are plain English: the turns of phrase that were weeded out do not come back."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.sources import statements_of

ROOT = Path(__file__).parents[2]
CODE = ("companion", "vision", "firmware_bridge", "hardware", "lab")
IDIOMS = {
    "so many: say how many, or this many": (
        r"(?<!not )(?<!as )\bso (?:many|much|long|often|few)\b(?! as\b)(?!\s+(?:\w+\s+){0,2}that\b)"
    ),
    "is no: say is not a": (
        r"(?<!there )\b(?:is|was|are|were) no "
        r"(?!longer|one\b|more\b|better|other|larger|worse|smaller|less|fewer|older)"
    ),
    "any more: say no longer": (
        r"\b(?:nobody|none|never|nothing|no|not)\b[^.;:]{0,60}\bany more\b(?! than)|\banymore\b"
    ),
    "counts no more: say no longer counts": (
        r"\b(?:counts|stands|holds|does|goes|answers|comes|gives|says|asked) no more\b"
    ),
    "what one does: say who does it": (
        r"\b(?:what|when|if|whom) one (?:does|can|has|needs|may|wants|would|must|sees|types)\b"
    ),
    "the own, an own: say whose": r"\b(?:an own\b|(?:at|by|from|call|before) the own\b)",
    "look whether: say check whether": r"\blook(?:s|ed|ing)? whether\b",
    "by chance: say at random": r"\b(?:made|chosen|drawn|picked) by chance\b",
    "its begin: say its beginning": r"\b(?:its|their) begin\b",
    "which is none: say what it is not": r"\b(?:which|that) is none[.,;]",
    "in its stead: say instead": r"\bin its stead\b",
    "of which nothing: begin anew": r"\bof which nothing\b",
    "a copy apart: say a separate copy": r"\ba copy apart\b",
}
ANY = re.compile("|".join(IDIOMS.values()), re.IGNORECASE)


def texts() -> Iterator[tuple[str, str]]:
    """Each text for people with where it stands."""
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")):
        if page.parent.name != "figures":
            yield page.name, page.read_text(encoding="utf-8")
    for words in (ROOT / "companion/dashboard/static/lang").rglob("en.json"):
        yield from json.loads(words.read_text(encoding="utf-8")).items()
    for top in (*CODE, "tests"):
        for path in (ROOT / top).rglob("*.py"):
            yield from docstrings(path)


def docstrings(path: Path) -> Iterator[tuple[str, str]]:
    place = path.relative_to(ROOT)
    for node in statements_of(ast.parse(path.read_text(encoding="utf-8"))):
        for line in getattr(node, "body", ()):
            if isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant):
                yield f"{place}:{line.lineno}", str(line.value.value)


def found_in(plain: str, pattern: str) -> list[str]:
    """What the pattern finds in a text of one line, with some words around it."""
    return [
        plain[max(0, hit.start() - 30) : hit.end() + 20] for hit in re.finditer(pattern, plain, re.IGNORECASE)
    ]


def test_no_text_for_people_has_an_odd_turn_of_phrase() -> None:
    told = [
        f"{where}: {hit} ({idiom})"
        for where, text in texts()
        for plain in (" ".join(text.split()),)
        if ANY.search(plain)
        for idiom, pattern in IDIOMS.items()
        for hit in found_in(plain, pattern)
    ]
    assert not told, "\n".join(told)


@pytest.mark.parametrize(
    "text",
    [
        "So many tiles cannot be left.",
        "A rest is no sleep.",
        "Nobody looks at it any more.",
        "It counts no more.",
        "The recipes say what one does when it rains.",
        "It looks whether the camera is there.",
        "The winner names it by the own draw.",
        "The seed was chosen by chance.",
    ],
)
def test_an_odd_turn_of_phrase_is_found(text: str) -> None:
    assert any(found_in(text, pattern) for pattern in IDIOMS.values())


@pytest.mark.parametrize(
    "text",
    [
        "It rained so long that play stopped.",
        "There is no tile.",
        "It is no longer there.",
        "There are no more than four.",
    ],
)
def test_good_english_passes(text: str) -> None:
    assert not [pattern for pattern in IDIOMS.values() if found_in(text, pattern)]
