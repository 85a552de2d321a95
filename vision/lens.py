"""How good a picture is: light, sharpness, and whether anything covers the lens. No tile is read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SEEN_AT = 480
"""Pictures are judged at this width, so that figures of different cameras can be compared."""
DARK, BRIGHT = 40.0, 225.0
"""Mean brightness below and above which reading suffers."""
BURNT_SHARE = 0.25
FLAT = 6.0
"""A picture whose brightness varies less than this shows nothing."""
BLURRED = 45.0
"""Sharpness (variance of the second derivative) below which strokes of a tile run together."""


class Verdict(StrEnum):
    """What is wrong with a picture, the worst first; or nothing."""

    COVERED = "covered"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    GOOD = "good"

    @property
    def sentence(self) -> str:
        """What to do about it."""
        return _SENTENCES[self]


_SENTENCES = {
    Verdict.COVERED: "Something covers the lens, or there is no light at all.",
    Verdict.DARK: "It is too dark; bring more light to the table.",
    Verdict.BRIGHT: "It is too bright, or a lamp shines into the lens; turn it away.",
    Verdict.BLURRED: "The picture is blurred; turn the lens until edges are sharp, or clean it.",
    Verdict.GOOD: "Light and sharpness are good.",
}


@dataclass(frozen=True, slots=True)
class LensReport:
    """Figures of one picture."""

    brightness: float
    contrast: float
    sharpness: float
    burnt: float
    """The share of pixels that are white beyond telling."""

    @property
    def verdict(self) -> Verdict:
        """The worst that is wrong."""
        if self.contrast < FLAT:
            return Verdict.COVERED
        if self.brightness < DARK:
            return Verdict.DARK
        if self.brightness > BRIGHT or self.burnt > BURNT_SHARE:
            return Verdict.BRIGHT
        return Verdict.BLURRED if self.sharpness < BLURRED else Verdict.GOOD


def judge_lens(picture: Picture) -> LensReport:
    """Measure light and sharpness of an RGB picture."""
    height, width = picture.shape[:2]
    share = min(1.0, SEEN_AT / width)
    size = (max(3, round(width * share)), max(3, round(height * share)))
    grey = cv2.cvtColor(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), cv2.COLOR_RGB2GRAY)
    brightness, contrast = float(grey.mean()), float(grey.std())
    # Sharpness grows with contrast; divided by it, a dim picture is not called blurred.
    edges = float(cv2.Laplacian(grey, cv2.CV_32F).var())
    sharpness = edges * (50.0 / max(contrast, FLAT)) ** 2
    return LensReport(brightness, contrast, sharpness, float((grey >= 250).mean()))
