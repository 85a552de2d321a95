"""Each rule on the page of rules names code, tests, places on the page and fields that are there."""

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path

import pytest

from companion.riichi.ruleset import RuleSet

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"
SEEDS = ("kan, ", "naki, ", "riichi, ", "abortive draws, ")
SOURCES = (*SEEDS, "rules ")


@dataclass(frozen=True)
class Row:
    """One rule; of what the tables of houses say, nobody asks where it lives in code and on the page."""

    rule: str
    source: str
    tests: str
    field: str
    code: str = ""
    page: str = ""


def row_of(line: str) -> Row:
    cells = [cell.strip() for cell in line.strip("| ").split("|")]
    if len(cells) == 4:
        return Row(*cells)
    rule, source, code, tests, page, field = cells
    return Row(rule, source, tests, field, code, page)


ROWS = [
    row_of(line)
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| rule |", "|---"))
]


def file_of(name: str, root: Path) -> Path:
    folder, _, file = name.rpartition("/")
    return root / "tests" / (folder or "riichi") / f"test_{file}.py"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule[:60])
def test_a_rule_has_a_source_tests_and_fields_that_are_there(row: Row, root: Path) -> None:
    assert row.rule.endswith(".")
    assert row.source.startswith(SOURCES)
    named = re.findall(r"`([\w/]+)::(\w+)`", row.tests)
    assert named
    for file, test in named:
        assert f"def test_{test}(" in file_of(file, root).read_text(encoding="utf-8"), test
    known = {one.name for one in fields(RuleSet)}
    assert set(re.findall(r"`(\w+)`", row.field)) <= known
    assert row.field


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.source.startswith(SEEDS)], ids=lambda row: row.rule[:60]
)
def test_a_statement_of_the_seeds_says_where_it_lives_in_code_and_on_the_page(row: Row) -> None:
    assert row.code, "its table has no column for code"
    assert row.page, "its table has no column for the page"


@pytest.mark.parametrize("row", [row for row in ROWS if row.code], ids=lambda row: row.rule[:60])
def test_places_in_code_and_on_the_page_are_there(row: Row, root: Path) -> None:
    named = re.findall(r"`([\w/]+)::(\w+)`", row.code)
    assert len(named) == row.code.count("`") / 2 > 0
    for file, name in named:
        module = root / "companion" / (f"{file}.py" if "/" in file else f"riichi/{file}.py")
        assert re.search(rf"^ *(def|class) {name}\b", module.read_text(encoding="utf-8"), re.MULTILINE), name
    static = root / "companion" / "dashboard" / "static"
    words = json.loads((static / "lang" / "en.json").read_text(encoding="utf-8"))
    for place in re.findall(r"`(.*?)`", row.page):
        is_said = any(word == place or word.startswith(f"{place}.") for word in words)
        assert is_said or (static / "js" / place).is_file(), place
    assert "`" in row.page or row.page == "-"


def test_the_rules_of_every_source_are_there() -> None:
    for source in SOURCES:
        assert sum(row.source.startswith(source) for row in ROWS) >= 5, source
