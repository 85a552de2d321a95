"""The 筒 circles, 1p to 9p: where they lie, their paints, and the ornament of each.

Styles are chosen at random elsewhere.
"""

from __future__ import annotations

import math

import numpy as np

from lab.pictures.sketch import HEIGHT, WIDTH, Ink, Point, Sketch, blank_mask, inside
from lab.pictures.style import Inks, MedallionLayer, Rng, Style
from lab.pictures.typefaces import reshaped

L, C, R = 0.27, 0.5, 0.73
PLACES: dict[int, tuple[tuple[Point, ...], float]] = {
    2: (((C, 0.28), (C, 0.72)), 0.2),
    3: (((0.25, 0.2), (C, 0.5), (0.75, 0.8)), 0.16),
    4: (((L, 0.27), (R, 0.27), (L, 0.73), (R, 0.73)), 0.17),
    5: (((L, 0.22), (R, 0.22), (C, 0.5), (L, 0.78), (R, 0.78)), 0.155),
    6: (((0.3, 0.2), (0.7, 0.2), (0.3, 0.55), (0.7, 0.55), (0.3, 0.81), (0.7, 0.81)), 0.15),
    7: (((0.2, 0.16), (C, 0.255), (0.8, 0.35), (0.31, 0.6), (0.69, 0.6), (0.31, 0.84), (0.69, 0.84)), 0.135),
    8: (tuple((x, y) for y in (0.14, 0.38, 0.62, 0.86) for x in (0.3, 0.7)), 0.135),
    9: (tuple((x, y) for y in (0.2, 0.5, 0.8) for x in (0.2, 0.5, 0.8)), 0.13),
}  # fmt: skip


def paints(number: int, inks: Inks, scheme: int, rng: Rng) -> list[Ink]:
    """Which paint each circle has: the customary ones, dark ones except the red, or any."""
    blue, green, red = inks.blue, inks.green, inks.red
    dark = blue if scheme != 1 else green
    if scheme == 3:
        return [inks.all_plain[int(rng.integers(4))] for _ in range(number)]
    if scheme == 4:
        other = dark
    elif scheme == 0:
        other = green
    else:
        other = inks.black
    return {
        2: [other, dark],
        3: [dark, red, other],
        4: [dark, other, other, dark],
        5: [dark, other, red, other, dark],
        6: [other] * 2 + [red] * 4,
        7: [other] * 3 + [red] * 4,
        8: [dark] * 8,
        9: ([other] * 3 + [red] * 3 + [dark] * 3)
        if rng.random() < 0.8
        else [dark] * 3 + [red] * 3 + [other] * 3,
    }[number]


def draw_circles(style: Style, number: int, rng: Rng, only: Ink | None) -> Sketch:
    """A face of circles; `only` paints all of them alike, as red fives are."""
    sketch = Sketch()
    if number == 1:
        return one_circle(style, rng)
    places, radius = PLACES[number]
    spread_x, spread_y = rng.uniform(0.86, 1.06), rng.uniform(0.88, 1.05)
    radius *= style.pin_scale
    if number in {6, 8, 9} and style.pin_scheme == 2:
        spread_x *= 0.85
    if number in {6, 8} and rng.random() < 0.35:
        # Many cutters put the two columns so close that their circles touch, and leave the sides bare.
        spread_x *= float(rng.uniform(0.72, 0.95))
    for place, ink in zip(places, paints(number, style.inks, style.pin_scheme, rng), strict=True):
        x = (0.5 + (place[0] - 0.5) * spread_x) * WIDTH
        y = (0.5 + (place[1] - 0.5) * spread_y) * HEIGHT
        medallion(sketch, (x, y), radius * WIDTH, style.pin, (only or ink,), style)
    return sketch


def one_circle(style: Style, rng: Rng) -> Sketch:
    """1p, the big ornate one."""
    sketch = Sketch()
    inks = style.inks
    choices = [inks.green, inks.red, inks.blue, inks.black]
    order = rng.permutation(4) if rng.random() < 0.5 else np.array([0, 1, 2, 3])
    if style.japanese:
        order = np.array([2, 1, 3, 0]) if rng.random() < 0.6 else order
    picked = tuple(choices[int(k)] for k in order[:3])
    radius = rng.uniform(0.3, 0.46) * WIDTH
    layers = style.big_pin
    if rng.random() < 0.45:
        layers = daisy(rng)
    medallion(sketch, (WIDTH / 2, HEIGHT / 2), radius, layers, picked, style)
    return sketch


def daisy(rng: Rng) -> tuple[MedallionLayer, ...]:
    """The flower on most Japanese 1p: petals around a middle, which is red in most sets."""
    count, heart = int(rng.integers(10, 20)), float(rng.uniform(0.35, 0.62))
    leaf = str(rng.choice(["petals_open", "petals_open", "gear", "scallop", "petals"]))
    core = str(rng.choice(["glyph", "petals", "cross", "beads", "disc", "hole_flower"]))
    return (
        MedallionLayer(leaf, 1, heart + 0.06, count, 0),
        MedallionLayer("ring", heart + 0.04, heart - 0.05, 0, int(rng.integers(2))),
        MedallionLayer(core, heart * 0.8, heart * 0.25, int(rng.integers(4, 10)), 1),
        MedallionLayer(str(rng.choice(["disc", "ring"])), heart * float(rng.uniform(0.1, 0.35)), 0, 0, 1),
    )  # fmt: skip


