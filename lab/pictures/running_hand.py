"""發 and 西 as brush hands write them on tiles: put together from parts of a font, each time differently.

Printed forms are the fonts' own; see `characters`.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.typefaces import Typeface

SIDE = 200
"""Width and height, in pixels, of the sheet on which the parts are laid, without its margin of 20 pixels."""
ROOFED, RUNNING = "roofed", "running"
"""Two ways to write 發: under a whole roof, or with the roof split into a left and a right half."""
BOWL = "bowl"
"""A way to write 西: a stroke that floats above a bowl, which narrows towards the foot."""

Rng = np.random.Generator

Box = tuple[float, float, float, float]
"""Left, top, width and height, as shares of the sheet."""


def parts_of(manner: str, rng: Rng) -> list[tuple[str, Box]]:
    """The parts, and the box of each."""
    if manner == BOWL:
        bowl = str(rng.choice(list("四四四四内")))
        top, wide = float(rng.uniform(0.2, 0.36)), float(rng.uniform(0.5, 1.0))
        left = (1 - wide) * float(rng.uniform(0.2, 0.7))
        return [
            (bowl, (0.08, top, 0.84, float(rng.uniform(0.46, 0.72)))),
            ("一", (left, 0.0, wide, float(rng.uniform(0.07, 0.16)))),
        ]
    bow = str(rng.choice(list("弓弓弓方ろ号")))
    if manner == ROOFED:
        club = str(rng.choice(list("矢矢攵殳夊癸")))
        split = float(rng.uniform(0.44, 0.56))
        return [
            ("癶", (0.0, 0.0, 1.0, float(rng.uniform(0.36, 0.5)))),
            (bow, (0.06, 0.36, split - 0.06, 0.62)),
            (club, (split - 0.05, 0.36, 1.0 - split, 0.64)),
        ]
    hook, crossing = str(rng.choice(list("フクワタ"))), str(rng.choice(list("久夂又欠")))
    club = str(rng.choice(list("矢大夫火攵夭人")))
    split = float(rng.uniform(0.38, 0.5))
    return [
        (hook, (0.02, float(rng.uniform(0.05, 0.2)), split, 0.36)),
        (bow, (0.06, 0.42, split - 0.04, float(rng.uniform(0.42, 0.56)))),
        (crossing, (split - 0.06, 0.0, 1.0 - split, float(rng.uniform(0.42, 0.56)))),
        (club, (split - 0.1, 0.36, 1.08 - split, 0.62)),
    ]


def running_hand(font: Typeface, manner: str, seed: int) -> NDArray[np.uint8] | None:
    """One character as a seed writes it, cropped to its ink; None if the font lacks a part."""
    rng = np.random.default_rng([seed, 6])
    sheet = np.zeros((SIDE + 40, SIDE + 40), np.uint8)
    for character, (left, top, width, height) in parts_of(manner, rng):
        glyph = font.glyph(character)
        if glyph is None:
            return None
        glyph = narrowed(glyph, float(rng.uniform(0.55, 0.95))) if manner == BOWL else glyph
        grown = np.array([width, height]) * rng.uniform(0.88, 1.12, 2) * SIDE
        x, y = (np.array([left, top]) + rng.normal(0, 0.025, 2)) * SIDE + 20
        lay(sheet, glyph, (round(x), round(y)), (round(grown[0]), round(grown[1])))
    ys, xs = np.nonzero(sheet > 40)
    return np.ascontiguousarray(sheet[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def narrowed(glyph: NDArray[np.uint8], foot: float) -> NDArray[np.uint8]:
    """The same strokes, narrowing towards the foot."""
    height, width = glyph.shape
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    share = 1 - (1 - foot) * ys / max(1, height - 1)
    x = (xs - width / 2) / share + width / 2
    return np.asarray(cv2.remap(glyph, x.astype(np.float32), ys, cv2.INTER_LINEAR, borderValue=0), np.uint8)


def lay(
    sheet: NDArray[np.uint8], glyph: NDArray[np.uint8], at: tuple[int, int], size: tuple[int, int]
) -> None:
    """Put a part in its place, moved in if it begins left of or above the sheet, cut on the other sides."""
    part = cv2.resize(glyph, (max(6, size[0]), max(6, size[1])), interpolation=cv2.INTER_AREA)
    x, y = max(0, at[0]), max(0, at[1])
    room = sheet[y : y + part.shape[0], x : x + part.shape[1]]
    np.maximum(room, part[: room.shape[0], : room.shape[1]], out=room)
