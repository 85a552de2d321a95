"""Every word of the glossary is a word of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def _names_in(node: ast.AST) -> Iterator[str]:
    for field in ("id", "attr", "name", "arg"):
        name = getattr(node, field, None)
        if isinstance(name, str):
            yield name
    # A word that crosses to pages and records, such as "houtei".
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier():
        yield node.value


@cache
def names() -> frozenset[str]:
    """What code is made of: the names in it; no comment and no docstring."""
    files = list((ROOT / "companion").rglob("*.py"))
    nodes = (node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    folders = (name for path in files for name in path.with_suffix("").relative_to(ROOT).parts)
    return frozenset((*folders, *(name for node in nodes for name in _names_in(node))))


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
    assert word in names(), f"{word} is in the glossary and nowhere in the code"
