"""Faces of one picture beside one another: what looks like a face that is read surely is likely the same.

One picture shows one tile set, so its own sure faces say how this set's faces look. Faces that were shown
once and for all are enrolment's.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, FIVES, READINGS, TILES, UNKNOWN, red_of

Array = NDArray[np.float32]

SURE = 0.8
"""From this chance on a face is an example of its kind."""
ALIKE = 0.8
"""As alike as this two faces are neither the same for that nor different."""
WEIGHT = 12.0
"""How much likeness beyond that counts, as a logarithm."""

FEWEST = 3
"""From so many sure faces on it is known of what stuff this set is."""
OTHER_STUFF, FALL = 0.016, 0.004
"""From this distance of hue a blank is of other stuff than the faces; each `FALL` divides its odds by e."""


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


def stuffs(crops: NDArray[np.uint8]) -> Array:
    """The hue of each tile's own stuff [n, 3]: of the brighter half of its middle, without its brightness."""
    middle = crops[:, 8:40, 8:40].reshape(len(crops), -1, 3).astype(np.float32)
    light = middle.sum(axis=2)
    bright = (light >= np.median(light, axis=1, keepdims=True))[..., None]
    mean = (middle * bright).sum(axis=1)
    return np.asarray(mean / np.maximum(1, mean.sum(axis=1, keepdims=True)), np.float32)


def without_pale_backs(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a blank of another stuff than the sure faces of the picture is a back."""
    white, back = READINGS.index("5z"), READINGS.index(BACK)
    named = np.delete(chances, [white, back, READINGS.index(UNKNOWN)], axis=1)
    sure = named.max(axis=1, initial=0) > SURE
    if sure.sum() < FEWEST:
        return chances
    hues = stuffs(crops)
    away = np.abs(hues - np.median(hues[sure], axis=0)).max(axis=1)
    fewer = np.exp(-np.maximum(0, away - OTHER_STUFF) / FALL)
    out = chances.copy()
    odds = chances[:, white] / np.maximum(1 - chances[:, white], 1e-6) * fewer
    out[:, white] = odds / (1 + odds)
    out[:, back] += chances[:, white] - out[:, white]
    return out
