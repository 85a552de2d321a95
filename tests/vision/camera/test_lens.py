"""How good a picture is, told from pictures of one chequered cloth."""

import json

import cv2
import numpy as np
import pytest

from companion.pretend.painting.film import Film
from companion.pretend.painting.lens import CAMERAS
from companion.pretend.painting.things import Pose, StageTile
from tests.firmware_bridge.firmware import ROOT
from vision.camera.lens import Verdict, judge_lens
from vision.settle.settling import Patience


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


@pytest.mark.parametrize("square", [3, 4, 5, 6, 7, 8, 12])
@pytest.mark.parametrize("size", [(64, 48), (640, 480), (642, 361)])
def test_a_fine_pattern_is_no_noise(square: int, size: tuple[int, int]) -> None:
    assert judge_lens(cloth(*size, square)).verdict is Verdict.GOOD
    blurred = cv2.GaussianBlur(cloth(*size, square), (0, 0), max(3.0, 0.5 * square))
    assert judge_lens(blurred).verdict is not Verdict.GOOD


@pytest.mark.parametrize("spread", [3.0, 8.0])
def test_noise_does_not_make_a_blurred_picture_sharp(spread: float) -> None:
    blurred = cv2.GaussianBlur(cloth(square=90), (0, 0), 12)
    noise = np.random.default_rng(1).normal(0, spread, blurred.shape[:2])[..., None]
    grainy = np.clip(blurred + noise, 0, 255).astype(np.uint8)
    assert judge_lens(grainy).verdict is Verdict.BLURRED


def test_a_dim_picture_is_as_sharp_as_a_bright_one() -> None:
    bright, dim = judge_lens(cloth()).sharpness, judge_lens(cloth() // 2).sharpness
    assert dim == pytest.approx(bright, rel=0.2)


@pytest.mark.parametrize("camera", sorted(CAMERAS))
def test_a_table_that_is_cleared_is_as_sharp_as_a_full_one_and_a_blurred_one_is_not(camera: str) -> None:
    film = Film(CAMERAS[camera])
    empty = judge_lens(film.frame())
    for number in range(136):
        film.put(number, StageTile("5p", Pose(-250 + 40 * (number % 13), -250 + 45 * (number // 13))))
    full, blurred = judge_lens(film.frame()), judge_lens(cv2.GaussianBlur(film.frame(), (0, 0), 3))
    assert (empty.verdict, full.verdict) == (Verdict.GOOD, Verdict.GOOD)
    assert empty.sharpness > Patience().blurred * full.sharpness
    assert blurred.verdict is Verdict.BLURRED
    assert blurred.sharpness < Patience().blurred * full.sharpness


MOTOR = {"de": "Motor", "en": "motor", "fr": "moteur", "ja": "モーター", "ko": "모터", "zh": "马达"}


@pytest.mark.parametrize("code", MOTOR)
def test_a_blurred_picture_is_explained_for_a_lens_with_a_motor_too(code: str) -> None:
    """It cannot be turned: the camera of the bill is one."""
    page = ROOT / "companion" / "dashboard" / "static" / "lang" / "eye" / f"{code}.json"
    assert MOTOR[code] in json.loads(page.read_text(encoding="utf-8"))["eye.lens.blurred"]
    assert "A lens with a motor" in Verdict.BLURRED.sentence
