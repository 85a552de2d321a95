"""Every example that a docstring or a page shows is played, and must come out as it says."""

import doctest
import importlib
from pathlib import Path

import pytest

from tests.architecture.sources import PACKAGES, read_modules
from tests.conftest import ROOT

PROMPT = ">>> "
TEACHING_MODULES = [module.name for module in read_modules(ROOT, *PACKAGES) if PROMPT in module.text]
PAGES = (*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")))
TEACHING_PAGES = [page for page in PAGES if PROMPT in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", TEACHING_MODULES)
def test_the_examples_of_a_module_come_out(name: str) -> None:
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


@pytest.mark.parametrize("page", TEACHING_PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_examples_of_a_page_come_out(page: Path) -> None:
    outcome = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert outcome.failed == 0
