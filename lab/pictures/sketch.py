"""A face being drawn: layers of ink with their coverage, laid over a blank tile. No style is chosen here."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WIDTH, HEIGHT = 192, 256
"""The size of a sketch in pixels: twice the size that is kept, so that edges are smooth."""
KEPT = (96, 128)
SHIFT = 4
UNIT = 1 << SHIFT

Ink = tuple[float, float, float]
Point = tuple[float, float]


def blank_mask() -> NDArray[np.uint8]:
    """A coverage mask with nothing on it."""
    return np.zeros((HEIGHT, WIDTH), np.uint8)


def fixed(points: Sequence[Point]) -> NDArray[np.int32]:
    """Points in the drawing library's fixed-point numbers."""
    return np.round(np.asarray(points, np.float64) * UNIT).astype(np.int32)


@dataclass(slots=True)
class Sketch:
    """What is carved into one face: coverage by ink, in the order of carving."""

    layers: list[tuple[NDArray[np.uint8], Ink]] = field(default_factory=list)

    def mask(self, ink: Ink) -> NDArray[np.uint8]:
        """The mask to draw on for an ink; strokes in one ink that follow one another share it."""
        if not self.layers or self.layers[-1][1] != ink:
            self.layers.append((blank_mask(), ink))
        return self.layers[-1][0]

    def stamp(self, mask: NDArray[np.uint8], ink: Ink) -> None:
        """Lay a ready mask down."""
        layer = self.mask(ink)
        np.maximum(layer, mask, out=layer)

    def disc(self, centre: Point, radius: float, ink: Ink) -> None:
        """A filled circle."""
        cv2.ellipse(
            self.mask(ink), fixed([centre])[0].tolist(),
            (round(radius * UNIT), round(radius * UNIT)), 0, 0, 360, 255, -1, cv2.LINE_AA, SHIFT,
        )  # fmt: skip

    def ring(self, centre: Point, radius: float, line: float, ink: Ink) -> None:
        """A circle as a line."""
        cut = Sketch()
        cut.disc(centre, radius + line / 2, ink)
        inner = Sketch()
        if radius - line / 2 > 0.3:
            inner.disc(centre, radius - line / 2, ink)
        mask = cut.layers[0][0] if not inner.layers else cv2.subtract(cut.layers[0][0], inner.layers[0][0])
        self.stamp(mask, ink)

    def polygon(self, points: Sequence[Point], ink: Ink) -> None:
        """A filled outline of any form."""
        cv2.fillPoly(self.mask(ink), [fixed(points)], 255, cv2.LINE_AA, SHIFT)

    def line(self, points: Sequence[Point], width: float, ink: Ink, *, closed: bool = False) -> None:
        """A stroke of even width."""
        cv2.polylines(self.mask(ink), [fixed(points)], closed, 255, max(1, round(width)), cv2.LINE_AA, SHIFT)

    def clear(self, mask: NDArray[np.uint8]) -> None:
        """Take out of every layer what a mask covers: the blank shows there."""
        for layer, _ in self.layers:
            np.copyto(layer, cv2.subtract(layer, mask))

    def coverage(self) -> NDArray[np.float32]:
        """All inks together, 0 to 1."""
        total = blank_mask()
        for layer, _ in self.layers:
            np.maximum(total, layer, out=total)
        return total.astype(np.float32) / 255


def inside(sketch: Sketch) -> NDArray[np.uint8]:
    """All that a sketch covers, as a mask for the `clear` of another sketch."""
    return (sketch.coverage() * 255).astype(np.uint8)
