"""Manuals are short, and each story says what it is about."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MOST_WORDS = 1_550
"""About 1,500 words; the lines of tables count as words too."""
TOO_LONG = {"build.md", "recipes.md"}
"""Manuals that still have to become shorter."""
MANUALS = sorted(DOCS.glob("*.md"))
STORIES = sorted((ROOT / "tests" / "stories").glob("test_*.py"))


@pytest.mark.parametrize("page", MANUALS, ids=lambda page: page.name)
def test_a_manual_is_short(page: Path) -> None:
    words = len(page.read_text(encoding="utf-8").split())
    is_long = words > MOST_WORDS
    assert is_long == (page.name in TOO_LONG), f"{page.name} has {words} words"


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_a_story_says_what_it_is_about(story: Path) -> None:
    words = ast.get_docstring(ast.parse(story.read_text(encoding="utf-8"))) or ""
    assert len(words.split()) > 5, f"{story.name} begins with what went wrong, or would"
