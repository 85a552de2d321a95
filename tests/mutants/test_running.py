"""The run of mutants, on a small checkout: what is noticed, what survives, what makes the run worthless."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.mutants.mutant import DoesNotApply, Mutant
from tests.mutants.running import Verdict, run_all

CODE = "def double(number):\n    return 2 * number  # exactly\n"
TESTS = """
from shop.code import double

def test_double():
    assert double(2) == 4

def test_nothing():
    pass
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "a checkout"
    (root / "shop").mkdir(parents=True)
    (root / "shop" / "code.py").write_text(CODE)
    (root / "test_code.py").write_text(TESTS)
    (root / "conftest.py").write_text(
        "def pytest_addoption(parser): parser.addoption('--whole', action='store_true')\n"
    )
    (root / "pytest.ini").write_text("[pytest]\npythonpath = .\n")
    subprocess.run(["git", "init", "-q", root], check=True)
    return root


def mutant(new: str, test: str = "test_double", **more: str) -> Mutant:
    return Mutant(
        "shop/double", "doubling", "shop/code.py", "2 * number", new, (f"test_code.py::{test}",), **more
    )


@pytest.mark.gate(0)
def test_broken_promises_are_noticed_and_each_starts_from_sound_code(checkout: Path) -> None:
    tried = {
        mutant("3 * number"): Verdict.NOTICED,
        mutant("number + number"): Verdict.SURVIVED,
        mutant("1 / 0"): Verdict.NOTICED,
        mutant("number * 2", survives_because="it is the same product"): Verdict.EXPLAINED,
        mutant("4 * number", test="test_nothing"): Verdict.SURVIVED,
    }
    found = {outcome.mutant: outcome.verdict for outcome in run_all(checkout, tuple(tried), jobs=1)}
    assert found == tried
    assert (checkout / "shop" / "code.py").read_text() == CODE


@pytest.mark.gate(0)
def test_tests_that_are_not_there_or_fail_by_themselves_end_the_run(checkout: Path) -> None:
    with pytest.raises(AssertionError, match="mend that first"):
        list(run_all(checkout, [mutant("3 * number", test="test_gone")], jobs=1))
    (checkout / "shop" / "code.py").write_text(CODE.replace("2 *", "5 *"))
    with pytest.raises(AssertionError, match="mend that first"):
        list(run_all(checkout, [mutant("3 * number")], jobs=1))


def test_a_change_that_does_not_fit_is_said() -> None:
    with pytest.raises(DoesNotApply, match="stands 0 times"):
        mutant("3 * number").applied("def double(number): ...")
    with pytest.raises(DoesNotApply, match="stands 2 times"):
        mutant("3 * number").applied(CODE + CODE)
    with pytest.raises(DoesNotApply, match="would not be Python"):
        mutant("3 * (number").applied(CODE)
