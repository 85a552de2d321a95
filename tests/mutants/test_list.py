"""The list of mutants fits the code: each change applies, and each names tests that are there."""

from __future__ import annotations

import pytest

from tests.conftest import ROOT
from tests.mutants.every import MUTANTS


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.promise}: {mutant.broken}")
def test_a_mutant_can_be_put_into_the_code(mutant) -> None:
    sound = (ROOT / mutant.file).read_text(encoding="utf-8")
    assert mutant.applied(sound) != sound


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: f"{mutant.promise}: {mutant.broken}")
def test_a_mutant_names_tests_that_are_there(mutant) -> None:
    assert mutant.tests
    for test in mutant.tests:
        place, *names = test.split("::")
        text = (ROOT / place).read_text(encoding="utf-8") if names else ""
        assert (ROOT / place).exists()
        assert all(name.partition("[")[0] in text for name in names), test


def test_no_two_mutants_say_the_same() -> None:
    said = [(mutant.promise, mutant.broken) for mutant in MUTANTS]
    assert len(said) == len(set(said))
