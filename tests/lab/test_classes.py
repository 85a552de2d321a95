"""The classes that eyes get wrong: each face counts where it belongs, found or not."""

from collections import Counter
from pathlib import Path

import numpy as np

from lab.train.classes import false_tiles, put, shares, told
from lab.train.measures import Judged, Tally
from tests.figures import rows_of


def judged(truth: str, read: str, x: float = 0, path: str = "a") -> Judged:
    return Judged("set", path, truth, read, 0.9, 30, square(x))


def square(x: float) -> np.ndarray:
    return np.array([[x, 0], [x + 20, 0], [x + 20, 26], [x, 26]], np.float32)


def test_a_face_that_was_missed_counts_as_wrong() -> None:
    one = Tally(judged=[judged("1p", "1p")], missed=[("a", "1p", square(50))])
    assert shares(one)["ones of circles"] == (1, 2)
    assert "white dragons" not in shares(one)


def test_only_white_dragons_beside_each_other_are_beside_their_like() -> None:
    one = Tally(
        judged=[
            judged("5z", "5z"),
            judged("5z", "back", 22),
            judged("5z", "5z", 200),
            judged("5z", "5z", 21, "b"),
        ]
    )
    assert shares(one)["white dragons"] == (3, 4)
    assert shares(one)["white dragons beside their like"] == (1, 2)


def test_a_five_of_another_kind_says_nothing_about_red() -> None:
    one = Tally(judged=[judged("0p", "0p"), judged("0p", "5p"), judged("5s", "5s"), judged("5m", "4m")])
    assert shares(one)["red fives told as red"] == (1, 2)
    assert shares(one)["plain fives told as plain"] == (1, 1)


def test_false_tiles_are_counted_by_what_they_lie_on() -> None:
    said = false_tiles(Counter({"5z on back": 3, "8p on elsewhere": 1, "5z on elsewhere": 1}), pictures=2)
    assert said["false tiles on backs"] == "1.50 a picture"
    assert said["false tiles on units, displays, cups, rims and cloth"] == "1.00 a picture"
    assert said["false tiles on standing tiles"] == "0.00 a picture"


def test_each_line_is_put_into_the_page(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    put("here", told({"white dragons": (9, 10)}), page)
    assert rows_of(page)[0][:3] == ("white dragons", "here", "90.0 % [59.6, 98.2] of 10")
