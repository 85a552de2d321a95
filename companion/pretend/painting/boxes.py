"""Upright boxes of pixels: joined, cut to a picture, and gathered where they meet. Pure."""

from __future__ import annotations

from collections.abc import Iterable

Box = tuple[int, int, int, int]
"""Left, top, right, bottom; right and bottom are exclusive."""


def meets(one: Box, other: Box) -> bool:
    """Whether two have a pixel in common.

    >>> meets((0, 0, 2, 2), (1, 1, 3, 3)), meets((0, 0, 2, 2), (2, 0, 3, 3))
    (True, False)
    """
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def joined(boxes: Iterable[Box]) -> Box:
    """The box around all of them."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def grown(box: Box, by: int) -> Box:
    """The same, larger on every side."""
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def within(box: Box, size: tuple[int, int]) -> Box | None:
    """The part of it that lies in a picture of this width and height; None where none does."""
    cut = max(0, box[0]), max(0, box[1]), min(size[0], box[2]), min(size[1], box[3])
    return cut if cut[0] < cut[2] and cut[1] < cut[3] else None


def in_cells(box: Box, cell: int, size: tuple[int, int]) -> Box:
    """The same, grown to whole cells of a picture of this width and height; the last may be cut off.

    >>> in_cells((3, 20, 30, 31), 16, (100, 30))
    (0, 16, 32, 30)
    """
    x0, y0, x1, y1 = box
    low = x0 // cell * cell, y0 // cell * cell
    return *low, min(size[0], -(-x1 // cell) * cell), min(size[1], -(-y1 // cell) * cell)


def gathered(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that cover these, of which no two meet: those that did are joined into the box around them.

    >>> gathered([(0, 0, 2, 2), (1, 1, 3, 3), (5, 5, 6, 6)])
    [(0, 0, 3, 3), (5, 5, 6, 6)]
    """
    done: list[Box] = []
    for box in boxes:
        one = box
        while near := [other for other in done if meets(one, other)]:
            done = [other for other in done if other not in near]
            one = joined([one, *near])
        done.append(one)
    return sorted(done)
