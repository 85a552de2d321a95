"""Quads of tiles: from a detector's maps to four corners and back, and how far two overlap.

No model is run here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Form:
    """A parallelogram without an order of its corners.

    The unordered pair of half edges a and b is held by the matrix a aT + b bT (its logarithm, so that sizes
    multiply) and by four times the angle of the edges where that matrix is the unit circle. No corner comes
    first, so nothing jumps when a tile turns.
    """

    log_xx: float
    log_xy: float
    log_yy: float
    cos_4: float
    sin_4: float


def half_edges(quad: NDArray[np.floating]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The half edges of the parallelogram nearest to a quad."""
    corners = np.asarray(quad, np.float64)
    return (corners[1] + corners[2] - corners[0] - corners[3]) / 4, (
        corners[2] + corners[3] - corners[0] - corners[1]
    ) / 4


def form_of(quad: NDArray[np.floating]) -> Form:
    """The form of a quad, wherever it lies."""
    a, b = half_edges(quad)
    matrix = np.outer(a, a) + np.outer(b, b) + np.eye(2) * 1e-6
    values, vectors = np.linalg.eigh(matrix)
    logs = (vectors * np.log(values)) @ vectors.T / 2
    unit = (vectors / np.sqrt(values)) @ vectors.T @ a
    turn = 4 * np.arctan2(unit[1], unit[0])
    return Form(
        float(logs[0, 0]), float(logs[0, 1]), float(logs[1, 1]), float(np.cos(turn)), float(np.sin(turn))
    )


def quads_of(middles: Array, forms: Array) -> Array:
    """Corners [n, 4, 2], clockwise as seen, of middles [n, 2] and forms [n, 5]; the first is any of them."""
    logs = np.empty((len(forms), 2, 2), np.float64)
    logs[:, 0, 0], logs[:, 1, 1] = forms[:, 0], forms[:, 2]
    logs[:, 0, 1] = logs[:, 1, 0] = forms[:, 1]
    values, vectors = np.linalg.eigh(np.clip(logs, -6, 6))
    root = (vectors * np.exp(values)[:, None, :]) @ vectors.transpose(0, 2, 1)
    turn = np.arctan2(forms[:, 4], forms[:, 3]).astype(np.float64) / 4
    a = np.einsum("nij,nj->ni", root, np.stack([np.cos(turn), np.sin(turn)], 1))
    b = np.einsum("nij,nj->ni", root, np.stack([-np.sin(turn), np.cos(turn)], 1))
    around = np.stack([-a - b, a - b, a + b, b - a], 1)
    return np.asarray(middles[:, None] + around, np.float32)


def boxes_of(quads: Array) -> Array:
    """Upright boxes [n, 4] (x0, y0, x1, y1) around quads."""
    return np.concatenate([quads.min(axis=1), quads.max(axis=1)], axis=1)


def box_overlaps(one: Array, many: Array) -> Array:
    """Intersection over union of a box with others."""
    low = np.maximum(one[:2], many[:, :2])
    high = np.minimum(one[2:], many[:, 2:])
    both = np.prod(np.maximum(0, high - low), axis=1)
    size = np.prod(many[:, 2:] - many[:, :2], axis=1) + np.prod(one[2:] - one[:2])
    return np.asarray(both / np.maximum(1e-6, size - both), np.float32)


def areas_of(quads: Array) -> Array:
    """The area of each quad."""
    x, y = quads[..., 0], quads[..., 1]
    twice = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return np.asarray(np.abs(twice) / 2, np.float32)


def kept(quads: Array, scores: Array, *, overlap: float = 0.45) -> list[int]:
    """The indices that remain when of quads on one spot only the surest is kept."""
    boxes, reach = boxes_of(quads), 0.55 * np.sqrt(areas_of(quads))
    middles = quads.mean(axis=1)
    remaining: list[int] = []
    for index in np.argsort(-scores):
        others = np.array(remaining, int)
        # Boxes around slanted neighbours overlap although the tiles do not: the middles must be near, too.
        apart = np.hypot(*(middles[others] - middles[index]).T)
        near = apart < np.maximum(reach[others], reach[index])
        if not (near & (box_overlaps(boxes[index], boxes[others]) > overlap)).any():
            remaining.append(int(index))
    return remaining
