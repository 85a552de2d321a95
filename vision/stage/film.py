"""What the stage's camera makes of it: light, lens and noise over what was painted. No clock is here."""

from __future__ import annotations

from collections.abc import Hashable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stage.boxes import Box, grown, joined, within
from vision.stage.hands import Arm
from vision.stage.lens import HEIGHT, WIDTH, StageLens
from vision.stage.painter import SIZE, Painter, Tiles
from vision.stage.solids import solid_of
from vision.stage.things import Moving, StageTile, Stick

Picture = NDArray[np.uint8]

NOISE = 2.2
"""Of each pixel, in steps of brightness."""
_GRAINS = 3
_LIGHT_UNIT = 160


class Film:
    """The stage as its camera shows it, frame by frame; blue green red."""

    def __init__(self, lens: StageLens, *, tiles: int = 0, seed: int = 1) -> None:
        self._painter = Painter(lens, Tiles(tiles), seed)
        self._rng = np.random.default_rng([seed, 7])
        self._light = _lamp(self._rng)
        self._grain = [_grain(self._rng) for _ in range(_GRAINS)]
        self._still: Picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._number = 0
        self.exposure = 1.0
        """1 is as usual; a dimmed lamp is less."""
        self.is_covered = False

    @property
    def lens(self) -> StageLens:
        """Where the camera is."""
        return self._painter.lens

    def put(self, name: Hashable, tile: StageTile) -> None:
        """A tile rests here from now on."""
        self._painter.put(name, tile)

    def take(self, name: Hashable) -> None:
        """A tile rests nowhere any more."""
        self._painter.take(name)

    def put_stick(self, name: Hashable, stick: Stick) -> None:
        """A stick lies here from now on."""
        self._painter.put_stick(name, stick)

    def clear_sticks(self) -> None:
        """Nobody's stick lies there."""
        self._painter.clear_sticks()

    def look_from(self, lens: StageLens) -> None:
        """The camera was knocked against, or put elsewhere."""
        self._painter.look_from(lens)

    @property
    def state(self) -> object | None:
        """What a picture without motion hangs on; None where something was laid since the last one."""
        return (self.exposure, self.is_covered) if self._painter.is_painted else None

    def frame(self, moving: Moving | None = None) -> Picture:
        """The next picture."""
        self._number += 1
        for box in self._painter.refresh():
            self._develop(self._painter.picture, box, self._still)
        if self.is_covered:
            return self._sampled(np.full((HEIGHT, WIDTH, 3), 9, np.uint8))
        picture = self._still
        if moving is not None and (moving.tiles or moving.hands):
            picture = self._with(moving)
        return self._sampled(picture)

    def _with(self, moving: Moving) -> Picture:
        """What moves, before what rests."""
        solids = [solid_of(tile, self.lens) for tile in moving.tiles]
        arms = [Arm(hand, self.lens) for hand in moving.hands]
        out = self._still.copy()
        around = within(grown(joined([*(one.box for one in solids), *(one.box for one in arms)]), 6), SIZE)
        if around is None:
            return out
        x0, y0, x1, y1 = around
        part = self._painter.picture[y0:y1, x0:x1].copy()
        for arm in arms:
            arm.shade(part, (x0, y0))
        self._painter.paint(solids, part, (x0, y0))
        for arm in arms:
            arm.draw(part, (x0, y0))
        out[y0:y1, x0:x1] = self._lit(part, around)
        return out

    def _develop(self, source: Picture, box: Box, target: Picture) -> None:
        """Light and lens on a part; the part around it is needed for the blur."""
        wide = within(grown(box, 3), SIZE)
        if wide is None:
            return
        x0, y0, x1, y1 = wide
        target[y0:y1, x0:x1] = self._lit(source[y0:y1, x0:x1], wide)

    def _lit(self, part: Picture, box: Box) -> Picture:
        x0, y0, x1, y1 = box
        blurred = cv2.GaussianBlur(part, (3, 3), 0.62)
        light = self._light[y0:y1, x0:x1]
        return np.asarray(cv2.multiply(blurred, light, scale=1 / _LIGHT_UNIT), np.uint8)

    def _sampled(self, picture: Picture) -> Picture:
        """Exposure and the noise of the sensor."""
        if self.exposure != 1.0:
            curve = np.clip(np.arange(256) * self.exposure, 0, 255).astype(np.uint8)
            picture = np.asarray(cv2.LUT(picture, curve), np.uint8)
        more, less = self._grain[self._number % _GRAINS]
        return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)


def _lamp(rng: np.random.Generator) -> Picture:
    """A lamp to one side of the table, as a factor for each pixel."""
    ys, xs = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
    x, y = rng.uniform(-0.6, 0.6, 2)
    bright = 1.08 - 0.16 * ((xs - x) ** 2 + (ys - y) ** 2) / 2
    warm = np.array([0.95, 1.0, 1.04], np.float32)
    return np.asarray(np.clip(bright[..., None] * warm * _LIGHT_UNIT, 0, 255), np.uint8)


def _grain(rng: np.random.Generator) -> tuple[Picture, Picture]:
    """What the sensor adds and what it takes."""
    rough = rng.standard_normal((HEIGHT, WIDTH, 1), np.float32)
    coloured = rng.standard_normal((HEIGHT, WIDTH, 3), np.float32)
    steps = np.round((rough + coloured * np.float32(0.5)) * np.float32(NOISE)).astype(np.int16)
    return np.asarray(np.maximum(steps, 0), np.uint8), np.asarray(np.maximum(-steps, 0), np.uint8)


class StillReel:
    """Pictures of a stage on which nothing moves: a few are taken, and shown again and again.

    A camera's noise never comes twice, but nobody tells three grains in turn from thirty.
    """

    def __init__(self, film: Film) -> None:
        self._film = film
        self._state: object | None = None
        self._kept: list[bytes] = []
        self._next = 0

    def jpeg(self, moving: Moving | None) -> bytes:
        """The next picture, as a camera would send it."""
        is_still = moving is None and self._film.state is not None and self._film.state == self._state
        if is_still and len(self._kept) == _GRAINS:
            self._next += 1
            return self._kept[self._next % _GRAINS]
        taken = as_jpeg(self._film.frame(moving))
        if not is_still:
            self._kept, self._state = [], self._film.state
        if moving is None:
            self._kept.append(taken)
        return taken


def as_jpeg(picture: Picture, quality: int = 88) -> bytes:
    """A picture as a camera would send it."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
