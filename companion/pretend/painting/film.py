"""What the stage's camera makes of what was painted: light, blur and noise. No clock is here."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box, grown, in_cells, joined, within
from companion.pretend.painting.hands import Arm
from companion.pretend.painting.lens import HEIGHT, WIDTH, StageLens
from companion.pretend.painting.painter import SIZE, Painter, Tiles
from companion.pretend.painting.solids import Colour, solid_of
from companion.pretend.painting.things import Moving, StageTile, Stick

Picture = NDArray[np.uint8]

QUALITY = 88
"""The quality of the camera's JPEG."""
NOISE = 2.2
"""The noise of each pixel, in steps of brightness (standard deviation)."""
GRAINS = 3
"""How many pictures of noise take turns. Real noise never repeats, but nobody can tell three from thirty."""
WHOLE: Box = (0, 0, *SIZE)
_LIGHT_UNIT = 160


class Film:
    """The stage as its camera shows it, frame by frame; blue green red."""

    def __init__(
        self,
        lens: StageLens,
        *,
        tiles: int = 0,
        seed: int = 1,
        back: Colour | None = None,
        has_unit: bool = False,
    ) -> None:
        self._painter = Painter(lens, Tiles(tiles, back), seed, has_unit=has_unit)
        self._light, self._grain = _sensor(seed)
        self._still: Picture = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
        self._number = 0
        self.exposure = 1.0
        """How bright pictures are: 1 is as usual, and less is a dimmed lamp."""
        self.is_covered = False

    @property
    def lens(self) -> StageLens:
        """Where the camera is."""
        return self._painter.lens

    def put(self, name: Hashable, tile: StageTile) -> None:
        """Put a tile here, or move it here; it rests from now on."""
        self._painter.put(name, tile)

    def take(self, name: Hashable) -> None:
        """Take a tile away."""
        self._painter.take(name)

    def put_stick(self, name: Hashable, stick: Stick) -> None:
        """Lay a stick here."""
        self._painter.put_stick(name, stick)

    def clear_sticks(self) -> None:
        """Take all sticks away."""
        self._painter.clear_sticks()

    def look_from(self, lens: StageLens) -> None:
        """Look through this lens from now on: the camera was knocked against, or put elsewhere."""
        self._painter.look_from(lens)

    @property
    def state(self) -> object | None:
        """What a picture without motion depends on; None if something has changed since the last one."""
        return (self.exposure, self.is_covered) if self._painter.is_painted else None

    def frame(self, moving: Moving | None = None) -> Picture:
        """The next picture."""
        self._number += 1
        self.refresh()
        grain = self._number % GRAINS
        out = self.still(WHOLE, grain)
        seen = self.moving(moving, grain) if moving is not None else None
        if seen is not None:
            (x0, y0, x1, y1), part = seen
            out[y0:y1, x0:x1] = part
        return out

    def refresh(self) -> list[Box]:
        """Develop what was laid or taken since the last time, and say where that was."""
        # The blur carries what changed a little beyond where it was painted.
        boxes = [cut for box in self._painter.refresh() if (cut := within(grown(box, 3), SIZE)) is not None]
        for x0, y0, x1, y1 in boxes:
            self._still[y0:y1, x0:x1] = self._lit(self._painter.picture[y0:y1, x0:x1], (x0, y0, x1, y1))
        return boxes

    def still(self, box: Box, grain: int) -> Picture:
        """A part of the picture of what rests, with one of the sensor's grains."""
        x0, y0, x1, y1 = box
        part = self._still[y0:y1, x0:x1]
        return self._sampled(np.full_like(part, 9) if self.is_covered else part, box, grain)

    def moving(self, moving: Moving, grain: int, cell: int = 1) -> tuple[Box, Picture] | None:
        """What moves, in front of what rests: the part of the picture that it changes, in whole cells.

        Around it there is one cell more on every side, as far as the picture goes.
        """
        solids = [solid_of(tile, self.lens) for tile in moving.tiles]
        arms = [Arm(hand, self.lens) for hand in moving.hands]
        boxes = [*(one.box for one in solids), *(one.box for one in arms)]
        around = within(grown(joined(boxes), 6), SIZE) if boxes and not self.is_covered else None
        if around is None:
            return None
        x0, y0, x1, y1 = around
        part = self._painter.picture[y0:y1, x0:x1].copy()
        for arm in arms:
            arm.shade(part, (x0, y0))
        self._painter.paint(solids, part, (x0, y0))
        for arm in arms:
            arm.draw(part, (x0, y0))
        box = left, top, right, bottom = in_cells(within(grown(around, cell), SIZE) or around, cell, SIZE)
        whole = self._still[top:bottom, left:right].copy()
        whole[y0 - top : y1 - top, x0 - left : x1 - left] = self._lit(part, around)
        return box, self._sampled(whole, box, grain)

    def _lit(self, part: Picture, box: Box) -> Picture:
        x0, y0, x1, y1 = box
        blurred = cv2.GaussianBlur(part, (3, 3), 0.62)
        light = self._light[y0:y1, x0:x1]
        return np.asarray(cv2.multiply(blurred, light, scale=1 / _LIGHT_UNIT), np.uint8)

    def _sampled(self, part: Picture, box: Box, grain: int) -> Picture:
        """Exposure and the noise of the sensor, on a part of the picture."""
        if self.exposure != 1.0:
            curve = np.clip(np.arange(256) * self.exposure, 0, 255).astype(np.uint8)
            part = np.asarray(cv2.LUT(part, curve), np.uint8)
        x0, y0, x1, y1 = box
        more, less = (noise[y0:y1, x0:x1] for noise in self._grain[grain])
        return np.asarray(cv2.subtract(cv2.add(part, more), less), np.uint8)


