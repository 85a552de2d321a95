"""Finds tiles in any picture and reads them: two models, one after the other.

Tables, zones and time are elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.alike import beside_others, told_by_hue, without_pale_backs
from vision.enrol import TileSet
from vision.faces import FaceAnswers, FaceReader, cut_out
from vision.labels import BACK, READINGS, UNKNOWN
from vision.model_files import FOLDER, open_model
from vision.quads import areas_of, kept, quads_of

MODEL = FOLDER / "quads.onnx"
STRIDE = 4
LEAST_HEAT = 0.3
USUAL_TILE = 26.0
"""The side in pixels (of a square as large) at which a tile is found most surely."""
FIRST_LOOKS = (448, 896)
"""How wide (or high) the picture is made for the first looks."""
WORTH_ANOTHER_LOOK = 0.25
"""Tiles whose size is off by a quarter are looked at again."""
FOUND_SURELY = 0.45
"""What the finder is this sure of is a tile, whatever can be read on it."""
LEAST_OF_BOTH = 0.2
"""Of anything else finder and reader together must be this sure."""
SURE_OF_OWN = 0.97
"""A face of an enrolled set that is less sure than this is looked at from all four sides."""
MUCH_SMALLER = 0.75
"""Only below this every pixel has to have its part in the smaller picture; that takes longer to make."""
MOST_PIXELS = 2_400_000
"""No larger picture is given to the finder at once."""

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Found:
    """Where faces and backs are: quads [n, 4, 2] clockwise, how sure [n], and which are backs [n]."""

    quads: Array
    scores: Array
    backs: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Reading:
    """One tile of a picture."""

    tile: str
    confidence: float
    quad: Array
    """Corners in pixels, clockwise from the tile's own upper left."""
    score: float
    """How sure it is that a tile is there at all."""
    alternatives: tuple[tuple[str, float], ...]


class TileFinder:
    """The detector of faces and backs, whatever is on them."""

    def __init__(self, path: Path = MODEL, *, threads: int = 2) -> None:
        self._session, remarks = open_model(path, "quads", threads)
        self._least = float(remarks.get("least_heat", str(LEAST_HEAT)))

    def maps(self, picture: Picture) -> Array:
        """The model's answer [9, h, w] for a picture, padded to what the model takes."""
        height, width = picture.shape[:2]
        padded = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
        padded[:height, :width] = picture
        x = cv2.dnn.blobFromImage(padded, 1 / 255)
        return np.asarray(self._session.run(None, {"picture": x})[0][0], np.float32)

    def find_once(self, picture: Picture, scale: float) -> Found:
        """Look at a picture at one scale."""
        height, width = picture.shape[:2]
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        way = cv2.INTER_AREA if scale < MUCH_SMALLER else cv2.INTER_LINEAR
        scaled = picture if scale == 1 else np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)
        found = peaks(self.maps(scaled), self._least)
        true_scale = np.array([width / size[0], height / size[1]], np.float32)
        return Found(found.quads * true_scale, found.scores, found.backs)

    def find(self, picture: Picture) -> Found:
        """Look at the whole from afar and from nearer, then at the size at which tiles are seen best."""
        longest, pixels = max(picture.shape[:2]), picture.shape[0] * picture.shape[1]
        most = float(np.sqrt(MOST_PIXELS / pixels))
        scales = sorted({min(1.0, most, look / longest) for look in FIRST_LOOKS})
        looks = [(self.find_once(picture, scale), scale) for scale in scales]
        best, scale = max(looks, key=lambda look: well_seen(*look))
        if not len(best.quads):
            return best if scale == 1 else self.find_once(picture, min(1.0, most))
        wanted = min(USUAL_TILE / max(typical_side(best), 1.0), 2.0, most)
        if abs(np.log(wanted / scale)) < WORTH_ANOTHER_LOOK:
            return best
        again = self.find_once(picture, wanted)
        looks = [(best, scale), (again, wanted)]
        return max(looks, key=lambda look: well_seen(*look))[0]


def typical_side(found: Found) -> float:
    """The side of a square as large as the tiles are: half of all that they cover is covered by larger ones.

    Bits of a large tile that are taken for small tiles cover little, so they do not count for much.
    """
    areas = areas_of(found.quads) * found.scores
    order = np.argsort(areas)
    covered = np.cumsum(areas[order])
    middle = order[int(np.searchsorted(covered, covered[-1] / 2))]
    return float(np.sqrt(areas_of(found.quads[middle][None])[0]))


