"""Each how-to is walked: what its blocks say is done in a copy, and the tests that it names pass there."""

from pathlib import Path

import pytest

from tests.docs.howto import MOST_FILES, steps_of, walk
from tests.mutants.running import Copy

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/howto").glob("*.md"))
KINDS = {"rule-option", "camera", "language", "view", "keys", "yaku", "record-format"}


def test_there_is_a_page_for_each_door() -> None:
    assert {page.stem for page in PAGES} == KINDS
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert [page.stem for page in PAGES if f"docs/howto/{page.name}" not in readme] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_walk_touches_few_files(page: Path) -> None:
    touched = {step.path for step in steps_of(page) if step.path}
    assert len(touched) <= MOST_FILES


@pytest.mark.gate("language")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_walk_ends_where_the_page_says(page: Path, tmp_path: Path) -> None:
    copy = Copy(ROOT, tmp_path)
    for step in steps_of(page):
        walk(step, copy.path)
