"""What the faces and the backs of one table are made of: tells white dragons from pale backs in any patch.

A patch in which a tile was drawn from the wall shows many blanks and hardly a face, so nothing in it says how
white faces are here. The faces and backs that were seen before do. When a wall is seen for the first time,
its blanks are told apart by how many are alike: a set has only four white dragons.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.labels import BACK, READINGS, UNKNOWN

__all__ = ["Materials", "materials_of"]

Array = NDArray[np.float32]

WHITE, BEHIND = READINGS.index("5z"), READINGS.index(BACK)
SURE = 0.97
"""A face that is read this surely shows the material of faces."""
EITHER = 0.6
"""A find that is a white dragon or a back with at least this chance is a blank."""
THERE = 0.45
"""If the finder is less sure than this, a blank may be a piece of floor or cloth, and teaches nothing."""
MANY = 12
"""Of this many blanks in one picture at most four are white dragons, so most are backs."""
WHITES = 4
"""How many white dragons a set has."""
FEWEST, MOST = 3, 60
"""How many examples tell a material, and how many of the newest are kept."""
LEAST_SPREAD = np.array([0.006, 0.006, 0.006, 0.05], np.float32)
"""The hue and the logarithm of the light of one material vary by at least this: a standard deviation."""
MOST_SAID = 7.0
"""Likeness to known faces or backs never counts for more than this, as a logarithm."""
OTHERS_WORD = 0.3
"""How much the word of finder and reader still counts where the material says something, as a share: of
blanks that look alike they read some as this and some as that."""
SURELY = 3.0
"""A blank for which the material says this much becomes an example of it."""
STRANGE = 12.0
"""A blank whose squared distance from both materials is more than this lies in shade or is not a tile."""
WHOLE = 0.65
"""If the finder is less sure than this, what is made like a face may be the side of a tile."""


def materials_of(crops: NDArray[np.uint8]) -> Array:
    """The hue (shares of red, green and blue) and log light of the bare part of each of n crops [n, 4]."""
    middle = crops[:, 8:40, 8:40].reshape(len(crops), -1, 3).astype(np.float32)
    light = middle.sum(axis=2)
    low, high = np.percentile(light, (70, 95), axis=1, keepdims=True) if len(crops) else (light, light)
    bare = ((light >= low) & (light <= high)).astype(np.float32)
    mean = (bare[:, None] @ middle)[:, 0] / np.maximum(1, bare.sum(axis=1, keepdims=True)) + 1
    whole = mean.sum(axis=1, keepdims=True)
    return np.concatenate([mean / whole, np.log(whole)], axis=1)


class Materials:
    """The materials of one table's tiles, as far as they were seen."""

    def __init__(self) -> None:
        self._faces: deque[Array] = deque(maxlen=MOST)
        self._backs: deque[Array] = deque(maxlen=MOST)

    def told(
        self, chances: Array, crops: NDArray[np.uint8], scores: Array
    ) -> tuple[Array, NDArray[np.bool_]]:
        """The chances of n finds, each blank judged by its material, and which blanks are surely backs by it.

        `scores` say how sure the finder is of each. Materials are learnt on the way.
        """
        if not len(crops):
            return chances, np.zeros(0, np.bool_)
        made_of = materials_of(crops)
        named = np.delete(chances, [WHITE, BEHIND, READINGS.index(UNKNOWN)], axis=1).max(axis=1)
        blank = (chances[:, WHITE] + chances[:, BEHIND] > EITHER) & (scores > THERE)
        self._faces.extend(made_of[named > SURE])
        said = self._by_number(made_of, blank) + self._by_kind(made_of)
        said[(said < 0) & (scores < WHOLE)] = 0
        self._faces.extend(made_of[blank & (said < -SURELY)])
        self._backs.extend(made_of[blank & (said > SURELY)])
        return _with_odds(chances, said), np.asarray(blank & (said > SURELY), np.bool_)

    def _by_number(self, made_of: Array, blank: NDArray[np.bool_]) -> Array:
        """How much it speaks for backs that they are many alike, as a logarithm [n]; they are learnt."""
        said = np.zeros(len(made_of), np.float32)
        if blank.sum() >= MANY:
            # Cloth and sides may pass for blanks, too: the most that are alike are of one material.
            away = np.abs(made_of[:, None] - made_of[blank]) / LEAST_SPREAD
            near = away.max(axis=2) < 2
            alike = blank & near[:, near[blank].sum(axis=0).argmax()]
            if alike.sum() >= MANY:
                self._backs.extend(made_of[alike])
                said[alike] = np.log((alike.sum() - WHITES) / WHITES)
        return said

    def _by_kind(self, made_of: Array) -> Array:
        """How much the material speaks for a back, as a logarithm [n]; 0 where too little is known."""
        if min(len(self._faces), len(self._backs)) < FEWEST:
            return np.zeros(len(made_of), np.float32)
        face, back = (_off(made_of, known) for known in (self._faces, self._backs))
        said = np.clip((face - back) / 2, -MOST_SAID, MOST_SAID)
        return np.asarray(np.where(np.minimum(face, back) > STRANGE, 0, said), np.float32)


def _off(made_of: Array, known: Sequence[Array]) -> Array:
    """The squared distance of n materials from a known one, in units of its spread."""
    examples = np.array(known)
    middle = np.median(examples, axis=0)
    spread = np.maximum(LEAST_SPREAD, 1.5 * np.median(np.abs(examples - middle), axis=0))
    return np.asarray((((made_of - middle) / spread) ** 2).sum(axis=1), np.float32)


def _with_odds(chances: Array, said: Array) -> Array:
    """The chances, with what material says about white dragon or back; other readings stay as likely."""
    out = chances.copy()
    either = chances[:, WHITE] + chances[:, BEHIND]
    before = np.log((chances[:, BEHIND] + 1e-4) / (chances[:, WHITE] + 1e-4))
    now = either / (1 + np.exp(-(OTHERS_WORD * before + said)))
    out[:, BEHIND] = np.where(said == 0, chances[:, BEHIND], now)
    out[:, WHITE] = either - out[:, BEHIND]
    return out
