"""Learns what this table's own faces look like, from those that are read confidently during play.

Nobody has to show anything: a doubtful face is compared with known faces of the kinds that it may be.
The embedding hardly shows which fives are red; their paint does.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.labels import BLANK, FIVES, TILES
from vision.read.alike import columns_of
from vision.read.inks import Inks, paint_of
from vision.read.materials import Materials
from vision.read.odds import between
from vision.weights import (
    ALIKE,
    BY_EXAMPLES,
    CLEAR,
    CONFIDENT,
    FEWEST,
    MOST,
    SAME_TILE,
    STRONGLY,
)

__all__ = ["Familiar"]

Array = NDArray[np.float32]


class Familiar:
    """The faces of one table."""

    def __init__(self) -> None:
        self._examples: dict[str, deque[Array]] = {
            kind: deque(maxlen=MOST) for kind in TILES if kind != BLANK
        }
        self._inks = Inks()
        self.materials = Materials()
        """What faces and backs are made of."""

    def says_of_kinds(self, chances: Array, embeddings: Array) -> Array:
        """What earlier sure faces say of n doubtful ones for each reading, in nats."""
        said = np.zeros_like(chances)
        for face in np.nonzero(_are_doubtful(self._kinds(chances)))[0]:
            said[face] = self._beside(chances[face], embeddings[face])
        return said

    def says_of_fives(self, chances: Array, crops: NDArray[np.uint8]) -> Array:
        """What the paint of the table's tiles says of n faces that are fives, red or plain, in nats."""
        said = np.zeros_like(chances)
        for kind in FIVES:
            plain, red = columns_of(kind)
            for face in np.nonzero(chances[:, [plain, red]].sum(axis=1) > 0.5)[0]:
                inked = self._inks.says(kind, paint_of(crops[face]))
                said[face] += between(chances[[face]], red, plain, np.array([inked], np.float32))[0]
        return said

    def learn(self, chances: Array, embeddings: Array, crops: NDArray[np.uint8]) -> None:
        """Remember what was read confidently, once all evidence of what each find is has been added."""
        kinds = self._kinds(chances)
        for chance, embedding in zip(kinds, embeddings, strict=True):
            if chance.max() >= CONFIDENT:
                self._keep(list(self._examples)[int(chance.argmax())], embedding)
        for kind in self._inks.kinds:
            for face in np.nonzero(chances[:, columns_of(kind)[0]] >= CONFIDENT)[0]:
                self._inks.learn(kind, paint_of(crops[face]))
        for kind in FIVES:
            for face in np.nonzero(chances[:, columns_of(kind)[1]] >= CONFIDENT)[0]:
                self._inks.learn_red(paint_of(crops[face]))

    def _kinds(self, chances: Array) -> Array:
        """The chances of the kinds that are compared."""
        return np.stack([chances[:, columns_of(kind)].sum(axis=1) for kind in self._examples], axis=1)

    def _beside(self, chances: Array, embedding: Array) -> Array:
        said = np.zeros_like(chances)
        kinds = self._kinds(chances[None])[0]
        rivals = [
            one for one, chance in zip(self._examples, kinds, strict=True) if chance * CLEAR > kinds.max()
        ]
        # Three strokes look a little like two, and a standing three hardly looks like a lying one: while one
        # of the rivals is not known yet, similarity counts neither for a kind nor against the likeliest.
        is_open = any(len(self._examples[one]) < FEWEST for one in rivals)
        most = 0.0 if is_open else STRONGLY
        likeliest = list(self._examples)[int(kinds.argmax())] if is_open else None
        for kind, examples in self._examples.items():
            if len(examples) >= FEWEST and kind != likeliest:
                middle = np.mean(examples, axis=0)
                like = float(embedding @ middle / np.linalg.norm(middle))
                said[columns_of(kind)] = np.clip(BY_EXAMPLES * (like - ALIKE), -STRONGLY, most)
        # Similarity does not say whether it is a face at all: the sum of the chances of faces stays the same.
        columns = [column for kind in self._examples for column in columns_of(kind)]
        said[columns] -= np.log((chances[columns] * np.exp(said[columns])).sum() / chances[columns].sum())
        return said

    def _keep(self, kind: str, embedding: Array) -> None:
        """Keep an example, unless it is a tile that was seen before."""
        examples = self._examples[kind]
        if all(float(embedding @ example) < SAME_TILE for example in examples):
            examples.append(embedding)


def _are_doubtful(kinds: Array) -> NDArray[np.bool_]:
    """Whether the first kind is less than `CLEAR` times as likely as the second, and may be a face at all."""
    first, second = np.partition(kinds, -2, axis=1)[:, [-1, -2]].T
    return np.asarray((first < CLEAR * second) & (first > 1 / CLEAR), np.bool_)
