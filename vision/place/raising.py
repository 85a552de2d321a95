"""From the cloth to the faces: lifts a table whose corners lie on the cloth to the height of lying tiles.

Tiles are as high as a finger is thick. Seen aslant, a face appears beside the spot where its tile lies: by
11 mm from 55 degrees above the horizon, by 18 mm, nearly the width of a tile, from 42. Where the camera is
follows from the corners themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.place.rectify import (
    SQUARE,
    TABLE_MM,
    Locate,
    Picture,
    Points,
    TableNotLocated,
    TablePlace,
    placed,
)
from vision.sighting import Quad

__all__ = ["TILE_DEEP_MM", "at_faces", "camera_over", "on_the_cloth", "raised"]

TILE_DEEP_MM = 16.0
"""How high the face of a usual tile lies over the cloth."""
USUAL_FOCAL = 0.8
"""The focal length of most webcams, in picture widths."""
SPREAD = 0.3
"""How much the focal lengths of cameras differ: the standard deviation of their logarithms."""
TAPPED = 0.002
"""How exactly corners are tapped, in picture widths."""
_CANDIDATES = USUAL_FOCAL * np.exp(np.linspace(-1.0, 1.2, 45))


@dataclass(frozen=True)
class _Stand:
    """Where a camera of one focal length would have to be, and how far off it would see the corners."""

    turn: Points
    """The directions of the table (right, towards side A, into the table) as its columns."""
    away: Points
    """The table's middle, as the camera sees it."""
    off: float
    """How far off the corners are seen: the root mean square, in picture widths."""


def raised(place: TablePlace, mm: float = TILE_DEEP_MM, table_mm: float = TABLE_MM) -> TablePlace:
    """The same table `mm` higher (below 0: lower); unchanged where no camera could see it like this."""
    found = _best_stand(place)
    if found is None:
        return place
    focal, stand = found
    low, high = (_seen(stand, focal, z) for z in (0.0, mm / table_mm))
    moved = placed(np.array(place.corners) + (high - low) * place.width, (place.width, place.height))
    return moved if isinstance(moved, TablePlace) else place


def on_the_cloth(faces: TablePlace) -> Quad:
    """The corners of the cloth under a place that was raised, as fractions of the picture's size."""
    low = raised(faces, -TILE_DEEP_MM)
    one, two, three, four = ((x / low.width, y / low.height) for x, y in low.corners)
    return one, two, three, four


@lru_cache(maxsize=8)
def camera_over(place: TablePlace) -> tuple[float, float] | None:
    """The point of the flat table over which the camera hangs, inside or outside; None if unknown."""
    found = _best_stand(place)
    if found is None:
        return None
    stand = found[1]
    x, y, _ = -stand.turn.T @ stand.away
    return float(x) + 0.5, float(y) + 0.5


def at_faces(locate: Locate) -> Locate:
    """Turn what finds the table by its cloth into what finds it at the height of the faces."""

    def found(picture: Picture) -> TablePlace | TableNotLocated:
        place = locate(picture)
        return raised(place) if isinstance(place, TablePlace) else place

    return found


def _best_stand(place: TablePlace) -> tuple[float, _Stand] | None:
    """The likeliest camera: one that is usual, and sees the corners where they are."""
    middle = np.array([place.width, place.height]) / 2
    corners = (np.array(place.corners) - middle) / place.width
    matrix = cv2.getPerspectiveTransform((SQUARE - 0.5).astype(np.float32), corners.astype(np.float32))
    stands = [(float(focal), _stand(np.asarray(matrix, np.float64), corners, focal)) for focal in _CANDIDATES]
    known = [(focal, stand) for focal, stand in stands if stand is not None]
    return min(known, key=_unlikeliness) if known else None


def _unlikeliness(found: tuple[float, _Stand]) -> float:
    focal, stand = found
    return (stand.off / TAPPED) ** 2 + (math.log(focal / USUAL_FOCAL) / SPREAD) ** 2


def _stand(matrix: Points, corners: Points, focal: float) -> _Stand | None:
    """The camera of this focal length that sees the table nearest to where the picture shows it."""
    right, down, away = (np.diag([1 / focal, 1 / focal, 1.0]) @ matrix).T
    size = 2 / (np.linalg.norm(right) + np.linalg.norm(down))
    rough = np.stack([right * size, down * size, np.cross(right, down) * size**2], axis=1)
    one, _, other = np.linalg.svd(rough)
    stand = _Stand(one @ other, away * size, 0.0)
    if stand.away[2] <= 0.1 or np.linalg.det(stand.turn) < 0:
        return None
    apart = _seen(stand, focal, 0.0) - corners
    return _Stand(stand.turn, stand.away, float(np.sqrt((apart**2).sum(axis=1).mean())))


def _seen(stand: _Stand, focal: float, high: float) -> Points:
    """Where the corners at a height over the cloth are in the picture, in its widths from its middle."""
    flat = np.concatenate([SQUARE - 0.5, np.full((4, 1), -high)], axis=1)
    local = flat @ stand.turn.T + stand.away
    return np.asarray(focal * local[:, :2] / local[:, 2:], np.float64)
