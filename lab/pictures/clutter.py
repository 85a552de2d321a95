"""What else is on a table: the centre unit, point sticks, dice, chips, cups, racks, sleeves and hands.

Flat things that have a picture on them come from props.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from lab.pictures.props import banded, dice_tray, instrument, patterned, prop
from lab.pictures.textures import any_colour, mat_colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lab.pictures.render import Painter

SKIN = ((0.93, 0.76, 0.65), (0.85, 0.64, 0.5), (0.6, 0.42, 0.32), (0.96, 0.82, 0.72))


def box(
    painter: Painter,
    middle: NDArray[np.float64],
    size: tuple[float, float, float],
    yaw: float,
    colour: NDArray[np.float64],
) -> None:
    """A block on the table."""
    c, s = np.cos(yaw), np.sin(yaw)
    axes = np.array([[c, s, 0], [-s, c, 0], [0, 0, 1.0]])
    half = np.array(size) / 2
    signs = np.array([[a, b, z] for a in (-1, 1) for b in (-1, 1) for z in (-1, 1)], np.float64)
    at = middle + np.array([0, 0, half[2]])
    painter.fill(at + (signs * half) @ axes, colour * 0.7, -1)
    top = signs[signs[:, 2] > 0]
    painter.fill(at + (top * half) @ axes, colour, -1)


def spot(painter: Painter, reach: float = 320) -> NDArray[np.float64]:
    """Somewhere on the table."""
    return np.array([*painter.rng.uniform(-reach, reach, 2), 0.0])


def add_things(painter: Painter, *, on_top: bool) -> None:
    """Some clutter: what covers tiles (racks, arms) if `on_top`, else what lies under or beside them."""
    rng = painter.rng
    if not on_top:
        if rng.random() < 0.3:
            lines(painter)
        if rng.random() < 0.35:
            unit(painter)
        if rng.random() < 0.25:
            sheet(painter)
        for _ in range(int(rng.integers(0, 4))):
            thing(painter)
    else:
        if rng.random() < 0.12:
            rack(painter)
        if rng.random() < 0.2:
            arm(painter)


def lines(painter: Painter) -> None:
    """Seams, edges and frames of the table."""
    rng = painter.rng
    colour = np.array(mat_colour(rng))
    for _ in range(int(rng.integers(1, 6))):
        a, b = spot(painter, 500), spot(painter, 500)
        if rng.random() < 0.6:
            b = a.copy()
            b[int(rng.integers(2))] += rng.uniform(100, 600)
        across = np.cross(b - a, [0, 0, 1.0])
        across *= rng.uniform(0.5, 18) / max(1.0, float(np.linalg.norm(across)))
        painter.fill(np.array([a - across, a + across, b + across, b - across]), colour)


def unit(painter: Painter) -> None:
    """The unit in the middle of an automatic table: a dark block with lamps and figures."""
    rng = painter.rng
    size = float(rng.uniform(70, 150))
    yaw = float(rng.integers(2) * np.pi / 4 + rng.normal(0, 0.03))
    dark = np.array(mat_colour(rng)) * rng.uniform(0.2, 0.9)
    box(painter, np.zeros(3), (size, size, float(rng.uniform(2, 14))), yaw, dark)
    if rng.random() < 0.6:
        top = dice_tray(rng) if rng.random() < 0.35 else instrument(rng)
        painter.cover(top, square(np.array([0, 0, 14.0]), size, size, yaw))
        return
    for _ in range(int(rng.integers(2, 10))):
        at = spot(painter, size * 0.4) + np.array([0, 0, 14.0])
        box(painter, at, (*rng.uniform(4, 22, 2), 0.5), yaw, np.array(any_colour(rng)))


def square(middle: NDArray[np.float64], wide: float, high: float, yaw: float) -> NDArray[np.float64]:
    """The corners of something flat, in the same order as a picture's corners."""
    c, s = np.cos(yaw), np.sin(yaw)
    axes = np.array([[c, s, 0], [-s, c, 0]])
    signs = np.array([[-1, 1], [1, 1], [1, -1], [-1, -1]]) / 2
    return middle + signs * [wide, high] @ axes


def sheet(painter: Painter) -> None:
    """Something flat with a picture on it, lying or leaning: a page, a cloth, a tray, the side of a box."""
    rng = painter.rng
    wide = float(np.exp(rng.uniform(np.log(25), np.log(320))))
    corners = square(
        spot(painter), wide, wide * float(rng.uniform(0.4, 1.6)), float(rng.uniform(0, 2 * np.pi))
    )
    if rng.random() < 0.25:
        corners[:2, 2] += wide * rng.uniform(0.1, 0.8)
    painter.cover(prop(rng), corners)


def rack(painter: Painter) -> None:
    """A bar like the racks in which hands stand, or like a row of tiles seen from its narrow side."""
    rng = painter.rng
    corners = square(spot(painter), float(rng.uniform(80, 330)), 0.0, float(rng.integers(4) * np.pi / 2))
    corners[:2, 2] = float(rng.uniform(6, 30))
    painter.cover(banded(rng), corners)


