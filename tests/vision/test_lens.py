"""How good a picture is, told from pictures of one chequered cloth."""

import cv2
import numpy as np
import pytest

from vision.lens import Verdict, judge_lens


def cloth(width: int = 960, height: int = 540, square: int = 16) -> np.ndarray:
    y, x = np.mgrid[:height, :width]
    plain = np.where((x // square + y // square) % 2, 150, 90).astype(np.uint8)
    return np.dstack([plain] * 3)


@pytest.mark.parametrize(
    ("picture", "verdict"),
    [
        (cloth(), Verdict.GOOD),
        (cv2.resize(cloth(), (1920, 1080)), Verdict.GOOD),
        (cloth() // 4, Verdict.DARK),
        (np.clip(cloth().astype(int) + 130, 0, 255).astype(np.uint8), Verdict.BRIGHT),
        (cv2.GaussianBlur(cloth(square=90), (0, 0), 12), Verdict.BLURRED),
        (np.zeros((540, 960, 3), np.uint8), Verdict.COVERED),
        (np.full((540, 960, 3), 120, np.uint8), Verdict.COVERED),
        (np.zeros((1, 1, 3), np.uint8), Verdict.COVERED),
    ],
)
def test_a_picture_is_judged_by_the_worst_that_is_wrong(picture: np.ndarray, verdict: Verdict) -> None:
    assert judge_lens(picture).verdict is verdict
    assert verdict.sentence.endswith(".")


def test_a_dim_picture_is_as_sharp_as_a_bright_one() -> None:
    bright, dim = judge_lens(cloth()).sharpness, judge_lens(cloth() // 2).sharpness
    assert dim == pytest.approx(bright, rel=0.2)
