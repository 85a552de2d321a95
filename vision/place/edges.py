"""Moves the corners that a person tapped to where the table's edges meet; finds no table by itself."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.rectify import Picture, Points, TablePlace, placed

REACH = 0.03
"""How far from the tapped line an edge is looked for, as a share of the table's size in the picture."""
RUNGS = 60
"""The edge is looked for at this many places along each side."""
LEAST_AGREEING = 0.5
"""The share of these places that must agree on one line; otherwise that side stays as it was tapped."""
_LEAST_STEP = 8.0
"""An edge is a larger step of brightness (of 255) than this."""
_LEAST_REACH = 3.0
"""In pixels: edges are looked for at least this far, even if the corners lie nearly on one line."""


def refined(picture: Picture, place: TablePlace) -> TablePlace:
    """The table with its sides moved to the edges that are seen; a side without one stays as it was."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), (0, 0), 1.2)
    corners = np.array(place.corners)
    reach = max(_LEAST_REACH, REACH * float(np.sqrt(cv2.contourArea(corners.astype(np.float32)))))
    lines = [_line(np.asarray(grey), corners[k], corners[(k + 1) % 4], reach) for k in range(4)]
    met = np.array([_crossing(lines[k - 1], lines[k]) for k in range(4)])
    too_far = np.linalg.norm(met - corners, axis=1) > 2 * reach
    better = placed(np.where(too_far[:, None], corners, met), (place.width, place.height))
    return better if isinstance(better, TablePlace) else place


def _line(grey: NDArray[np.uint8], begin: Points, end: Points, reach: float) -> Points:
    """Two points of the edge near a side; the given points if no edge is seen."""
    along = end - begin
    across = np.array([-along[1], along[0]]) / np.linalg.norm(along)
    shares = np.linspace(0.06, 0.94, RUNGS)
    offsets = np.arange(-reach, reach + 1, 1.0)
    points = begin + shares[:, None, None] * along + offsets[None, :, None] * across
    maps = points.astype(np.float32)
    profile = cv2.remap(grey, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    steps = np.abs(profile[:, 3:].astype(np.float32) - profile[:, :-3])
    strongest = steps.argmax(axis=1)
    found = offsets[strongest] + 1.5
    is_edge = steps.max(axis=1) > _LEAST_STEP
    fitted = _fit(shares[is_edge], found[is_edge])
    if fitted is None:
        return np.stack([begin, end])
    at = np.polyval(fitted, [0.0, 1.0])
    return np.stack([begin + at[0] * across, end + at[1] * across])


def _fit(shares: NDArray[np.float64], offsets: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """The straight line on which most of the offsets lie."""
    if len(shares) < LEAST_AGREEING * RUNGS:
        return None
    best: NDArray[np.bool_] = np.zeros(len(shares), np.bool_)
    rng = np.random.default_rng(0)
    for _ in range(60):
        one, other = rng.choice(len(shares), 2, replace=False)
        run = shares[other] - shares[one]
        if abs(run) < 0.2:
            continue
        slope = (offsets[other] - offsets[one]) / run
        near = np.abs(offsets[one] + slope * (shares - shares[one]) - offsets) < 1.5
        if near.sum() > best.sum():
            best = near
    if best.sum() < LEAST_AGREEING * RUNGS:
        return None
    return np.asarray(np.polyfit(shares[best], offsets[best], 1), np.float64)


def _crossing(one: Points, other: Points) -> NDArray[np.float64]:
    a, b = one[1] - one[0], other[1] - other[0]
    turn = a[0] * b[1] - a[1] * b[0]
    if abs(turn) < 1e-9:
        return np.asarray(other[0], np.float64)
    between = other[0] - one[0]
    return np.asarray(one[0] + a * ((between[0] * b[1] - between[1] * b[0]) / turn), np.float64)
