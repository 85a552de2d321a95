"""A camera over the table: where a point in the room falls in its picture. Light and colour are elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.pictures.style import Rng

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera: its place in mm, its axes (right, down, forward), its focal length and middle in pixels."""

    eye: Points
    axes: Points
    focal: float
    middle: Points
    bend: tuple[float, float]
    """The lens's radial distortion: the factors of r squared and of r to the fourth power."""

    def project(self, points: Points) -> Points:
        """Points [n, 3] of the room to pixels [n, 2], bent by the lens."""
        local = (points - self.eye) @ self.axes.T
        depth = np.maximum(local[:, 2:3], 1.0)
        flat = local[:, :2] / depth
        square = (flat**2).sum(axis=1, keepdims=True)
        return flat * (1 + self.bend[0] * square + self.bend[1] * square**2) * self.focal + self.middle

    def depth(self, points: Points) -> Points:
        """How far points are from the camera."""
        return np.linalg.norm(points - self.eye, axis=-1)


def look(
    target: Points,
    distance: float,
    elevation: float,
    azimuth: float,
    roll: float,
    focal: float,
    size: int,
    bend: tuple[float, float],
) -> Camera:
    """A camera that looks at `target` from `distance` mm away; angles are in radians."""
    towards = np.array(
        [np.cos(elevation) * np.cos(azimuth), np.cos(elevation) * np.sin(azimuth), np.sin(elevation)]
    )
    eye = target + towards * distance
    forward = -towards
    up = np.array([0.0, 0.0, 1.0])
    if abs(forward @ up) > 0.999:
        up = np.array([-np.cos(azimuth), -np.sin(azimuth), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([right * c + down * s, down * c - right * s, forward])
    return Camera(eye, axes, focal, np.array([size / 2, size / 2]), bend)


def random_camera(
    rng: Rng,
    size: int,
    tile_pixels: float,
    tile_mm: float,
    spread: float,
    *,
    elevations: tuple[float, float] | None = None,
    views: tuple[float, float] = (28, 82),
) -> Camera:
    """A camera so near that tiles are about `tile_pixels` high in the picture.

    By default it looks from anywhere between 26 degrees above the horizon and straight down. `elevations` and
    `views` are in degrees; `tile_mm` is a tile's height, and `spread` how far from the table's middle it may
    look, both in millimetres.
    """
    if elevations is None:
        elevations = (78, 90) if rng.random() < 0.3 else (26, 80)
    elevation = np.radians(rng.uniform(*elevations))
    view = np.radians(rng.uniform(*views))
    focal = size / 2 / np.tan(view / 2)
    distance = focal * tile_mm / tile_pixels
    azimuth = rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.6:
        azimuth = np.round(azimuth / (np.pi / 2)) * np.pi / 2 + rng.normal(0, 0.12)
    roll = rng.normal(0, 0.05) if rng.random() < 0.75 else rng.uniform(-np.pi, np.pi)
    bend = (float(rng.normal(0, 0.08)), float(rng.normal(0, 0.02)))
    target = np.array([*rng.uniform(-spread, spread, 2), 0.0])
    return look(target, distance, elevation, azimuth, roll, focal, size, bend)
