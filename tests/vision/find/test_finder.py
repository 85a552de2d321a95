"""What the finder's answer says: where a tile is, and whether it is a face or a back."""

import numpy as np
import pytest

from vision.find.finder import peaks

NOTHING = -6.0


def answer(face: float, back: float) -> np.ndarray:
    """The model's answer [9, 8, 8] with one spot that is so likely a face and so likely a back."""
    maps = np.zeros((9, 8, 8), np.float32)
    maps[:2] = NOTHING
    maps[:2, 4, 3] = [np.log(chance / (1 - chance)) for chance in (face, back)]
    return maps


@pytest.mark.parametrize(
    ("face", "back", "found"),
    [(0.28, 0.02, 0), (0.02, 0.28, 0), (0.28, 0.2, 1), (0.2, 0.28, 1), (0.7, 0.02, 1)],
    ids=["hardly a face", "hardly a back", "a blank", "a pale back", "a face"],
)
def test_a_blank_is_found_by_both_certainties(face: float, back: float, found: int) -> None:
    assert len(peaks(answer(face, back), 0.3).quads) == found


def test_a_clear_face_is_as_sure_as_the_finder_says() -> None:
    seen = peaks(answer(0.7, 0.02), 0.3)
    assert seen.scores[0] == pytest.approx(0.7, abs=1e-3)
    assert not seen.backs[0]


def test_what_is_rather_a_back_is_one() -> None:
    assert peaks(answer(0.2, 0.28), 0.3).backs.tolist() == [True]
