"""Each rule on the page of rules names tests that are there and fields that a rule set has."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from companion.riichi.ruleset import RuleSet

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"
ROWS = [
    [cell.strip() for cell in line.strip("| ").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not line.startswith(("| rule |", "|---"))
]
SOURCES = ("kan, ", "naki, ", "riichi, ", "abortive draws, ", "rules ")


def file_of(name: str, root: Path) -> Path:
    folder, _, file = name.rpartition("/")
    return root / "tests" / (folder or "riichi") / f"test_{file}.py"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0][:60])
def test_a_rule_has_a_source_tests_and_fields_that_are_there(row: list[str], root: Path) -> None:
    rule, source, tests, field = row
    assert rule.endswith(".")
    assert source.startswith(SOURCES)
    named = re.findall(r"`([\w/]+)::(\w+)`", tests)
    assert named
    for file, test in named:
        assert f"def test_{test}(" in file_of(file, root).read_text(encoding="utf-8"), test
    known = {one.name for one in fields(RuleSet)}
    assert set(re.findall(r"`(\w+)`", field)) <= known
    assert field


def test_the_rules_of_every_source_are_there() -> None:
    for source in SOURCES:
        assert sum(row[1].startswith(source) for row in ROWS) >= 5, source
