"""Tiles as bodies: their size, their poses, and laying them as people do."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from random import Random

import numpy as np

from lab.tracer.solids import Box, Capsule, Floats, Solid, about_x, overlap, pose

FLIPPED = about_x(math.pi)
STOOD = about_x(math.pi / 2)
EDGE = 1.6
"""How far a tile's edges are rounded off, in millimetres."""


@dataclass(frozen=True, slots=True)
class Size:
    """A tile's width, height and thickness in millimetres."""

    w: float
    h: float
    t: float


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile: `shows` is `face`, `back` or `edge` (it stands), seen from above."""

    kind: str
    shows: str
    place: str
    """river, meld, hand, wall, indicator, or leaning: the last tile of a river's row, propped up."""
    body: Box

    @property
    def upper(self) -> Floats:
        """The four corners (4 x 3, mm) of the part that looks up; of a standing tile, its edge."""
        w, h, t = self.body.half
        i = EDGE * 0.6
        if self.shows == "edge":
            own = [(-w + i, h, t - i), (w - i, h, t - i), (w - i, h, -t + i), (-w + i, h, -t + i)]
        else:
            z = t if self.shows == "face" else -t
            own = [(-w + i, h - i, z), (w - i, h - i, z), (w - i, i - h, z), (i - w, i - h, z)]
        return self.body.pose.out(np.array(own))


@dataclass(slots=True)
class Board:
    """What already lies on the table; a new tile is laid where it shares no room with the others."""

    size: Size
    loose: float
    """How carelessly people lay: 1 is 1 to 2 mm and 2 to 4 degrees off, 0.2 is neat."""
    dice: Random
    tiles: list[Tile] = field(default_factory=list)
    others: list[Solid] = field(default_factory=list)

    def box(
        self, name: str, at: tuple[float, float, float], yaw: float, shows: str, lean: float = 0.0
    ) -> Box:
        """A tile's body with its middle at `at`; by `lean` radians, the top edge of a face is lifted."""
        first = {"face": about_x(lean) if lean else None, "back": FLIPPED, "edge": STOOD}[shows]
        half = (self.size.w / 2, self.size.h / 2, self.size.t / 2)
        return Box(name, pose(at, yaw, first), half, f"tile {name}", EDGE)

    def is_free(self, body: Box) -> bool:
        """Whether no tile and no box on the table shares room with the body; capsules do not count."""
        at = np.array(body.pose.at)
        for tile in self.tiles:
            if np.abs(at - np.array(tile.body.pose.at)).max() < 40 and overlap(body, tile.body):
                return False
        return not any(isinstance(other, Box) and overlap(body, other) for other in self.others)

    def lay(
        self, kind: str, place: str, seat: int, xy: tuple[float, float], **how: float | str
    ) -> Tile | None:
        """Lay a tile at `xy` of the seat's own frame (y leads away), or None where there is no room.

        `how`: `shows`, `yaw` and `lean` (radians), `level` (how many tiles lie below), `slack` (1 as people
        do, 0 exactly), `push` (1 or -1: right or left of a neighbour in the way).
        """
        lean = float(how.get("lean", 0.0))
        shows, slack = str(how.get("shows", "face")), float(how.get("slack", 1.0))
        tall = self.size.h if shows == "edge" else self.size.t
        up = tall * math.cos(lean) + self.size.h * abs(math.sin(lean))
        z = up / 2 + float(how.get("level", 0)) * self.size.t
        for trial in range(40):
            slip = self.loose * slack * (1 - trial / 39)
            x = xy[0] + self.dice.gauss(0, 1.1) * slip + float(how.get("push", 0)) * 0.1 * trial
            y = xy[1] + self.dice.gauss(0, 1.3) * slip
            yaw = float(how.get("yaw", 0.0)) + math.radians(self.dice.gauss(0, 2.2)) * slip
            body = self.box(kind, (*turned(x, y, seat), z), yaw + seat * math.pi / 2, shows, lean)
            if self.is_free(body):
                self.tiles.append(Tile(kind, shows, place, body))
                return self.tiles[-1]
        return None

    def put(self, *things: Box | Capsule) -> None:
        """Put things down without asking for room."""
        self.others.extend(things)


def turned(x: float, y: float, seat: int) -> tuple[float, float]:
    """A point of a seat's own frame on the table."""
    return ((x, y), (-y, x), (-x, -y), (y, -x))[seat % 4]
