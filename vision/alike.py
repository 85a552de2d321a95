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
"""From this many sure faces on it is known of what stuff this set is."""
OTHER_STUFF, FALL = 0.016, 0.004
"""From this distance of hue a blank is of other stuff than the faces; each `FALL` divides its odds by e."""

SAME_STUFF, STEPS = 0.012, 0.002
"""Up to about this distance of hue a blank is of the very stuff of the faces."""
TINTED_AT_MOST = 0.09
"""What is farther away in hue than this is not a pale back but cloth or wood."""
BARE = 0.04
"""A blank whose brightness strays by less, as a share of itself, has nothing on it."""

HUE_NOISE = 0.006
"""How far the hue of one stuff strays in a picture."""
MOST_BY_HUE = 9.0
"""No hue speaks more clearly than this, as a logarithm."""
OTHERS_WORD = 0.3
"""How much finder and reader still have to say where a hue speaks, as a share of theirs."""


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
    light = middle @ np.ones(3, np.float32)
    bright = light >= np.median(light, axis=1, keepdims=True)
    mean = (bright[:, None].astype(np.float32) @ middle)[:, 0]
    return np.asarray(mean / np.maximum(1, mean.sum(axis=1, keepdims=True)), np.float32)


def hue_of_backs(faces: NDArray[np.uint8], backs: NDArray[np.uint8]) -> tuple[float, ...]:
    """How the stuff of shown backs differs from that of shown faces; nothing where one of them is missing."""
    if not len(faces) or not len(backs):
        return ()
    away = np.median(stuffs(backs), axis=0) - np.median(stuffs(faces), axis=0)
    return tuple(round(float(part), 5) for part in away)


def told_by_hue(chances: Array, crops: NDArray[np.uint8], of_backs: tuple[float, ...]) -> Array:
    """The chances of n faces; of what is blank, back and white dragon are told apart as they were shown.

    Others may take a pale back for a white dragon whatever was enrolled, for all blanks are alike but for
    their stuff; beside the sure faces of the same picture that is seen in any light.
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
    """How far the stuff of each of n faces is from that of the sure ones; None where too few are sure."""
    blanks = [READINGS.index(label) for label in ("5z", BACK, UNKNOWN)]
    sure = np.delete(chances, blanks, axis=1).max(axis=1, initial=0) > SURE
    if sure.sum() < FEWEST:
        return None
    hues = stuffs(crops)
    return np.asarray(np.abs(hues - np.median(hues[sure], axis=0)).max(axis=1), np.float32)


def without_pale_backs(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a blank of another stuff than the sure faces of the picture is a back."""
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
    """Which of n faces are of a stuff that is a little off that of the sure ones, as pale backs are."""
    away = _from_sure_faces(chances, crops)
    if away is None:
        return np.zeros(len(chances), np.bool_)
    return np.asarray((away > OTHER_STUFF) & (away < TINTED_AT_MOST), np.bool_)


def white_again(chances: Array, crops: NDArray[np.uint8]) -> Array:
    """The chances of n faces; a bare blank of the very stuff of the sure faces is a white dragon and no back.

    In warm light or in shade white is not white; beside the other faces of the picture it is.
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
