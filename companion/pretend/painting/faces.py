"""The faces of the stage's tile sets: one picture with all of them, drawn by our own generator.

The sets have seeds that no training has seen. Only cutting the picture into faces is done here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.labels import TILES

Picture = NDArray[np.uint8]

SHEET = Path(__file__).with_name("faces.jpg")
LABELS = (*TILES, "0m", "0p", "0s")
WIDE, HIGH = 72, 96
"""The size of a face on the sheet, in pixels."""
SETS = 2
"""How many sets are on the sheet, one row each."""


@cache
def faces(number: int) -> dict[str, Picture]:
    """The faces of one set, blue green red, by what is carved on them.

    Raises:
        FileNotFoundError: the picture of all faces is missing or damaged.
    """
    sheet = cv2.imread(str(SHEET), cv2.IMREAD_COLOR)
    if sheet is None:
        raise FileNotFoundError(f"{SHEET} is missing or damaged; install the companion again")
    row = np.asarray(sheet, np.uint8)[HIGH * number : HIGH * (number + 1)]
    return {label: row[:, WIDE * at : WIDE * (at + 1)].copy() for at, label in enumerate(LABELS)}
