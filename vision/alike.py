"""Compares the faces of one picture: what looks like a surely read face is probably the same tile.

One picture shows one tile set, so its sure faces say how the faces of this set look. Faces that
somebody showed once and for all belong to `enrol`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, FIVES, READINGS, TILES, UNKNOWN, red_of

Array = NDArray[np.float32]

SURE = 0.8
"""A face with a higher chance than this is an example of its kind."""
ALIKE = 0.8
"""The similarity that says nothing about whether two faces are of the same kind."""
WEIGHT = 12.0
"""By how much the logarithm of a chance changes with each unit of similarity away from `ALIKE`."""

FEWEST = 3
"""With this many sure faces the material of the set is known."""
OTHER_STUFF, FALL = 0.016, 0.004
"""A blank farther off in hue is of a different material from faces; each further `FALL` divides its odds
of being a white dragon by e."""

SAME_STUFF, STEPS = 0.012, 0.002
"""Up to about this distance in hue, a blank is of the faces' material; `STEPS` is how soft the limit is."""
TINTED_AT_MOST = 0.09
"""What is farther away in hue is not a pale back, but cloth or wood."""
BARE = 0.04
"""A blank whose brightness varies by less than this share of itself has nothing on it."""

HUE_NOISE = 0.006
"""How far the hue of one material varies in a picture."""
MOST_BY_HUE = 9.0
"""The hue never counts for more than this, as a logarithm."""
OTHERS_WORD = 0.3
"""How much the answers of finder and reader still count where the hue decides, as a share."""


def columns_of(kind: str) -> list[int]:
    """The columns of a kind among the readings: a five has two, plain and red."""
    return [READINGS.index(name) for name in ([kind, red_of(kind)] if kind in FIVES else [kind])]


COLUMNS = tuple(columns_of(kind) for kind in TILES if kind != "5z")
"""The columns of the kinds that are compared. White dragons look like any pale back, and prove nothing."""


def beside_others(chances: Array, embeddings: Array) -> Array:
    """The chances of n faces, each weighted by its similarity to other faces of the picture that are sure."""
    if len(chances) < 2:
        return chances
    alike = embeddings @ embeddings.T
    np.fill_diagonal(alike, -np.inf)
    factors = np.ones_like(chances)
    for columns in COLUMNS:
        examples = np.nonzero(chances[:, columns].sum(axis=1) > SURE)[0]
        if len(examples):
            nearest = alike[:, examples].max(axis=1)
            # The only example of a kind has no other one to be compared with.
            counted = np.where(np.isfinite(nearest), WEIGHT * (nearest - ALIKE), 0)
            factors[:, columns] = np.exp(counted)[:, None]
    out = (chances + np.float32(1e-5)) * factors
    return np.asarray(out / out.sum(axis=1, keepdims=True), np.float32)


def stuffs(crops: NDArray[np.uint8]) -> Array:
    """The hue [n, 3] of each tile's material: the brighter half of its middle, without its brightness."""
    middle = crops[:, 8:40, 8:40].reshape(len(crops), -1, 3).astype(np.float32)
    light = middle @ np.ones(3, np.float32)
    bright = light >= np.median(light, axis=1, keepdims=True)
    mean = (bright[:, None].astype(np.float32) @ middle)[:, 0]
    return np.asarray(mean / np.maximum(1, mean.sum(axis=1, keepdims=True)), np.float32)


def hue_of_backs(faces: NDArray[np.uint8], backs: NDArray[np.uint8]) -> tuple[float, ...]:
    """How the hue of shown backs differs from that of shown faces; empty if one of them is missing."""
    if not len(faces) or not len(backs):
        return ()
    away = np.median(stuffs(backs), axis=0) - np.median(stuffs(faces), axis=0)
    return tuple(round(float(part), 5) for part in away)


def told_by_hue(chances: Array, crops: NDArray[np.uint8], of_backs: tuple[float, ...]) -> Array:
    """The chances of n faces, after the enrolled hue has told backs from white dragons.

    Without it a pale back may pass for a white dragon, because blanks differ in nothing but their material.
    Next to the sure faces of the same picture, that difference shows in any light.
    """
    white, back = READINGS.index("5z"), READINGS.index(BACK)
    named = np.delete(chances, [white, back, READINGS.index(UNKNOWN)], axis=1)
    sure = named.max(axis=1, initial=0) > SURE
    if not of_backs or sure.sum() < FEWEST:
        return chances
    hues = stuffs(crops)
    away = hues - np.median(hues[sure], axis=0)
    squares = (away**2).sum(axis=1) - ((away - np.array(of_backs, np.float32)) ** 2).sum(axis=1)
    either = chances[:, white] + chances[:, back]
    said = np.log((chances[:, back] + 1e-4) / (chances[:, white] + 1e-4))
    odds = np.clip(squares / (2 * HUE_NOISE**2), -MOST_BY_HUE, MOST_BY_HUE) + OTHERS_WORD * said
    out = chances.copy()
    out[:, back] = either / (1 + np.exp(-odds))
    out[:, white] = either - out[:, back]
    return out


def _from_sure_faces(chances: Array, crops: NDArray[np.uint8]) -> Array | None:
    """How far the hue of each of n faces is from that of the sure ones; None if too few are sure."""
    blanks = [READINGS.index(label) for label in ("5z", BACK, UNKNOWN)]
    sure = np.delete(chances, blanks, axis=1).max(axis=1, initial=0) > SURE
    if sure.sum() < FEWEST:
        return None
    hues = stuffs(crops)
    return np.asarray(np.abs(hues - np.median(hues[sure], axis=0)).max(axis=1), np.float32)


def without_pale_backs(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a blank of a different material from the sure faces becomes a back."""
    white, back = READINGS.index("5z"), READINGS.index(BACK)
    away = _from_sure_faces(chances, crops)
    if away is None:
        return chances
    fewer = np.exp(-np.maximum(0, away - OTHER_STUFF) / FALL)
    out = chances.copy()
    odds = chances[:, white] / np.maximum(1 - chances[:, white], 1e-6) * fewer
    out[:, white] = odds / (1 + odds)
    out[:, back] += chances[:, white] - out[:, white]
    return out


def tinted(chances: Array, crops: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of n faces differ a little in hue from the sure ones, as pale backs do."""
    away = _from_sure_faces(chances, crops)
    if away is None:
        return np.zeros(len(chances), np.bool_)
    return np.asarray((away > OTHER_STUFF) & (away < TINTED_AT_MOST), np.bool_)


def white_again(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a bare blank of the same material as the sure faces becomes a white dragon.

    In warm light or in shade, white does not look white; next to the other faces of the picture it does.
    """
    white, back = READINGS.index("5z"), READINGS.index(BACK)
    away = _from_sure_faces(chances, crops)
    if away is None:
        return chances
    light = crops[:, 8:40, 8:40].reshape(len(crops), -1, 3).astype(np.float32).mean(axis=2)
    bare = light.std(axis=1) < BARE * light.mean(axis=1)
    moved = chances[:, back] * bare / (1 + np.exp(np.clip((away - SAME_STUFF) / STEPS, -30, 30)))
    out = chances.copy()
    out[:, white] += moved
    out[:, back] -= moved
    return out
