"""What is counted of the scribe's size is what somebody has to read or may turn."""

from collections import Counter
from dataclasses import dataclass, field

import pytest

from lab.scribe.size import SCRIBE, Size, numbers_in, size_of

MODULE = '''"""Weights."""
from typing import Final
SURE: Final = 0.8
"""A sentence with 3 numbers is none."""
ROOM: Final = {"river": Room((-0.15, 0.2), 2)}
NAMES: Final = ("one", True)
class Trust:
    ahead: float = 20.0
    writes: bool = True
    count: int = 0
def f(x=3):
    return x + 1
'''


def test_constants_and_weights_of_values_count_and_nothing_else():
    assert list(numbers_in(MODULE)) == [0.8, -0.15, 0.2, 2, 20.0]


@dataclass
class Part:
    first: int = 0
    second: tuple[int, ...] = ()


@dataclass
class Whole:
    one: int = 0
    two: dict[int, int] = field(default_factory=dict)
    part: Part = field(default_factory=Part)


def test_lines_and_modules_are_counted(tmp_path):
    (tmp_path / "one.py").write_text(MODULE, encoding="utf-8")
    (tmp_path / "two.py").write_text("X = 1\n", encoding="utf-8")
    found = size_of(sorted(tmp_path.glob("*.py")), Whole)
    assert found == Size(13, Counter({"one.py": 5, "two.py": 1}), 2, memory=3, parts=4)
    assert found.row() == ("13", "2", "3", "4", "6", "2")


@pytest.mark.parametrize("module", sorted(path.stem for path in SCRIBE.glob("*.py")))
def test_numbers_that_somebody_may_turn_stand_in_two_files(module: str):
    numbers = list(numbers_in((SCRIBE / f"{module}.py").read_text(encoding="utf-8")))
    assert bool(numbers) is (module in {"policy", "weights"})


def test_a_field_that_begins_with_nothing_or_the_whole_has_no_number_set_by_hand():
    assert list(numbers_in("class A:\n    cost: float = 0.0\n    share: float = 1.0\n")) == []
    assert list(numbers_in("class A:\n    cost: float = 0.0\n    share: float = 0.5\n")) == [0.5]
    assert list(numbers_in("SHARE = 1.0\n")) == [1.0]
