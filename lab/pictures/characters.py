"""Faces made of characters: 1m to 9m, the winds, the dragons, and what a white dragon shows.

Style comes from outside.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from lab.pictures.circles import pasted
from lab.pictures.running_hand import BOWL, ROOFED, RUNNING, running_hand
from lab.pictures.sketch import HEIGHT, WIDTH, Ink, Sketch
from lab.pictures.style import Rng, Style
from lab.pictures.typefaces import Typeface, leaning, reshaped, typefaces

NUMBERS = "一二三四五六七八九"
WINDS = "東南西北"


def written(font: Typeface, character: str, style: Style) -> NDArray[np.uint8]:
    """A character in a font, or in the commonest font that has it where this font lacks it.

    Raises:
        StopIteration: no font on this machine has it.
    """
    fonts = [font, *sorted(typefaces(), key=lambda other: -other.weight)]
    if character in {ROOFED, RUNNING, BOWL}:
        glyphs = (running_hand(one, character, style.seed) for one in fonts)
    else:
        glyphs = (one.glyph(character) for one in fonts)
    return next(glyph for glyph in glyphs if glyph is not None)


def put(
    sketch: Sketch,
    font: Typeface,
    character: str,
    box: tuple[float, float, float, float],
    ink: Ink,
    style: Style,
    rng: Rng,
) -> None:
    """Draw a character in a box (middle x and y, width and height, as shares of the face)."""
    glyph = written(font, character, style)
    x, y, width, height = box
    tall, wide = glyph.shape
    fit_w, fit_h = width * WIDTH, height * HEIGHT
    if character in "一二三":
        fit_h = min(fit_h, max(10.0, tall / wide * fit_w * rng.uniform(0.8, 1.3)))
    elif rng.random() < 0.6:
        scale = min(fit_w / wide, fit_h / tall)
        fit_w, fit_h = wide * scale**0.5 * (fit_w / wide) ** 0.5, tall * scale**0.5 * (fit_h / tall) ** 0.5
    shape = reshaped(glyph, (round(fit_w), round(fit_h)), rng, style.bold, style.wobble)
    shape = leaning(shape, style.lean)
    sketch.stamp(pasted(shape, (x * WIDTH, y * HEIGHT)), ink)


def draw_myriad(style: Style, number: int, rng: Rng, only: Ink | None) -> Sketch:
    """1m to 9m: the number over 萬."""
    sketch = Sketch()
    character = style.five if number == 5 else NUMBERS[number - 1]
    width, height = style.number_size
    low_w, low_h = style.myriad_size
    total = height + low_h
    gap = max(-0.03, min(0.05, (1 - 2 * style.margin - total) / 2))
    top = max(0.05, (1 - total - gap) / 2)
    put(
        sketch,
        style.font,
        character,
        (0.5, top + height / 2, width, height),
        only or style.number_ink,
        style,
        rng,
    )
    put(
        sketch,
        style.myriad_font,
        style.myriad,
        (0.5, top + height + gap + low_h / 2, low_w, low_h),
        only or style.myriad_ink,
        style,
        rng,
    )
    return sketch


def draw_honour(style: Style, number: int, rng: Rng) -> Sketch:
    """1z to 7z."""
    sketch = Sketch()
    width, height = style.honour_size
    box = (0.5, 0.5 + float(rng.uniform(-0.03, 0.03)), width, height)
    if number <= 4:
        character = {3: style.west, 4: style.north}.get(number, WINDS[number - 1])
        put(sketch, style.honour_font, character, box, style.wind_ink, style, rng)
    elif number == 5:
        draw_white(sketch, style, rng)
    elif number == 6:
        ink = style.inks.green if style.seed % 8 else style.inks.black
        put(sketch, style.honour_font, style.prosperity, box, ink, style, rng)
    else:
        put(sketch, style.honour_font, "中", (0.5, 0.5, width * 0.85, height), style.inks.red, style, rng)
    return sketch


def draw_white(sketch: Sketch, style: Style, rng: Rng) -> None:
    """5z: nothing, a frame, a letter or 白."""
    ink = style.inks.blue if rng.random() < 0.7 else style.inks.all_plain[style.seed % 4]
    x, y = rng.uniform(0.1, 0.22), rng.uniform(0.08, 0.17)
    outer = [(x, y), (1 - x, y), (1 - x, 1 - y), (x, 1 - y)]
    line = float(rng.uniform(3, 11))
    match style.white:
        case "frame" | "double" | "ornate":
            sketch.line([(a * WIDTH, b * HEIGHT) for a, b in outer], line, ink, closed=True)
            if style.white != "frame":
                gap = rng.uniform(0.05, 0.09)
                inner = [
                    (x + gap, y + gap * 0.75),
                    (1 - x - gap, y + gap * 0.75),
                    (1 - x - gap, 1 - y - gap * 0.75),
                    (x + gap, 1 - y - gap * 0.75),
                ]
                sketch.line(
                    [(a * WIDTH, b * HEIGHT) for a, b in inner],
                    max(2.5, line * rng.uniform(0.3, 0.8)),
                    ink,
                    closed=True,
                )
                corners(sketch, outer, inner, ink, rng, ornate=style.white == "ornate")
        case "letter":
            put(sketch, style.index_font, "PBW"[style.seed % 3], (0.5, 0.5, 0.4, 0.4), ink, style, rng)
        case "glyph":
            put(
                sketch,
                style.honour_font,
                "白",
                (0.5, 0.5, style.honour_size[0] * 0.8, style.honour_size[1] * 0.9),
                ink,
                style,
                rng,
            )
        case _:
            pass


def corners(
    sketch: Sketch,
    outer: list[tuple[float, float]],
    inner: list[tuple[float, float]],
    ink: Ink,
    rng: Rng,
    *,
    ornate: bool,
) -> None:
    """What joins the two frames: lines at the corners, hatching if `ornate`, both or nothing."""
    if rng.random() < 0.6:
        for a, b in zip(outer, inner, strict=True):
            sketch.line([(a[0] * WIDTH, a[1] * HEIGHT), (b[0] * WIDTH, b[1] * HEIGHT)], 3, ink)
    if ornate:
        steps = int(rng.integers(4, 12))
        for (ax, ay), (bx, by), (cx, cy), (dx, dy) in zip(
            outer, outer[1:] + outer[:1], inner, inner[1:] + inner[:1], strict=True
        ):
            for t in np.linspace(0, 1, steps):
                start = ((ax + (bx - ax) * t) * WIDTH, (ay + (by - ay) * t) * HEIGHT)
                sketch.line([start, ((cx + (dx - cx) * t) * WIDTH, (cy + (dy - cy) * t) * HEIGHT)], 2.5, ink)


def draw_index(sketch: Sketch, style: Style, text: str, rng: Rng, ink: Ink) -> None:
    """The little number or letter in the corners of sets made for beginners or for other countries."""
    glyph = style.index_font.glyph(text, 80)
    if glyph is None:
        return
    height = style.index_size * HEIGHT
    shape = reshaped(
        glyph, (round(height * glyph.shape[1] / glyph.shape[0]), round(height)), rng, style.bold * 0.5, 0
    )
    half = (shape.shape[1] - 24) / 2
    spot = (WIDTH * 0.075 + half, HEIGHT * 0.055 + height / 2)
    far = (WIDTH - spot[0], HEIGHT - spot[1])
    turned = np.ascontiguousarray(shape[::-1, ::-1])
    if style.index in {"one", "two"} or rng.random() < 0.5:
        sketch.stamp(pasted(shape, spot), ink)
        if style.index == "two":
            sketch.stamp(pasted(turned, far), ink)
    else:
        sketch.stamp(pasted(turned, far), ink)
