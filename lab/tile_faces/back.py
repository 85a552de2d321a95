"""The back of the tile: an amber slab with a 麻の葉 hemp-leaf lattice, and nothing else."""

import math
from collections.abc import Iterator
from typing import Final, TypeAlias

from lab.tile_faces.markup import Point, element, numbers
from lab.tile_faces.palette import BACK, BACK_LINE, CENTRE, HEIGHT, WIDTH, Face, slab

SIDE: Final = 46.0
MARGIN: Final = 14.0

Line: TypeAlias = tuple[Point, Point]


def _triangle(a: Point, b: Point, c: Point) -> Iterator[Line]:
    """Yield one triangle of the lattice: three edges, and the three spokes that make it a leaf."""
    middle = Point((a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3)
    yield from ((a, b), (b, c), (c, a), (a, middle), (b, middle), (c, middle))


def _lattice() -> Iterator[Line]:
    rise = SIDE * math.sqrt(3) / 2
    for row in range(-4, 4):
        for column in range(-5, 5):
            x, y = CENTRE.x + (column + (row % 2) / 2) * SIDE, CENTRE.y + row * rise
            here, right = Point(x, y), Point(x + SIDE, y)
            yield from _triangle(here, right, Point(x + SIDE / 2, y + rise))
            yield from _triangle(here, right, Point(x + SIDE / 2, y - rise))


def _between(line: Line, share: float) -> Point:
    start, end = line
    return Point(start.x + share * (end.x - start.x), start.y + share * (end.y - start.y))


def _clipped(line: Line) -> Line | None:
    """Keep the piece of a line that lies inside the margin (Liang and Barsky), or nothing."""
    (x, y), (to_x, to_y) = line
    first, last = 0.0, 1.0
    for step, room in (
        (x - to_x, x - MARGIN),
        (to_x - x, WIDTH - MARGIN - x),
        (y - to_y, y - MARGIN),
        (to_y - y, HEIGHT - MARGIN - y),
    ):
        if abs(step) < 1e-9:  # the line is parallel to this side
            if room < 0:
                return None
        elif step < 0:
            first = max(first, room / step)
        else:
            last = min(last, room / step)
    if last - first < 1e-6:  # it lies outside, or touches only a corner
        return None
    return _between(line, first), _between(line, last)


def back_face() -> Face:
    """Draw the back, warm and busy, since every face is pale: a tile lying face down stands out at once."""
    kept = (piece for piece in map(_clipped, _lattice()) if piece)
    spelt = {tuple(sorted((numbers(a), numbers(b)))) for a, b in kept}
    path = "".join(f"M{a}L{b}" for a, b in sorted(spelt))
    lattice = element("path", d=path, stroke=BACK_LINE, stroke_width=3, stroke_linecap="round")
    return Face("back", slab(BACK, "#a8650c") + lattice, ())
