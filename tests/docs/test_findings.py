"""The page about what players found names tests that exist."""

import ast
import re
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs/decisions/0026-what-the-page-was-found-to-lack.md"
ROWS = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][1:]


def test_there_are_findings() -> None:
    assert len(ROWS) > 25


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.split("|")[1].strip())
def test_each_finding_names_tests_that_exist(row: str) -> None:
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", row)
    assert named
    for path, name in named:
        tree = ast.parse((TESTS / path).read_text(encoding="utf-8"))
        assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}, name
