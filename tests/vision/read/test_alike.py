"""Faces of one picture beside one another: a sure face helps its doubtful like, and nothing else."""

import numpy as np
import pytest

from tests.vision.finds import chances, seen
from vision.labels import READINGS
from vision.read.alike import columns_of, hue_of_backs, told_by_hue, white_again, without_pale_backs
from vision.read.checks import alike


def beside_others(read: np.ndarray, looks: np.ndarray) -> np.ndarray:
    return seen(read, embeddings=looks).after(alike).chances


def pointing(*parts: float) -> np.ndarray:
    out = np.zeros(96, np.float32)
    out[: len(parts)] = parts
    return out / np.linalg.norm(out)


def best(row: np.ndarray) -> str:
    return READINGS[int(row.argmax())]


def test_a_doubtful_face_is_read_as_the_sure_one_that_it_looks_like() -> None:
    read = np.stack([chances(_6z=0.97), chances(_3m=0.5, _6z=0.4), chances(_3m=0.95)])
    looks = np.stack([pointing(1), pointing(1, 0.1), pointing(0, 0, 1)])
    assert [best(row) for row in read] == ["6z", "3m", "3m"]
    weighed = beside_others(read, looks)
    assert [best(row) for row in weighed] == ["6z", "6z", "3m"]
    assert weighed.sum(axis=1) == pytest.approx(np.ones(3), abs=1e-4)


def test_a_stranger_that_looks_like_a_sure_face_is_one() -> None:
    read = np.stack([chances(_4z=0.97), chances(unknown=0.6, _4z=0.3)])
    assert best(beside_others(read, np.stack([pointing(1), pointing(1, 0.05)]))[1]) == "4z"


def test_faces_that_look_like_no_sure_one_keep_their_word() -> None:
    read = np.stack([chances(_1p=0.97), chances(_2p=0.5, _4p=0.4), chances(back=0.9)])
    looks = np.stack([pointing(1), pointing(0, 1), pointing(0, 0, 1)])
    assert [best(row) for row in beside_others(read, looks)] == ["1p", "2p", "back"]


def test_one_face_alone_is_compared_with_nothing() -> None:
    alone = chances(_5s=0.6, _0s=0.3)[None]
    assert beside_others(alone, pointing(1)[None]) == pytest.approx(alone, abs=1e-3)
    assert beside_others(alone[:0], np.zeros((0, 96), np.float32)).shape == (0, len(READINGS))


def test_likeness_says_nothing_of_red() -> None:
    read = np.stack([chances(_5p=0.97), chances(_0p=0.8, _5p=0.1)])
    weighed = beside_others(read, np.stack([pointing(1), pointing(1)]))
    assert [best(row) for row in weighed] == ["5p", "0p"]
    assert columns_of("5p") == [READINGS.index("5p"), READINGS.index("0p")]


def blanks(*colours: tuple[int, int, int]) -> np.ndarray:
    return np.stack([np.full((48, 48, 3), colour, np.uint8) for colour in colours])


SURE_FACES = [chances(**{f"_{k}m": 0.95}) for k in (1, 2, 3)]
IVORY, IN_SHADE, LILAC = (235, 230, 215), (150, 147, 138), (200, 190, 235)


def test_a_lilac_blank_among_ivory_faces_is_a_back() -> None:
    read = np.stack([*(chances(**{f"_{k}m": 0.95}) for k in (1, 2, 3)), *[chances(_5z=0.8, back=0.1)] * 2])
    told = without_pale_backs(read, blanks(IVORY, IVORY, IVORY, IN_SHADE, LILAC))
    assert [best(row) for row in told] == ["1m", "2m", "3m", "5z", "back"]
    assert told.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-4)


