"""What light, lens and sensor do to a picture: colour casts, glare, blur, noise, compression.

Geometry lies elsewhere.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.style import Rng

Picture = NDArray[np.float32]


def graded(picture: Picture, rng: Rng) -> Picture:
    """Exposure, white balance, contrast, saturation and gamma of some camera in some room."""
    gain = np.exp(rng.normal(-0.18, 0.22))
    warmth = rng.normal(0, 0.09)
    balance = np.array([1 + warmth, 1 + rng.normal(0, 0.025), 1 - warmth], np.float32) * gain
    out = picture * balance.astype(np.float32)
    if rng.random() < 0.6:
        gamma = float(np.exp(rng.normal(0, 0.22)))
        out = np.clip(out, 0, 1.6) ** np.float32(gamma)
    if rng.random() < 0.6:
        grey = out.mean(axis=2, keepdims=True)
        out = grey + (out - grey) * np.float32(np.exp(rng.normal(0.02, 0.28)))
    if rng.random() < 0.5:
        floor = np.float32(rng.uniform(0, 0.14))
        out = floor + out * (1 - floor)
    if rng.random() < 0.3:
        # A camera's own curve: shadows lowered, highlights compressed.
        out = np.clip(out, 0, 1)
        out = out + np.float32(rng.uniform(0.1, 0.6)) * out * (1 - out) * (out * 2 - 1)
    return out.astype(np.float32)


def lit(picture: Picture, rng: Rng) -> Picture:
    """A lamp to one side, and at times a glare or the shadow of a hand."""
    height, width = picture.shape[:2]
    ys, xs = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    slope = rng.normal(0, 0.12)
    light = 1 + slope * (xs * np.cos(turn) + ys * np.sin(turn))
    if rng.random() < 0.2:
        edge = rng.uniform(-0.7, 0.7)
        side = (xs * np.cos(turn + 1) + ys * np.sin(turn + 1) - edge) / rng.uniform(0.02, 0.4)
        light = light * (1 - rng.uniform(0.1, 0.5) / (1 + np.exp(-np.clip(side, -20, 20))))
    out = picture * light[..., None].astype(np.float32)
    if rng.random() < 0.18:
        x, y, size = rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.05, 0.6)
        glare = np.exp(-((xs - x) ** 2 + ((ys - y) * rng.uniform(0.4, 2.5)) ** 2) / size**2)
        out = out + (glare * rng.uniform(0.1, 0.9))[..., None].astype(np.float32)
    return out


def sampled(picture: Picture, rng: Rng, *, softness: float = 1.0) -> NDArray[np.uint8]:
    """Blur, sharpening, noise and compression; the picture is 0 to 1 and comes back as bytes.

    `softness` scales the blur; it is below 1 where tiles are small.
    """
    out = blurred(picture, rng, softness)
    if rng.random() < 0.35:
        amount = np.float32(rng.uniform(0.2, 1.2))
        out = out + amount * (out - cv2.GaussianBlur(out, (0, 0), rng.uniform(0.7, 1.6)))
    if rng.random() < 0.7:
        size = out.shape[:2]
        noise = rng.standard_normal((*size, 3), np.float32) * np.float32(abs(rng.normal(0, 0.025)))
        if rng.random() < 0.5:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * 1.8
        out = out + noise
    bytes_ = (np.clip(out, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.6:
        ok, packed = cv2.imencode(".jpg", bytes_, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        if ok:
            bytes_ = cv2.imdecode(packed, cv2.IMREAD_COLOR)
    return bytes_


def blurred(picture: Picture, rng: Rng, softness: float) -> Picture:
    """Out of focus, blurred by movement, or sharp."""
    kind = rng.random()
    if kind < 0.55:
        return cv2.GaussianBlur(picture, (0, 0), max(0.15, abs(rng.normal(0, 0.65)) * softness))
    if kind < 0.67:
        length, turn = int(rng.integers(2, 4 + round(3 * softness))), rng.uniform(0, np.pi)
        kernel = np.zeros((7, 7), np.float32)
        dx, dy = np.cos(turn) * length / 2, np.sin(turn) * length / 2
        cv2.line(kernel, (round(3 - dx), round(3 - dy)), (round(3 + dx), round(3 + dy)), 1.0)
        return cv2.filter2D(picture, -1, kernel / kernel.sum())
    return picture
