"""The bird of 1s, drawn at random from a seed; other faces have their own modules.

A peacock, also with its fan all around it, a bird with a long tail, one on a branch, one that wades.
"""

from __future__ import annotations

import math

import numpy as np

from lab.pictures.sketch import HEIGHT, WIDTH, Ink, Point, Sketch, inside
from lab.pictures.style import Rng, Style


def draw_bird(style: Style) -> Sketch:
    """The 1s of a style; each style has one bird."""
    rng = np.random.default_rng(style.bird)
    shares = [0.4, 0.24, 0.16, 0.1, 0.1] if style.japanese else [0.12, 0.36, 0.26, 0.13, 0.13]
    painter = (peacock, long_tail, sitting, open_fan, wading)[int(rng.choice(5, p=shares))]
    sketch = painter(style, rng)
    if rng.random() < 0.35:
        for layer, _ in sketch.layers:
            layer[:] = layer[:, ::-1]
    return sketch


def paints(style: Style, rng: Rng) -> list[Ink]:
    """The paints of the bird's parts."""
    inks = style.inks
    usual = [inks.green, inks.blue, inks.red, inks.black]
    draw = rng.random()
    if draw < 0.6:
        return [usual[int(k)] for k in rng.permutation(4)]
    dark = inks.blue if style.japanese else inks.green
    if draw < 0.75:
        return [dark] * 4
    return [dark, dark, inks.red, dark]


def blob(centre: Point, rx: float, ry: float, turn: float) -> list[Point]:
    """An ellipse as points."""
    steps = np.linspace(0, 2 * math.pi, 28, endpoint=False)
    c, s = math.cos(turn), math.sin(turn)
    return [
        (
            centre[0] + rx * math.cos(t) * c - ry * math.sin(t) * s,
            centre[1] + rx * math.cos(t) * s + ry * math.sin(t) * c,
        )
        for t in steps
    ]


def body_part(sketch: Sketch, points: list[Point], ink: Ink, rng: Rng, *, filled: float = 0.5) -> None:
    """A part of the body: filled with probability `filled`, otherwise an outline with feathers in it."""
    if rng.random() < filled:
        sketch.polygon(points, ink)
        return
    sketch.line(points, rng.uniform(2.5, 5), ink, closed=True)
    xs, ys = np.array(points).T
    for _ in range(int(rng.integers(2, 9))):
        x, y = rng.normal(xs.mean(), np.ptp(xs) * 0.18), rng.normal(ys.mean(), np.ptp(ys) * 0.18)
        sketch.line([(x - 6, y - 3), (x, y + 3), (x + 6, y - 3)], 2.5, ink)


def head(sketch: Sketch, at: Point, size: float, inks: list[Ink], rng: Rng) -> None:
    """A head with a beak to the left, an eye and perhaps a crest."""
    body_part(sketch, blob(at, size, size * 0.85, 0), inks[1], rng, filled=0.5)
    brow, beak = at[0] - size * 0.8, at[0] - size * 2
    sketch.polygon(
        [(brow, at[1] - size * 0.35), (beak, at[1] + size * 0.1), (brow, at[1] + size * 0.4)], inks[2]
    )
    eye = Sketch()
    eye.disc((at[0] - size * 0.25, at[1] - size * 0.1), max(2.2, size * 0.28), inks[3])
    sketch.clear(inside(eye))
    sketch.disc((at[0] - size * 0.25, at[1] - size * 0.1), max(1.2, size * 0.14), inks[3])
    for k in range(int(rng.integers(0, 4))):
        tip = (at[0] + size * (0.3 * k - 0.2), at[1] - size * rng.uniform(1.4, 2.2))
        sketch.line([(at[0], at[1] - size * 0.7), tip], 2.6, inks[2])
        sketch.disc(tip, 3.2, inks[2])