@lru_cache(maxsize=2)
def _sensor(seed: int) -> tuple[Picture, list[tuple[Picture, Picture]]]:
    """The light on the table and the grains of the sensor: slow to make, and never changed."""
    rng = np.random.default_rng([seed, 7])
    return _lamp(rng), [_grain(rng) for _ in range(GRAINS)]


def _lamp(rng: np.random.Generator) -> Picture:
    """A lamp to one side of the table, as a factor for each pixel."""
    ys, xs = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
    x, y = rng.uniform(-0.6, 0.6, 2)
    bright = 1.08 - 0.16 * ((xs - x) ** 2 + (ys - y) ** 2) / 2
    warm = np.array([0.95, 1.0, 1.04], np.float32)
    return np.asarray(np.clip(bright[..., None] * warm * _LIGHT_UNIT, 0, 255), np.uint8)


def _grain(rng: np.random.Generator) -> tuple[Picture, Picture]:
    """The noise as what it adds to a picture and what it takes away."""
    rough = rng.standard_normal((HEIGHT, WIDTH, 1), np.float32)
    coloured = rng.standard_normal((HEIGHT, WIDTH, 3), np.float32)
    steps = np.round((rough + coloured * np.float32(0.5)) * np.float32(NOISE)).astype(np.int16)
    return np.asarray(np.maximum(steps, 0), np.uint8), np.asarray(np.maximum(-steps, 0), np.uint8)


class StillReel:
    """Pictures of a stage on which nothing moves: a few are taken, and shown again and again."""

    def __init__(self, film: Film) -> None:
        self._film = film
        self._state: object | None = None
        self._kept: list[bytes] = []
        self._next = 0
        self._dice = Random(0)

    def jpeg(self, moving: Moving | None) -> bytes:
        """The next picture, as a camera would send it."""
        is_still = moving is None and self._film.state is not None and self._film.state == self._state
        if is_still and len(self._kept) == GRAINS:
            # In no regular order: an eye that misses every other picture must not see one of them for ever.
            self._next = (self._next + self._dice.randint(1, GRAINS - 1)) % GRAINS
            return self._kept[self._next]
        taken = as_jpeg(self._film.frame(moving))
        if not is_still:
            self._kept, self._state = [], self._film.state
        if moving is None:
            self._kept.append(taken)
        return taken


def as_jpeg(picture: Picture, quality: int = QUALITY) -> bytes:
    """A picture as a camera would send it."""
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
