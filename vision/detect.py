"""Finds tiles in any picture and reads them: two models, one after the other.

Tables, zones and time are dealt with elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.alike import beside_others, tinted, told_by_hue, white_again, without_pale_backs
from vision.certainty import as_certain
from vision.enrol import TileSet
from vision.faces import FaceAnswers, FaceReader, cut_out
from vision.familiar import Familiar
from vision.finder import MODEL, MOST_PIXELS, USUAL_TILE, Found, TileFinder
from vision.impostors import A_COMPANION, A_SIDE, BLANK, SURELY_A_TILE, impostors
from vision.labels import BACK, READINGS, UNKNOWN
from vision.materials import Materials
from vision.perspective import sizes_in_perspective
from vision.scales import ScaleSeeker
from vision.straight import looked_twice

__all__ = [
    "MODEL", "MOST_PIXELS", "USUAL_TILE", "Eye", "Found", "Reading", "TileFinder",
    "answers_of", "doubting_lone_ones", "is_there", "is_tile", "reading_of", "strengthen_backs",
    "without_tops",
]  # fmt: skip

FOUND_SURELY = 0.45
"""If the finder is this sure, there is a tile, whatever is read on it."""
FOUND_FOR_A_BACK = 0.5
"""A back has nothing to read on it, so the finder alone must be this sure: a box looks as plain."""
FOUND_FOR_A_BLANK = 0.32
"""The finder must be this sure of a white dragon too, on which there is hardly more to read."""
LEAST_OF_BOTH = 0.2
"""For any other tile: the least product of the finder's and the reader's confidence."""
SURE_OF_OWN = 0.97
"""A face of an enrolled set that is less sure than this is read in all four orientations."""

SHARE_OF_STRANGERS = 3.0
"""How fast things that are not tiles become rarer as the finder becomes surer: an exponent."""
A_COMPANY = 3
"""This many tiles in a picture confirm one another."""
LEAST_OF_A_LONE_ONE = 0.45

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile of a picture."""

    tile: str
    confidence: float
    quad: Array
    """Corners in pixels, clockwise from the tile's own upper left."""
    score: float
    """How sure the finder is that a tile is there at all."""
    alternatives: tuple[tuple[str, float], ...]


class Eye:
    """Finder and reader together; an enrolled tile set sharpens the reader."""

    def __init__(
        self,
        finder: TileFinder | None = None,
        reader: FaceReader | None = None,
        tile_set: TileSet | None = None,
        *,
        threads: int = 2,
    ) -> None:
        self.finder = finder or TileFinder(threads=threads)
        self.reader = reader or FaceReader(threads=threads)
        self.tile_set = tile_set
        self.seeker = ScaleSeeker(self.finder, self.reader)

    def look(self, picture: Picture) -> list[Reading]:
        """Every tile of an RGB picture, the surest first."""
        return self.carefully(picture, self.seeker.find(picture))

    def carefully(self, picture: Picture, found: Found) -> list[Reading]:
        """Look at each find twice, and read both looks: for a single picture there is time."""
        twice = looked_twice(self.finder, picture, found)
        crops, others = cut_out(picture, twice.first), cut_out(picture, twice.second)
        answers = answers_of(self.reader, self.tile_set, crops, twice.found, others)
        # What the tiles are made of is learnt from this picture alone: whose set it shows is unknown.
        chances, pale = Materials().told(answers.readings, crops, twice.found.scores)
        answers = replace(answers, readings=chances)
        return doubting_lone_ones(without_tops(told(answers, twice.found, (crops, others), pale)))

    def read(self, picture: Picture, found: Found, familiar: Familiar | None = None) -> list[Reading]:
        """Read what was found at a table's scale; without an enrolled set, known faces of the table help."""
        crops = cut_out(picture, found.quads)
        answers = answers_of(self.reader, self.tile_set, crops, found)
        pale = np.zeros(len(crops), np.bool_)
        if familiar is not None:
            chances, pale = familiar.materials.told(answers.readings, crops, found.scores)
            if self.tile_set is None:
                chances = familiar.told(chances, answers.embeddings, crops)
            answers = replace(answers, readings=chances)
        return told(answers, found, (crops,), pale, is_of_known_size=True)


def told(
    answers: FaceAnswers,
    found: Found,
    crops: Sequence[Picture],
    pale: NDArray[np.bool_] | None = None,
    *,
    is_of_known_size: bool = False,
) -> list[Reading]:
    """The readings that are tiles; each find was cut out once or several times.

    `pale` says which of n finds are surely pale backs by their material, if that is known.
    """
    corners = (np.arange(4)[None] + answers.turns[:, None]) % 4
    upright = np.take_along_axis(found.quads, corners[..., None], axis=1)
    readings = [
        reading_of(chances, quad, float(score))
        for chances, quad, score in zip(answers.readings, upright, found.scores, strict=True)
    ]
    there = np.array([is_there(reading) for reading in readings], np.bool_)
    # The finder takes pale backs for faces, and doubts them because they are blank: their hue decides.
    is_back = np.array([reading.tile == BACK for reading in readings], np.bool_)
    as_a_face = is_back & ~found.backs & (found.scores >= FOUND_FOR_A_BLANK)
    if as_a_face.any():
        hued = tinted(answers.readings, crops[0])
        there |= as_a_face & (hued if pale is None else hued | pale)
    kept = [reading for reading, is_one in zip(readings, there, strict=True) if is_one]
    is_none = impostors(
        [reading.tile for reading in kept],
        found.quads[there],
        found.scores[there],
        np.array([reading.confidence for reading in kept], np.float32),
        [cut[there] for cut in crops],
        is_of_known_size=is_of_known_size,
    )
    return [reading for reading, none in zip(kept, is_none, strict=True) if not none]