def legs(sketch: Sketch, at: Point, length: float, ink: Ink, rng: Rng) -> None:
    """Two legs with three toes."""
    for dx in (-9.0, 9.0):
        foot = (at[0] + dx + rng.uniform(-4, 4), at[1] + length)
        sketch.line([(at[0] + dx, at[1]), foot], 3, ink)
        for toe in (-8.0, 0.0, 8.0):
            sketch.line([foot, (foot[0] + toe, foot[1] + 6)], 2.4, ink)


def peacock(style: Style, rng: Rng) -> Sketch:
    """A body at the foot of the face and a fan of feathers with eyes above it."""
    sketch, inks = Sketch(), paints(style, rng)
    middle = (WIDTH * rng.uniform(0.45, 0.58), HEIGHT * rng.uniform(0.64, 0.74))
    fan_top, fan_width = HEIGHT * rng.uniform(0.1, 0.17), WIDTH * rng.uniform(0.26, 0.42)
    rows, eye = int(rng.integers(3, 6)), rng.uniform(8, 13)
    for row in range(rows):
        y = fan_top + eye + row * (middle[1] - fan_top) / (rows + 0.8)
        count = max(2, round(rng.uniform(2.5, 5) * (1 - abs(row / rows - 0.4))))
        for k in range(count):
            x = WIDTH / 2 + (k - (count - 1) / 2) * min(fan_width * 2 / count, eye * 2.3)
            at = (x + rng.normal(0, 1), y + abs(k - (count - 1) / 2) * 4)
            sketch.ring(at, eye * 0.9, 3, inks[0])
            if rng.random() < 0.7:
                sketch.disc(at, eye * 0.35, inks[3] if rng.random() < 0.7 else inks[2])
    for k in range(int(rng.integers(8, 22))):
        turn = math.pi * (0.08 + 0.84 * k / 16) + math.pi
        start = (
            WIDTH / 2 + fan_width * 0.9 * math.cos(turn),
            middle[1] * 0.62 + (middle[1] * 0.62 - fan_top) * 0.8 * math.sin(turn),
        )
        sketch.line([start, (start[0] + 12 * math.cos(turn), start[1] + 12 * math.sin(turn))], 3, inks[0])
    body_part(
        sketch,
        blob(
            middle, WIDTH * rng.uniform(0.17, 0.26), HEIGHT * rng.uniform(0.07, 0.11), rng.uniform(-0.5, 0.3)
        ),
        inks[1],
        rng,
    )
    wing = (middle[0] + WIDTH * 0.12, middle[1] + rng.uniform(-10, 12))
    for k in range(int(rng.integers(3, 7))):
        end = (wing[0] + WIDTH * rng.uniform(0.12, 0.24), wing[1] - 18 + k * 9)
        sketch.line([wing, end], rng.uniform(3, 6), inks[1 if k % 2 else 0])
    head(
        sketch,
        (middle[0] - WIDTH * rng.uniform(0.2, 0.3), middle[1] - HEIGHT * rng.uniform(0.03, 0.12)),
        rng.uniform(9, 15),
        inks,
        rng,
    )
    legs(sketch, (middle[0], middle[1] + HEIGHT * 0.08), HEIGHT * rng.uniform(0.05, 0.12), inks[2], rng)
    return sketch


