"""How tiles lie on a table: rivers, melds, walls, hands, trays, piles.

Where they fall in a picture is elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lab.pictures.faces import FACES
from lab.pictures.style import Rng

WHITE = FACES.index("5z")


@dataclass(frozen=True, slots=True)
class TileSize:
    """A tile in millimetres, and how much of its thickness has the colour of the back."""

    width: float
    height: float
    depth: float
    back_share: float


@dataclass(frozen=True, slots=True)
class Lying:
    """One tile: its face, where its middle is, and its axes (right as read, up as read, out of the face)."""

    face: int
    middle: NDArray[np.float64]
    axes: NDArray[np.float64]


def random_size(rng: Rng) -> TileSize:
    """A random size: Japanese, Chinese, automatic-table, mini or thick tiles."""
    width = float(rng.uniform(15, 27))
    return TileSize(
        width,
        width * float(rng.uniform(1.28, 1.42)),
        width * float(rng.uniform(0.6, 0.92)),
        float(rng.uniform(0.12, 0.66)),
    )


def frame(yaw: float) -> NDArray[np.float64]:
    """Axes of a tile lying face up, its top pointing along a direction."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[s, -c, 0.0], [c, s, 0.0], [0.0, 0.0, 1.0]])


def face_down(axes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same tile turned over."""
    return np.array([-axes[0], axes[1], -axes[2]])


def standing(yaw: float) -> NDArray[np.float64]:
    """A tile on its foot, its face looking along a direction."""
    c, s = np.cos(yaw), np.sin(yaw)
    return np.array([[-s, c, 0.0], [0.0, 0.0, 1.0], [c, s, 0.0]])


class Table:
    """Collects tiles; each helper lays one group of them."""

    def __init__(self, rng: Rng, size: TileSize) -> None:
        self.rng, self.size = rng, size
        self.tiles: list[Lying] = []
        self.gap = float(abs(rng.normal(0, 0.35)))
        self.mess = float(abs(rng.normal(0, 0.02)))
        self.is_sorted = False
        self.whites = 0.05
        """The share of tiles that are white dragons, apart from those drawn with all others."""

    def any_face(self) -> int:
        """The number of a face; in a sorted row often the one before, most often if that is a white dragon.

        No edge shows between blank tiles side by side, so the finder has to see many of them.
        """
        rng = self.rng
        if self.is_sorted and self.tiles and rng.random() < (0.7 if self.tiles[-1].face == WHITE else 0.4):
            return self.tiles[-1].face
        if rng.random() < self.whites:
            return WHITE
        return int(rng.integers(len(FACES) - 2)) if rng.random() < 0.97 else len(FACES) - 1

    def put(
        self, x: float, y: float, yaw: float, *, down: bool = False, level: int = 0, loose: float = 1.0
    ) -> None:
        """A tile flat on the table, or above `level` others.

        `loose` scales how far it is off its place and turn: 0 lays it exactly.
        """
        rng = self.rng
        yaw += rng.normal(0, self.mess * loose)
        axes = frame(yaw)
        jitter = rng.normal(0, self.mess * 12 * loose, 2)
        middle = np.array([x + jitter[0], y + jitter[1], self.size.depth * (level + 0.5)])
        self.tiles.append(Lying(self.any_face(), middle, face_down(axes) if down else axes))

    def stand(self, x: float, y: float, yaw: float) -> None:
        """A tile on its foot."""
        self.tiles.append(
            Lying(
                self.any_face(),
                np.array([x, y, self.size.height / 2]),
                standing(yaw + self.rng.normal(0, self.mess)),
            )
        )

    def row(self, start: NDArray[np.float64], yaw: float, count: int, kind: str) -> None:
        """A row of tiles from its left end on; `kind` is up, down, mixed, river, stand, away or stack.

        `yaw` is the direction in which its reader looks; `stand` turns faces to the reader, `away` backs.
        """
        w, h = self.size.width, self.size.height
        right = np.array([np.sin(yaw), -np.cos(yaw)])
        at = start.astype(float)
        self.is_sorted = self.rng.random() < 0.4
        for _ in range(count):
            sideways = kind == "river" and self.rng.random() < 0.06
            wide = (h if sideways else w) + self.gap
            x, y = at + right * wide / 2
            if kind == "stand":
                self.stand(x, y, yaw + np.pi)
            elif kind == "away":
                self.stand(x, y, yaw)
            elif kind == "stack":
                self.put(x, y, yaw, down=True)
                if self.rng.random() < 0.93:
                    self.put(x, y, yaw, down=self.rng.random() < 0.95, level=1)
            else:
                down = kind == "down" or (kind == "mixed" and self.rng.random() < 0.2)
                self.put(
                    x,
                    y,
                    yaw
                    + (np.pi / 2 if sideways else 0)
                    + (np.pi if kind == "mixed" and self.rng.random() < 0.3 else 0),
                    down=down,
                )
            at = at + right * wide

    def meld(self, start: NDArray[np.float64], yaw: float) -> None:
        """Three or four tiles, mostly with one of them sideways; at times closed, or with an added tile."""
        w, h = self.size.width, self.size.height
        right, up = np.array([np.sin(yaw), -np.cos(yaw)]), np.array([np.cos(yaw), np.sin(yaw)])
        count, turned = int(self.rng.choice([3, 3, 3, 4])), int(self.rng.integers(4))
        closed = count == 4 and self.rng.random() < 0.4
        at = start.astype(float)
        for number in range(count):
            side = number == turned and not closed
            wide = (h if side else w) + self.gap
            x, y = at + right * wide / 2 - up * ((h - w) / 2 if side else 0)
            self.put(x, y, yaw + (np.pi / 2 if side else 0), down=closed and number in {0, 3})
            if side and self.rng.random() < 0.12:
                x, y = at + right * wide / 2 - up * ((h - w) / 2 - w - self.gap)
                self.put(x, y, yaw + np.pi / 2)
            at = at + right * wide


def random_layout(rng: Rng) -> tuple[Table, float, bool]:
    """A random layout, how far from its middle the camera may look (mm), and whether it is a whole table."""
    table = Table(rng, random_size(rng))
    kind = rng.random()
    if kind < 0.04:
        return table, table.size.height * 6, False
    if kind < 0.36:
        whole_table(table)
        return table, table.size.height * 6, True
    if kind < 0.48:
        walls_and_backs(table)
        return table, table.size.height * 2, False
    if kind < 0.62:
        pile(table)
        return table, table.size.height * 3, False
    if kind < 0.78:
        rows(table)
        return table, table.size.height * 2, False
    hand(table)
    return table, table.size.height * 3, False


def whole_table(table: Table) -> None:
    """Four rivers, hands, melds and walls around a middle."""
    rng, w, h = table.rng, table.size.width, table.size.height
    reach = w * rng.uniform(3.2, 4.5)
    hands = str(rng.choice(["stand", "away", "up", "down", "stand"]))
    walls, row_length = rng.random() < 0.6, int(rng.choice([6, 6, 6, 9]))
    for side in range(4):
        yaw = side * np.pi / 2
        up, right = np.array([np.cos(yaw), np.sin(yaw)]), np.array([np.sin(yaw), -np.cos(yaw)])
        left_over = int(rng.integers(0, 25))
        for line in range(4):
            count = min(row_length, left_over)
            left_over -= count
            if count > 0:
                table.row(-up * (reach + (line + 0.5) * (h + table.gap)) - right * 3 * w, yaw, count, "river")
        far = reach + h * rng.uniform(3.6, 4.4)
        if walls:
            table.row(-up * (far + h) - right * rng.uniform(5, 9) * w, yaw, int(rng.integers(2, 18)), "stack")
        row_y = far + h * (2.6 if walls else 1.2)
        table.row(
            -up * row_y - right * w * 8, yaw, int(rng.integers(1, 15)), hands if rng.random() < 0.85 else "up"
        )
        for number in range(int(rng.integers(0, 3))):
            table.meld(-up * row_y + right * w * (7.5 - number * 4.6), yaw)


def walls_and_backs(table: Table) -> None:
    """Mostly tiles that show no face, up close: ends and sides of walls, and hands from behind."""
    rng, w, h = table.rng, table.size.width, table.size.height
    yaw = float(rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1))
    up, right = np.array([np.cos(yaw), np.sin(yaw)]), np.array([np.sin(yaw), -np.cos(yaw)])
    for line in range(int(rng.integers(1, 4))):
        kind = str(rng.choice(["stack", "stack", "away", "down", "stand"]))
        count = int(rng.integers(1, 15))
        begin = -right * w * rng.uniform(0, count)
        table.row(up * h * (line * rng.uniform(1.5, 3) - 2) + begin, yaw, count, kind)
    if rng.random() < 0.4:
        # A wall that meets the others at a corner shows its end.
        table.row(right * w * rng.uniform(2, 6), yaw + np.pi / 2, int(rng.integers(2, 12)), "stack")
    if rng.random() < 0.5:
        table.row(-up * h * 4 - right * w * 3, yaw, int(rng.integers(1, 7)), "river")


def pile(table: Table) -> None:
    """Tiles scattered at random, hardly overlapping."""
    rng, h = table.rng, table.size.height
    reach, spots = h * rng.uniform(3, 7), []
    near = h * rng.uniform(0.92, 1.6)
    tidy = rng.random() < 0.3
    for _ in range(400):
        spot = rng.uniform(-reach, reach, 2)
        if all(np.hypot(*(spot - other)) > near for other in spots):
            spots.append(spot)
    for x, y in spots[: int(rng.integers(5, 60))]:
        yaw = rng.uniform(0, 2 * np.pi) if not tidy else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.2)
        draw = rng.random()
        if draw < 0.78:
            table.put(x, y, yaw, loose=0)
        elif draw < 0.93:
            table.put(x, y, yaw, down=True, loose=0)
        else:
            table.stand(x, y, yaw)


def rows(table: Table) -> None:
    """Rows one below the other, as in a tray or a box."""
    rng, w, h = table.rng, table.size.width, table.size.height
    lines, count = int(rng.integers(1, 6)), int(rng.integers(3, 14))
    kind = "up" if rng.random() < 0.6 else "mixed"
    turn = rng.integers(4) * np.pi / 2
    up, right = np.array([np.cos(turn), np.sin(turn)]), np.array([np.sin(turn), -np.cos(turn)])
    for line in range(lines):
        table.row(
            up * (lines / 2 - line - 0.5) * (h + table.gap) - right * count / 2 * w,
            turn,
            count - int(rng.integers(0, 3) * (rng.random() < 0.3)),
            kind,
        )


def hand(table: Table) -> None:
    """One player's place: the hand, standing or lying, and some of the table behind it."""
    rng, w, h = table.rng, table.size.width, table.size.height
    yaw = rng.integers(4) * np.pi / 2
    up, right = np.array([np.cos(yaw), np.sin(yaw)]), np.array([np.sin(yaw), -np.cos(yaw)])
    kind = str(rng.choice(["stand", "up", "stand"]))
    table.row(-right * w * 7, yaw, int(rng.integers(4, 15)), kind)
    if rng.random() < 0.5:
        table.meld(right * w * 7.5, yaw)
    if rng.random() < 0.5:
        table.row(up * h * 3 - right * w * 7, yaw, int(rng.integers(3, 17)), "stack")
    for line in range(int(rng.integers(0, 4))):
        table.row(up * h * (8 - line * 1.03) - right * w * 3, yaw, 6, "river")
