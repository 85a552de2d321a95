"""The recipes: what they quote stands on the page, their rules file is read, and links lead somewhere."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

from companion.rules_file import load_rules

ROOT = Path(__file__).parents[2]
PAGE = "\n".join(
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("recipes.md", "recipes-mishaps.md")
)
LANG = ROOT / "companion/dashboard/static/lang"
WORDS = {
    f"{path.parent.name}/{key}": text
    for path in (LANG / "en.json", *LANG.glob("*/en.json"))
    for key, text in json.loads(path.read_text(encoding="utf-8")).items()
}
"""Those of the page, and of the views that bring words of their own."""
PROSE = re.sub(r"```.*?```", "", PAGE, flags=re.DOTALL)
QUOTED = sorted({" ".join(words.split()) for words in re.findall(r'"([^"]+)"', PROSE)})
TOP = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", text))))


@cache
def shown() -> list[re.Pattern[str]]:
    return [pattern(text) for text in WORDS.values() if re.sub(r"\{\w+\}|\W", "", text)]


def anchor(title: str) -> str:
    return re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-")


def test_something_is_quoted() -> None:
    assert len(QUOTED) > 50


@pytest.mark.parametrize("words", QUOTED)
def test_what_is_quoted_stands_on_the_page(words: str) -> None:
    assert any(each.fullmatch(words) for each in shown()), f"the page never says “{words}”"


def test_the_rules_file_is_read(tmp_path: Path) -> None:
    (written,) = re.findall(r"```toml\n(.*?)```", PAGE, flags=re.DOTALL)
    file = tmp_path / "friday.toml"
    file.write_text(written, encoding="utf-8")
    rules = load_rules(str(file))
    assert (rules.name, rules.red_fives) == ("Friday table", (0, 0, 0))


@pytest.mark.parametrize("page", TOP, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if ":" in target:
            continue
        file, _, place = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), f"{target} is not there"
        if place and found.suffix == ".md":
            titles = re.findall(r"^#+ (.+)$", found.read_text(encoding="utf-8"), flags=re.MULTILINE)
            assert place in map(anchor, titles), f"{target}: no such heading"