def thing(painter: Painter) -> None:
    """One object beside the tiles."""
    rng = painter.rng
    kind = int(rng.integers(5))
    at, yaw = spot(painter), float(rng.uniform(0, np.pi))
    if kind == 0:
        for _ in range(int(rng.integers(1, 6))):
            stick = spot(painter, 60) + at
            box(
                painter,
                stick,
                (float(rng.uniform(60, 95)), 7, 3),
                yaw + float(rng.normal(0, 0.1)),
                np.array([0.93, 0.9, 0.84]),
            )
            for k in range(int(rng.integers(1, 9))):
                dot = stick + np.array([np.cos(yaw) * (k * 4 - 14), np.sin(yaw) * (k * 4 - 14), 3.2])
                box(painter, dot, (2, 2, 0.2), yaw, np.array([0.8, 0.1, 0.1]))
    elif kind == 1:
        for _ in range(int(rng.integers(1, 4))):
            die(painter, spot(painter, 40) + at)
    elif kind == 2:
        turns = np.linspace(0, 2 * np.pi, 18)
        size = float(rng.uniform(12, 45))
        ring = at + size * np.stack([np.cos(turns), np.sin(turns), np.zeros(18)], 1)
        high = np.array([0, 0, float(rng.choice([3.0, 80.0]))])
        colour = np.array(any_colour(rng))
        painter.fill(np.concatenate([ring, ring + high]), colour * 0.7, -1)
        painter.fill(ring + high, colour, -1)
        painter.fill(at + high + (ring - at) * 0.85, np.array(any_colour(rng)), -1)
    elif kind == 3:
        box(
            painter,
            at,
            (float(rng.uniform(60, 220)), float(rng.uniform(30, 120)), float(rng.uniform(4, 30))),
            yaw,
            np.array(any_colour(rng)),
        )
    else:
        # A sheet or the rim of a tray, as white as a tile: bright and without a face.
        box(
            painter,
            at,
            (float(rng.uniform(20, 260)), float(rng.uniform(15, 90)), float(rng.uniform(1, 20))),
            yaw,
            np.array([0.9, 0.9, 0.87]) * rng.uniform(0.7, 1.05),
        )


def die(painter: Painter, at: NDArray[np.float64]) -> None:
    """A die with its pips."""
    rng = painter.rng
    size, yaw = float(rng.uniform(8, 17)), float(rng.uniform(0, np.pi))
    box(painter, at, (size, size, size), yaw, np.array([0.95, 0.95, 0.92]))
    for dx, dy in ((0, 0), (-1, -1), (1, 1), (1, -1), (-1, 1))[: int(rng.integers(1, 6))]:
        pip = at + np.array([dx * size * 0.26, dy * size * 0.26, size])
        box(
            painter,
            pip,
            (size * 0.2, size * 0.2, 0.1),
            yaw,
            np.array([0.1, 0.1, 0.1]) if dx else np.array([0.75, 0.1, 0.1]),
        )


def arm(painter: Painter) -> None:
    """A sleeve and a hand that reach in from an edge of the picture."""
    rng, size = painter.rng, painter.size
    end = rng.uniform(0.15, 0.85, 2) * size
    turn = rng.uniform(0, 2 * np.pi)
    start = end + np.array([np.cos(turn), np.sin(turn)]) * size * 1.2
    wide = size * rng.uniform(0.05, 0.16)
    skin = np.array(SKIN[int(rng.integers(len(SKIN)))]) * rng.uniform(0.6, 1.1)
    wrist = end + (start - end) * rng.uniform(0.1, 0.4)
    layer = painter.picture.copy()
    stroke(painter, layer, start, wrist, wide * 1.4, np.array(any_colour(rng)))
    if rng.random() < 0.5:
        cloth = cv2.resize(patterned(rng), (size, size))
        sleeve = np.zeros((size, size), np.uint8)
        ends = [np.round(end_).astype(int).tolist() for end_ in (start, wrist)]
        cv2.line(sleeve, ends[0], ends[1], 1, max(1, round(wide * 1.4)))
        layer[sleeve > 0] = cloth[sleeve > 0]
    stroke(painter, layer, wrist, end, wide, skin)
    for finger in range(4):
        tip = end + spread(turn, (finger - 1.5) * 0.28) * -wide * 1.5
        stroke(painter, layer, end, tip, wide * 0.3, skin * (1 - 0.04 * finger))
    painter.picture[:] = layer


def spread(turn: float, by: float) -> NDArray[np.float64]:
    """A direction that differs from another one by an angle."""
    return np.array([np.cos(turn + by), np.sin(turn + by)])


def stroke(
    painter: Painter,
    layer: NDArray[np.float32],
    start: NDArray[np.float64],
    end: NDArray[np.float64],
    wide: float,
    colour: NDArray[np.float64],
) -> None:
    """A thick line in front of everything."""
    a, b = np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist()
    cv2.line(layer, a, b, np.clip(colour, 0, 1).tolist(), max(1, round(wide)), cv2.LINE_AA)
    cv2.line(painter.owner, a, b, -1, max(1, round(wide)))
