"""Faces of one picture beside one another: what looks like a face that is read surely is likely the same.

One picture shows one tile set, so its own sure faces say how this set's faces look. Faces that were shown
once and for all are enrolment's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.labels import FIVES, READINGS, TILES, red_of

Array = NDArray[np.float32]

SURE = 0.8
"""From this chance on a face is an example of its kind."""
ALIKE = 0.8
"""As alike as this two faces are neither the same for that nor different."""
WEIGHT = 12.0
"""How much likeness beyond that counts, as a logarithm."""


def columns_of(kind: str) -> list[int]:
    """Where the chances of a kind stand among the readings: a five has two places, plain and red."""
    return [READINGS.index(name) for name in ([kind, red_of(kind)] if kind in FIVES else [kind])]


COLUMNS = tuple(columns_of(kind) for kind in TILES if kind != "5z")
"""Of the kinds that are compared: a white dragon is as blank as a pale back, and says nothing for another."""


def beside_others(chances: Array, embeddings: Array) -> Array:
    """The chances of n faces, each weighed with its likeness to the surest other faces of the picture."""
    if len(chances) < 2:
        return chances
    alike = embeddings @ embeddings.T
    np.fill_diagonal(alike, -np.inf)
    factors = np.ones_like(chances)
    for columns in COLUMNS:
        examples = np.nonzero(chances[:, columns].sum(axis=1) > SURE)[0]
        if len(examples):
            nearest = alike[:, examples].max(axis=1)
            # The only example of a kind has nobody to be compared with.
            counted = np.where(np.isfinite(nearest), WEIGHT * (nearest - ALIKE), 0)
            factors[:, columns] = np.exp(counted)[:, None]
    out = (chances + np.float32(1e-5)) * factors
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)