def open_fan(style: Style, rng: Rng) -> Sketch:
    """A peacock from the front: feathers all around its body, so that the whole is nearly round."""
    sketch, inks = Sketch(), paints(style, rng)
    middle = (WIDTH * rng.uniform(0.46, 0.54), HEIGHT * rng.uniform(0.46, 0.58))
    wide, tall = WIDTH * rng.uniform(0.32, 0.44), HEIGHT * rng.uniform(0.26, 0.38)
    count, gap = int(rng.integers(7, 16)), rng.uniform(0, 1.3)
    scalloped, eyed, line = rng.random() < 0.6, rng.random() < 0.7, rng.uniform(2.5, 6)
    for k in range(count):
        # The gap is at the feet, below.
        turn = math.pi / 2 + gap / 2 + (2 * math.pi - gap) * (k + 0.5) / count
        tip = (middle[0] + wide * math.cos(turn), middle[1] + tall * math.sin(turn))
        size = min(wide, tall) * math.pi / count
        if scalloped:
            sketch.line(blob(tip, size * 1.15, size, turn), line, inks[0], closed=True)
        else:
            root = (middle[0] + wide * 0.45 * math.cos(turn), middle[1] + tall * 0.45 * math.sin(turn))
            sketch.line([root, tip], line * 1.5, inks[0])
        if eyed:
            sketch.disc(tip, size * rng.uniform(0.3, 0.5), inks[2] if rng.random() < 0.3 else inks[3])
    body = blob(middle, wide * rng.uniform(0.25, 0.4), tall * rng.uniform(0.35, 0.55), rng.uniform(-0.4, 0.4))
    body_part(sketch, body, inks[1], rng)
    neck = (middle[0] + wide * rng.uniform(-0.3, 0.3), middle[1] - tall * rng.uniform(0.4, 0.75))
    sketch.line([middle, neck], rng.uniform(6, 16), inks[1])
    head(sketch, neck, rng.uniform(8, 14), inks, rng)
    if rng.random() < 0.6:
        legs(sketch, (middle[0], middle[1] + tall * 0.6), tall * rng.uniform(0.3, 0.6), inks[2], rng)
    if rng.random() < 0.2:
        sketch.disc((WIDTH * rng.uniform(0.4, 0.6), HEIGHT * rng.uniform(0.06, 0.12)), 7, inks[2])
    return sketch


def wading(style: Style, rng: Rng) -> Sketch:
    """A heron or crane: a bent neck, a body across the face, long legs; often no more than its outline."""
    sketch, inks = Sketch(), paints(style, rng)
    middle = np.array([WIDTH * rng.uniform(0.48, 0.6), HEIGHT * rng.uniform(0.42, 0.56)])
    long, thick = WIDTH * rng.uniform(0.2, 0.32), HEIGHT * rng.uniform(0.07, 0.12)
    filled, line = float(rng.choice([0.1, 0.9])), rng.uniform(3, 6)
    body_part(sketch, blob(tuple(middle), long, thick, rng.uniform(-0.1, 0.6)), inks[0], rng, filled=filled)
    breast, reach = middle - [long * 0.8, thick * 0.3], HEIGHT * rng.uniform(0.2, 0.34)
    ahead = WIDTH * rng.uniform(-0.08, 0.16)
    along = np.linspace(0, 1, 12)
    bend = np.sin(along * 2 * math.pi) * WIDTH * rng.uniform(0.04, 0.11)
    neck = [
        (float(breast[0] - ahead * t + b), float(breast[1] - reach * t))
        for t, b in zip(along, bend, strict=True)
    ]
    sketch.line(neck, line * rng.uniform(1, 2.5), inks[0])
    head(sketch, neck[-1], rng.uniform(8, 13), inks, rng)
    for k in range(int(rng.integers(1, 5))):
        start = middle + np.array([long * 0.6, (k - 1) * 5])
        end = start + np.array([WIDTH * rng.uniform(0.08, 0.2), HEIGHT * rng.uniform(-0.06, 0.14)])
        sketch.line([tuple(start), tuple(end)], line, inks[k % 2])
    stance = HEIGHT * rng.uniform(0.18, 0.32)
    legs(sketch, (float(middle[0]), float(middle[1] + thick * 0.9)), stance, inks[2], rng)
    if rng.random() < 0.4:
        ground = HEIGHT * min(0.93, (middle[1] + thick + stance) / HEIGHT)
        for _ in range(int(rng.integers(1, 4))):
            x, y = WIDTH * rng.uniform(0.12, 0.5), ground + rng.uniform(-4, 12)
            sketch.line([(x, y), (x + WIDTH * rng.uniform(0.2, 0.4), y)], line * 0.8, inks[3])
    return sketch


