"""The middle of an automatic table: a plate with winds, score displays, stick slots and a dice window."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.faces import faces
from companion.pretend.painting.things import UNIT_HALF

Picture = NDArray[np.uint8]

PER_MM = 5
SIDE = round(2 * UNIT_HALF * PER_MM)
PLATE, RIM, SLOT, GLASS = (52, 48, 46), (96, 92, 88), (26, 24, 24), (118, 112, 104)
"""Blue green red."""
LIT = ((60, 70, 250), (70, 230, 90), (240, 190, 70))
"""Displays glow red, green or blue."""
WINDS = ("1z", "2z", "3z", "4z")
_SEGMENTS = ("abcdef", "bc", "abged", "abgcd", "fgbc", "afgcd", "afgedc", "abc", "abcdefg", "abcdfg")
"""Which bars of a display each digit lights."""
_LINES = {
    "a": ((0, 0), (1, 0)), "b": ((1, 0), (1, 1)), "c": ((1, 1), (1, 2)), "d": ((0, 2), (1, 2)),
    "e": ((0, 1), (0, 2)), "f": ((0, 0), (0, 1)), "g": ((0, 1), (1, 1)),
}  # fmt: skip


def centre_unit(rng: np.random.Generator) -> Picture:
    """The plate from above, blue green red; its colours and scores are random."""
    out = np.empty((SIDE, SIDE, 3), np.uint8)
    out[:] = RIM
    inner = slice(3 * PER_MM, SIDE - 3 * PER_MM)
    out[inner, inner] = PLATE
    lit = LIT[int(rng.integers(len(LIT)))]
    for wind in WINDS:
        _side(out, wind, int(rng.integers(50, 600)), lit)
        # Clockwise: each player sits to the right of the one before.
        out = np.ascontiguousarray(np.rot90(out, -1))
    _dice(out, rng)
    return out


def _side(out: Picture, wind: str, hundreds: int, lit: tuple[int, int, int]) -> None:
    """What one player has before them: a slot, a score and a wind, at the lower edge."""
    low = SIDE - 14 * PER_MM
    cv2.rectangle(out, (38 * PER_MM, low), (SIDE - 38 * PER_MM, low + 9 * PER_MM), SLOT, -1)
    left, top = 60 * PER_MM, SIDE - 30 * PER_MM
    cv2.rectangle(out, (left, top), (left + 40 * PER_MM, top + 13 * PER_MM), (14, 12, 12), -1)
    for at, digit in enumerate(f"{hundreds * 100:5d}"):
        if digit != " ":
            _digit(out, int(digit), (left + (3 + 7 * at) * PER_MM + 5, top + 2 * PER_MM + 3), lit)
    glyph = faces(0)[wind]
    ink = np.asarray(cv2.resize(255 - cv2.cvtColor(glyph, cv2.COLOR_BGR2GRAY), (60, 80)), np.uint8)
    view = out[top - 10 : top + 70, left - 80 : left - 20]
    view[ink[:, :] > 110] = (205, 214, 220)


def _digit(out: Picture, digit: int, at: tuple[int, int], lit: tuple[int, int, int]) -> None:
    wide, high = 4 * PER_MM, 4 * PER_MM + 2
    for name in _SEGMENTS[digit]:
        (x0, y0), (x1, y1) = _LINES[name]
        begin, end = (at[0] + x0 * wide, at[1] + y0 * high), (at[0] + x1 * wide, at[1] + y1 * high)
        cv2.line(out, begin, end, lit, PER_MM, cv2.LINE_AA)


def _dice(out: Picture, rng: np.random.Generator) -> None:
    """A round window with two dice under it."""
    middle = SIDE // 2
    cv2.circle(out, (middle, middle), 24 * PER_MM, GLASS, -1, cv2.LINE_AA)
    for shift in (-9, 8):
        x, y = middle + shift * PER_MM, middle + int(rng.integers(-6, 6)) * PER_MM
        size = 6 * PER_MM
        cv2.rectangle(out, (x - size, y - size), (x + size, y + size), (226, 230, 232), -1, cv2.LINE_AA)
        for pip in range(int(rng.integers(1, 7))):
            dx, dy = (pip % 2 * 2 - 1) * 3 * PER_MM, (pip // 2 - 1) * 3 * PER_MM
            cv2.circle(out, (x + dx, y + dy), PER_MM, (40, 30, 30), -1, cv2.LINE_AA)
