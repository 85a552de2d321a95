"""A tile face of a style as a picture: its sketch in paint on the blank, carved and worn.

Crops and tables are made of such pictures.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.bamboos import draw_bamboos
from lab.pictures.birds import draw_bird
from lab.pictures.characters import draw_honour, draw_index, draw_myriad
from lab.pictures.circles import draw_circles
from lab.pictures.flowers import draw_flower
from lab.pictures.sketch import HEIGHT, KEPT, WIDTH, Ink, Sketch
from lab.pictures.style import Rng, Style

TILES = tuple(f"{n}{s}" for s in "mps" for n in range(1, 10)) + tuple(f"{n}z" for n in range(1, 8))
FACES = (*TILES, "0m", "0p", "0s", "stranger", "stranger2")
LETTERS = {1: "E", 2: "S", 3: "W", 4: "N", 5: "P", 6: "F", 7: "C"}


def sketch_of(style: Style, face: str, rng: Rng) -> Sketch:
    """The sketch of one face, with an index in the corners if the style has one."""
    if face.startswith("stranger"):
        return draw_flower(style, rng)
    number, suit = int(face[0]), face[1]
    sketch = draw_suited(style, number, suit, rng)
    if style.index != "none" and (suit == "z" or not style.index_on_honours_only):
        text = LETTERS[number] if suit == "z" else str(number or 5)
        draw_index(sketch, style, text, rng, style.inks.all_plain[style.seed % 4])
    return sketch


def draw_suited(style: Style, number: int, suit: str, rng: Rng) -> Sketch:
    """A face by number and suit; number 0 is the red five."""
    red = number == 0
    number = number or 5
    only: Ink | None = style.inks.red_five if red and style.red_by in {"colour", "both"} else None
    if suit == "m":
        sketch = draw_myriad(style, number, rng, only)
    elif suit == "p":
        sketch = draw_circles(style, number, rng, only)
    elif suit == "s":
        sketch = draw_bird(style) if number == 1 else draw_bamboos(style, number, rng, only)
    else:
        sketch = draw_honour(style, number, rng)
    if red and style.red_by == "part":
        sketch.layers = [(mask, style.inks.red_five) for mask, _ in sketch.layers]
    if red and style.red_by in {"dot", "both"}:
        dot_rng = np.random.default_rng(style.seed)
        spots = (
            (0.5, 0.93),
            (0.12, 0.1),
            (0.88, 0.1),
            (0.14, 0.5),
            (0.86, 0.5),
            (0.5, 0.68),
            (0.88, 0.9),
            (0.5, 0.3),
        )
        x, y = spots[int(dot_rng.integers(len(spots)))]
        sketch.disc(
            (x * WIDTH, y * HEIGHT),
            dot_rng.uniform(5, 12) * (1.6 if style.red_by == "dot" else 1),
            style.inks.red_five,
        )
    return sketch


def painted(style: Style, sketch: Sketch, rng: Rng) -> NDArray[np.uint8]:
    """The face as an RGB picture at the size that is kept."""
    return _kept(_painted(style, sketch, rng)[0])


def clear(style: Style, sketch: Sketch, rng: Rng) -> NDArray[np.uint8]:
    """The face as an RGBA picture at the size that is kept, clear where no paint is."""
    face, cover = _painted(style, sketch, rng)
    return _kept(np.dstack([face, cover]))


def _kept(face: NDArray[np.float32]) -> NDArray[np.uint8]:
    return (np.clip(cv2.resize(face, KEPT, interpolation=cv2.INTER_AREA), 0, 1) * 255).astype(np.uint8)


def _painted(style: Style, sketch: Sketch, rng: Rng) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The face at the size of a sketch, and how much of each place is covered by paint."""
    face = np.empty((HEIGHT, WIDTH, 3), np.float32)
    face[:] = style.base
    turn, zoom = rng.normal(0, 0.012), 1 + rng.normal(0, 0.012)
    matrix = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(np.degrees(turn)), float(zoom))
    matrix[:, 2] += rng.normal(0, 1.6, 2)
    total = np.zeros((HEIGHT, WIDTH), np.float32)
    wear = paint_wear(style, rng)
    for mask, ink in sketch.layers:
        cover = cv2.warpAffine(mask, matrix, (WIDTH, HEIGHT)).astype(np.float32) / 255
        total = np.maximum(total, cover)
        colour = np.array(ink, np.float32)
        if style.outline > 0:
            edge = cover - cv2.erode(cover, np.ones((5, 5), np.uint8))
            shade = np.clip(edge * style.outline, 0, 1)[..., None]
            colour = (
                colour * (1 - shade)
                + np.array(style.inks.black, np.float32) * shade * 0.5
                + colour * shade * 0.3
            )
        face += (colour - face) * (cover * wear)[..., None]
    if style.depth > 0 and total.any():
        face += carved(total, style)[..., None]
    return face, total


def paint_wear(style: Style, rng: Rng) -> NDArray[np.float32] | np.float32:
    """How much paint is left at each place: a cloudy pattern."""
    if style.ink_noise < 0.02:
        return np.float32(1)
    cloud = cv2.resize(
        rng.normal(0, 1, (22, 16)).astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR
    )
    return np.clip(1 - style.ink_noise * 1.5 * np.abs(cloud), 0.3, 1)


def carved(cover: NDArray[np.float32], style: Style) -> NDArray[np.float32]:
    """Light and shadow on the walls of the carving."""
    soft = cv2.GaussianBlur(cover, (0, 0), 2.2)
    gx = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.5)
    gy = cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.5)
    return (gx * np.cos(style.light) + gy * np.sin(style.light)) * style.depth


def draw_face(style: Style, face: str, seed: int = 0) -> NDArray[np.uint8]:
    """One face of a style, RGB; the seed varies what differs from tile to tile."""
    rng = np.random.default_rng([style.seed, seed, FACES.index(face)])
    return painted(style, sketch_of(style, face, rng), rng)


def draw_clear_face(style: Style, face: str, seed: int = 0) -> NDArray[np.uint8]:
    """The face that `draw_face` gives, RGBA, without the blank that it is painted on."""
    rng = np.random.default_rng([style.seed, seed, FACES.index(face)])
    return clear(style, sketch_of(style, face, rng), rng)
