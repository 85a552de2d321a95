"""How good a picture is: light, sharpness, and whether anything covers the lens. No tile is read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SEEN_AT = 640
"""Pictures are judged at about this width, so that figures of different cameras can be compared."""
DARK, BRIGHT = 40.0, 225.0
"""Mean brightness below and above which reading suffers."""
BURNT_SHARE = 0.25
"""If a larger share of the pixels is overexposed, the picture is too bright."""
FLAT, FLAT_SHARE = 2.0, 0.06
"""A picture whose brightness varies less than this, or than this share of it, shows nothing."""
BLURRED = 15.0
"""Sharpness below which the strokes on a tile run together: a good picture has 50 to 110, and one with a blur
of three pixels in 1,920 about 10."""
_HALVINGS = 2
"""A picture that was halved this often does not show a blur of a few pixels."""
ROUNDED = (20 / 12) ** 0.5
"""The spread of the second derivative that rounding brightness to whole steps causes by itself."""
_PER_CROSSING = 1.51 * 20**0.5 / 6
"""Turns the median answer of the mask for crossings into the spread that noise gives the second derivative,
and a little more, so that what remains of strong noise does not count as sharpness."""


class Verdict(StrEnum):
    """What is wrong with a picture, the worst first; or nothing."""

    COVERED = "covered"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    GOOD = "good"

    @property
    def sentence(self) -> str:
        """What is wrong and, where that helps, what to do about it."""
        return _SENTENCES[self]


_SENTENCES = {
    Verdict.COVERED: "Something covers the lens, or there is no light at all.",
    Verdict.DARK: "It is too dark; bring more light to the table.",
    Verdict.BRIGHT: "It is too bright, or a lamp shines into the lens; turn it away.",
    Verdict.BLURRED: "The picture is blurred; clean the lens, or turn it until edges are sharp."
    " A lens with a motor focuses when the camera starts.",
    Verdict.GOOD: "Light and sharpness are good.",
}


@dataclass(frozen=True, slots=True)
class LensReport:
    """Figures of one picture; brightness (the mean) and contrast (the spread) are on a scale of 0 to 255."""

    brightness: float
    contrast: float
    sharpness: float
    """How strong fine edges are, compared with coarse ones (counted twice) and with contrast (counted once).
    A blur leaves more of coarse edges, and both kinds grow with the number of tiles."""
    burnt: float
    """The share of overexposed pixels."""

    @property
    def verdict(self) -> Verdict:
        """The worst fault, or that there is none."""
        if self.contrast < max(FLAT, FLAT_SHARE * self.brightness):
            return Verdict.COVERED
        if self.brightness < DARK:
            return Verdict.DARK
        if self.brightness > BRIGHT or self.burnt > BURNT_SHARE:
            return Verdict.BRIGHT
        return Verdict.BLURRED if self.sharpness < BLURRED else Verdict.GOOD


def judge_lens(picture: Picture) -> LensReport:
    """Measure light and sharpness of an RGB picture."""
    factor = max(1, picture.shape[1] // SEEN_AT)
    size = (max(1, picture.shape[1] // factor), max(1, picture.shape[0] // factor))
    reduced = picture if factor == 1 else cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return judge_grey(np.asarray(cv2.cvtColor(reduced, cv2.COLOR_RGB2GRAY), np.uint8))


def judge_grey(grey: Picture) -> LensReport:
    """Measure light and sharpness of a grey picture of about the usual width."""
    mean, spread = cv2.meanStdDev(grey)
    brightness, contrast = float(mean.item()), float(spread.item())
    curves = np.asarray(cv2.Laplacian(grey, cv2.CV_16S), np.int16)
    rough = _noise(grey)
    noise = max(rough, min(2 * rough, _quietly(curves)), ROUNDED)
    edges = max(0.0, _variance(curves) - noise**2)
    # Compared with contrast alone, edges grow with the tiles: a cleared table would be called blurred.
    beside_coarse = 100 * edges / max(_coarse_edges(grey) + (2 * noise) ** 2, FLAT)
    beside_contrast = edges * (50.0 / max(contrast, FLAT)) ** 2
    sharpness = float(np.cbrt(beside_coarse**2 * beside_contrast))
    return LensReport(brightness, contrast, sharpness, np.count_nonzero(grey >= 250) / grey.size)


def _coarse_edges(grey: Picture) -> float:
    for _ in range(_HALVINGS):  # at once it would take three times as long
        size = (max(1, grey.shape[1] // 2), max(1, grey.shape[0] // 2))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _variance(np.asarray(cv2.Laplacian(grey, cv2.CV_16S), np.int16))


def _variance(curves: NDArray[np.int16]) -> float:
    """The variance of integers, from their sum and that of their squares: this is ten times as fast."""
    middle = cv2.sumElems(curves)[0] / curves.size
    return cv2.norm(curves, cv2.NORM_L2SQR) / curves.size - middle**2


def _quietly(curves: NDArray[np.int16]) -> float:
    """The spread of the second derivative in the quarter of the picture where there is least to see."""
    power = cv2.pow(curves[::4].astype(np.float32), 2)
    size = (max(1, power.shape[1] // 16), max(1, power.shape[0] // 4))
    blocks = cv2.resize(power, size, interpolation=cv2.INTER_AREA)
    return math.sqrt(float(np.percentile(blocks, 25)))


def _noise(grey: Picture) -> float:
    """The spread that noise from pixel to pixel gives the second derivative; half of it for smoothed noise.

    Noise is everywhere, while lines cross only in places. So the median answer of a mask that ignores
    straight lines is noise, even on a finely patterned cloth. Odd steps between samples do not
    repeat with a pattern.
    """
    height, width = grey.shape
    if min(height, width) < 3:
        return 0.0
    down = [grey[k : height - 2 + k : 5].astype(np.int16) for k in range(3)]
    curved = down[0] - 2 * down[1] + down[2]
    twice = curved[:, 0 : width - 2 : 3] - 2 * curved[:, 1 : width - 1 : 3] + curved[:, 2:width:3]
    return _PER_CROSSING * _middle(np.abs(twice))


def _middle(numbers: NDArray[np.int16]) -> float:
    """The median of small integers, by counting them."""
    up_to = np.cumsum(np.bincount(numbers.ravel()))
    below, above = np.searchsorted(up_to, [(numbers.size - 1) // 2, numbers.size // 2], side="right")
    return float(below + above) / 2
