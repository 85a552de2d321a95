"""Whether two pictures of a screen show the same page, though two programs drew them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from PIL import Image

CELL = 16
"""Side of a cell in pixels: about a line of text, so that how letters are smoothed does not count."""
CLEARLY = 24.0
"""By how much the mean of a cell may differ in one colour, of 255."""
MAY_DIFFER = 0.01
"""The share of cells that may differ: the pointer of a mouse, and a rounded corner here and there."""


def unlike(seen: Image.Image, expected: Image.Image) -> float:
    """The share of a picture's cells whose colour differs clearly from what is expected, 0.0 to 1.0.

    Raises:
        ValueError: the pictures differ in size.
    """
    if seen.size != expected.size:
        raise ValueError(f"a screen of {seen.size} beside one of {expected.size}")
    differs = np.abs(_cells(seen) - _cells(expected)).max(axis=2) > CLEARLY
    return float(differs.mean())


def is_like(seen: Image.Image, expected: Image.Image) -> bool:
    """Whether both show the same page."""
    return seen.size == expected.size and unlike(seen, expected) <= MAY_DIFFER


def _cells(picture: Image.Image) -> np.ndarray:
    width, height = (side // CELL * CELL for side in picture.size)
    pixels = np.asarray(picture.convert("RGB"), dtype=float)[:height, :width]
    return pixels.reshape(height // CELL, CELL, width // CELL, CELL, 3).mean(axis=(1, 3))
