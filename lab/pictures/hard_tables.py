"""Tables that are hard for the finder: white ends from near, touching tiles, pale backs, large slanted tiles.

How a single tile is laid or painted is elsewhere.
"""

from __future__ import annotations

import colorsys
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lab.pictures.layouts import Table, TileSize, hand, pile, random_size, rows, walls_and_backs, whole_table
from lab.pictures.style import Ink, Rng


@dataclass(frozen=True, slots=True)
class Aim:
    """From where the camera looks at a table; each pair is a least and a greatest value."""

    pixels: tuple[float, float]
    """How tall a tile is in the picture, in pixels."""
    elevations: tuple[float, float]
    """Degrees above the horizon."""
    views: tuple[float, float]
    """How wide the view is, in degrees: narrow ones are parts of larger pictures."""
    spread: float
    """How far from the table's middle the camera may look, in heights of a tile."""


@dataclass(frozen=True, slots=True)
class HardTable:
    """A layout, and from where to look at it."""

    table: Table
    aim: Aim


FROM_NEAR = Aim((26, 110), (18, 52), (14, 60), 2.5)
ASLANT = Aim((95, 230), (22, 56), (8, 24), 2.5)
ANYWHERE = Aim((16, 80), (24, 90), (14, 70), 3.0)
ABOVE = Aim((16, 90), (72, 90), (20, 70), 2.5)
ACROSS_THE_ROOM = Aim((13, 34), (17, 42), (20, 70), 5.0)


def random_hard_table(rng: Rng) -> HardTable:
    """A hard table of any kind."""
    kinds: tuple[tuple[float, Callable[[Table], None], Aim], ...] = (
        (0.26, blocks, FROM_NEAR),
        (0.26, hands_and_walls, FROM_NEAR),
        (0.06, walls_and_backs, FROM_NEAR),
        (0.10, touching, ANYWHERE),
        (0.08, whites, FROM_NEAR),
        (0.10, touching, ABOVE),
        (0.08, touching, ASLANT),
        (0.08, rows, ASLANT),
        (0.06, hand, ASLANT),
        (0.04, pile, ASLANT),
        (0.10, whole_table, ACROSS_THE_ROOM),
    )
    shares = np.array([share for share, _, _ in kinds])
    _, lay, aim = kinds[int(rng.choice(len(kinds), p=shares / shares.sum()))]
    size = random_size(rng) if rng.random() < 0.4 else thick_size(rng)
    table = Table(rng, size)
    if rng.random() < 0.5:
        table.gap *= 0.15
    lay(table)
    return HardTable(table, aim)


def thick_size(rng: Rng) -> TileSize:
    """A thick tile with a thin back: its white ends and sides are nearly as large as its face."""
    width = float(rng.uniform(18, 30))
    return TileSize(
        width,
        width * float(rng.uniform(1.26, 1.42)),
        width * float(rng.uniform(0.72, 1.02)),
        float(rng.uniform(0.08, 0.4)),
    )


def blocks(table: Table) -> None:
    """Tiles here and there, lying and standing any way round, and up to two pieces of a wall."""
    rng, w, h = table.rng, table.size.width, table.size.height
    pile(table)
    for _ in range(int(rng.integers(0, 3))):
        side = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.15)
        away = np.array([np.cos(side), np.sin(side)]) * h * rng.uniform(7.5, 10)
        table.row(
            away - np.array([np.sin(side), -np.cos(side)]) * w * 5, side, int(rng.integers(2, 12)), "stack"
        )
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(-h, h, 2) * 14
        if max(abs(x), abs(y)) > 11 * h:
            table.stand(float(x), float(y), float(rng.uniform(0, 2 * np.pi)))


def hands_and_walls(table: Table) -> None:
    """Two to five rows behind one another, lying, standing or stacked like hands or walls, perhaps a meld."""
    rng, w, h = table.rng, table.size.width, table.size.height
    yaw = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.06))
    up, right = np.array([np.cos(yaw), np.sin(yaw)]), np.array([np.sin(yaw), -np.cos(yaw)])
    line = -2.0
    for _ in range(int(rng.integers(2, 6))):
        kind = str(rng.choice(["stand", "stand", "away", "away", "stack", "stack", "up", "river", "mixed"]))
        count = int(rng.integers(2, 15))
        table.row(up * h * line - right * w * rng.uniform(0, count), yaw, count, kind)
        line += float(rng.uniform(1.15, 3))
    if rng.random() < 0.4:
        table.meld(-up * h * 3.4 + right * w * rng.uniform(-5, 3), yaw)


def touching(table: Table) -> None:
    """A block of rows whose tiles touch one another, straight and with hardly a joint between them."""
    table.gap, table.mess = float(abs(table.rng.normal(0, 0.05))), table.mess * 0.2
    rows(table)


def whites(table: Table) -> None:
    """Rows in which nearly every other tile is a white dragon: true ones beside the white ends of others."""
    table.whites = 0.45
    (touching if table.rng.random() < 0.5 else hands_and_walls)(table)


def pale_back(rng: Rng) -> Ink:
    """A back hardly darker than a face: lilac, cream, sky, mint, pink."""
    return colorsys.hsv_to_rgb(rng.random(), rng.uniform(0.07, 0.32), rng.uniform(0.72, 1.0))
