"""What the eye tells the companion: what came to rest where, how the eye is doing, and that it is alive.

Plain values, words, fractions and small JPEGs: no imaging library, and no rule of the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = [
    "Condition",
    "CropTaken",
    "EyeStatus",
    "Heartbeat",
    "Message",
    "Quad",
    "RestTaken",
    "Sighting",
    "TableFollowed",
    "TileView",
    "ZoneView",
]

Quad = tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class TileView:
    """One tile that lies on the table."""

    label: str
    """As in `vision.labels.AT_TABLE`: mpsz text, `back` or `unknown`."""
    confidence: float
    quad: Quad
    """In fractions of the flat table (a corner may lie beyond), clockwise from the tile's own upper left."""
    sideways: bool
    """It lies across, as seen from the side whose zone it is in."""
    alternatives: tuple[tuple[str, float], ...] = ()
    crop: int = 0
    """The number under which its picture was sent; 0 where none was."""
    is_hidden: bool = False
    """Something covers it now; it is reported as it was last seen."""


@dataclass(frozen=True, slots=True)
class ZoneView:
    """Everything in one zone."""

    name: str
    tiles: tuple[TileView, ...]


@dataclass(frozen=True, slots=True)
class Sighting:
    """The whole table at a moment at which something new had come to rest."""

    camera: str
    at_ns: int
    number: int
    """Counts the sightings of one life of the worker, from 1."""
    zones: tuple[ZoneView, ...]
    sticks: tuple[str, ...] = ()
    """The sides, such as `A`, that have a riichi stick (立直棒) in front of their river."""
    over: tuple[float, float] | None = None
    """The point over which the camera hangs, on the flat table or beyond its edge; None if unknown."""


class Condition(StrEnum):
    """How the eye is doing."""

    WATCHING = "watching"
    HAND = "hand"
    """Something is in the way; what it covers is reported as it was last seen."""
    COVERED = "covered"
    DARK = "dark"
    BRIGHT = "bright"
    BLURRED = "blurred"
    MOVED = "moved"
    """The camera or the table was moved, and the table has not been found again."""
    NO_TABLE = "no_table"
    SEVERAL_TABLES = "several_tables"
    """Stickers of several tables are seen, and nobody knows which is meant."""
    NO_CAMERA = "no_camera"
    SEVERAL_CAMERAS = "several_cameras"
    """Several cameras have the name of this table's."""
    NO_MODEL = "no_model"
    """A library or a model is missing, damaged, or of another version."""
    NO_TILE_SET = "no_tile_set"
    """The tile set is missing, damaged, or was learnt with another model: tiles have to be shown again."""
    STALLED = "stalled"
    ENDED = "ended"
    """The video has ended."""


@dataclass(frozen=True, slots=True)
class EyeStatus:
    """How the eye is doing from now on."""

    camera: str
    at_ns: int
    condition: Condition
    note: str = ""
    """What to tell the people at the table, or nothing."""


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """The eye is alive; sent every second or so."""

    camera: str
    at_ns: int
    frames: int
    """Frames looked at since the start."""
    rested_ns: int | None = None
    """When the table last lay still and all that could be seen was read; 0: never, None: not reported."""


@dataclass(frozen=True, slots=True)
class CropTaken:
    """The picture of one doubtful tile, so that a person can judge. It is kept only in memory."""

    number: int
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class RestTaken:
    """The picture of the cloth at a sighting, sent right before it; only while an evening is kept."""

    at_ns: int
    """The time of that sighting."""
    jpeg: bytes


@dataclass(frozen=True, slots=True)
class TableFollowed:
    """The camera or the table was moved, and the eye has found the table again where it is now."""

    camera: str
    at_ns: int
    corners: Quad
    """On the cloth, as fractions of the picture's width and height; clockwise from the upper left."""


Message = Sighting | EyeStatus | Heartbeat | CropTaken | RestTaken | TableFollowed
