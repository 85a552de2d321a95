"""Flower and season tiles: a plant, its number and its name.

Riichi has none, but many boxes hold eight of them.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np

from lab.pictures.birds import blob
from lab.pictures.characters import NUMBERS, put
from lab.pictures.circles import pasted
from lab.pictures.sketch import HEIGHT, WIDTH, Ink, Point, Sketch
from lab.pictures.style import Rng, Style
from lab.pictures.typefaces import reshaped

NAMES = "春夏秋冬梅蘭竹菊兰花"
MIDDLE = (0.5 * WIDTH, 0.55 * HEIGHT)


def draw_flower(style: Style, rng: Rng) -> Sketch:
    """One flower tile: most have a plant below a number and a name, in the paints of their set."""
    sketch = Sketch()
    leaf, bloom, stalk = _paints(style, rng)
    plant = (_branch, _bush, _grass, _bamboo, _pot)[int(rng.choice(5, p=[0.35, 0.25, 0.15, 0.15, 0.1]))]
    plant(sketch, rng, (leaf, bloom, stalk))
    if rng.random() < 0.5:
        for layer, _ in sketch.layers:
            layer[:] = layer[:, ::-1]
    if rng.random() < 0.85:
        _write(sketch, style, rng)
    return sketch


def _paints(style: Style, rng: Rng) -> tuple[Ink, Ink, Ink]:
    """Leaves, blossoms and stalks: mostly green, red, and either green or blue."""
    inks = style.inks
    if rng.random() < 0.7:
        return inks.green, inks.red, (inks.green, inks.blue)[int(rng.integers(2))]
    leaf, bloom, stalk = (inks.all_plain[int(k)] for k in rng.integers(0, 4, 3))
    return leaf, bloom, stalk


def _write(sketch: Sketch, style: Style, rng: Rng) -> None:
    """The number in one upper corner, and the name in the other."""
    number, name = int(rng.integers(1, 5)), str(rng.choice(list(NAMES)))
    ink = (style.inks.red, style.inks.blue, style.inks.green, style.inks.black)[
        int(rng.choice(4, p=[0.4, 0.4, 0.1, 0.1]))
    ]
    x, y, size = rng.uniform(0.14, 0.24), rng.uniform(0.11, 0.2), float(rng.uniform(0.18, 0.36))
    left, right = (x, y, size * 0.7, size * 0.62), (1 - x, y, size, size * 0.75)
    if rng.random() < 0.6:
        glyph, font = str(number), style.index_font
    else:
        glyph, font = NUMBERS[number - 1], style.font
    if font is style.index_font:
        _digit(sketch, style, glyph, left, ink)
    else:
        put(sketch, font, glyph, left, ink, style, rng)
    if rng.random() < 0.8:
        put(sketch, style.honour_font, name, right, ink, style, rng)


def _digit(
    sketch: Sketch, style: Style, digit: str, box: tuple[float, float, float, float], ink: Ink
) -> None:
    glyph = style.index_font.glyph(digit, 80)
    if glyph is None:
        return
    x, y, _, height = box
    tall = height * HEIGHT
    shape = reshaped(
        glyph,
        (max(4, round(tall * glyph.shape[1] / glyph.shape[0])), max(6, round(tall))),
        np.random.default_rng(style.seed),
        style.bold * 0.5,
        0,
    )
    sketch.stamp(pasted(shape, (x * WIDTH, y * HEIGHT)), ink)


def _curve(start: Point, end: Point, bend: float) -> list[Point]:
    """A bow between two points, bent sideways by a share of its length."""
    (x0, y0), (x1, y1) = start, end
    mid = ((x0 + x1) / 2 + (y1 - y0) * bend, (y0 + y1) / 2 - (x1 - x0) * bend)
    steps = np.linspace(0, 1, 12)
    return [
        (
            float((1 - t) ** 2 * x0 + 2 * t * (1 - t) * mid[0] + t * t * x1),
            float((1 - t) ** 2 * y0 + 2 * t * (1 - t) * mid[1] + t * t * y1),
        )
        for t in steps
    ]


def _blossom(sketch: Sketch, at: Point, size: float, rng: Rng, bloom: Ink, heart: Ink) -> None:
    """Petals around a heart: filled, or in outline."""
    petals, filled, turn = int(rng.integers(4, 10)), rng.random() < 0.5, rng.uniform(0, 6.28)
    long, wide = size * rng.uniform(0.45, 0.65), size * rng.uniform(0.2, 0.42)
    for k in range(petals):
        way = turn + k * 2 * math.pi / petals
        centre = (at[0] + math.cos(way) * size * 0.55, at[1] + math.sin(way) * size * 0.55)
        points = blob(centre, long, wide, way)
        if filled:
            sketch.polygon(points, bloom)
        else:
            sketch.line(points, rng.uniform(2.5, 5), bloom, closed=True)
    if rng.random() < 0.7:
        sketch.disc(at, size * rng.uniform(0.15, 0.32), heart)


def _leaves(sketch: Sketch, along: list[Point], count: int, size: float, rng: Rng, leaf: Ink) -> None:
    """Narrow leaves all around a stalk, filled or as bent strokes."""
    for _ in range(count):
        x, y = along[int(rng.integers(len(along)))]
        way, long = rng.uniform(0, 6.28), size * rng.uniform(0.6, 1.4)
        tip = (x + math.cos(way) * long, y + math.sin(way) * long)
        back = (x + math.cos(way) * long * 0.45, y + math.sin(way) * long * 0.45)
        if rng.random() < 0.7:
            sketch.polygon(blob(back, long * 0.5, long * rng.uniform(0.12, 0.25), way), leaf)
        else:
            sketch.line(_curve((x, y), tip, rng.normal(0, 0.3)), rng.uniform(3, 6), leaf)


def _branch(sketch: Sketch, rng: Rng, inks: tuple[Ink, Ink, Ink]) -> None:
    """One bent branch with leaves and one to four blossoms."""
    leaf, bloom, stalk = inks
    foot = (rng.uniform(0.3, 0.7) * WIDTH, rng.uniform(0.82, 0.93) * HEIGHT)
    top = (rng.uniform(0.2, 0.8) * WIDTH, rng.uniform(0.25, 0.4) * HEIGHT)
    along = _curve(foot, top, rng.normal(0, 0.35))
    sketch.line(along, rng.uniform(3, 8), stalk)
    _leaves(sketch, along, int(rng.integers(3, 10)), rng.uniform(20, 42), rng, leaf)
    for _ in range(int(rng.integers(1, 5))):
        x, y = along[int(rng.integers(2, len(along)))]
        at = (x + rng.normal(0, 14), y + rng.normal(0, 12))
        _blossom(sketch, at, rng.uniform(14, 36), rng, bloom, (stalk, bloom, leaf)[int(rng.integers(3))])


def _bush(sketch: Sketch, rng: Rng, inks: tuple[Ink, Ink, Ink]) -> None:
    """A large blossom above leaves."""
    leaf, bloom, stalk = inks
    at = (MIDDLE[0] + rng.normal(0, 14), MIDDLE[1] + rng.normal(-4, 18))
    foot = (MIDDLE[0] + rng.normal(0, 12), 0.9 * HEIGHT)
    along = _curve(foot, at, rng.normal(0, 0.2))
    sketch.line(along, rng.uniform(4, 9), stalk)
    _leaves(sketch, along, int(rng.integers(5, 14)), rng.uniform(28, 52), rng, leaf)
    _blossom(sketch, at, rng.uniform(26, 50), rng, bloom, (stalk, leaf)[int(rng.integers(2))])
    for _ in range(int(rng.integers(0, 3))):
        near = (at[0] + rng.normal(0, 34), at[1] + rng.normal(0, 30))
        _blossom(sketch, near, rng.uniform(10, 22), rng, bloom, leaf)


def _grass(sketch: Sketch, rng: Rng, inks: tuple[Ink, Ink, Ink]) -> None:
    """Orchids: long bent blades out of one foot, and up to three small blossoms."""
    leaf, bloom, _ = inks
    foot = (rng.uniform(0.3, 0.7) * WIDTH, rng.uniform(0.8, 0.92) * HEIGHT)
    for _ in range(int(rng.integers(4, 10))):
        tip = (rng.uniform(0.1, 0.9) * WIDTH, rng.uniform(0.28, 0.75) * HEIGHT)
        sketch.line(_curve(foot, tip, rng.normal(0, 0.35)), rng.uniform(3, 10), leaf)
    for _ in range(int(rng.integers(0, 4))):
        at = (rng.uniform(0.25, 0.75) * WIDTH, rng.uniform(0.35, 0.7) * HEIGHT)
        _blossom(sketch, at, rng.uniform(8, 20), rng, bloom, leaf)


def _bamboo(sketch: Sketch, rng: Rng, inks: tuple[Ink, Ink, Ink]) -> None:
    """One to three jointed canes with bundles of narrow leaves."""
    leaf, _, stalk = inks
    for _ in range(int(rng.integers(1, 4))):
        x, lean = rng.uniform(0.25, 0.75) * WIDTH, rng.normal(0, 12)
        joints = np.linspace(0.92, rng.uniform(0.25, 0.4), int(rng.integers(4, 7)))
        spots = [(x + lean * k, float(y) * HEIGHT) for k, y in enumerate(joints)]
        for (x0, y0), (x1, y1) in pairwise(spots):
            sketch.line([(x0, y0 - 3), (x1, y1 + 3)], rng.uniform(4, 10), stalk)
        for spot in spots[1:]:
            if rng.random() < 0.8:
                _leaves(sketch, [spot], int(rng.integers(2, 6)), rng.uniform(22, 40), rng, leaf)


def _pot(sketch: Sketch, rng: Rng, inks: tuple[Ink, Ink, Ink]) -> None:
    """A pot or basket with flowers in it."""
    leaf, bloom, stalk = inks
    wide, low, rim = rng.uniform(0.14, 0.26) * WIDTH, 0.92 * HEIGHT, rng.uniform(0.68, 0.76) * HEIGHT
    outline = [
        (MIDDLE[0] - wide, rim),
        (MIDDLE[0] + wide, rim),
        (MIDDLE[0] + wide * 0.7, low),
        (MIDDLE[0] - wide * 0.7, low),
    ]
    if rng.random() < 0.5:
        sketch.polygon(outline, stalk)
    else:
        sketch.line(outline, rng.uniform(3, 6), stalk, closed=True)
    for _ in range(int(rng.integers(2, 5))):
        at = (MIDDLE[0] + rng.normal(0, 30), rng.uniform(0.3, 0.6) * HEIGHT)
        along = _curve((MIDDLE[0], rim), at, rng.normal(0, 0.2))
        sketch.line(along, rng.uniform(3, 6), leaf)
        _leaves(sketch, along, int(rng.integers(1, 5)), rng.uniform(16, 32), rng, leaf)
        _blossom(sketch, at, rng.uniform(12, 28), rng, bloom, leaf)