def test_in_warm_shade_a_bare_blank_of_the_faces_own_stuff_is_a_white_dragon() -> None:
    warm, dark = (150, 128, 92), (99, 84, 60)
    painted = blanks(warm, warm, warm, warm)
    painted[3, 12:36, 16:32] = (60, 60, 90)
    read = np.stack([chances(_1m=0.95), chances(_2m=0.95), chances(_3m=0.95), *[chances(back=0.9)] * 3])
    crops = np.concatenate([painted[:3], blanks(dark, (120, 128, 120)), painted[3:]])
    told = white_again(read, crops)
    assert [best(row) for row in told] == ["1m", "2m", "3m", "5z", "back", "back"]
    assert told.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-4)
    assert white_again(read[2:], crops[2:]) == pytest.approx(read[2:])


@pytest.mark.parametrize(("blank", "label"), [(4, "5z"), (5, "back")])
def test_more_bare_blanks_than_a_set_has_white_dragons_stay_backs(blank: int, label: str) -> None:
    warm, dark = (150, 128, 92), (99, 84, 60)
    read = np.stack([*SURE_FACES, *[chances(back=0.9)] * blank])
    told = white_again(read, blanks(warm, warm, warm, *[dark] * blank))
    assert [best(row) for row in told] == ["1m", "2m", "3m", *[label] * blank]


def test_where_few_faces_are_sure_nothing_is_known_of_their_stuff() -> None:
    read = np.stack([chances(_1m=0.95), chances(_5z=0.8, back=0.1)])
    assert np.array_equal(without_pale_backs(read, blanks(IVORY, LILAC)), read)
    assert without_pale_backs(read[:0], blanks(IVORY)[:0]).shape == (0, len(READINGS))


CREAM = (236, 222, 196)


def test_a_back_that_was_shown_is_told_from_a_white_dragon_by_its_stuff_in_any_light() -> None:
    of_backs = hue_of_backs(blanks(IVORY, IN_SHADE), blanks(CREAM, CREAM))
    read = np.stack([*SURE_FACES, chances(_5z=0.9, back=0.01), chances(_5z=0.7, back=0.2)])
    for light in (1.0, 0.6):
        crops = (blanks(IVORY, IVORY, IVORY, CREAM, IN_SHADE) * light).astype(np.uint8)
        told = told_by_hue(read, crops, of_backs)
        assert [best(row) for row in told] == ["1m", "2m", "3m", "back", "5z"]
        assert told.sum(axis=1) == pytest.approx(np.ones(5), abs=1e-4)


def test_a_white_dragon_that_others_take_for_a_back_is_none_where_backs_are_known() -> None:
    of_backs = hue_of_backs(blanks(IVORY), blanks(LILAC))
    read = np.stack([*SURE_FACES, chances(_5z=0.1, back=0.8)])
    assert best(told_by_hue(read, blanks(IVORY, IVORY, IVORY, IVORY), of_backs)[3]) == "5z"


def test_without_a_shown_back_or_sure_faces_or_a_hue_of_its_own_nothing_changes() -> None:
    read = np.stack([*SURE_FACES, chances(_5z=0.8, back=0.1)])
    crops = blanks(IVORY, IVORY, IVORY, LILAC)
    assert hue_of_backs(blanks(IVORY), blanks(IVORY)[:0]) == ()
    assert told_by_hue(read, crops, ()) is read
    assert np.array_equal(told_by_hue(read[2:], crops[2:], (0.1, 0.0, -0.1)), read[2:])
    as_white = told_by_hue(read, blanks(IVORY, IVORY, IVORY, IVORY), (0.0005, 0.0, -0.0005))
    assert best(as_white[3]) == "5z"


def test_what_is_neither_blank_nor_back_is_left_alone() -> None:
    read = np.stack([*SURE_FACES, chances(_7p=0.97)])
    told = told_by_hue(read, blanks(IVORY, IVORY, IVORY, LILAC), hue_of_backs(blanks(IVORY), blanks(LILAC)))
    assert [best(row) for row in told] == ["1m", "2m", "3m", "7p"]