def medallion(
    sketch: Sketch,
    centre: Point,
    radius: float,
    layers: tuple[MedallionLayer, ...],
    inks: tuple[Ink, ...],
    style: Style,
) -> None:
    """Draw an ornament's layers from the outside in."""
    for layer in layers:
        ink = inks[layer.ink % len(inks)]
        draw_layer(sketch, centre, radius * layer.outer, radius * layer.inner, layer, ink, style)


def draw_layer(
    sketch: Sketch, centre: Point, outer: float, inner: float, layer: MedallionLayer, ink: Ink, style: Style
) -> None:
    """Draw one ring of an ornament.

    Raises:
        ValueError: no ring is drawn in the form that the layer names.
    """
    middle, thick = (outer + inner) / 2, outer - inner
    match layer.form:
        case "ring":
            line = max(2.0, thick * 0.45)
            sketch.ring(centre, outer - line / 2, line, ink)
        case "disc":
            sketch.disc(centre, outer, ink)
        case "hole_flower":
            hole = Sketch()
            petals(hole, centre, outer, outer * 0.2, layer.count, ink, open_petals=False)
            sketch.clear(inside(hole))
        case "petals":
            petals(sketch, centre, outer, inner, layer.count, ink, open_petals=False)
        case "petals_open":
            petals(sketch, centre, outer, inner, layer.count, ink, open_petals=True)
        case "spokes":
            spokes(sketch, centre, outer, inner, layer.count, ink)
        case "beads":
            size = max(1.5, min(thick * 0.4, math.pi * middle / max(4, layer.count) * 0.7))
            for x, y in around(centre, middle, layer.count):
                sketch.disc((x, y), size, ink)
        case "scallop":
            size = max(2.0, math.pi * outer / layer.count * 0.75)
            for x, y in around(centre, outer - size, layer.count):
                sketch.ring((x, y), size, 2.5, ink)
        case "gear":
            rim(sketch, centre, outer, inner, layer.count, ink)
        case "cross":
            spokes(sketch, centre, outer, 0, 4, ink)
        case "glyph":
            little_glyph(sketch, centre, outer, ink, style)
        case unknown:
            raise ValueError(f"no layer has the form {unknown}")


def around(centre: Point, radius: float, count: int) -> list[Point]:
    """Points on a circle."""
    turns = [2 * math.pi * k / count for k in range(count)]
    return [(centre[0] + radius * math.cos(t), centre[1] + radius * math.sin(t)) for t in turns]


def spokes(sketch: Sketch, centre: Point, outer: float, inner: float, count: int, ink: Ink) -> None:
    """Lines from an inner circle to an outer one."""
    for start, end in zip(around(centre, inner, count), around(centre, outer, count), strict=True):
        sketch.line([start, end], 2.6, ink)


def petals(
    sketch: Sketch, centre: Point, outer: float, inner: float, count: int, ink: Ink, *, open_petals: bool
) -> None:
    """Leaves around a middle, filled or as outlines."""
    middle, half = (outer + inner) / 2, math.pi / count * 0.85
    for k in range(count):
        turn = 2 * math.pi * k / count
        wide = middle * math.tan(half)
        points = []
        for step in np.linspace(0, 2 * math.pi, 14, endpoint=False):
            along, across = middle + (outer - inner) / 2 * math.cos(step), wide * math.sin(step)
            points.append(
                (
                    centre[0] + along * math.cos(turn) - across * math.sin(turn),
                    centre[1] + along * math.sin(turn) + across * math.cos(turn),
                )
            )
        if open_petals:
            sketch.line(points, max(2.0, outer * 0.05), ink, closed=True)
        else:
            sketch.polygon(points, ink)


def rim(sketch: Sketch, centre: Point, outer: float, inner: float, count: int, ink: Ink) -> None:
    """A toothed rim: two rings with bars between them."""
    sketch.ring(centre, outer, max(2.0, (outer - inner) * 0.2), ink)
    sketch.ring(centre, max(1.0, inner), max(2.0, (outer - inner) * 0.15), ink)
    spokes(sketch, centre, outer, inner, count, ink)


def little_glyph(sketch: Sketch, centre: Point, radius: float, ink: Ink, style: Style) -> None:
    """A lucky character in the middle of 1p."""
    glyph = style.honour_font.glyph("寿福喜發"[style.seed % 4])
    size = max(6, round(radius * 1.5))
    if glyph is None:
        sketch.ring(centre, radius * 0.7, 3, ink)
        return
    shape = reshaped(glyph, (size, size), np.random.default_rng(style.seed), style.bold, 0)
    sketch.stamp(pasted(shape, centre), ink)


def pasted(shape: np.ndarray, centre: Point) -> np.ndarray:
    """A mask the size of a face with a shape laid around a point, cut at the edges."""
    mask = blank_mask()
    height, width = shape.shape
    x, y = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0, x1, y1 = max(0, x), max(0, y), min(WIDTH, x + width), min(HEIGHT, y + height)
    if x1 > x0 and y1 > y0:
        mask[y0:y1, x0:x1] = shape[y0 - y : y1 - y, x0 - x : x1 - x]
    return mask
