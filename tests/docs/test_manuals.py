"""Manuals are short, and each story says what it is about."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
MOST_WORDS = 1_500
"""Whatever has a letter or a digit is a word; the lines of tables are none."""
MANUALS = sorted([*DOCS.glob("*.md"), *DOCS.glob("howto/*.md")])
STORIES = sorted((ROOT / "tests" / "stories").glob("test_*.py"))


@pytest.mark.parametrize("page", MANUALS, ids=lambda page: page.name)
def test_a_manual_is_short(page: Path) -> None:
    words = sum(any(map(str.isalnum, one)) for one in page.read_text(encoding="utf-8").split())
    assert words <= MOST_WORDS, f"{page.name} has {words} words"


def test_the_readme_moves_for_six_seconds_and_stays_light() -> None:
    """`python -m lab.screens.moving` films it anew."""
    path = DOCS / "images" / "riichi-and-ron.webp"
    assert f"docs/images/{path.name}" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert path.stat().st_size < 1_500_000
    lasts = []
    with Image.open(path) as film:
        for picture in ImageSequence.Iterator(film):
            picture.load()  # only then does it say how long it stands
            lasts.append(picture.info["duration"])
    assert len(lasts) > 5
    assert 5_500 <= sum(lasts) <= 6_500


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)
def test_a_story_says_what_it_is_about(story: Path) -> None:
    words = ast.get_docstring(ast.parse(story.read_text(encoding="utf-8"))) or ""
    assert len(words.split()) > 5, f"{story.name} begins with what went wrong, or would"
