"""Flat pictures of things that are not tiles but may pass for them: instruments, dice, boards, scribbles.

Where they lie, and how a camera sees them, is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.style import Rng
from lab.pictures.textures import any_colour, ground, mat_colour

Picture = NDArray[np.float32]

SIDE = 192


def prop(rng: Rng) -> Picture:
    """A flat picture of one of these kinds, chosen at random."""
    kinds: tuple[Callable[[Rng], Picture], ...] = (
        instrument,
        dice_tray,
        patterned,
        scribbled,
        boards,
        banded,
    )
    return kinds[int(rng.integers(len(kinds)))](rng)


def _plain(rng: Rng, *, is_dark: bool = False) -> Picture:
    out = np.empty((SIDE, SIDE, 3), np.float32)
    out[:] = np.array(mat_colour(rng), np.float32) * np.float32(rng.uniform(0.15, 0.6) if is_dark else 1.0)
    return out


def _colour(rng: Rng) -> list[float]:
    return [float(v) for v in any_colour(rng)]


def instrument(rng: Rng) -> Picture:
    """The middle of an automatic table: rings, ticks, lamps, buttons, figures."""
    out = _plain(rng, is_dark=True)
    at = (SIDE // 2, SIDE // 2)
    for radius in sorted(rng.uniform(8, SIDE / 2, int(rng.integers(1, 6))), reverse=True):
        thick = -1 if rng.random() < 0.6 else int(rng.integers(1, 6))
        cv2.circle(out, at, int(radius), _colour(rng), thick, cv2.LINE_AA)
    if rng.random() < 0.6:
        inner, outer = sorted(rng.uniform(10, SIDE / 2, 2))
        for turn in np.linspace(0, 2 * np.pi, int(rng.integers(6, 60)), endpoint=False):
            ray = np.array([np.cos(turn), np.sin(turn)])
            ends = [tuple(int(v) for v in SIDE / 2 + ray * r) for r in (inner, outer)]
            cv2.line(out, ends[0], ends[1], (0.6, 0.6, 0.6), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(2, 9))):
        _button(out, rng)
    for _ in range(int(rng.integers(0, 5))):
        _figure(out, rng)
    return out


def _button(out: Picture, rng: Rng) -> None:
    x, y = (int(v) for v in rng.integers(10, SIDE - 10, 2))
    wide, high = (int(v) for v in rng.integers(4, 24, 2))
    if rng.random() < 0.5:
        cv2.circle(out, (x, y), wide // 2 + 2, _colour(rng), -1, cv2.LINE_AA)
        cv2.circle(out, (x, y), wide // 2 + 2, (0.1, 0.1, 0.1), 1, cv2.LINE_AA)
    else:
        cv2.rectangle(out, (x - wide, y - high), (x + wide, y + high), _colour(rng), -1)
        cv2.rectangle(out, (x - wide, y - high), (x + wide, y + high), (0.1, 0.1, 0.1), 1)


def _figure(out: Picture, rng: Rng) -> None:
    text = str(rng.integers(0, 99999)) if rng.random() < 0.6 else str(rng.choice(list("ESWNABCD+-")))
    at = tuple(int(v) for v in rng.integers(4, SIDE - 40, 2))
    fonts = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
    font = fonts[int(rng.integers(len(fonts)))]
    size, thick = float(rng.uniform(0.4, 1.6)), int(rng.integers(1, 4))
    written = np.zeros(out.shape[:2], np.uint8)
    cv2.putText(written, text, at, font, size, 255, thick, cv2.LINE_AA)
    out += (np.array(any_colour(rng), np.float32) - out) * (written[..., None] / np.float32(255))


def dice_tray(rng: Rng) -> Picture:
    """Dice under a cover or in a tray: white squares with spots, like a circle tile."""
    out = _plain(rng, is_dark=rng.random() < 0.7)
    rim = int(rng.integers(2, 14))
    cv2.rectangle(out, (rim, rim), (SIDE - rim, SIDE - rim), _colour(rng), int(rng.integers(1, 10)))
    if rng.random() < 0.4:
        cv2.circle(out, (SIDE // 2, SIDE // 2), SIDE // 2 - rim, _colour(rng), -1, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 5))):
        _die(out, rng)
    return out


PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


def _die(out: Picture, rng: Rng) -> None:
    half, turn = float(rng.uniform(10, 34)), float(rng.uniform(0, np.pi / 2))
    middle = rng.uniform(half, SIDE - half, 2)
    axes = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    ring = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half @ axes + middle
    white = np.array([0.95, 0.95, 0.92]) * rng.uniform(0.75, 1.0)
    if rng.random() < 0.15:
        white = np.array(any_colour(rng))
    cv2.fillConvexPoly(out, ring.astype(np.int32), white.tolist(), cv2.LINE_AA)
    number = int(rng.integers(1, 7))
    ink = (0.75, 0.1, 0.1) if number in {1, 4} and rng.random() < 0.7 else (0.08, 0.08, 0.08)
    size = half * (0.32 if number == 1 and rng.random() < 0.6 else 0.18)
    for spot in PIPS[number]:
        at = np.array(spot) * half * 0.52 @ axes + middle
        cv2.circle(out, (int(at[0]), int(at[1])), max(1, round(size)), ink, -1, cv2.LINE_AA)


def patterned(rng: Rng) -> Picture:
    """Cloth of a sleeve, a cushion or a curtain: stripes, checks, tartan or dots."""
    ys, xs = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    period = float(np.exp(rng.uniform(np.log(8), np.log(64))))
    turn = float(rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)]))
    u = (xs * np.cos(turn) + ys * np.sin(turn)) / period
    v = (ys * np.cos(turn) - xs * np.sin(turn)) / period
    share = float(rng.uniform(0.2, 0.7))
    kind = int(rng.integers(4))
    if kind == 0:
        on = (u % 1 < share).astype(np.float32)
    elif kind == 1:
        on = ((np.floor(u) + np.floor(v)) % 2).astype(np.float32)
    elif kind == 2:
        on = ((u % 1 < share).astype(np.float32) + (v % 1 < share).astype(np.float32)) / 2
    else:
        on = (np.hypot(u % 1 - 0.5, v % 1 - 0.5) < share / 2).astype(np.float32)
    one, other = np.array(any_colour(rng), np.float32), np.array(any_colour(rng), np.float32)
    return np.asarray(one + (other - one) * cv2.blur(on, (2, 2))[..., None], np.float32)


def boards(rng: Rng) -> Picture:
    """Planks or flagstones of a floor, each of its own brightness, with dark or light joints."""
    out = ground((SIDE, SIDE), rng)
    wide = int(rng.integers(12, 90))
    long = int(wide * rng.choice([1, 1.35, 2, 5]))
    joint = np.array(any_colour(rng), np.float32) * np.float32(0.5 if rng.random() < 0.7 else 1.2)
    thick = int(rng.integers(1, 4))
    for row, y in enumerate(range(0, SIDE, wide)):
        shift = int(rng.integers(long)) if long > wide else (row % 2) * (long // 2)
        for x in range(-shift, SIDE, long):
            part = out[y : y + wide, max(0, x) : max(0, x + long)]
            part *= np.float32(rng.uniform(0.8, 1.2))
            cv2.rectangle(out, (x, y), (x + long, y + wide), joint.tolist(), thick)
    return np.clip(out, 0, 1)


def banded(rng: Rng) -> Picture:
    """Two or three materials in layers, with seams across: the end of a wall, a rack, a box of tiles."""
    out = _plain(rng)
    ivory = np.array([0.93, 0.91, 0.85]) * rng.uniform(0.6, 1.0)
    colours = [ivory, np.array(any_colour(rng)), ivory * rng.uniform(0.7, 1.0)]
    y = int(rng.integers(0, SIDE // 2))
    step = int(rng.integers(6, 40))
    seam = int(rng.integers(8, 70))
    for number in range(int(rng.integers(2, 7))):
        high = max(3, int(step * rng.uniform(0.5, 1.5)))
        colour = np.clip(colours[number % (2 if rng.random() < 0.8 else 3)], 0, 1)
        cv2.rectangle(out, (0, y), (SIDE, y + high), colour.tolist(), -1)
        dark = np.clip(colour * rng.uniform(0.3, 0.85), 0, 1).tolist()
        cv2.line(out, (0, y + high), (SIDE, y + high), dark, int(rng.integers(1, 3)))
        for x in range(int(rng.integers(seam)), SIDE, seam):
            cv2.line(out, (x, y), (x + int(rng.normal(0, 1)), y + high), dark, int(rng.integers(1, 3)))
        y += high
    return out


def scribbled(rng: Rng) -> Picture:
    """Meaningless shapes, round and angular, like those on a page, a toy, a face or a bag of sweets."""
    out = ground((SIDE, SIDE), rng)
    for _ in range(int(rng.integers(3, 22))):
        at = tuple(int(v) for v in rng.integers(0, SIDE, 2))
        size = tuple(int(v) for v in np.exp(rng.uniform(np.log(3), np.log(SIDE / 2), 2)))
        thick = -1 if rng.random() < 0.7 else int(rng.integers(1, 5))
        kind = rng.random()
        if kind < 0.45:
            cv2.ellipse(out, at, size, float(rng.uniform(0, 180)), 0, 360, _colour(rng), thick, cv2.LINE_AA)
        elif kind < 0.75:
            points = (np.array(at) + rng.normal(0, max(size), (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(out, [points], _colour(rng), cv2.LINE_AA)
        else:
            end = (np.array(at) + rng.normal(0, 40, 2)).astype(int).tolist()
            cv2.line(out, at, end, _colour(rng), int(rng.integers(1, 6)), cv2.LINE_AA)
    return out
