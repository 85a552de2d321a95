"""At which sizes a picture is looked at, and what of all that was seen counts.

A look sees tiles of one size well. Seen too large, a tile falls into bits; where tiles are seen too small,
boards of a floor pass for them. So what can be read on its finds says whether a look is to be trusted.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces import FaceReader, cut_out
from vision.finder import MOST_PIXELS, USUAL_TILE, Found, TileFinder
from vision.quads import areas_of

FIRST_LOOKS = (224, 448, 896, 1600)
"""How wide (or high) the picture is made for the first looks."""
WORTH_ANOTHER_LOOK = 0.25
"""Tiles whose size is off by a quarter are looked at again."""
READ_AT_MOST = 48
"""So many of the surest finds of a look say whether it is to be trusted."""
OF_A_BACK = 0.06
"""What a find on which no face can be read says for its look; a face that is read surely says 1."""
FITS = 0.5
"""From here on a find had a size at which it is seen well."""
SURE_FIND, SURE_FACE = 0.45, 0.8
"""So sure must another look be of a tile that the best one did not see."""
A_BIT = 0.5
"""What is read less surely than this may be a bit of a tile that another look saw whole."""
GROWN_AT_MOST = 2.0

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One look at the whole picture: what it found, and how far each find is to be believed."""

    found: Found
    scale: float
    faces: Array
    """How surely one certain face is read on each [n]."""

    @property
    def sides(self) -> Array:
        """How large each is in the picture: the side of a square as large."""
        return np.sqrt(areas_of(self.found.quads))

    @property
    def fits(self) -> Array:
        """How near each was to the size at which tiles are found surely."""
        sides = np.maximum(self.sides * self.scale, 0.1)
        return np.asarray(np.exp(-np.square(np.log(sides / USUAL_TILE)) / 0.6), np.float32)

    @property
    def weights(self) -> Array:
        """What each find says for this look."""
        told = np.maximum(self.faces, OF_A_BACK)
        return np.asarray(self.found.scores * self.fits * told, np.float32)

    @property
    def worth(self) -> float:
        """What they say together; a large tile says more than one of the bits that it may fall into."""
        return float((self.weights * self.sides).sum())

    def typical_side(self) -> float:
        """Half of all that is covered by what counts is covered by larger tiles than this."""
        covers = self.weights * np.square(self.sides)
        order = np.argsort(self.sides)
        covered = np.cumsum(covers[order])
        return float(self.sides[order[int(np.searchsorted(covered, covered[-1] / 2))]])

    def only(self, which: NDArray[np.bool_]) -> Glimpse:
        """Some of the finds."""
        found = Found(self.found.quads[which], self.found.scores[which], self.found.backs[which])
        return Glimpse(found, self.scale, self.faces[which])

    def beside(self, other: Glimpse) -> Glimpse:
        """What both found."""
        both = [
            np.concatenate([getattr(look.found, name) for look in (self, other)])
            for name in ("quads", "scores", "backs")
        ]
        return Glimpse(Found(*both), self.scale, np.concatenate([self.faces, other.faces]))


class ScaleSeeker:
    """A finder that seeks the size at which the tiles of a picture are seen best."""

    def __init__(self, finder: TileFinder, reader: FaceReader) -> None:
        self._finder, self._reader = finder, reader

    def find_once(self, picture: Picture, scale: float) -> Found:
        """Look once."""
        return self._finder.find_once(picture, scale)

    def find(self, picture: Picture) -> Found:
        """Look from afar and from nearer, then at the size at which tiles are seen best."""
        most = float(np.sqrt(MOST_PIXELS / (picture.shape[0] * picture.shape[1])))
        longest = max(picture.shape[:2])
        scales = sorted({min(1.0, most, look / longest) for look in FIRST_LOOKS})
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
        # They are in order of how sure the finder is of them.
        read = min(len(faces), READ_AT_MOST)
        faces[:read] = self._reader.face_chances(cut_out(picture, found.quads[:read]))
        if read < len(faces):
            faces[read:] = faces[:read].mean()
        return Glimpse(found, scale, faces)


def completed(best: Glimpse, others: list[Glimpse]) -> Found:
    """The best look, with what others saw surely where it saw nothing or bits: nearer and farther tiles."""
    whole = best
    for other in others:
        sure = (other.fits > FITS) & (other.found.scores > SURE_FIND) & (other.faces > SURE_FACE)
        more = other.only(sure & ~covered(other.found.quads, whole.only(whole.faces >= A_BIT).found.quads))
        bits = (whole.faces < A_BIT) & covered(whole.found.quads, more.found.quads)
        whole = whole.only(~bits).beside(more)
    return whole.found


def covered(some: Array, many: Array) -> NDArray[np.bool_]:
    """Which of n quads meet some of m others: the middle of one lies in the box around the other."""
    if not len(some) or not len(many):
        return np.zeros(len(some), np.bool_)
    return np.asarray((_holds(many, some).any(axis=0)) | (_holds(some, many).any(axis=1)), np.bool_)


def _holds(quads: Array, others: Array) -> NDArray[np.bool_]:
    """Which boxes around n quads hold the middles of which of m others [n, m]."""
    low, high, middles = quads.min(axis=1), quads.max(axis=1), others.mean(axis=1)
    inside = (middles[None] > low[:, None]) & (middles[None] < high[:, None])
    return np.asarray(inside.all(axis=2), np.bool_)