def well_seen(found: Found, scale: float) -> float:
    """How much of what was found at a scale had about the size at which tiles are found surely."""
    if not len(found.quads):
        return 0.0
    sides = np.sqrt(areas_of(found.quads)) * scale
    fit = np.exp(-np.square(np.log(np.maximum(sides, 0.1) / USUAL_TILE)) / 0.6)
    return float((found.scores * fit * areas_of(found.quads)).sum())


def peaks(maps: Array, least: float) -> Found:
    """The summits of the heat, their forms, and of doubles the surer one."""
    heat = 1 / (1 + np.exp(-maps[:2]))
    best = heat.max(axis=0)
    around = cv2.dilate(best, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((best >= around) & (best > least))
    values = maps[2:, ys, xs].T
    scores = best[ys, xs].astype(np.float32)
    middles = (np.stack([xs, ys], 1) + 0.5 + values[:, :2]) * STRIDE
    quads = quads_of((middles / STRIDE).astype(np.float32), values[:, 2:7]) * np.float32(STRIDE)
    backs = heat[1, ys, xs] > heat[0, ys, xs]
    order = kept(quads, scores)
    return Found(quads[order], scores[order], backs[order])


class Eye:
    """Finder and reader together; a tile set that was enrolled sharpens the reader."""

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

    def look(self, picture: Picture) -> list[Reading]:
        """Every tile of an RGB picture, the surest first."""
        return self.read(picture, self.finder.find(picture))

    def read(self, picture: Picture, found: Found) -> list[Reading]:
        """Read what was found."""
        answers = answers_of(self.reader, self.tile_set, cut_out(picture, found.quads), found)
        corners = (np.arange(4)[None] + answers.turns[:, None]) % 4
        upright = np.take_along_axis(found.quads, corners[..., None], axis=1)
        readings = [
            reading_of(chances, quad, float(score))
            for chances, quad, score in zip(answers.readings, upright, found.scores, strict=True)
        ]
        return [reading for reading in readings if is_there(reading)]


def answers_of(
    reader: FaceReader, tile_set: TileSet | None, crops: Picture, found: Found | None = None
) -> FaceAnswers:
    """What is read on faces of one picture: beside one another, or beside the faces of an enrolled set."""
    answers = reader.read(crops)
    chances, turns = answers.readings.copy(), answers.turns.copy()
    if found is not None:
        strengthen_backs(chances, found)
    chances = without_pale_backs(chances, crops)
    if tile_set is None:
        return FaceAnswers(beside_others(chances, answers.embeddings), turns, answers.embeddings)
    chances = tile_set.sharpened(chances, answers.embeddings)
    # Faces that are in doubt even now are looked at from all sides.
    is_face = chances.argmax(axis=1) != READINGS.index(BACK)
    doubtful = np.nonzero(is_face & (chances.max(axis=1) < SURE_OF_OWN))[0]
    again = reader.read(crops[doubtful], surely=True)
    anew = again.readings.copy()
    if found is not None:
        strengthen_backs(anew, Found(found.quads[doubtful], found.scores[doubtful], found.backs[doubtful]))
    chances[doubtful] = tile_set.sharpened(anew, again.embeddings)
    turns[doubtful] = again.turns
    chances = told_by_hue(chances, crops, tile_set.back_hue)
    return FaceAnswers(chances, turns, answers.embeddings)


def strengthen_backs(chances: Array, found: Found) -> None:
    """Finder and reader both judge backs; the finder sees the surroundings, so its word weighs as much."""
    back = READINGS.index(BACK)
    weight = np.where(found.backs, found.scores, 0.02)[:, None]
    odds = np.where(np.arange(chances.shape[1]) == back, weight, 1 - weight)
    chances *= odds.astype(np.float32)
    chances /= np.maximum(1e-9, chances.sum(axis=1, keepdims=True))


def reading_of(chances: Array, quad: Array, score: float) -> Reading:
    """One tile's chances in words."""
    order = np.argsort(-chances)
    rest = tuple((READINGS[int(k)], float(chances[k])) for k in order[1:4] if chances[k] > 0.001)
    return Reading(READINGS[int(order[0])], float(chances[order[0]]), quad, score, rest)


def is_there(reading: Reading) -> bool:
    """Whether there is a tile at all: where the finder doubts it, the reader has to know what it would be."""
    return reading.score >= FOUND_SURELY or reading.score * reading.confidence >= LEAST_OF_BOTH


def is_tile(reading: Reading) -> bool:
    """Whether a reading names a tile or a back, and not something else."""
    return reading.tile != UNKNOWN
