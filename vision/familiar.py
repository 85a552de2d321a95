"""Learns what this table's own faces look like, from those that are read surely during play.

Nobody has to show anything: a doubtful face is compared with known faces of the kinds that it may be.
The embedding hardly shows which fives are red; their paint does, compared with plain ones of the same table.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.alike import columns_of
from vision.inks import Inks
from vision.labels import FIVES, TILES
from vision.materials import Materials

Array = NDArray[np.float32]

SURE = 0.97
"""A face whose kind has at least this chance is kept as an example."""
NEW = 0.985
"""A face this similar to a kept example is the same tile, seen once more."""
FEWEST = 2
"""This many examples of a kind are enough to know what it looks like here."""
MOST = 12
"""This many examples of each kind are remembered, the newest."""
CLEAR = 30.0
"""A kind this many times as likely as the next one is not in doubt."""
LIKE = 0.9
"""The similarity to the mean of a kind's examples that speaks neither for nor against that kind."""
SHARPNESS = 30.0
"""How fast a chance changes with the similarity."""
MOST_SAID = 4.0
"""Similarity never counts for more than this, as a logarithm."""
LIKELY = 0.5
RIM = 6
"""The rim of a crop, in pixels; its paint is not measured there."""
PAINTED, FEW_PIXELS = 60.0, 20
"""A pixel this much darker than white, over three colours, is paint; `FEW_PIXELS` of them always count."""
BLANK = "5z"
"""Any pale back looks like this tile, so likeness to it proves nothing."""


NEAR = 0.025
"""At this distance from the paint of known fives, in shares of red, green and blue, paint proves nothing."""
FALL = 0.008
"""How fast a chance changes with that distance."""
MOST_BY_PAINT = 2.0
"""Paint never counts for more than this, as a logarithm."""
OPEN = 0.02
"""A five that is less likely than this to be red, or to be plain, is not in doubt."""


@dataclass(frozen=True, slots=True)
class Five:
    """A five that was read surely as red or as plain."""

    embedding: Array
    paint: Array


