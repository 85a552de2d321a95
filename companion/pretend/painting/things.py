"""What can be on a stage: tiles, sticks and hands, in millimetres from the middle. No picture is made.

x grows to the right and y towards side A, as on the flat table; z grows upwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

__all__ = [
    "DEEP", "HIGH", "TABLE", "UNIT_HALF", "WIDE", "Hand", "Moving", "Pose", "StageTile", "Stance", "Stick",
]  # fmt: skip

TABLE = 700.0
"""The side of the playing field, in millimetres."""
WIDE, HIGH, DEEP = 19.0, 26.0, 16.0
"""The size of a usual tile, in millimetres."""
UNIT_HALF = 80.0
"""Half the breadth of the centre unit of an automatic table, in millimetres (全自動卓)."""


class Stance(Enum):
    """How a tile stands or lies."""

    UP = auto()
    DOWN = auto()
    STANDING = auto()
    """On its foot, its face towards the side that it is turned to."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a tile is and how."""

    x: float
    y: float
    z: float = 0.0
    """The height of its lowest point."""
    turn: float = 0.0
    """Radians, counterclockwise as seen from above; 0 is upright for side A."""
    stance: Stance = Stance.UP


@dataclass(frozen=True, slots=True)
class StageTile:
    """A tile at a place."""

    label: str
    """What is carved on it, such as `5p`; empty where nobody knows, and then painted as a back."""
    pose: Pose


@dataclass(frozen=True, slots=True)
class Stick:
    """A riichi stick lying flat, across for its side (千点棒)."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True, slots=True)
class Hand:
    """An arm that reaches in from a side to a point of the table."""

    side: int
    x: float
    y: float
    z: float = 25.0
    """How high its fingers are."""


@dataclass(frozen=True, slots=True)
class Moving:
    """What is not at rest at a moment."""

    tiles: tuple[StageTile, ...] = ()
    hands: tuple[Hand, ...] = ()
