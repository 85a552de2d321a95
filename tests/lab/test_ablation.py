"""What is left out is left out, and what that changes is said by how much."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from lab.train import ablation
from lab.train.ablation import ALL, cell
from lab.train.remembering import remembered
from lab.train.size import READS, numbers
from vision.read.checks import PHOTOGRAPH, WATCHED
from vision.read.detect import Reading

QUAD = np.array([[8, 8], [38, 8], [38, 48], [8, 48]], np.float32)


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--half", "0", "--write"], "--write is for --half 1"),
        (["--checks", "known_face"], "invalid choice: 'known_face'"),
    ],
)
def test_what_the_page_does_not_tell_is_not_put_there(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ablation, "measured", lambda *_: pytest.fail("it was measured"))
    with pytest.raises(SystemExit):
        ablation.main(words)
    assert told in capsys.readouterr().err


def test_a_count_of_nothing_stays_a_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of the fives on path-traced tables none may be told right: that is 0 of all, and not a blank."""
    folder = tmp_path / "build" / "tracer"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "1.jpg"), np.zeros((64, 64, 3), np.uint8))
    five = {"tile": "0p", "place": "river", "quad": QUAD.tolist(), "seen": 1.0, "slant": 1.0}
    image = {"image": "1.jpg", "view": "low", "backs": "blue", "complete": True, "objects": [five]}
    (folder / "1.json").write_text(json.dumps(image))
    monkeypatch.setattr(ablation, "ROOT", tmp_path)
    (shown,) = ablation.traced(half=1)
    counts = shown.counted([Reading("5p", 0.9, QUAD, 0.9, ())])
    assert {name: counts[name] for name in counts if name != "nats"} == {
        "found": 1,
        "found of": 1,
        "right": 1,
        "false": 0,
        "red": 0,
        "red of": 1,
        "backs": 0,
        "backs of": 0,
    }
