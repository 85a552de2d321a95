"""A table changes some fields for one game: the same checks as for a file, and a name that says so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.rules_file import RulesError, changed_rules


def test_a_changed_set_says_so_in_its_name() -> None:
    rules = changed_rules(TENHOU, {"ippatsu": False, "red_fives": [0, 0, 0]})
    assert rules == replace(TENHOU, name="tenhou (changed)", ippatsu=False, red_fives=(0, 0, 0))
    assert changed_rules(rules, {"ura": False}).name == "tenhou (changed)"


def test_what_changes_nothing_is_the_same_set() -> None:
    assert changed_rules(TENHOU, {}) is TENHOU
    assert changed_rules(TENHOU, {"ippatsu": TENHOU.ippatsu, "uma": list(TENHOU.uma)}) is TENHOU


def test_a_long_name_stays_a_name() -> None:
    long = replace(TENHOU, name="x" * 60)
    assert changed_rules(long, {"ura": False}).name == "x" * 50 + " (changed)"


def test_what_the_table_decides_counts_as_verified() -> None:
    doubtful = TENHOU_3P.unverified[0]
    value = getattr(TENHOU_3P, doubtful)
    other = not value if isinstance(value, bool) else value
    rules = changed_rules(TENHOU_3P, {doubtful: other, "start_points": 30_000, "return_points": 40_000})
    assert doubtful not in rules.unverified


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ipatsu": False}, "the rules: there is no field ipatsu; do you mean ippatsu?"),
        ({"base": "ema"}, "the rules: there is no field base"),
        ({"ippatsu": 1}, "the rules: ippatsu must be true or false, not 1"),
        ({"uma": [1, 2, 3]}, "the rules: uma must have one number for each player and add up to zero"),
        ({"name": "ema"}, "the rules: ema is the name of a preset with other values: choose another"),
    ],
)
def test_what_cannot_be_a_rule_is_one_sentence(changes: dict, sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        changed_rules(TENHOU, changes)
    assert str(refused.value) == sentence
