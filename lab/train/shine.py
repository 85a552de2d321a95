"""Lamps and windows that glossy tiles mirror, laid over a drawn cut: cloth mirrors nothing.

A lamp that is mirrored in tiles washes out a part of each, and stops at their edges. So one tile may look
like two, or like nothing; and a narrow side, or the top of a standing tile, like a white dragon.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.quads import areas_of

Picture = NDArray[np.uint8]
Array = NDArray[np.float32]

EACH_ITS_OWN = 0.4
"""How often the light lies at one place of every tile, as on tops that are a little round; otherwise one lamp
or window lies over all of them."""
FLAT, UPRIGHT = 0.4, 0.25
"""How often only faces and backs mirror the light, and how often only narrow sides; otherwise both do."""
EDGE = 0.7
"""How far the light of a tile reaches over its edge, in pixels: a standard deviation."""


def shone_crops(crops: Picture, rng: np.random.Generator, share: float) -> Picture:
    """Crops of single tiles [n, h, w, 3], a share of them with light on the whole of the tile."""
    out = crops.copy()
    height, width = crops.shape[1:3]
    whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
    for number in np.nonzero(rng.random(len(crops)) < share)[0]:
        out[number] = shone_on(crops[number], whole, whole, rng)
    return out


def shone_on(picture: Picture, quads: Array, sides: Array, rng: np.random.Generator) -> Picture:
    """The picture [h, w, 3] with light on tiles: on faces and backs (`quads`, [n, 4, 2], in it), on sides."""
    which = rng.random()
    glossy = quads if which < FLAT else sides if which < FLAT + UPRIGHT else np.concatenate([quads, sides])
    mirror = np.zeros(picture.shape[:2], np.float32)
    for quad in glossy:
        cv2.fillConvexPoly(mirror, np.round(quad * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    mirror = cv2.GaussianBlur(mirror, (0, 0), EDGE)
    light = _on_each(mirror.shape, glossy, rng) if rng.random() < EACH_ITS_OWN else _lamp(mirror.shape, rng)
    warmth = rng.normal(0, 0.06)
    colour = np.array([1 + warmth, 1, 1 - warmth], np.float32) * np.float32(rng.uniform(30, 230))
    return np.clip(picture + (mirror * light)[..., None] * colour, 0, 255).astype(np.uint8)


def _lamp(shape: tuple[int, int], rng: np.random.Generator) -> Array:
    """A lamp or a window somewhere in the cut, sharp or soft."""
    light = np.zeros(shape, np.float32)
    middle, sides = rng.uniform(0, 1, 2) * shape[::-1], np.exp(rng.uniform(np.log(0.1), np.log(1.5), 2))
    box = (tuple(middle.tolist()), tuple((sides * max(shape)).tolist()), float(rng.uniform(0, 180)))
    cv2.fillConvexPoly(light, np.round(cv2.boxPoints(box)).astype(np.int32), 1.0)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), float(np.exp(rng.uniform(0, np.log(30))))), np.float32)


def _on_each(shape: tuple[int, int], quads: Array, rng: np.random.Generator) -> Array:
    """A spot of light at about the same side of every tile."""
    light = np.zeros(shape, np.float32)
    ys, xs = np.mgrid[0 : shape[0], 0 : shape[1]].astype(np.float32)
    turn, away, reach = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.6), rng.uniform(0.2, 0.8)
    for quad, side in zip(quads, np.sqrt(areas_of(quads)), strict=True):
        x, y = quad.mean(axis=0) + away * side * np.array([np.cos(turn), np.sin(turn)])
        near = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * (reach * side / 2 + 1) ** 2))
        light = np.maximum(light, near)
    return light
