"""docs/scribe.md: every failure in its tables has a test, and every story is told there."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "docs" / "scribe.md").read_text(encoding="utf-8").splitlines()
STORIES = sorted(path.name for path in (ROOT / "tests" / "stories").glob("test_*.py"))
NAMED = re.compile(r"`(tests/[\w/]+\.py)`")


def failures() -> list[tuple[str, str]]:
    """What went wrong, and what stands in the last column, where "the same" is that of the row before."""
    found: list[tuple[str, str]] = []
    is_in = False
    for line, below in pairwise([*LINES, ""]):
        if line.startswith("| what went wrong |"):
            is_in = True
        elif is_in and line.startswith("| ") and not below.startswith("|---"):
            cells = [cell.strip() for cell in line.strip("|").split(" | ")]
            last = cells[-1]
            found.append((cells[0], f"{found[-1][1]} {last}" if "the same" in last else last))
        elif not line.startswith("|"):
            is_in = False
    return found


def test_the_tables_are_found() -> None:
    assert len(failures()) > 30


@pytest.mark.parametrize(("failure", "mended"), failures())
def test_a_failure_that_was_seen_has_a_test_of_its_own(failure: str, mended: str) -> None:
    named = NAMED.findall(mended)
    assert named, f"no test is named beside “{failure}”"
    assert all((ROOT / path).exists() for path in named)


def test_each_story_is_told_with_what_it_is_about() -> None:
    told = [re.match(r"\| `(test_\w+\.py)` \| \w", line) for line in LINES]
    named = sorted(row.group(1) for row in told if row)
    assert named == STORIES, "docs/scribe.md, “Every failure that was seen”, has one row for each story"
