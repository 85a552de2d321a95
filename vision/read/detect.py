"""Finds tiles in any picture and reads them: two models, one after the other, then the checks in order.

Tables, zones and time are dealt with elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import cut_out
from vision.find.finder import MODEL, MOST_PIXELS, USUAL_TILE, Found, TileFinder
from vision.find.scales import ScaleSeeker
from vision.find.straight import looked_twice
from vision.labels import BACK, READINGS, UNNAMED
from vision.read.alike import told_by_hue
from vision.read.candidates import Candidates
from vision.read.certainty import as_certain
from vision.read.checks import PHOTOGRAPH, WATCHED, Checks
from vision.read.enrol import TileSet
from vision.read.faces import FaceAnswers, FaceReader
from vision.read.familiar import Familiar
from vision.weights import CONFIDENT

__all__ = [
    "MODEL", "MOST_PIXELS", "USUAL_TILE", "Eye", "Found", "Reading", "TileFinder",
    "answers_of", "reading_of", "told",
]  # fmt: skip

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile of a picture; `alternatives` are at most three other readings with their chances."""

    tile: str
    confidence: float
    quad: Array
    """Corners in pixels, clockwise from the tile's own upper left."""
    score: float
    """How sure the finder is that a tile is there at all."""
    alternatives: tuple[tuple[str, float], ...]


class Eye:
    """Finder and reader together; an enrolled tile set sharpens the reader."""

    photograph, watched = PHOTOGRAPH, WATCHED
    """The checks of a single picture, and of a table that is watched."""

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
        """Every tile of an RGB picture, in no particular order."""
        return self.carefully(picture, self.seeker.find(picture))

    def carefully(self, picture: Picture, found: Found) -> list[Reading]:
        """Look at each find twice, and read both looks: for a single picture there is time."""
        twice = looked_twice(self.finder, picture, found)
        cuts = cut_out(picture, twice.first), cut_out(picture, twice.second)
        # What the tiles are made of is learnt from this picture alone: whose set it shows is unknown.
        return self._told(twice.found, cuts, self.photograph, Familiar())

    def read(self, picture: Picture, found: Found, familiar: Familiar | None = None) -> list[Reading]:
        """Read what was found at a table's scale; what the table showed before helps."""
        return self._told(found, (cut_out(picture, found.quads),), self.watched, familiar or Familiar())

    def _told(
        self, found: Found, cuts: tuple[Picture, ...], checks: Checks, table: Familiar
    ) -> list[Reading]:
        if not len(found.quads):
            return []
        answers = answers_of(self.reader, self.tile_set, cuts, found, checks)
        return told(answers, found, cuts, checks, table, is_enrolled=self.tile_set is not None)


def told(
    answers: FaceAnswers,
    found: Found,
    cuts: tuple[Picture, ...],
    checks: Checks = WATCHED,
    table: Familiar | None = None,
    *,
    is_enrolled: bool = False,
) -> list[Reading]:
    """The readings that are tiles; each find was cut out once or twice.

    If the house has shown its tiles, nothing is learnt but what tiles are made of.
    """
    seen = Candidates(
        found, cuts, answers.embeddings, answers.readings, table or Familiar(), checks.is_photograph
    )
    for check in checks.by_table:
        seen = seen.after(check)
    if not is_enrolled:
        seen.table.learn(seen.chances, seen.embeddings, cuts[0])
    for check in checks.there:
        seen = seen.after(check)
    corners = (np.arange(4)[None] + answers.turns[:, None]) % 4
    upright = np.take_along_axis(found.quads, corners[..., None], axis=1)
    return [
        reading_of(seen.chances[k], upright[k], float(found.scores[k])) for k in np.nonzero(seen.are_there)[0]
    ]


def answers_of(
    reader: FaceReader,
    tile_set: TileSet | None,
    cuts: tuple[Picture, ...],
    found: Found | None = None,
    checks: Checks = WATCHED,
) -> FaceAnswers:
    """Read the faces of one picture, compared with one another or with the faces of an enrolled set.

    Each face was cut out once or twice. Without `found`, which says how sure the finder is, only the reader
    is heard.
    """
    crops, others = cuts[0], cuts[1] if len(cuts) > 1 else None
    answers = reader.read(crops, others=others)
    found = found or _not_judged(len(crops))
    seen = Candidates(found, cuts, answers.embeddings, answers.readings, Familiar())
    for check in checks.by_finder:
        seen = seen.after(check)
    if tile_set is None:
        for check in checks.by_picture:
            seen = seen.after(check)
        return replace(answers, readings=as_certain(seen.chances, reader.certainty))
    chances, turns = tile_set.sharpened(seen.chances, answers.embeddings), answers.turns.copy()
    # Faces that are still in doubt are read in all four orientations.
    is_face = chances.argmax(axis=1) != READINGS.index(BACK)
    doubtful = np.nonzero(is_face & (chances.max(axis=1) < CONFIDENT))[0]
    again = reader.read(crops[doubtful], surely=True, others=None if others is None else others[doubtful])
    some = Found(found.quads[doubtful], found.scores[doubtful], found.backs[doubtful])
    anew = Candidates(some, (crops[doubtful],), again.embeddings, again.readings, Familiar())
    for check in checks.by_finder:
        anew = anew.after(check)
    chances[doubtful] = tile_set.sharpened(anew.chances, again.embeddings)
    turns[doubtful] = again.turns
    return FaceAnswers(told_by_hue(chances, crops, tile_set.back_hue), turns, answers.embeddings)


def _not_judged(count: int) -> Found:
    """Finds of which the finder says nothing: each is as likely a back as a face."""
    half = np.full(count, 0.5, np.float32)
    return Found(np.zeros((count, 4, 2), np.float32), half, np.ones(count, np.bool_))


def reading_of(chances: Array, quad: Array, score: float) -> Reading:
    """One tile's chances as a reading."""
    order = np.argsort(-chances)
    rest = tuple((READINGS[int(k)], float(chances[k])) for k in order[1:4] if chances[k] > UNNAMED)
    return Reading(READINGS[int(order[0])], float(chances[order[0]]), quad, score, rest)