class Familiar:
    """The faces of one table."""

    def __init__(self) -> None:
        self._examples: dict[str, deque[Array]] = {
            kind: deque(maxlen=MOST) for kind in TILES if kind != BLANK
        }
        self._fives: dict[str, tuple[deque[Five], deque[Five]]] = {
            kind: (deque(maxlen=MOST), deque(maxlen=MOST)) for kind in FIVES
        }
        """For each five, the plain ones and the red ones."""
        self._inks = Inks()
        self.materials = Materials()
        """What faces and backs are made of."""

    def told(self, chances: Array, embeddings: Array, crops: NDArray[np.uint8]) -> Array:
        """The chances of n faces, doubtful ones compared with earlier sure ones; what is sure is learnt."""
        return self._with_paint(self._with_kinds(chances, embeddings), embeddings, crops)

    def _with_kinds(self, chances: Array, embeddings: Array) -> Array:
        kinds = self._kinds(chances)
        out = chances.copy()
        for face in np.nonzero(_are_doubtful(kinds))[0]:
            out[face] = self._beside(chances[face], embeddings[face])
        for chance, embedding in zip(self._kinds(out), embeddings, strict=True):
            if chance.max() >= SURE:
                self._learn(list(self._examples)[int(chance.argmax())], embedding)
        return out

    def _with_paint(self, chances: Array, embeddings: Array, crops: NDArray[np.uint8]) -> Array:
        """The chances, after fives that may be red or plain have been compared with known ones."""
        out = chances.copy()
        for kind in self._inks.kinds:
            for face in np.nonzero(chances[:, columns_of(kind)].sum(axis=1) >= SURE)[0]:
                self._inks.learn(kind, paint_of(crops[face]))
        for kind, fives in self._fives.items():
            columns = columns_of(kind)
            both = chances[:, columns].sum(axis=1)
            for face in np.nonzero(both > LIKELY)[0]:
                five = Five(embeddings[face], paint_of(crops[face]))
                inked = self._inks.says(kind, five.paint)
                red = _beside_fives(float(chances[face, columns[1]] / both[face]), five, fives, inked)
                out[face, columns] = both[face] * (1 - red), both[face] * red
                if max(red, 1 - red) >= SURE and both[face] >= SURE:
                    _keep(five, fives[int(red > LIKELY)])
                    if red > LIKELY:
                        self._inks.learn(kind, five.paint)
        return out

    def _kinds(self, chances: Array) -> Array:
        """The chances of the kinds that are compared."""
        return np.stack([chances[:, columns_of(kind)].sum(axis=1) for kind in self._examples], axis=1)

    def _beside(self, chances: Array, embedding: Array) -> Array:
        out = chances.copy()
        kinds = self._kinds(chances[None])[0]
        rivals = [
            one for one, chance in zip(self._examples, kinds, strict=True) if chance * CLEAR > kinds.max()
        ]
        # Three strokes look a little like two, and a standing three hardly looks like a lying one: while one
        # of the rivals is not known yet, similarity counts neither for a kind nor against the likeliest.
        is_open = any(len(self._examples[one]) < FEWEST for one in rivals)
        most = 0.0 if is_open else MOST_SAID
        likeliest = list(self._examples)[int(kinds.argmax())] if is_open else None
        for kind, examples in self._examples.items():
            if len(examples) >= FEWEST and kind != likeliest:
                middle = np.mean(examples, axis=0)
                alike = float(embedding @ middle / np.linalg.norm(middle))
                said = np.clip(SHARPNESS * (alike - LIKE), -MOST_SAID, most)
                out[columns_of(kind)] *= np.float32(np.exp(said))
        # Similarity does not say whether it is a face at all.
        columns = [column for kind in self._examples for column in columns_of(kind)]
        out[columns] *= chances[columns].sum() / out[columns].sum()
        return np.asarray(out, np.float32)

    def _learn(self, kind: str, embedding: Array) -> None:
        """Keep an example, unless it is a tile that was seen before."""
        examples = self._examples[kind]
        if all(float(embedding @ example) < NEW for example in examples):
            examples.append(embedding)


def _are_doubtful(kinds: Array) -> NDArray[np.bool_]:
    """Whether a second kind is nearly as likely as the first; what is not a face at all is not in doubt."""
    first, second = np.partition(kinds, -2, axis=1)[:, [-1, -2]].T
    return np.asarray((first < CLEAR * second) & (first > 1 / CLEAR), np.bool_)


def paint_of(crop: NDArray[np.uint8]) -> Array:
    """The shares of red, green and blue that the paint of a face takes away from its white [3]."""
    inner = crop[RIM:-RIM, RIM:-RIM].reshape(-1, 3).astype(np.float32)
    taken = np.clip(np.percentile(inner, 85, axis=0) - inner, 0, None)
    strength = taken.sum(axis=1)
    painted = taken[strength >= min(PAINTED, float(np.partition(strength, -FEW_PIXELS)[-FEW_PIXELS]))]
    whole = painted.sum(axis=0)
    return np.asarray(whole / max(1.0, float(whole.sum())), np.float32)


def _beside_fives(red: float, five: Five, fives: tuple[deque[Five], deque[Five]], inked: float) -> float:
    """How likely a five is to be red, compared with plain and red ones of its suit, and by its ink."""
    if not OPEN < red < 1 - OPEN:
        return red
    said = float(np.log(red / (1 - red))) + inked
    for known, sign in zip(fives, (-1, 1), strict=True):
        if len(known) >= FEWEST:
            paint = np.median([one.paint for one in known], axis=0)
            away = float(np.abs(five.paint - paint).max())
            said += sign * float(np.clip((NEAR - away) / FALL, -MOST_BY_PAINT, MOST_BY_PAINT))
    return float(1 / (1 + np.exp(-said)))


def _keep(five: Five, known: deque[Five]) -> None:
    if all(float(five.embedding @ one.embedding) < NEW for one in known):
        known.append(five)
