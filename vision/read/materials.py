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

from vision.find.cuts import INNER
from vision.labels import READINGS, UNKNOWN
from vision.read.odds import BEHIND, WHITE, against
from vision.weights import (
    CONFIDENT,
    FEWEST,
    FOUND,
    HUE,
    LIGHT,
    MOST,
    OTHER,
    OTHERS_WORD,
    STRONGLY,
    SURELY_FOUND,
    SURELY_MADE_OF,
)

__all__ = ["Materials", "hues_of", "materials_of"]

Array = NDArray[np.float32]

WHITES = 4
"""How many white dragons a set has."""
MANY_BLANKS = 3 * WHITES
"""Of this many blanks in one picture most are backs."""
_NOISE = np.array([HUE, HUE, HUE, LIGHT], np.float32)


def _middles(crops: NDArray[np.uint8]) -> Array:
    """The pixels of the middles of n crops [n, pixels, 3]."""
    inner = crops[:, INNER, INNER]
    return inner.reshape(len(crops), inner.shape[1] * inner.shape[2], 3).astype(np.float32)


def materials_of(crops: NDArray[np.uint8]) -> Array:
    """The hue (shares of red, green and blue) and log light of the bare part of each of n crops [n, 4]."""
    middle = _middles(crops)
    light = middle.sum(axis=2)
    low, high = np.percentile(light, (70, 95), axis=1, keepdims=True) if len(crops) else (light, light)
    bare = ((light >= low) & (light <= high)).astype(np.float32)
    mean = (bare[:, None] @ middle)[:, 0] / np.maximum(1, bare.sum(axis=1, keepdims=True)) + 1
    whole = mean.sum(axis=1, keepdims=True)
    return np.concatenate([mean / whole, np.log(whole)], axis=1)


def hues_of(crops: NDArray[np.uint8]) -> Array:
    """The hue [n, 3] of the brighter half of n middles: shares of red, green and blue."""
    middle = _middles(crops)
    light = middle.sum(axis=2)
    bright = (light >= np.median(light, axis=1, keepdims=True)).astype(np.float32)
    mean = (bright[:, None] @ middle)[:, 0]
    return np.asarray(mean / np.maximum(1, mean.sum(axis=1, keepdims=True)), np.float32)


class Materials:
    """The materials of one table's tiles, as far as they were seen."""

    def __init__(self) -> None:
        self._faces: deque[Array] = deque(maxlen=MOST)
        self._backs: deque[Array] = deque(maxlen=MOST)

    def says(
        self, chances: Array, crops: NDArray[np.uint8], scores: Array, rows: Array | float = 0.0
    ) -> tuple[Array, NDArray[np.bool_]]:
        """How much material says for a back against a white dragon [n], in nats, and which are clearly backs.

        Where it says something, most of what finder and reader said is taken back (`OTHERS_WORD`), but not
        what the `rows` said in which the finds lie [n], in nats: that stands beside it. `scores` say how sure
        the finder is of each of n finds. Materials are learnt on the way.
        """
        made_of = materials_of(crops)
        named = np.delete(chances, [WHITE, BEHIND, READINGS.index(UNKNOWN)], axis=1).max(axis=1)
        either = chances[:, WHITE] + chances[:, BEHIND]
        blank = (either > 0.5) & (scores > FOUND)
        self._faces.extend(made_of[named > CONFIDENT])
        own = against(chances, BEHIND, WHITE)
        by_number = _by_number(made_of, blank, own)
        self._backs.extend(made_of[by_number > 0])
        said = by_number + self._by_kind(made_of)
        # The side of a tile is made of what its face is made of: that does not make it a white dragon.
        said[(said < 0) & (scores < SURELY_FOUND)] = 0
        self._faces.extend(made_of[blank & (said < -SURELY_MADE_OF)])
        self._backs.extend(made_of[blank & (said > SURELY_MADE_OF) & (by_number == 0)])
        heard = np.where(said == 0, 0, said - (1 - OTHERS_WORD) * (own - rows))
        return np.asarray(heard, np.float32), np.asarray(blank & (said > SURELY_MADE_OF), np.bool_)

    def _by_kind(self, made_of: Array) -> Array:
        """How much the material speaks for a back, in nats [n]; 0 if like neither, or little is known."""
        if min(len(self._faces), len(self._backs)) < FEWEST:
            return np.zeros(len(made_of), np.float32)
        face, back = (_off(made_of, known) for known in (self._faces, self._backs))
        is_strange = np.minimum(face, back) > made_of.shape[1] * OTHER**2
        return np.asarray(np.where(is_strange, 0, (face - back) / 2), np.float32)


def _by_number(made_of: Array, blank: NDArray[np.bool_], own: Array) -> Array:
    """How much it speaks for backs that many blanks are alike, as a logarithm [n]; 0 for all others.

    `own` is what was said for a back so far [n].
    """
    said = np.zeros(len(made_of), np.float32)
    if blank.sum() >= MANY_BLANKS:
        # Cloth and sides may pass for blanks, too: only the largest group that is alike is one material.
        away = np.abs(made_of[:, None] - made_of[blank]) / _NOISE
        near = away.max(axis=2) < OTHER
        alike = blank & near[:, near[blank].sum(axis=0).argmax()]
        if alike.sum() >= MANY_BLANKS:
            said[alike] = np.log((alike.sum() - WHITES) / WHITES) - _apart(-own[alike])
    return said


def _apart(own: Array) -> Array:
    """How much it speaks against n blanks being the same as most of them, in nats [n].

    The tops of standing tiles are made like faces. A blank that looks far more like a white dragon than most
    of its like is none of them.
    """
    away = own - np.median(own)
    spread = max(1.0, 1.5 * float(np.median(np.abs(away))))
    return np.asarray(np.minimum(np.maximum(0, away / spread - OTHER) ** 2 / 2, STRONGLY), np.float32)


def _off(made_of: Array, known: Sequence[Array]) -> Array:
    """The squared distance of n materials from a known one, in units of its spread."""
    examples = np.array(known)
    middle = np.median(examples, axis=0)
    spread = np.maximum(_NOISE, 1.5 * np.median(np.abs(examples - middle), axis=0))
    return np.asarray((((made_of - middle) / spread) ** 2).sum(axis=1), np.float32)
