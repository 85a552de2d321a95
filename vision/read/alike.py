"""Compares the faces of one picture: what looks like a confidently read face is probably the same tile.

One picture shows one tile set, so its sure faces say how the faces of this set look. Faces that
somebody showed once and for all belong to `enrol`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import INNER
from vision.labels import BLANK, FIVES, READINGS, TILES, UNKNOWN, red_of
from vision.read.materials import WHITES, hues_of
from vision.read.odds import BEHIND, WHITE, against, for_back, with_evidence
from vision.weights import (
    ALIKE,
    BY_LIKENESS,
    FEWEST,
    HUE,
    LIKELY,
    MARKED,
    OTHER,
    OTHERS_WORD,
)

Array = NDArray[np.float32]


def columns_of(kind: str) -> list[int]:
    """The columns of a kind among the readings: a five has two, plain and red."""
    return [READINGS.index(name) for name in ([kind, red_of(kind)] if kind in FIVES else [kind])]


COLUMNS = tuple(columns_of(kind) for kind in TILES if kind != BLANK)
"""The columns of the kinds that are compared. White dragons look like any pale back, and prove nothing."""


def by_likeness(chances: Array, embeddings: Array) -> Array:
    """What the likeness of n faces to other sure faces of the picture says for each reading, in nats."""
    said = np.zeros_like(chances)
    alike = embeddings @ embeddings.T
    np.fill_diagonal(alike, -np.inf)
    for columns in COLUMNS:
        examples = np.nonzero(chances[:, columns].sum(axis=1) > LIKELY)[0]
        if len(examples):
            nearest = alike[:, examples].max(axis=1)
            # The only example of a kind has no other one to be compared with.
            said[:, columns] = np.where(np.isfinite(nearest), BY_LIKENESS * (nearest - ALIKE), 0)[:, None]
    return said


def hue_of_backs(faces: NDArray[np.uint8], backs: NDArray[np.uint8]) -> tuple[float, ...]:
    """How the hue of shown backs differs from that of shown faces; empty if one of them is missing."""
    if not len(faces) or not len(backs):
        return ()
    away = np.median(hues_of(backs), axis=0) - np.median(hues_of(faces), axis=0)
    return tuple(round(float(part), 5) for part in away)


def told_by_hue(chances: Array, crops: NDArray[np.uint8], of_backs: tuple[float, ...]) -> Array:
    """The chances of n faces, after the enrolled hue has told backs from white dragons.

    Without it a pale back may pass for a white dragon, because blanks differ in nothing but their material.
    Next to the sure faces of the same picture, that difference shows in any light.
    """
    away = _from_sure_faces(chances, crops) if of_backs else None
    if away is None:
        return chances
    squares = (away**2).sum(axis=1) - ((away - np.array(of_backs, np.float32)) ** 2).sum(axis=1)
    said = squares / (2 * HUE**2)
    own = against(chances, BEHIND, WHITE)
    return with_evidence(chances, for_back(chances, said - (1 - OTHERS_WORD) * own))


def _from_sure_faces(chances: Array, crops: NDArray[np.uint8]) -> Array | None:
    """How the hue of each of n faces differs from that of the sure ones; None if too few are sure."""
    blanks = [WHITE, BEHIND, READINGS.index(UNKNOWN)]
    sure = np.delete(chances, blanks, axis=1).max(axis=1, initial=0) > LIKELY
    if sure.sum() < FEWEST:
        return None
    hues = hues_of(crops)
    return np.asarray(hues - np.median(hues[sure], axis=0), np.float32)


def _how_far_from_sure_faces(chances: Array, crops: NDArray[np.uint8]) -> Array | None:
    """How far the hue of each of n faces is from that of the sure ones; None if too few are sure."""
    away = _from_sure_faces(chances, crops)
    return None if away is None else np.asarray(np.abs(away).max(axis=1), np.float32)


def without_pale_backs(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a blank of a different material from the sure faces becomes a back."""
    white, back = WHITE, BEHIND
    away = _how_far_from_sure_faces(chances, crops)
    if away is None:
        return chances
    # Beyond OTHER the odds fall exponentially, as steeply as a normal distribution does at that point.
    fewer = np.exp(-OTHER * np.maximum(0, away / HUE - OTHER))
    out = chances.copy()
    odds = chances[:, white] / np.maximum(1 - chances[:, white], 1e-6) * fewer
    out[:, white] = odds / (1 + odds)
    out[:, back] += chances[:, white] - out[:, white]
    return out


def white_again(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a bare blank of the same material as the sure faces becomes a white dragon.

    In warm light or in shade, white does not look white; next to the other faces of the picture it does. But
    a set has four white dragons: if there are more blanks, most are backs that are made like faces, and the
    hue says nothing.
    """
    white, back = WHITE, BEHIND
    away = _how_far_from_sure_faces(chances, crops)
    if away is None:
        return chances
    light = crops[:, INNER, INNER].reshape(len(crops), -1, 3).astype(np.float32).mean(axis=2)
    bare = light.std(axis=1) < MARKED * light.mean(axis=1)
    moved = chances[:, back] * bare / (1 + np.exp(np.clip((away - OTHER * HUE) / (HUE / OTHER), -30, 30)))
    out = chances.copy()
    out[:, white] += moved
    out[:, back] -= moved
    return chances if (out[:, white] > 0.5).sum() > WHITES else out
