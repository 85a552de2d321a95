"""Finds faces and backs of tiles in a picture at one scale. What they show is read elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.quads import kept, quads_of
from vision.model_files import FOLDER, as_taken, open_model

MODEL = FOLDER / "quads.onnx"
STRIDE = 4
LEAST_HEAT = 0.3
"""How sure the finder must be of whatever it reports, unless the model names another limit."""
OF_BOTH = 0.85
"""A blank looks like a face and like a back: this share of both certainties together counts for it."""
USUAL_TILE = 26.0
"""The size at which a tile is found most reliably: the side, in pixels, of a square of the same area."""
MUCH_SMALLER = 0.75
"""Below this scale a picture is reduced so that every pixel counts, which takes longer."""
MOST_PIXELS = 2_400_000
"""No larger picture is given to the finder at once while the scale is sought, or as a window."""

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Found:
    """Where faces and backs are: quads [n, 4, 2] clockwise, how sure [n], and which are backs [n]."""

    quads: Array
    scores: Array
    backs: NDArray[np.bool_]


class TileFinder:
    """The detector of faces and backs, whatever is on them."""

    def __init__(self, path: Path = MODEL, *, threads: int = 2) -> None:
        self._session, remarks = open_model(path, "quads", threads)
        self._least = float(remarks.get("least_heat", str(LEAST_HEAT)))

    def maps(self, picture: Picture) -> Array:
        """The model's answer [9, h, w] for a picture, padded to what the model takes."""
        height, width = picture.shape[:2]
        rims = (0, -height % 32, 0, -width % 32)
        padded = cv2.copyMakeBorder(picture, *rims, cv2.BORDER_CONSTANT, value=(114, 114, 114))
        return np.asarray(self.maps_of(np.asarray(padded, np.uint8)[None])[0], np.float32)

    def maps_of(self, pictures: Picture) -> Array:
        """The model's answers [n, 9, h, w] for pictures of one size, whose sides the model can take."""
        x = as_taken(self._session, pictures)
        return np.asarray(self._session.run(None, {"picture": x})[0], np.float32)

    def find_once(self, picture: Picture, scale: float) -> Found:
        """Look at a picture at one scale."""
        height, width = picture.shape[:2]
        size = (max(8, round(width * scale)), max(8, round(height * scale)))
        way = cv2.INTER_AREA if scale < MUCH_SMALLER else cv2.INTER_LINEAR
        scaled = picture if scale == 1 else np.asarray(cv2.resize(picture, size, interpolation=way), np.uint8)
        found = peaks(self.maps(scaled), self._least)
        true_scale = np.array([width / size[0], height / size[1]], np.float32)
        return Found(found.quads * true_scale, found.scores, found.backs)


def heat_of(maps: Array) -> Array:
    """How likely each place is the middle of a face [.., 0, h, w] or of a back [.., 1, h, w]."""
    return np.asarray(1 / (1 + np.exp(-maps[..., :2, :, :])), np.float32)


def tiles_in(heat: Array) -> Array:
    """How likely each place is the middle of a tile [.., h, w], be it a face or a back."""
    both = np.float32(OF_BOTH) * heat.sum(axis=-3)
    return np.asarray(np.maximum(heat.max(axis=-3), both), np.float32)


def peaks(maps: Array, least: float) -> Found:
    """The peaks of the heat, with their quads; of duplicates, the surer one."""
    heat = heat_of(maps)
    best = tiles_in(heat)
    around = cv2.dilate(best, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((best >= around) & (best > least))
    values = maps[2:, ys, xs].T
    scores = best[ys, xs].astype(np.float32)
    middles = (np.stack([xs, ys], 1) + 0.5 + values[:, :2]) * STRIDE
    quads = quads_of((middles / STRIDE).astype(np.float32), values[:, 2:7]) * np.float32(STRIDE)
    backs = heat[1, ys, xs] > heat[0, ys, xs]
    order = kept(quads, scores)
    return Found(quads[order], scores[order], backs[order])
