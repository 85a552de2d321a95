"""Says how large a tile should look where it lies, from the others on its table. Pure; no picture.

On a plane that a camera sees, the area of equal things is the cube of a number that changes linearly across
the picture: width and height shrink with the distance, and the height once more because things far away are
seen at a flatter angle.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.find.quads import areas_of
from vision.weights import AROUND

__all__ = ["sizes_in_perspective"]

EVEN = 0.06
"""If the cube roots deviate by more, in the median, the others do not lie on one plane."""
STIFF = 0.01
"""A single row does not show how the table lies across it: this keeps the size the same there."""

Array = NDArray[np.float32]


def sizes_in_perspective(some: Array, others: Array) -> Array:
    """How large n quads [n, 4, 2] are, as a share of what m others predict; 1 if they predict nothing."""
    if not len(some) or len(others) < AROUND:
        return np.ones(len(some), np.float32)
    middles, roots = others.mean(axis=1), np.cbrt(areas_of(others))
    origin, spread = middles.mean(axis=0), max(1.0, float(middles.std()))
    terms, at = (_terms((points - origin) / spread) for points in (middles, some.mean(axis=1)))
    slopes = _slopes(terms, roots)
    expected = terms @ slopes
    here = at @ slopes
    if expected.min() <= 0 or np.median(np.abs(roots / np.maximum(expected, 1e-6) - 1)) > EVEN:
        return np.ones(len(some), np.float32)
    apart = np.linalg.norm(some.mean(axis=1)[:, None] - middles[None], axis=2)
    near = np.argsort(apart, axis=1)[:, :AROUND]
    # A standing hand is tilted differently: the nearest others correct what is expected.
    usual = np.median((roots / expected)[near], axis=1)
    sizes = np.cbrt(areas_of(some)) / (np.maximum(here, 1e-6) * usual)
    return np.asarray(np.where(here > 0, sizes**3, 1), np.float32)


def _terms(points: Array) -> Array:
    return np.concatenate([np.ones((len(points), 1)), points], axis=1)


def _slopes(terms: Array, roots: Array) -> Array:
    """How the cube root of the area changes across the picture."""
    stiff = STIFF * len(roots) * np.diag([0.0, 1.0, 1.0])
    return np.asarray(np.linalg.solve(terms.T @ terms + stiff, terms.T @ roots))
