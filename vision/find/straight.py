"""Looks at each find once more, straightened: as if the camera were right above it, and as near as is best.

A tile that is seen aslant, or at another size than most tiles of its picture, gets a quad that is not quite
its own; straightened, it looks like those that the finder knows best. Its face is read elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.cuts import AT_ONCE
from vision.find.finder import STRIDE, USUAL_TILE, Found, heat_of, tiles_in
from vision.find.quads import areas_of, fallen_together, half_edges, quads_of
from vision.weights import A_BIT, NEAR

SIDE = 64
"""A patch's width and height in pixels; the tile lies in its middle, a square of the usual size."""
MUCH_FINER = 1.6
"""Where a picture is this many times finer than a patch, it is made smaller first, to avoid aliasing."""

HALF = np.float32(0.5)
"""Quads are counted from the corner of the first pixel, pictures from its middle."""

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]


class Patches(Protocol):
    """What looks at many small pictures at once."""

    def maps_of(self, patches: Picture) -> Array:
        """The finder's answers [n, 9, h, w] for patches [n, side, side, 3]."""


@dataclass(frozen=True, slots=True)
class Twice:
    """Finds that were looked at twice."""

    found: Found
    """Each at the place where it was seen better, and as sure as the mean of both looks; where the second one
    saw something else, never surer than before."""
    first: Array
    second: Array
    """Their corners at either look, in one order; where the second look does not count, both are the same."""


def looked_twice(finder: Patches, picture: Picture, found: Found) -> Twice:
    """Look at each find again, straightened."""
    if not len(found.quads):
        return Twice(found, found.quads, found.quads)
    quads, scores = _again(finder, picture, found.quads)
    apart = np.linalg.norm(quads.mean(axis=1) - found.quads.mean(axis=1), axis=1)
    sides = np.sqrt(areas_of(found.quads))
    is_same = apart < NEAR * sides
    second = np.where(is_same[:, None, None], in_order_of(quads, found.quads), found.quads)
    # No tile is moved far: if the second look sees it farther off, that place only serves for reading.
    is_better = (scores >= found.scores) & (apart < A_BIT * sides)
    moved = np.where(is_better[:, None, None], second, found.quads)
    # Two that would fall together stay where they were: one of them saw its neighbour.
    is_better &= ~fallen_together(moved)
    places = np.where(is_better[:, None, None], second, found.quads)
    sureness = (found.scores + np.where(is_same, scores, np.minimum(scores, found.scores))) / 2
    return Twice(Found(places, np.asarray(sureness, np.float32), found.backs), found.quads, second)


def in_order_of(quads: Array, others: Array) -> Array:
    """The same quads, each turned so that its corners together lie nearest to those of its counterpart."""
    turned = np.stack([np.roll(quads, -k, axis=1) for k in range(4)])
    best = np.abs(turned - others).sum(axis=(2, 3)).argmin(axis=0)
    return np.asarray(turned[best, np.arange(len(quads))], np.float32)


def straightened(picture: Picture, quads: Array) -> tuple[Picture, Array]:
    """Patches [n, SIDE, SIDE, 3] with a tile as a square in each, and the ways back [n, 2, 3]."""
    patches = np.empty((len(quads), SIDE, SIDE, 3), np.uint8)
    ways = np.empty((len(quads), 2, 3), np.float32)
    for number, quad in enumerate(quads):
        across, down = (2 * edge / USUAL_TILE for edge in half_edges(quad))
        middle = quad.mean(axis=0) - HALF - (across + down) * (SIDE - 1) / 2
        ways[number] = np.stack([across, down, middle], axis=1)
        source, way = _less_fine(picture, ways[number])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patches[number] = cv2.warpAffine(
            source, way, (SIDE, SIDE), flags=flags, borderMode=cv2.BORDER_REPLICATE
        )
    return patches, ways


def _less_fine(picture: Picture, way: Array) -> tuple[Picture, Array]:
    """The part of the picture that a patch shows, made smaller where it is much finer than the patch."""
    finer = float(np.linalg.norm(way[:, :2], axis=0).max())
    if finer < MUCH_FINER:
        return picture, way
    corners = np.array([[0, 0, 1], [SIDE, 0, 1], [SIDE, SIDE, 1], [0, SIDE, 1]], np.float32) @ way.T
    height, width = picture.shape[:2]
    low = np.clip(np.floor(corners.min(axis=0)).astype(int) - 2, 0, [width - 1, height - 1])
    high = np.clip(np.ceil(corners.max(axis=0)).astype(int) + 3, low + 1, [width, height])
    part = picture[low[1] : high[1], low[0] : high[0]]
    size = (max(1, round(part.shape[1] / finer)), max(1, round(part.shape[0] / finer)))
    smaller = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    share = np.array([[size[0] / part.shape[1]], [size[1] / part.shape[0]]], np.float32)
    moved = way.copy()
    moved[:, 2] -= low
    return smaller, np.asarray(moved * share, np.float32)


def _again(finder: Patches, picture: Picture, quads: Array) -> tuple[Array, Array]:
    """Where each tile is seen in its patch, in pixels of the picture, and how confidently."""
    parts = [
        _handful(finder, picture, quads[begin : begin + AT_ONCE]) for begin in range(0, len(quads), AT_ONCE)
    ]
    return np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts])


def _handful(finder: Patches, picture: Picture, quads: Array) -> tuple[Array, Array]:
    patches, ways = straightened(picture, quads)
    maps = finder.maps_of(patches)
    heat = tiles_in(heat_of(maps))
    middle = SIDE / STRIDE / 2 - 0.5
    ys, xs = np.mgrid[0 : heat.shape[1], 0 : heat.shape[2]]
    near = np.hypot(ys - middle, xs - middle) <= NEAR * USUAL_TILE / STRIDE
    rows = np.arange(len(quads))
    y, x = np.unravel_index((heat * near).reshape(len(quads), -1).argmax(axis=1), heat.shape[1:])
    values = maps[rows, 2:, y, x]
    middles = np.stack([x, y], axis=1) + 0.5 + values[:, :2]
    seen = quads_of(middles.astype(np.float32), values[:, 2:7]) * np.float32(STRIDE)
    places = np.einsum("nij,nkj->nki", ways[:, :, :2], seen - HALF) + ways[:, None, :, 2] + HALF
    return np.asarray(places, np.float32), np.asarray(heat[rows, y, x], np.float32)
