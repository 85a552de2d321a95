"""Chooses the sizes at which a picture is looked at, and which of the finds count.

A look sees tiles of one size well. Seen too large, a tile falls into bits; where tiles are seen too small,
floorboards pass for them. So what can be read on its finds tells whether a look can be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import cut_out
from vision.find.finder import MOST_PIXELS, USUAL_TILE, Found, TileFinder
from vision.find.quads import areas_of, on_one_spot
from vision.weights import CONFIDENT, FOUND, LIKELY

LARGEST_LOOK, FIRST_LOOKS = 1792, 4
"""How long the picture's longer side is for the largest of the first looks, and how many of these there are:
for each further one the picture is half as large. None enlarges it, so a small picture gets fewer."""
WORTH_ANOTHER_LOOK = 0.25
"""If the size of the tiles in the best look is off by about a quarter or more, the picture is looked at once
more, at a better scale."""
READ_AT_MOST = 160
"""At most this many finds of a look are read, the surest ones."""
OF_A_BACK = 1 - CONFIDENT
"""How much a find without a legible face counts for its look; a face that is read reliably counts 1."""
FIRST_CHOICE = 1.15
"""A find of the best look is worth this many times as much."""
GROWN_AT_MOST = 2.0
"""A picture is enlarged this many times at most."""

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One look at the whole picture: what it found, and how far each find is to be believed."""

    found: Found
    scale: float
    faces: Array
    """How confidently a face is read on each find [n]."""

    @property
    def sides(self) -> Array:
        """How large each find is in the picture: the side of a square of the same area."""
        return np.sqrt(areas_of(self.found.quads))

    @property
    def fits(self) -> Array:
        """How near each find was to the size at which tiles are found reliably; 1 is exactly that size."""
        sides = np.maximum(self.sides * self.scale, 0.1)
        return np.asarray(np.exp(-np.square(np.log(sides / USUAL_TILE)) / 0.6), np.float32)

    @property
    def weights(self) -> Array:
        """How much each find counts for this look."""
        told = np.maximum(self.faces, OF_A_BACK)
        return np.asarray(self.found.scores * self.fits * told, np.float32)

    @property
    def values(self) -> Array:
        """How far each find can be believed when another look has one on the same spot."""
        return np.asarray(self.faces * np.sqrt(self.found.scores * self.fits), np.float32)

    @property
    def worth(self) -> float:
        """What all finds count together; a large tile counts more than a bit that it may fall into."""
        return float((self.weights * self.sides).sum())

    def typical_side(self) -> float:
        """The weighted median side: tiles larger than this cover half of what all finds cover."""
        covers = self.weights * np.square(self.sides)
        order = np.argsort(self.sides)
        covered = np.cumsum(covers[order])
        return float(self.sides[order[int(np.searchsorted(covered, covered[-1] / 2))]])

    def only(self, which: NDArray[np.bool_]) -> Glimpse:
        """The same glimpse with some of its finds."""
        found = Found(self.found.quads[which], self.found.scores[which], self.found.backs[which])
        return Glimpse(found, self.scale, self.faces[which])

    def beside(self, other: Glimpse) -> Glimpse:
        """The finds of both, all judged at the scale of this one."""
        both = [
            np.concatenate([getattr(look.found, name) for look in (self, other)])
            for name in ("quads", "scores", "backs")
        ]
        return Glimpse(Found(*both), self.scale, np.concatenate([self.faces, other.faces]))


class Reader(Protocol):
    """Says how well it can read what was found."""

    def face_chances(self, crops: Picture) -> Array:
        """The chance of each crop's likeliest face, after one look: crops [n, 48, 48, 3] in, [n] out."""


class ScaleSeeker:
    """A finder that seeks the size at which the tiles of a picture are seen best."""

    def __init__(self, finder: TileFinder, reader: Reader) -> None:
        self._finder, self._reader = finder, reader

    def find_once(self, picture: Picture, scale: float) -> Found:
        """Look once, at one scale."""
        return self._finder.find_once(picture, scale)

    def find(self, picture: Picture) -> Found:
        """Look from afar and from nearer, then at the size at which tiles are seen best."""
        most = float(np.sqrt(MOST_PIXELS / (picture.shape[0] * picture.shape[1])))
        longest = max(picture.shape[:2])
        first = [LARGEST_LOOK / 2**halved for halved in range(FIRST_LOOKS)]
        scales = sorted({min(1.0, most, look / longest) for look in first})
        glimpses = [self._glimpse(picture, scale) for scale in scales]
        best = max(glimpses, key=lambda glimpse: glimpse.worth)
        if best.worth > 0:
            wanted = min(USUAL_TILE / max(best.typical_side(), 1.0), GROWN_AT_MOST, most)
            if abs(np.log(wanted / best.scale)) >= WORTH_ANOTHER_LOOK:
                glimpses.append(self._glimpse(picture, wanted))
                best = max(best, glimpses[-1], key=lambda glimpse: glimpse.worth)
        return completed(best, [other for other in glimpses if other is not best])

    def _glimpse(self, picture: Picture, scale: float) -> Glimpse:
        found = self._finder.find_once(picture, scale)
        faces = np.zeros(len(found.quads), np.float32)
        # The finds are in order, those of which the finder is surest first.
        read = min(len(faces), READ_AT_MOST)
        faces[:read] = self._reader.face_chances(cut_out(picture, found.quads[:read]))
        if read < len(faces):
            faces[read:] = faces[:read].mean()
        return Glimpse(found, scale, faces)


def completed(best: Glimpse, others: list[Glimpse]) -> Found:
    """The best look, with what others saw confidently where it saw nothing, or something that is worth less.

    At a scale that suits near tiles, far ones run together; at one that suits far ones, near ones fall into
    bits.
    """
    whole = best
    for other in others:
        sure = (other.fits > FOUND) & (other.found.scores > FOUND) & (other.faces > LIKELY)
        whole = whole.beside(other.only(sure))
    met = meeting(whole.found.quads)
    values = whole.values
    values[: len(best.faces)] *= FIRST_CHOICE
    stays = np.ones(len(values), np.bool_)
    for one in np.argsort(-values, kind="stable"):
        if stays[one]:
            stays &= ~met[one]
            stays[one] = True
    return made_surer(whole.only(stays).found, others)


def made_surer(found: Found, looks: list[Glimpse]) -> Found:
    """The same finds; where another look, at a size that suits a tile, is surer of it, the mean of both."""
    scores = found.scores
    for look in looks:
        fitting = look.only(look.fits > FOUND).found
        if len(fitting.quads):
            same = on_one_spot(found.quads, fitting.quads)
            best = np.where(same, fitting.scores, 0).max(axis=1)
            scores = np.maximum(scores, (found.scores + best) / 2)
    return Found(found.quads, scores, found.backs)


def meeting(quads: Array) -> NDArray[np.bool_]:
    """Which of n quads meet which others [n, n]: the middle of one lies in the other."""
    inside = _holds(quads, quads)
    return np.asarray(inside | inside.T, np.bool_)


def _holds(quads: Array, others: Array) -> NDArray[np.bool_]:
    """Which of n quads hold the middles of which of m others [n, m]."""
    middles = quads.mean(axis=1)
    across = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 4
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 4
    ways = np.linalg.pinv(np.stack([across, down], axis=2).astype(np.float64))
    places = np.einsum("nij,nmj->nmi", ways, others.mean(axis=1)[None] - middles[:, None])
    return np.asarray(np.abs(places).max(axis=2) < 1, np.bool_)
