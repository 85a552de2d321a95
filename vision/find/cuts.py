"""Cuts finds out of a picture, each as a square of the same size: exactly, or a little off."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

__all__ = ["AT_ONCE", "INNER", "SIDE", "askew", "cut_out", "shaken"]

SIDE = 48
"""A crop's width and height in pixels; a tile is stretched to this square."""
INNER = slice(SIDE // 6, SIDE - SIDE // 6)
"""The rows, or columns, of a crop that show neither the tile's rim nor what lies beside it."""
AT_ONCE = 16
"""This many cuts are looked at together: larger batches need more memory and save no time."""

Array = NDArray[np.float32]


def cut_out(picture: NDArray[np.uint8], quads: Array) -> NDArray[np.uint8]:
    """Cut quads out of a picture, each stretched to a square."""
    target = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32) - np.float32(0.5)
    out = np.empty((len(quads), SIDE, SIDE, 3), np.uint8)
    quads = np.asarray(quads, np.float32)
    longest = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).max(axis=1, initial=0)
    for number, quad in enumerate(quads):
        source, corners = _less_fine(picture, quad, longest[number])
        matrix = cv2.getPerspectiveTransform(corners, target)
        out[number] = cv2.warpPerspective(
            source, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
    return out


def _less_fine(picture: NDArray[np.uint8], quad: Array, longest: float) -> tuple[NDArray[np.uint8], Array]:
    """The picture around a quad, made smaller if it is much finer than a crop; and the quad in it."""
    if longest < 2 * SIDE:
        return picture, quad
    height, width = picture.shape[:2]
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 2, 0, [width - 1, height - 1])
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 3, low + 1, [width, height])
    share = 1.25 * SIDE / longest
    part = picture[low[1] : high[1], low[0] : high[0]]
    size = (max(1, round(part.shape[1] * share)), max(1, round(part.shape[0] * share)))
    smaller = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    scale = np.array([size[0] / part.shape[1], size[1] / part.shape[0]], np.float32)
    return np.asarray(smaller, np.uint8), ((quad - low) * scale).astype(np.float32)


def shaken(quads: Array, times: int = 5, seed: int = 1) -> Array:
    """Each quad several times [n * times, 4, 2]: as it is, and with small random errors."""
    rng = np.random.default_rng(seed)
    middles = quads.mean(axis=1, keepdims=True)
    sides = np.abs(quads - middles).max(axis=(1, 2))[:, None, None]
    out = [quads]
    for _ in range(times - 1):
        grown = (quads - middles) * (1 + rng.normal(0, 0.04, (len(quads), 1, 2)))
        out.append(middles + grown + rng.normal(0, 0.04, (len(quads), 1, 2)) * sides)
    return np.stack(out, axis=1).reshape(-1, 4, 2).astype(np.float32)


def askew(quads: Array) -> Array:
    """Each quad as a worse look might find it [n, 12, 4, 2]: shifted, resized, turned, slanted."""
    middle = quads.mean(axis=1, keepdims=True)
    across = ((quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2)[:, None]
    down = ((quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2)[:, None]
    above = np.array([1, 1, -1, -1], np.float32)[:, None]
    left = np.array([1, -1, -1, 1], np.float32)[:, None]
    out = [middle + (quads - middle) * grown for grown in (0.9, 1.1)]
    for turn in (-0.12, 0.12):
        turned = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
        out.append(middle + (quads - middle) @ turned)
    for way in (-0.1, 0.1):
        out += [quads + way * across, quads + way * down]
        out += [quads + 0.6 * way * above * across, quads + 0.6 * way * left * down]
    return np.stack(out, axis=1).astype(np.float32)
