"""Copper as shapes: points, lines and corners with a radius around them. Millimetres everywhere, y down."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, radians, sin

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Shape:
    """A convex core (a point, a line, or corners in their order) and everything within `radius` of it."""

    core: tuple[Point, ...]
    radius: float = 0.0

    def box(self, more: float = 0.0) -> tuple[float, float, float, float]:
        """Left, top, right and bottom, with this much room around the shape."""
        xs, ys = [x for x, _ in self.core], [y for _, y in self.core]
        wide = self.radius + more
        return min(xs) - wide, min(ys) - wide, max(xs) + wide, max(ys) + wide

    def edges(self) -> Iterator[tuple[Point, Point]]:
        """The lines of the core; a point is a line to itself."""
        yield from pairwise(self.core)
        if len(self.core) != 2:
            yield self.core[-1], self.core[0]

    def distance(self, other: Shape) -> float:
        """How much room there is between two shapes; 0 or less where they touch.

        >>> Shape(((0, 0),), 1).distance(Shape(((5, 0), (5, 9)), 0.5))
        3.5
        """
        if inside(self.core[0], other.core) or inside(other.core[0], self.core):
            return -(self.radius + other.radius)
        nearest = min(between(a, b, c, d) for a, b in self.edges() for c, d in other.edges())
        return nearest - self.radius - other.radius

    def to_point(self, at: Point) -> float:
        """How far a point is outside; below 0 where it is inside."""
        away = min(to_line(at, a, b) for a, b in self.edges())
        return (-away if inside(at, self.core) else away) - self.radius


def inside(at: Point, corners: tuple[Point, ...]) -> bool:
    """Whether a point lies within the outline of these corners, which may have any form without crossings.

    >>> inside((1, 1), ((0, 0), (2, 0), (2, 2), (0, 2))), inside((1, 1), ((0, 0), (2, 2)))
    (True, False)
    """
    if len(corners) < 3:
        return False
    is_in, (x, y), last = False, at, corners[-1]
    for corner in corners:
        (x1, y1), (x2, y2) = last, corner
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            is_in = not is_in
        last = corner
    return is_in


def to_line(at: Point, a: Point, b: Point) -> float:
    """How far a point is from the line segment between `a` and `b`."""
    (x, y), (ax, ay), (bx, by) = at, a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / length)) if length else 0.0
    return hypot(x - ax - along * dx, y - ay - along * dy)


def between(a: Point, b: Point, c: Point, d: Point) -> float:
    """How far two line segments are apart, from `a` to `b` and from `c` to `d`; 0 where they cross."""
    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return 0.0
    return min(to_line(a, c, d), to_line(b, c, d), to_line(c, a, b), to_line(d, a, b))


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def turned(at: Point, degrees: float) -> Point:
    """A point turned anticlockwise around the origin as one looks at the board, whose y goes down.

    >>> turned((1, 0), 90)
    (0.0, -1.0)
    """
    (x, y), turn = at, radians(degrees)
    return round(x * cos(turn) + y * sin(turn), 6), round(y * cos(turn) - x * sin(turn), 6)


def pad_shape(at: Point, size: Point, form: str, degrees: float) -> Shape:
    """The copper of a pad: "circle", "oval" or "rect"; `degrees` is a multiple of 90."""
    wide, high = size if round(degrees) % 180 == 0 else (size[1], size[0])
    x, y = at
    if form == "rect":
        dx, dy = wide / 2, high / 2
        return Shape(((x - dx, y - dy), (x + dx, y - dy), (x + dx, y + dy), (x - dx, y + dy)))
    radius = min(wide, high) / 2
    dx, dy = wide / 2 - radius, high / 2 - radius
    return Shape(((x - dx, y - dy), (x + dx, y + dy)) if dx or dy else ((x, y),), radius)
