"""What is left out is left out, and what that changes is said by how much."""

from collections import Counter

import numpy as np

from lab.train.ablation import ALL, cell
from lab.train.remembering import remembered
from lab.train.size import READS, numbers
from vision.checks import PHOTOGRAPH, WATCHED


def test_one_check_is_left_out_and_all_others_stay_in_their_order() -> None:
    assert len(PHOTOGRAPH.names) == len(set(PHOTOGRAPH.names))
    for name in PHOTOGRAPH.names:
        assert PHOTOGRAPH.without(name).names == tuple(one for one in PHOTOGRAPH.names if one != name)
    assert WATCHED.without("known_faces").is_photograph is False


def test_changes_are_told_and_what_stays_is_not() -> None:
    whole = Counter({"found": 9, "found of": 10, "right": 8, "false": 0, "nats": 1.25})
    assert cell(whole, whole, is_whole=True) == "found 9 of 10, right 8, false 0, nats 1"
    assert cell(whole, whole, is_whole=False) == "="
    fewer = whole + Counter({"false": 2, "nats": -0.5})
    assert cell(fewer, whole, is_whole=False) == "false +2, nats -0.5"
    assert cell(None, whole, is_whole=False) == "not asked"
    assert ALL not in PHOTOGRAPH.names


def test_what_was_asked_before_is_not_asked_again() -> None:
    asked = []

    def ask(pictures: np.ndarray) -> tuple[np.ndarray]:
        asked.append(len(pictures))
        return (pictures.sum(axis=1),)

    known: dict[bytes, tuple[np.ndarray, ...]] = {}
    pictures = np.arange(6, dtype=np.uint8).reshape(3, 2)
    assert remembered(known, pictures, ask)[0].tolist() == [1, 5, 9]
    assert remembered(known, pictures[[2, 0, 2]], ask)[0].tolist() == [9, 1, 9]
    assert asked == [3]


def test_no_check_has_numbers_of_its_own() -> None:
    count = numbers()
    assert (
        count["checks"] == count["alike"] == count["impostors"] == count["familiar"] == count["detect"] == 0
    )
    assert set(count) >= READS
