"""The pages about what players and an engineer found name tests that exist."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
DECISIONS = TESTS.parent / "docs" / "decisions"
PAGES = {
    "0026-what-the-page-was-found-to-lack.md": 25,
    "0054-what-the-hardware-was-found-to-lack.md": 20,
}
"""Each page, and more findings than this are on it."""


def rows(page: str) -> list[str]:
    lines = (DECISIONS / page).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.startswith("| ")][1:]


@pytest.mark.parametrize("page", PAGES)
def test_there_are_findings(page: str) -> None:
    assert len(rows(page)) > PAGES[page]


def test_each_of_the_engineers_findings_is_there() -> None:
    numbers = [re.match(r"\| (\d+) ", row) for row in rows("0054-what-the-hardware-was-found-to-lack.md")]
    assert {int(number[1]) for number in numbers if number} == set(range(1, 14))


@pytest.mark.parametrize(
    "row", [row for page in PAGES for row in rows(page)], ids=lambda row: row.split("|")[1].strip()
)
def test_each_finding_names_tests_that_exist(row: str) -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", row)
    assert named
    for path, name in named:
        tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, name
