"""Learns how a table's own tiles are painted and what they are made of, from what is read surely.

Nobody has to show anything. The embedding of a face hardly shows which fives are red; their paint does.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.alike import columns_of
from vision.inks import Inks, paint_of
from vision.labels import FIVES
from vision.materials import Materials
from vision.odds import between
from vision.weights import SURE

__all__ = ["Familiar"]

Array = NDArray[np.float32]


class Familiar:
    """What is known of the tiles of one table."""

    def __init__(self) -> None:
        self._inks = Inks()
        self.materials = Materials()
        """What faces and backs are made of."""

    def says_of_fives(self, chances: Array, crops: NDArray[np.uint8]) -> Array:
        """What the paint of the table's tiles says of n faces that are fives, red or plain, in nats."""
        said = np.zeros_like(chances)
        for kind in FIVES:
            plain, red = columns_of(kind)
            for face in np.nonzero(chances[:, [plain, red]].sum(axis=1) > 0.5)[0]:
                inked = self._inks.says(kind, paint_of(crops[face]))
                said[face] += between(chances[[face]], red, plain, np.array([inked], np.float32))[0]
        return said

    def learn(self, chances: Array, crops: NDArray[np.uint8]) -> None:
        """Remember what was read surely, once all evidence was added."""
        for kind in self._inks.kinds:
            for face in np.nonzero(chances[:, columns_of(kind)[0]] >= SURE)[0]:
                self._inks.learn(kind, paint_of(crops[face]))
        for kind in FIVES:
            for face in np.nonzero(chances[:, columns_of(kind)[1]] >= SURE)[0]:
                self._inks.learn_red(paint_of(crops[face]))
