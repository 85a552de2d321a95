"""Every word of the glossary is a word of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "companion").rglob("*.py"))
WORDS = [
    word
    for line in (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "`" in line
    for word in re.findall(r"`([A-Za-z_]+)`", line.split("|")[2])
]


def test_the_glossary_is_read() -> None:
    assert len(WORDS) > 30


@pytest.mark.parametrize("word", WORDS)
def test_the_code_says_it_too(word: str) -> None:
    assert re.search(rf"\b{word}\b", CODE), f"{word} is in the glossary and nowhere in the code"
