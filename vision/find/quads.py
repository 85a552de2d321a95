"""Quads of tiles: from a detector's maps to four corners and back, and how far two overlap.

No model is run here.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]

_ROWS = 256
"""This many quads are compared with all others at once: fast, and never much memory."""
ON_ONE_SPOT = 0.45
"""Quads on one spot overlap by more than this: the intersection over the union of the boxes around them."""


@dataclass(frozen=True, slots=True)
class Form:
    """A parallelogram without an order of its corners.

    The unordered pair of half edges a and b is described by half the logarithm of the matrix a aᵀ + b bᵀ, so
    that scaling becomes addition, and by the cosine and sine of four times the angle of the edges once they
    are scaled by the inverse square root of that matrix. No corner comes first, so nothing jumps when a tile
    turns.
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


def overlaps(some: Array, many: Array) -> Array:
    """Intersection over union of n boxes with m others [n, m]."""
    low = np.maximum(some[:, None, :2], many[None, :, :2])
    both = np.clip(np.minimum(some[:, None, 2:], many[None, :, 2:]) - low, 0, None)
    shared = both[..., 0] * both[..., 1]
    one, other = ((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]) for boxes in (some, many))
    return np.asarray(shared / np.maximum(1e-6, one[:, None] + other[None] - shared), np.float32)


def box_overlaps(one: Array, many: Array) -> Array:
    """Intersection over union of a box with others."""
    return np.asarray(overlaps(one[None], many)[0], np.float32)


def areas_of(quads: Array) -> Array:
    """The area of each quad."""
    x, y = quads[..., 0], quads[..., 1]
    twice = (x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1)
    return np.asarray(np.abs(twice) / 2, np.float32)


def kept(quads: Array, scores: Array) -> list[int]:
    """The indices that remain when only the surest of all quads on one spot is kept, the surest first."""
    order = np.argsort(-scores)
    sorted_quads = quads[order]
    is_gone = np.zeros(len(order), np.bool_)
    remaining: list[int] = []
    for begin in range(0, len(order), _ROWS):
        same = on_one_spot(sorted_quads[begin : begin + _ROWS], sorted_quads)
        for row, of_row in enumerate(same, start=begin):
            if not is_gone[row]:
                remaining.append(int(order[row]))
                is_gone |= of_row
    return remaining


def fallen_together(quads: Array) -> NDArray[np.bool_]:
    """Which of n quads lie on the spot of another one."""
    same = on_one_spot(quads, quads)
    np.fill_diagonal(same, val=False)
    return np.asarray(same.any(axis=1), np.bool_)


def on_one_spot(some: Array, many: Array) -> NDArray[np.bool_]:
    """Which of n quads lie on the spot of which of m others [n, m].

    Boxes around slanted neighbours overlap although the tiles do not: the middles must be near, too.
    """
    reach = [0.55 * np.sqrt(areas_of(quads)) for quads in (some, many)]
    apart = np.linalg.norm(some.mean(axis=1)[:, None] - many.mean(axis=1)[None], axis=2)
    near = apart < np.maximum(reach[0][:, None], reach[1][None])
    return np.asarray(near & (overlaps(boxes_of(some), boxes_of(many)) > ON_ONE_SPOT), np.bool_)
