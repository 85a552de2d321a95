"""A table in a picture: white tiles with dots, a sleeve that reaches in, light, bumps; and who reads it."""

from dataclasses import dataclass, field
from functools import cache

import cv2
import numpy as np

from vision.frame import Frame
from vision.place.rectify import SQUARE, TABLE_MM, TILE_MM, TablePlace, placed
from vision.read.detect import Reading

SIZE = 1000
RIM = 60
TABLE = SIZE - 2 * RIM


@dataclass
class PretendTable:
    """What lies there, and how the camera sees it now."""

    tiles: dict[tuple[float, float], int] = field(default_factory=dict)
    """By the middle on the flat table: how many dots (1 to 6)."""
    sleeve: tuple[float, float] | None = None
    """Where the hand is that reaches in from below."""
    shift: tuple[float, float] = (0.0, 0.0)
    gain: float = 1.0
    slope: float = 0.0
    """How much brighter the right side is."""
    blur: float = 0.0
    is_covered: bool = False
    number: int = 0

    def place(self) -> TablePlace:
        found = placed(SQUARE * TABLE + RIM, (SIZE, SIZE))
        assert isinstance(found, TablePlace)
        return found

    def frame(self) -> Frame:
        self.number += 1
        return Frame(self.picture(), "above", self.number, self.number * 100_000_000)

    def picture(self) -> np.ndarray:
        picture = _cloth().copy()
        for (x, y), dots in self.tiles.items():
            draw_tile(picture, x * TABLE + RIM, y * TABLE + RIM, dots)
        if self.sleeve:
            x, y = self.sleeve[0] * TABLE + RIM, self.sleeve[1] * TABLE + RIM
            cv2.line(picture, (int(x) + 80, SIZE + 50), (int(x), int(y)), (70, 60, 150), 90)
            cv2.circle(picture, (int(x), int(y)), 55, (200, 160, 130), -1)
        matrix = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float64)
        if self.shift != (0.0, 0.0):
            picture = cv2.warpAffine(picture, matrix, (SIZE, SIZE), borderMode=cv2.BORDER_REPLICATE)
        if self.is_covered:
            picture[:] = 9
        if self.blur:
            picture = cv2.GaussianBlur(picture, (0, 0), self.blur)
        if self.gain != 1.0 or self.slope:
            light = self.gain * (1 + self.slope * np.linspace(-0.5, 0.5, SIZE, dtype=np.float32))
            picture = np.clip(picture * light[None, :, None], 0, 255).astype(np.uint8)
        return cv2.add(picture, _noise(self.number % 5), dtype=cv2.CV_8U)


@cache
def _noise(number: int) -> np.ndarray:
    rough = np.random.default_rng(number).normal(0, 2.0, (SIZE // 2, SIZE // 2)).astype(np.float32)
    return np.dstack([cv2.resize(rough, (SIZE, SIZE))] * 3).round().astype(np.int8)


@cache
def _cloth() -> np.ndarray:
    """A green cloth with a pattern, on a brown floor with boards: something by which a shift is seen."""
    rng = np.random.default_rng(8)
    rough = cv2.resize(rng.normal(0, 10, (120, 120)), (SIZE, SIZE), interpolation=cv2.INTER_CUBIC)
    picture = np.full((SIZE, SIZE, 3), (110, 85, 60), np.float64) + rough[..., None]
    picture[RIM:-RIM, RIM:-RIM] = (40, 90, 70)
    picture[RIM:-RIM, RIM:-RIM] += rough[RIM:-RIM, RIM:-RIM, None] * 0.6
    for _ in range(160):
        x, y = rng.integers(0, SIZE, 2)
        cv2.circle(picture, (int(x), int(y)), int(rng.integers(2, 6)), (70, 110, 95), -1)
    return np.clip(picture, 0, 255).astype(np.uint8)


def draw_tile(picture: np.ndarray, x: float, y: float, dots: int) -> None:
    wide, high = (round(mm * TABLE / TABLE_MM) for mm in TILE_MM)
    x0, y0 = round(x - wide / 2), round(y - high / 2)
    cv2.rectangle(picture, (x0, y0), (x0 + wide, y0 + high), (235, 232, 220), -1)
    for dot in range(dots):
        at = (x0 + 6 + (dot % 2) * 11, y0 + 6 + (dot // 2) * 10)
        cv2.rectangle(picture, at, (at[0] + 3, at[1] + 3), (30, 30, 30), -1)


def lay_face(picture: np.ndarray, at: tuple[float, float], face: np.ndarray) -> None:
    """A real face instead of dots, for a real reader: RGB, its middle on the flat table."""
    wide, high = (round(mm * TABLE / TABLE_MM) for mm in TILE_MM)
    x, y = (round(part * TABLE + RIM) for part in at)
    small = cv2.resize(face, (wide, high), interpolation=cv2.INTER_AREA)
    picture[y - high // 2 : y - high // 2 + high, x - wide // 2 : x - wide // 2 + wide] = small


class DotReader:
    """Reads white tiles by the number of their dots, whatever the light."""

    def __call__(self, picture: np.ndarray, scale: float) -> list[Reading]:
        grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
        is_white = (grey > 1.8 * np.median(grey)).astype(np.uint8)
        whole = cv2.morphologyEx(is_white, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
        count, _, boxes, _ = cv2.connectedComponentsWithStats(whole)
        found = []
        for x, y, wide, high, area in boxes[1:count].tolist():
            if not (18 < wide < 32 and 26 < high < 42 and area > 0.85 * wide * high):
                continue
            inside = is_white[y + 2 : y + high - 2, x + 2 : x + wide - 2] == 0
            dots, _, sizes, _ = cv2.connectedComponentsWithStats(inside.astype(np.uint8))
            label = int((sizes[1:dots, 4] > 5).sum())
            if 1 <= label <= 6:
                quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)
                found.append(Reading(f"{label}p", 0.99, quad, 0.95, ()))
        return found
