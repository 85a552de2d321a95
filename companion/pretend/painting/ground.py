"""The table top of a stage and the floor around it, as its camera sees them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pretend.painting.lens import HEIGHT, WIDTH, StageLens
from companion.pretend.painting.things import TABLE, UNIT_HALF
from companion.pretend.painting.unit import centre_unit

Picture = NDArray[np.uint8]

RIM = 34.0
"""The width of the wood around the cloth, in millimetres."""
REACH = 1400.0
"""The side of the floor that is painted, in millimetres."""
CLOTH, WOOD, FLOOR = (96, 70, 38), (52, 78, 112), (120, 128, 134)
"""Each in the order blue, green, red, from 0 to 255."""


def ground(lens: StageLens, seed: int, *, has_unit: bool = False) -> Picture:
    """The picture of an empty table, with a centre unit where it is an automatic one."""
    rng = np.random.default_rng([seed, 3])
    out = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    out[:] = FLOOR
    layers = [
        (REACH / 2, _floor(rng)),
        (TABLE / 2 + 26 + RIM, _wood(rng)),
        (TABLE / 2 + 26, _cloth(rng)),
    ]
    if has_unit:
        layers.append((UNIT_HALF, centre_unit(rng)))
    for half, texture in layers:
        side = texture.shape[0]
        square = np.array([[-half, -half, 0], [half, -half, 0], [half, half, 0], [-half, half, 0]])
        source = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, lens.pixels(square).astype(np.float32))
        cv2.warpPerspective(texture, matrix, (WIDTH, HEIGHT), dst=out, borderMode=cv2.BORDER_TRANSPARENT)
    return out


def _hills(rng: np.random.Generator, side: int, cell: int) -> NDArray[np.float32]:
    small = rng.standard_normal((side // cell + 2, side // cell + 2), np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _painted(colour: tuple[int, int, int], rough: NDArray[np.float32]) -> Picture:
    return np.asarray(np.clip(np.array(colour, np.float32) + rough[..., None], 0, 255), np.uint8)


def _cloth(rng: np.random.Generator) -> Picture:
    weave = cv2.GaussianBlur(rng.standard_normal((1100, 1100), np.float32), (0, 0), 0.9)
    return _painted(CLOTH, np.asarray(weave * 9 + _hills(rng, 1100, 130) * 3, np.float32))


def _wood(rng: np.random.Generator) -> Picture:
    grain = cv2.resize(rng.standard_normal((500, 6), np.float32), (800, 800), interpolation=cv2.INTER_CUBIC)
    return _painted(WOOD, np.asarray(grain * 7 + _hills(rng, 800, 60) * 4, np.float32))


def _floor(rng: np.random.Generator) -> Picture:
    """Boards of differing brightness, with gaps between them."""
    rough = _hills(rng, 700, 8) * 5 + _hills(rng, 700, 90) * 8
    for at in range(0, 700, 58):
        rough[:, at : at + 58] += rng.normal(0, 9)
        rough[:, at : at + 2] -= 45
    return _painted(FLOOR, np.asarray(rough, np.float32))
