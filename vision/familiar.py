"""見慣れ: what this table's own faces look like, learnt from those that were read surely while it is watched.

Nobody has to show anything: a face that is in doubt is laid beside the faces of the kinds that it may be.
Which of two fives is red is left to the reader: it sees the paint, the embedding hardly does.
"""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from vision.alike import columns_of
from vision.labels import TILES

Array = NDArray[np.float32]

SURE = 0.97
"""From this chance of its kind on a face is kept as an example."""
NEW = 0.985
"""As alike as this to an example that is kept, a face is that tile seen once more."""
FEWEST = 2
"""So many tiles of a kind say what it looks like here."""
MOST = 12
"""So many of each kind are remembered, the newest."""
CLEAR = 30.0
"""A kind so many times as likely as the next one is in no doubt."""
LIKE = 0.88
"""As alike as this to the middle of its kind's examples, a face may be of that kind or not."""
SHARPNESS = 30.0
"""How fast a chance falls with the distance from there."""
MOST_SAID = 3.0
"""No likeness speaks more clearly than this, as a logarithm."""
BLANK = "5z"
"""As blank as a pale back: it says nothing for another."""


class Familiar:
    """The faces of one table."""

    def __init__(self) -> None:
        self._examples: dict[str, deque[Array]] = {
            kind: deque(maxlen=MOST) for kind in TILES if kind != BLANK
        }

    def told(self, chances: Array, embeddings: Array) -> Array:
        """The chances of n faces, those in doubt beside what was sure before; what is sure is learnt."""
        kinds = self._kinds(chances)
        out = chances.copy()
        for face in np.nonzero(_are_doubtful(kinds))[0]:
            out[face] = self._beside(chances[face], embeddings[face])
        for chance, embedding in zip(self._kinds(out), embeddings, strict=True):
            if chance.max() >= SURE:
                self._learn(list(self._examples)[int(chance.argmax())], embedding)
        return out

    def _kinds(self, chances: Array) -> Array:
        """The chances of the kinds that are compared."""
        return np.stack([chances[:, columns_of(kind)].sum(axis=1) for kind in self._examples], axis=1)

    def _beside(self, chances: Array, embedding: Array) -> Array:
        out = chances.copy()
        for kind, examples in self._examples.items():
            if len(examples) >= FEWEST:
                middle = np.mean(examples, axis=0)
                alike = float(embedding @ middle / np.linalg.norm(middle))
                said = np.clip(SHARPNESS * (alike - LIKE), -MOST_SAID, MOST_SAID)
                out[columns_of(kind)] *= np.float32(np.exp(said))
        return np.asarray(out / out.sum(), np.float32)

    def _learn(self, kind: str, embedding: Array) -> None:
        """Keep it, unless it is a tile that was looked at before."""
        examples = self._examples[kind]
        if all(float(embedding @ example) < NEW for example in examples):
            examples.append(embedding)


def _are_doubtful(kinds: Array) -> NDArray[np.bool_]:
    """Whether a second kind is nearly as likely as the first; what is no face at all is in no doubt."""
    first, second = np.partition(kinds, -2, axis=1)[:, [-1, -2]].T
    return np.asarray((first < CLEAR * second) & (first > 1 / CLEAR), np.bool_)