def long_tail(style: Style, rng: Rng) -> Sketch:
    """A bird across the face, its head high on one side and a long tail low on the other."""
    sketch, inks = Sketch(), paints(style, rng)
    lean = rng.uniform(0.6, 1.25)
    middle = (WIDTH * rng.uniform(0.42, 0.55), HEIGHT * rng.uniform(0.38, 0.5))
    along = np.array([math.cos(lean), math.sin(lean)])
    across = np.array([-along[1], along[0]])
    for k in range(int(rng.integers(2, 6))):
        bend = (k - 2) * rng.uniform(5, 11)
        reach = HEIGHT * rng.uniform(0.3, 0.52)
        points = [
            tuple(np.array(middle) + along * reach * t + across * bend * t * 2)
            for t in np.linspace(0.1, 1, 6)
        ]
        sketch.line(points, rng.uniform(4, 10), inks[[0, 2, 1][k % 3]])
    body_part(
        sketch,
        blob(middle, HEIGHT * rng.uniform(0.12, 0.18), WIDTH * rng.uniform(0.09, 0.16), lean),
        inks[1],
        rng,
        filled=0.6,
    )
    for k in range(int(rng.integers(2, 6))):
        start = np.array(middle) + along * (k * 6 - 10)
        end = (
            start
            + across * WIDTH * rng.uniform(-0.34, -0.15) * (1 if rng.random() < 0.7 else -1)
            + along * 20
        )
        sketch.line([tuple(start), tuple(end)], rng.uniform(4, 9), inks[int(rng.integers(3))])
    neck = np.array(middle) - along * HEIGHT * rng.uniform(0.16, 0.24)
    sketch.line([middle, tuple(neck)], rng.uniform(8, 18), inks[1])
    head(sketch, tuple(neck), rng.uniform(9, 15), inks, rng)
    legs(
        sketch,
        (middle[0] - 5, middle[1] + 24),
        HEIGHT * rng.uniform(0.08, 0.22),
        inks[int(rng.integers(4))],
        rng,
    )
    if rng.random() < 0.5:
        twig(sketch, rng, inks[0])
    return sketch


def sitting(style: Style, rng: Rng) -> Sketch:
    """A bird upright on a branch, its body most often an outline."""
    sketch, inks = Sketch(), paints(style, rng)
    middle = (WIDTH * 0.5, HEIGHT * rng.uniform(0.42, 0.52))
    body = blob(
        middle,
        HEIGHT * rng.uniform(0.16, 0.22),
        WIDTH * rng.uniform(0.12, 0.2),
        math.pi / 2 + rng.uniform(-0.35, 0.35),
    )
    body_part(sketch, body, inks[0], rng, filled=0.35)
    for k in range(int(rng.integers(2, 5))):
        x = middle[0] + (k - 1.5) * rng.uniform(8, 14)
        sketch.line(
            [(x, middle[1] + 25), (x + rng.uniform(-12, 22), HEIGHT * rng.uniform(0.8, 0.92))],
            rng.uniform(4, 8),
            inks[0 if k % 2 else 2],
        )
    wing = blob(
        (middle[0] + rng.uniform(-14, 18), middle[1]),
        HEIGHT * 0.11,
        WIDTH * 0.07,
        math.pi / 2 + rng.uniform(-0.6, 0.6),
    )
    body_part(sketch, wing, inks[1], rng, filled=0.5)
    head(
        sketch,
        (middle[0] - rng.uniform(-6, 16), middle[1] - HEIGHT * rng.uniform(0.2, 0.27)),
        rng.uniform(12, 19),
        inks,
        rng,
    )
    twig(sketch, rng, inks[3])
    return sketch


def twig(sketch: Sketch, rng: Rng, ink: Ink) -> None:
    """A branch with leaves."""
    y, x = HEIGHT * rng.uniform(0.6, 0.85), WIDTH * 0.14
    points = [(x + k * 22, y + rng.normal(0, 7)) for k in range(int(rng.integers(4, 8)))]
    sketch.line(points, rng.uniform(3, 5), ink)
    for at in points[:: int(rng.integers(1, 3))]:
        sketch.polygon(blob((at[0], at[1] - 8), 9, 3.5, rng.uniform(0, 3)), ink)
