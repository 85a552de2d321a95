"""The page of the trials says how often `make whole` and `make soak` try each."""

import re
from pathlib import Path

import pytest

from tests.reliability.all_trials import TRIALS

PAGE = (Path(__file__).parents[2] / "docs" / "trials.md").read_text(encoding="utf-8")
ROWS = {
    cells[0]: cells
    for line in PAGE.splitlines()
    if (cells := [cell.strip() for cell in line.strip("| ").split("|")])[0] in TRIALS
}
SAID_IN_OTHER_WORDS = {"N1", "N2", "N3", "N4", "R10", "S2", "S8"}
"""Clubs, tables and rounds, an hour, all routes, files."""


@pytest.mark.parametrize("name", [name for name in ROWS if name not in SAID_IN_OTHER_WORDS])
def test_the_page_says_how_often_each_is_tried(name):
    trial, said = TRIALS[name], ROWS[name]
    assert number(said[2]) == trial.short
    if name[0] in "RP":
        assert number(said[3]) == trial.long


def test_every_trial_is_on_the_page():
    fuzzed = {name for name in TRIALS if re.fullmatch("Z[1-8]", name)}
    assert set(TRIALS) - set(ROWS) == fuzzed
    assert f"| {min(fuzzed)} - {max(fuzzed)} |" in PAGE
    assert {f"{TRIALS[name].short} s each" for name in fuzzed} == {"0.25 s each"}
    assert "| 0.25 s each |" in PAGE


def number(cell):
    """What a cell begins with."""
    return float(re.match(r"[\d,.]+", cell)[0].replace(",", ""))
