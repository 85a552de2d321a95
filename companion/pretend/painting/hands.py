"""Arms and hands of a stage as they are painted: a sleeve, the back of a hand, three fingers, a shadow."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.boxes import Box
from companion.pretend.painting.lens import Points, StageLens
from companion.pretend.painting.solids import BIT, LIGHT, fixed
from companion.pretend.painting.things import TABLE, Hand

Picture = NDArray[np.uint8]

SLEEVES = ((92, 60, 48), (70, 62, 150), (96, 128, 92), (168, 170, 176))
SKINS = ((150, 178, 222), (110, 146, 196), (132, 164, 210), (80, 110, 158))
"""Colours by side, blue green red."""
WRIST, ELBOW = 95.0, 560.0
"""How far the wrist is from the fingertips, and the elbow from the middle of the table, in millimetres."""


class Arm:
    """One arm, projected."""

    def __init__(self, hand: Hand, lens: StageLens) -> None:
        self._hand = hand
        self._lens = lens
        tip = np.array([hand.x, hand.y, hand.z])
        root = _at_side(hand.side, 110.0, ELBOW, 120.0)
        along = root - tip
        along /= np.linalg.norm(along[:2])
        across = np.array([-along[1], along[0], 0.0])
        across /= np.linalg.norm(across)
        knuckles, wrist = tip + along * 42 + [0, 0, 16], tip + along * WRIST + [0, 0, 34]
        self._parts: list[tuple[Points, tuple[int, int, int], float]] = [
            (_strip(wrist + along * 12, root, across, 34, 52), SLEEVES[hand.side], 1.0),
            (_strip(knuckles - along * 8, wrist + along * 20, across, 36, 27), SKINS[hand.side], 1.0),
        ]
        for shift, reach in ((-17, 6.0), (0, 0.0), (17, 8.0)):
            end = tip + along * reach + across * shift * 0.55
            strip = _strip(end, knuckles + across * shift, across, 7.5, 10)
            self._parts.append((strip, SKINS[hand.side], 0.94))
        self.box = self._around()

    def _around(self) -> Box:
        points = np.concatenate([points for points, _, _ in self._parts])
        both = self._lens.pixels(np.concatenate([points, _fallen(points)]))
        low, high = np.floor(both.min(axis=0)).astype(int) - 6, np.ceil(both.max(axis=0)).astype(int) + 6
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def shade(self, part: Picture, corner: tuple[int, int]) -> None:
        """Darken the part where the arm's shadow falls."""
        mask = np.zeros(part.shape[:2], np.uint8)
        for points, _, _ in self._parts:
            self._fill(mask, _fallen(points), corner, (255,))
        left = 255 - cv2.blur(mask, (21, 21)) * np.float32(0.34)
        cv2.multiply(part, cv2.cvtColor(left.astype(np.uint8), cv2.COLOR_GRAY2BGR), dst=part, scale=1 / 255)

    def draw(self, part: Picture, corner: tuple[int, int]) -> None:
        """Draw the arm itself, darker towards its rim."""
        for points, colour, light in self._parts:
            middle = points.mean(axis=0)
            for share, gain in ((1.0, 0.78), (0.84, 0.93), (0.6, 1.0)):
                shrunk = middle + (points - middle) * share
                self._fill(part, shrunk, corner, tuple(value * gain * light for value in colour))

    def _fill(
        self, part: Picture, points: Points, corner: tuple[int, int], colour: tuple[float, ...]
    ) -> None:
        flat = fixed(self._lens.pixels(points)) - (np.array(corner) << BIT)
        cv2.fillPoly(part, [flat.astype(np.int32)], colour, cv2.LINE_AA, BIT)


def _at_side(side: int, right: float, away: float, high: float) -> Points:
    x, y = right, away
    for _ in range(side):
        x, y = y, -x
    return np.array([x, y, high])


def _strip(begin: Points, end: Points, across: Points, broad: float, broad_end: float) -> Points:
    """A strip with a round end at `begin`."""
    ahead = begin - end
    ahead = ahead / np.linalg.norm(ahead)
    round_ = [
        begin + across * broad * np.cos(turn) + ahead * broad * 0.8 * np.sin(turn)
        for turn in np.linspace(0, np.pi, 9)
    ]
    return np.array([*round_, end - across * broad_end, end + across * broad_end])


def _fallen(points: Points) -> Points:
    """Where the light casts points onto the table, never far beyond it."""
    down = points - LIGHT * (points[:, 2:] / LIGHT[2])
    return np.asarray(np.clip(down, -TABLE * 1.2, TABLE * 1.2), np.float64)
