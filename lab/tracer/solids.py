"""Bodies on a table as boxes and capsules, and what of a surface a camera sees past them.

Lengths are in millimetres. The table's middle is the origin, z goes up from the cloth, and seat 0
sits where y is negative. Nothing here knows the path tracer.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a body's middle is, and how it is turned: a 3 x 3 matrix whose columns are its own axes."""

    at: tuple[float, float, float]
    turn: tuple[tuple[float, float, float], ...]

    @property
    def matrix(self) -> Floats:
        """The turn as an array."""
        return np.array(self.turn, float)

    def out(self, points: Floats) -> Floats:
        """Points of the body's own frame (n x 3) in the table's."""
        return points @ self.matrix.T + np.array(self.at)


@dataclass(frozen=True, slots=True)
class Box:
    """A box with `half` its size along its own axes; `look` names its material."""

    name: str
    pose: Pose
    half: tuple[float, float, float]
    look: str
    edge: float = 1.0


@dataclass(frozen=True, slots=True)
class Capsule:
    """All points within `radius` of the line from `start` to `end`."""

    name: str
    start: tuple[float, float, float]
    end: tuple[float, float, float]
    radius: float
    look: str


Solid = Box | Capsule


def pose(at: Sequence[float], yaw: float = 0.0, first: Floats | None = None) -> Pose:
    """A pose turned by `yaw` radians about the table's vertical, after `first`."""
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ (np.eye(3) if first is None else first)
    x, y, z = (float(v) for v in at)
    first_row, second_row, third_row = ((float(a), float(b), float(c)) for a, b, c in turn)
    return Pose((x, y, z), (first_row, second_row, third_row))


def about_x(angle: float) -> Floats:
    """A turn by `angle` radians about the x axis."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]], float)


def box_hits(box: Box, origin: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Which of the straight lines from `origin` to each of `ends` (n x 3) pass through the box."""
    turn, at = box.pose.matrix, np.array(box.pose.at)
    start = (origin - at) @ turn
    way = (ends - at) @ turn - start
    way = np.where(np.abs(way) < 1e-9, 1e-9, way)
    half = np.array(box.half)
    one, other = (-half - start) / way, (half - start) / way
    enters, leaves = np.minimum(one, other).max(axis=1), np.maximum(one, other).min(axis=1)
    return (enters < leaves) & (leaves > 0) & (enters < 1)


def capsule_hits(capsule: Capsule, origin: Floats, ends: Floats) -> NDArray[np.bool_]:
    """Which of the straight lines from `origin` to each of `ends` come within the capsule's radius."""
    along = np.array(capsule.end) - np.array(capsule.start)
    way = ends - origin
    between = origin - np.array(capsule.start)
    a, e = (way**2).sum(axis=1), float(along @ along)
    b, c, f = way @ along, way @ between, float(along @ between)
    low = a * e - b * b
    s = np.clip(np.where(low > 1e-9, (b * f - c * e) / np.where(low > 1e-9, low, 1), 0), 0, 1)
    t = np.clip((b * s + f) / e, 0, 1)
    s = np.clip((b * t - c) / a, 0, 1)
    near = origin + s[:, None] * way - np.array(capsule.start) - t[:, None] * along
    return (near**2).sum(axis=1) < capsule.radius**2


def seen(points: Floats, origin: Floats, solids: Sequence[Solid]) -> NDArray[np.bool_]:
    """Which points (n x 3) a camera at `origin` sees: nothing stands between."""
    hidden = np.zeros(len(points), bool)
    for solid in solids:
        hits = box_hits if isinstance(solid, Box) else capsule_hits
        hidden |= hits(solid, origin, points)  # type: ignore[arg-type]
    return ~hidden


def overlap(one: Box, other: Box, slack: float = 0.001) -> bool:
    """Whether two boxes share more than `slack` millimetres in every direction (separating axes)."""
    a, b = one.pose.matrix, other.pose.matrix
    gap = np.array(other.pose.at) - np.array(one.pose.at)
    crosses = np.cross(a.T[:, None, :], b.T[None, :, :]).reshape(-1, 3)
    long = np.linalg.norm(crosses, axis=1)
    axes = np.vstack([a.T, b.T, crosses[long > 1e-6] / long[long > 1e-6, None]])
    reach = np.abs(axes @ a) @ np.array(one.half) + np.abs(axes @ b) @ np.array(other.half)
    return bool((np.abs(axes @ gap) < reach - slack).all())
