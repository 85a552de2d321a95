"""Pictures of tiles that lie in one row on a cloth, as a phone would take them; no test stands here."""

import cv2
import numpy as np

from companion.pretend.painting.lens import aimed
from companion.pretend.painting.painter import Painter, Tiles
from companion.pretend.painting.things import Pose, StageTile

STEP = 20.0
"""Millimetres from one tile to its neighbour."""


def laid_hand(tiles, *, apart=(), others=(), seed=1, distance=560, elevation=72, azimuth=4):
    """Tiles from left to right, with room before each of `apart`; others are `(label, Pose)`. RGB."""
    painter = Painter(aimed(elevation, azimuth, distance, focal=1500), Tiles(0), seed)
    rng = np.random.default_rng(seed)
    x = -STEP * (len(tiles) - 1) / 2
    for place, label in enumerate(tiles):
        x += 14 if place in apart else 0
        pose = Pose(x + rng.normal(0, 0.4), rng.normal(0, 0.6), turn=rng.normal(0, 0.02))
        painter.put(place, StageTile(label, pose))
        x += STEP
    for place, (label, pose) in enumerate(others):
        painter.put(f"other {place}", StageTile(label, pose))
    painter.refresh()
    return np.ascontiguousarray(painter.picture[..., ::-1])


def as_photo(picture, quality=88):
    """A picture as the JPEG that a page sends."""
    return cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
