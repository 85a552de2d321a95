"""One picture of a stage when somebody asks for it, small and without noise. No clock and no stream."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import grown, joined, within
from companion.pretend.painting.film import as_jpeg
from companion.pretend.painting.hands import Arm
from companion.pretend.painting.lens import CAMERAS, HEIGHT
from companion.pretend.painting.painter import SIZE, Painter, Tiles
from companion.pretend.painting.things import Hand, StageTile, Stick

Picture = NDArray[np.uint8]

CUT: Final = (320, 0, 1600, HEIGHT)
"""The part of the camera's picture that goes out: the table, and a little floor beside it."""
WIDE: Final = 800
"""The width of what goes out, in pixels."""
QUALITY: Final = 72


class StillCamera:
    """A camera over a stage that takes a picture when it is asked, and paints only what has changed."""

    def __init__(self) -> None:
        self._painter = Painter(CAMERAS["overhead"], Tiles(0))
        self._lying: set[str] = set()
        self._sticks: Mapping[str, Stick] = {}

    def jpeg(
        self, tiles: Mapping[str, StageTile], sticks: Mapping[str, Stick], hands: Sequence[Hand] = ()
    ) -> bytes:
        """A JPEG of the stage with these things on it, and no others."""
        for name in self._lying - tiles.keys():
            self._painter.take(name)
        for name, tile in tiles.items():
            self._painter.put(name, tile)
        self._lying = set(tiles)
        if sticks != self._sticks:
            self._painter.clear_sticks()
            for name, stick in sticks.items():
                self._painter.put_stick(name, stick)
            self._sticks = dict(sticks)
        self._painter.refresh()
        whole = self._with(hands) if hands else self._painter.picture
        x0, y0, x1, y1 = CUT
        size = (WIDE, round(WIDE * (y1 - y0) / (x1 - x0)))
        small = cv2.resize(whole[y0:y1, x0:x1], size, interpolation=cv2.INTER_AREA)
        return as_jpeg(np.asarray(small, np.uint8), QUALITY)

    def _with(self, hands: Sequence[Hand]) -> Picture:
        """The picture with hands over what lies there."""
        whole, lens = self._painter.picture.copy(), self._painter.lens
        arms = [Arm(hand, lens) for hand in hands]
        around = within(grown(joined(arm.box for arm in arms), 6), SIZE)
        if around is None:
            return whole
        x0, y0, x1, y1 = around
        part = whole[y0:y1, x0:x1]
        for arm in arms:
            arm.shade(part, (x0, y0))
        for arm in arms:
            arm.draw(part, (x0, y0))
        return whole


def halved(jpeg: bytes) -> bytes:
    """The same picture, half as wide and half as high; unchanged if it cannot be read."""
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_REDUCED_COLOR_2)
    return jpeg if picture is None else as_jpeg(np.asarray(picture, np.uint8), QUALITY)