def answers_of(
    reader: FaceReader,
    tile_set: TileSet | None,
    crops: Picture,
    found: Found | None = None,
    others: Picture | None = None,
) -> FaceAnswers:
    """Read the faces of one picture, compared with one another or with the faces of an enrolled set.

    `others` are the same faces, cut out a second time.
    """
    answers = reader.read(crops, others=others)
    chances, turns = answers.readings.copy(), answers.turns.copy()
    if found is not None:
        strengthen_backs(chances, found)
        weaken_strangers(chances, found)
    chances = without_pale_backs(chances, crops)
    if others is not None:
        chances = white_again(chances, crops)
    if tile_set is None:
        chances = as_certain(beside_others(chances, answers.embeddings), reader.certainty)
        return FaceAnswers(chances, turns, answers.embeddings)
    chances = tile_set.sharpened(chances, answers.embeddings)
    # Faces that are still in doubt are read in all four orientations.
    is_face = chances.argmax(axis=1) != READINGS.index(BACK)
    doubtful = np.nonzero(is_face & (chances.max(axis=1) < SURE_OF_OWN))[0]
    once_more = None if others is None else others[doubtful]
    again = reader.read(crops[doubtful], surely=True, others=once_more)
    anew = again.readings.copy()
    if found is not None:
        some = Found(found.quads[doubtful], found.scores[doubtful], found.backs[doubtful])
        strengthen_backs(anew, some)
        weaken_strangers(anew, some)
    chances[doubtful] = tile_set.sharpened(anew, again.embeddings)
    turns[doubtful] = again.turns
    chances = told_by_hue(chances, crops, tile_set.back_hue)
    return FaceAnswers(chances, turns, answers.embeddings)


def strengthen_backs(chances: Array, found: Found) -> None:
    """Let the finder judge backs as much as the reader does: it sees the surroundings."""
    back = READINGS.index(BACK)
    weight = np.where(found.backs, found.scores, 0.02)[:, None]
    odds = np.where(np.arange(chances.shape[1]) == back, weight, 1 - weight)
    chances *= odds.astype(np.float32)
    chances /= np.maximum(1e-9, chances.sum(axis=1, keepdims=True))


def weaken_strangers(chances: Array, found: Found) -> None:
    """Make `unknown` less likely where the finder is sure: such a find is more likely a badly seen tile."""
    odds = np.power((1 - found.scores) / np.maximum(found.scores, 1e-3), SHARE_OF_STRANGERS)
    chances[:, READINGS.index(UNKNOWN)] *= np.clip(odds, 0.01, 1).astype(np.float32)
    chances /= np.maximum(1e-9, chances.sum(axis=1, keepdims=True))


def reading_of(chances: Array, quad: Array, score: float) -> Reading:
    """One tile's chances as a reading."""
    order = np.argsort(-chances)
    rest = tuple((READINGS[int(k)], float(chances[k])) for k in order[1:4] if chances[k] > 0.001)
    return Reading(READINGS[int(order[0])], float(chances[order[0]]), quad, score, rest)


def is_there(reading: Reading) -> bool:
    """Whether there is a tile at all: if the finder doubts it, the reader has to be sure which one."""
    if reading.tile == BACK:
        return reading.score >= FOUND_FOR_A_BACK
    if reading.tile == BLANK and reading.score < FOUND_FOR_A_BLANK:
        return False
    return reading.score >= FOUND_SURELY or reading.score * reading.confidence >= LEAST_OF_BOTH


def without_tops(readings: list[Reading]) -> list[Reading]:
    """The readings without blanks that are too small for their place: tops and sides of standing tiles."""
    faces = [reading.quad for reading in readings if _vouches(reading)]
    blanks = [reading for reading in readings if reading.tile == BLANK and reading.score < SURELY_A_TILE]
    if not faces or not blanks:
        return readings
    sizes = sizes_in_perspective(np.stack([blank.quad for blank in blanks]), np.stack(faces))
    small = {id(blank) for blank, size in zip(blanks, sizes, strict=True) if size < A_SIDE}
    return [reading for reading in readings if id(reading) not in small]


def _vouches(reading: Reading) -> bool:
    found, read = A_COMPANION
    return reading.tile not in {BLANK, BACK, UNKNOWN} and reading.score > found and reading.confidence > read


def doubting_lone_ones(readings: list[Reading]) -> list[Reading]:
    """The readings; tiles that lie almost alone are doubted as much as the finder doubts them."""
    if sum(is_tile(reading) for reading in readings) >= A_COMPANY:
        return readings
    doubted = [replace(reading, confidence=reading.confidence * reading.score) for reading in readings]
    return [reading for reading in doubted if reading.confidence >= LEAST_OF_A_LONE_ONE]


def is_tile(reading: Reading) -> bool:
    """Whether a reading is a tile, face or back, and not something else."""
    return reading.tile != UNKNOWN
