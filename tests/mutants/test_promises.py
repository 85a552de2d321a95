"""Every promise of the docs has a name, and a mutant that breaks it."""

from __future__ import annotations

import pytest

from tests.mutants.every import MUTANTS
from tests.mutants.promises import AREAS, PAGES, Block, promises_of, promising_blocks


@pytest.mark.parametrize("area", AREAS)
def test_every_promise_has_a_mutant(area: str) -> None:
    promised = promises_of(AREAS[area])
    assert len(promised) == len(set(promised)), "two promises share an id"
    broken = {mutant.promise.partition("/")[2] for mutant in MUTANTS if mutant.area == area}
    assert set(promised) == broken


@pytest.mark.parametrize("page", PAGES)
def test_every_paragraph_that_promises_says_what_it_is_called(page: str) -> None:
    nameless = [block.text[:60] for block in promising_blocks(page) if not block.ids]
    assert nameless == []


def test_a_promise_without_a_name_would_be_found() -> None:
    assert Block("* Nothing leaves the machine.").ids == ()
    assert Block("* Nothing leaves. <!-- promise: a --> It stays. <!-- promise: b-c -->").ids == ("a", "b-c")
