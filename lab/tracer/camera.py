"""The path tracer's camera, a pinhole: where a point of the table lies in the picture."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from lab.tracer.solids import Floats


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera at `at` (mm) that looks at `target`; `focal` is in pixels, `roll` in radians."""

    at: tuple[float, float, float]
    target: tuple[float, float, float]
    roll: float
    focal: float
    size: tuple[int, int]
    """Width and height of the picture in pixels."""
    f_stop: float

    def tall(self, height: int) -> Camera:
        """The same view in a picture of another height, in pixels."""
        scale = height / self.size[1]
        return replace(self, focal=self.focal * scale, size=(round(self.size[0] * scale), height))

    @property
    def axes(self) -> Floats:
        """Right, up and back of the camera as columns, as a path tracer wants them."""
        back = np.array(self.at) - np.array(self.target)
        back /= np.linalg.norm(back)
        # Straight down, "up" in the picture is the way to the far side of the table.
        rough = np.array([0.0, 0.0, 1.0]) if abs(back[2]) < 0.999 else np.array([0.0, 1.0, 0.0])
        right = np.cross(rough, back)
        right /= np.linalg.norm(right)
        up = np.cross(back, right)
        c, s = math.cos(self.roll), math.sin(self.roll)
        return np.column_stack([c * right + s * up, c * up - s * right, back])

    def project(self, points: Floats) -> Floats:
        """The pixels (n x 2, x to the right, y down) of points (n x 3) in millimetres.

        Raises:
            ValueError: a point is not in front of the camera.
        """
        seen = (np.asarray(points, float) - np.array(self.at)) @ self.axes
        depth = -seen[:, 2]
        if (depth <= 0).any():
            raise ValueError("A point behind the camera has no place in the picture.")
        width, height = self.size
        x = width / 2 + self.focal * seen[:, 0] / depth
        y = height / 2 - self.focal * seen[:, 1] / depth
        return np.column_stack([x, y])
