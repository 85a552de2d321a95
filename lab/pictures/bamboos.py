"""The 索 bamboos, 2s to 9s: where the sticks lie, how they are cut, their paints.

The bird has its own module.
"""

from __future__ import annotations

import math

import numpy as np

from lab.pictures.sketch import HEIGHT, WIDTH, Ink, Point, Sketch, inside
from lab.pictures.style import Inks, Rng, Style

Stick = tuple[Point, Point]
"""The two ends of a stick: as shares of the face, or in pixels once `spread` has placed it."""


def upright(x: float, y: float, length: float) -> Stick:
    """An upright stick, given by its middle."""
    return (x, y - length / 2), (x, y + length / 2)


def sticks(number: int, rng: Rng, *, turned: bool) -> tuple[list[Stick], float]:
    """Where the sticks of a face lie and how wide they are."""
    two = {x: [upright(x, 0.28, 0.36), upright(x, 0.72, 0.36)] for x in (0.22, 0.26, 0.5, 0.74, 0.78)}
    match number:
        case 2:
            return two[0.5], 0.15
        case 3:
            low = [upright(0.27, 0.73, 0.36), upright(0.73, 0.73, 0.36)]
            return [upright(0.5, 0.27, 0.36), *low], 0.145
        case 4:
            return two[0.26] + two[0.74], 0.145
        case 5:
            return [*two[0.22], upright(0.5, 0.5, 0.36), *two[0.78]], 0.135
        case 6:
            return two[0.22] + two[0.5] + two[0.78], 0.135
        case 7:
            return [
                upright(0.5, 0.16, 0.24),
                *[upright(x, y, 0.26) for x in (0.2, 0.5, 0.8) for y in (0.47, 0.78)],
            ], 0.125
        case 8:
            return eight(rng, turned=turned), 0.12
        case _:
            return [upright(x, y, 0.27) for y in (0.19, 0.5, 0.81) for x in (0.2, 0.5, 0.8)], 0.125


def eight(rng: Rng, *, turned: bool) -> list[Stick]:
    """8s: a W over an M, or the other way round."""
    high, low = rng.uniform(0.08, 0.13), rng.uniform(0.4, 0.46)
    side = rng.uniform(0.16, 0.22)
    lean = rng.uniform(0.55, 1.0)
    bend = high + (low - high) * (1 - lean)
    top = [
        ((side, high), (side, low)),
        ((1 - side, high), (1 - side, low)),
        ((side, low), (0.5, bend)),
        ((1 - side, low), (0.5, bend)),
    ]
    if turned:
        top = [((a[0], low + high - a[1]), (b[0], low + high - b[1])) for a, b in top]
    bottom = [((a[0], 1 - a[1]), (b[0], 1 - b[1])) for a, b in top]
    return top + bottom


def paints(number: int, inks: Inks, scheme: int) -> list[Ink]:
    """The paint of each stick; sets differ most in 7s and 9s."""
    dark, red, blue = inks.green, inks.red, inks.blue
    if number == 5:
        return [dark, dark, red, dark, dark]
    if number == 7:
        if scheme == 1:
            return [red, dark, dark, blue, blue, dark, dark]
        return [red] + [dark] * 6
    if number == 9:
        middle = [dark, red, dark] * 3
        if scheme == 2:
            return [dark] * 3 + [red] * 3 + [blue] * 3
        return middle
    if scheme == 3 and number in {4, 2}:
        return ([dark, blue] * 4)[:number]
    return [dark] * number


def draw_bamboos(style: Style, number: int, rng: Rng, only: Ink | None) -> Sketch:
    """A face of sticks; `only` paints all of them alike."""
    sketch = Sketch()
    places, width = sticks(number, rng, turned=style.eight_turned)
    width *= style.stick_width
    spread_x, spread_y = rng.uniform(0.85, 1.04), rng.uniform(0.88, 1.02)
    length = rng.uniform(0.85, 1.0)
    for place, ink in zip(places, paints(number, style.inks, style.stick_scheme), strict=True):
        start, end = spread(place, spread_x, spread_y)
        if number != 8:
            start, end = shortened(start, end, length)
        draw_stick(sketch, start, end, width * WIDTH, only or ink, style)
    return sketch


def spread(stick: Stick, by_x: float, by_y: float) -> Stick:
    """A stick in pixels, pulled towards the middle of the face, or pushed out by factors above 1."""
    (ax, ay), (bx, by) = stick
    return (
        ((0.5 + (ax - 0.5) * by_x) * WIDTH, (0.5 + (ay - 0.5) * by_y) * HEIGHT),
        ((0.5 + (bx - 0.5) * by_x) * WIDTH, (0.5 + (by - 0.5) * by_y) * HEIGHT),
    )


def shortened(start: Point, end: Point, share: float) -> Stick:
    """The middle part of a stick."""
    mx, my = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return (
        (mx + (start[0] - mx) * share, my + (start[1] - my) * share),
        (mx + (end[0] - mx) * share, my + (end[1] - my) * share),
    )


def profile(kind: str, along: float) -> float:
    """Half the width of a stick at a share of its length, as a share of its full width."""
    from_end = min(along, 1 - along)
    match kind:
        case "bone":
            knob = math.exp(-((from_end - 0.08) ** 2) / 0.006)
            swelling = math.exp(-((along - 0.5) ** 2) / 0.002)
            return 0.3 + 0.2 * knob + 0.16 * swelling
        case "capsule":
            return 0.5 * math.sqrt(max(0.05, 1 - (1 - min(1, from_end / 0.16)) ** 2))
        case "jointed":
            return 0.34 + 0.16 * abs(math.sin(3 * math.pi * along))
        case "hourglass":
            return 0.26 + 0.26 * abs(along - 0.5) * 2
        case _:
            return 0.42


def draw_stick(sketch: Sketch, start: Point, end: Point, width: float, ink: Ink, style: Style) -> None:
    """One stick with its outline, its inner line or its joints."""
    ax = np.array(end) - np.array(start)
    length = float(np.hypot(*ax))
    ax = ax / max(1e-6, length)
    side = np.array([-ax[1], ax[0]])
    steps = np.linspace(0, 1, 25)
    half = np.array([profile(style.stick, t) for t in steps]) * width
    spine = np.array(start) + steps[:, None] * length * ax
    outline = np.concatenate([spine + side * half[:, None], (spine - side * half[:, None])[::-1]])
    points = [(float(x), float(y)) for x, y in outline]
    if style.stick_hollow:
        sketch.line(points, max(2.5, width * 0.16), ink, closed=True)
        knot = np.array(start) + ax * length / 2
        sketch.line(
            [tuple(knot - side * half[12]), tuple(knot + side * half[12])], max(2.5, width * 0.2), ink
        )
        return
    body = Sketch()
    body.polygon(points, ink)
    if style.stick_line:
        cut = Sketch()
        for t0, t1 in ((0.14, 0.42), (0.58, 0.86)) if style.stick != "capsule" else ((0.15, 0.85),):
            a, b = np.array(start) + ax * length * t0, np.array(start) + ax * length * t1
            cut.line([tuple(a), tuple(b)], max(1.6, width * style.stick_line * 0.7), ink)
        body.clear(inside(cut))
    sketch.stamp(body.layers[0][0], ink)
