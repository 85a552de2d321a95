"""Grounds and backs: mats, wood, cloth, plastics, the backs of tiles. No tile face is drawn here."""

from __future__ import annotations

import colorsys

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.style import Ink, Rng

Picture = NDArray[np.float32]


def any_colour(rng: Rng) -> Ink:
    """Any colour at all."""
    return colorsys.hsv_to_rgb(rng.random(), rng.beta(1.2, 1.5), rng.beta(1.8, 1.3))


def mat_colour(rng: Rng) -> Ink:
    """The colour of a mat: most are green, blue, grey, black, brown or red."""
    kind = rng.random()
    if kind < 0.35:
        return colorsys.hsv_to_rgb(rng.uniform(0.3, 0.48), rng.uniform(0.3, 0.9), rng.uniform(0.15, 0.65))
    if kind < 0.5:
        return colorsys.hsv_to_rgb(rng.uniform(0.52, 0.68), rng.uniform(0.3, 0.9), rng.uniform(0.15, 0.6))
    if kind < 0.7:
        return colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.2), rng.uniform(0.05, 0.85))
    if kind < 0.85:
        return colorsys.hsv_to_rgb(rng.uniform(0.04, 0.12), rng.uniform(0.2, 0.7), rng.uniform(0.25, 0.9))
    if kind < 0.93:
        return colorsys.hsv_to_rgb(rng.uniform(-0.05, 0.04) % 1, rng.uniform(0.4, 0.8), rng.uniform(0.3, 0.8))
    return any_colour(rng)


def noise_field(shape: tuple[int, int], rng: Rng, cell: float) -> NDArray[np.float32]:
    """Smooth random hills, about `cell` pixels wide."""
    height, width = shape
    small = rng.standard_normal((max(2, round(height / cell)), max(2, round(width / cell))), np.float32)
    return cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC)


def ground(shape: tuple[int, int], rng: Rng) -> Picture:
    """A piece of table top, RGB from 0 to 1."""
    height, width = shape
    out = np.empty((height, width, 3), np.float32)
    out[:] = mat_colour(rng)
    kind = rng.random()
    if kind < 0.5:
        weave = rng.standard_normal(shape, np.float32) * np.float32(rng.uniform(0, 0.06))
        out += cv2.GaussianBlur(weave, (0, 0), rng.uniform(0.5, 1.5))[..., None] * 2
    elif kind < 0.7:
        grain = noise_field((height, 8), rng, rng.uniform(2, 6))
        grain = cv2.resize(grain, (width, height)) + noise_field(shape, rng, 30) * 0.4
        out += grain[..., None] * np.float32(rng.uniform(0.01, 0.09))
    elif kind < 0.8:
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        period = rng.uniform(3, 14)
        waves = np.sin(xs * 2 * np.pi / period) * np.sin(ys * 2 * np.pi / period)
        out += waves[..., None] * np.float32(rng.uniform(0.01, 0.08))
    out += noise_field(shape, rng, max(shape) / 3)[..., None] * np.float32(rng.uniform(0, 0.06))
    return np.clip(out, 0, 1)


def back_colour(rng: Rng) -> Ink:
    """The back of a tile: orange, yellow, green, blue, purple, red, black or nearly white."""
    kind = rng.random()
    if kind < 0.72:
        return colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.35, 1), rng.uniform(0.25, 1))
    if kind < 0.92:
        # Lilac, sky, mint, cream: pale, but seldom as pale as a blank face.
        return colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.14, 0.4), rng.uniform(0.6, 1))
    return colorsys.hsv_to_rgb(rng.random(), rng.uniform(0, 0.3), rng.uniform(0.05, 0.95))


def back_face(rng: Rng, colour: Ink, size: tuple[int, int] = (96, 128)) -> NDArray[np.uint8]:
    """A back as a picture: plain, ribbed, checked, or with a ring."""
    width, height = size
    out = np.empty((height, width, 3), np.float32)
    out[:] = colour
    kind = rng.random()
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    strength = np.float32(rng.uniform(0.02, 0.2))
    if 0.6 < kind < 0.75:
        turn = rng.choice([0, np.pi / 2, rng.uniform(0, np.pi)])
        out += (np.sin((xs * np.cos(turn) + ys * np.sin(turn)) * rng.uniform(0.5, 2)) * strength)[..., None]
    elif kind < 0.85 and kind > 0.75:
        step = rng.uniform(8, 24)
        out += (((xs // step + ys // step) % 2) * strength)[..., None]
    elif kind > 0.85:
        ring = np.abs(np.hypot(xs - width / 2, ys - height / 2) - rng.uniform(8, 40)) < rng.uniform(2, 8)
        out += (ring * strength * rng.choice([-2, 2]))[..., None].astype(np.float32)
    return (np.clip(out, 0, 1) * 255).astype(np.uint8)
