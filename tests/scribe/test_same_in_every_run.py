"""The same evidence makes the same verdicts in every run: nothing depends on the order of a set's hashes."""

import os
import subprocess
import sys
from contextlib import nullcontext
from types import FunctionType

import pytest

from tests.conftest import ROOT
from tests.toolbox.set_walks import WalkedError, in_order, watched

HANDS = ("lab.scribe.verdicts", "--archive", "pretend", "--hands", "2", "--rates", "0.1")
"""Two hands of pretend players before an eye that misreads a tenth of the tiles."""


def said(*words: str, seed: str = "0") -> str:
    run = [sys.executable, "-m", *words]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=env).stdout


@pytest.mark.gate(0)
def test_whatever_the_hashes_are_the_verdicts_are_the_same():
    first = said(*HANDS, seed="1")
    assert first.count("10 %") == 2
    assert [said(*HANDS, seed=seed) for seed in ("2", "3")] == [first, first]


def test_no_set_is_walked_but_to_sort_it():
    one = [*HANDS[:4], "1", *HANDS[5:]]
    assert said("tests.toolbox.set_walks", *one) == said(*one)


@pytest.mark.parametrize(
    ("walk", "is_watched"),
    [
        ("[one for one in {3, 4}]", True),
        ("[*{3, 4}]", True),
        ("tuple({3, 4})", True),
        ("[[one for one in {3, 4}] for _ in (1, 2)]", True),
        ("sum(1 for one in {3, 4})", True),
        ("sorted([one for one in {3, 4}])", True),
        ("sorted(one for one in {3, 4})", False),
        ("{one for one in {3, 4}} | {*{5, 6}}", False),
        ("3 in {3, 4} and sorted({3, 4})", False),
        ("[one for one in {3: 1, 4: 1}]", False),
    ],
)
def test_a_walk_over_a_set_is_noticed(walk: str, is_watched: bool):
    run_it = FunctionType(watched(walk, "here", "here.py"), {"in_order": in_order})
    with pytest.raises(WalkedError, match="here, line 1") if is_watched else nullcontext():
        run_it()
