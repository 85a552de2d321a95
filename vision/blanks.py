"""White dragons and narrow sides of tiles: both are blank, so the tiles around have to tell. Pure."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.quads import areas_of

AROUND = 8
"""So many of the nearest faces say how large a tile is there."""
FEWEST = 3
A_SIDE = 0.6
"""A blank of less than this share of the area of the faces around it is the side of a tile."""

Array = NDArray[np.float32]


def narrow_ones(blanks: Array, others: Array) -> NDArray[np.bool_]:
    """Which of n blank quads are too small for a face beside m faces; where few faces are, none is."""
    if not len(blanks) or len(others) < FEWEST:
        return np.zeros(len(blanks), np.bool_)
    apart = np.linalg.norm(blanks.mean(axis=1)[:, None] - others.mean(axis=1)[None], axis=2)
    near = np.argsort(apart, axis=1)[:, :AROUND]
    usual = np.median(areas_of(others)[near], axis=1)
    return np.asarray(areas_of(blanks) < A_SIDE * usual, np.bool_)
