"""One small picture of the cloth at a rest, for people who keep an evening: no hands and no surroundings.

What lies beyond the rim, standing hands whose faces the camera sees, and whatever is in the way are painted
over before it is encoded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.place.raising import TILE_DEEP_MM, raised
from vision.place.rectify import SQUARE, TablePlace
from vision.place.standing import faces_seen
from vision.settle.glance import Patch

__all__ = ["MOST_BYTES", "SIDE", "cloth_alone"]

Picture = NDArray[np.uint8]

SIDE: Final = 640
"""The side of the square picture, in pixels; a tile in it is 24 pixels high."""
MOST_BYTES: Final = 45_000
"""The largest JPEG that is made: it has to fit into one line of the worker."""
_QUALITIES: Final = (80, 65, 50, 35, 20, 8)
HANDS_FROM: Final = 0.94
"""Hands are painted over from this share of the table's side on, counted from the far edge: earlier than for
reading, because some stand 4 cm from the edge."""
_RIM: Final = np.ones((13, 13), np.uint8)
"""Takes seven millimetres off all round, because corners are tapped a little beside the edge."""
_GREY: Final = (96, 96, 96)


def cloth_alone(pixels: Picture, place: TablePlace, in_the_way: Sequence[Patch] = ()) -> bytes:
    """The table from straight above as a JPEG; `pixels` are RGB, `place` is at the height of the faces."""
    matrix = cv2.getPerspectiveTransform(
        np.array(place.corners, np.float32), (SQUARE * SIDE).astype(np.float32)
    )
    flat = np.asarray(cv2.warpPerspective(pixels, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR), np.uint8)
    flat[~_on_the_cloth(place)] = _GREY
    for box in faces_seen(place, HANDS_FROM):
        cv2.fillConvexPoly(flat, np.round(np.array(box) * SIDE).astype(np.int32), _GREY)
    for patch in in_the_way:
        low, high = (np.round(np.array(one) * SIDE).astype(int) for one in _ends(patch))
        cv2.rectangle(flat, low.tolist(), high.tolist(), _GREY, cv2.FILLED)
    return _packed(flat)


def _ends(patch: Patch) -> tuple[tuple[float, float], tuple[float, float]]:
    return (patch.x0, patch.y0), (patch.x1, patch.y1)


def _on_the_cloth(place: TablePlace) -> NDArray[np.bool_]:
    """Which pixels show the cloth or what lies on it: at the height of faces a camera looks past the rim."""
    cloth = place.flat(np.array(raised(place, -TILE_DEEP_MM).corners)) * SIDE
    mask = np.zeros((SIDE, SIDE), np.uint8)
    cv2.fillConvexPoly(mask, np.round(cloth).astype(np.int32), (1,))
    return cv2.erode(mask, _RIM, borderValue=0).astype(np.bool_)


def _packed(flat: Picture) -> bytes:
    """The picture as a JPEG of the best quality that fits."""
    bgr = cv2.cvtColor(flat, cv2.COLOR_RGB2BGR)
    for quality in _QUALITIES:
        jpeg = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(jpeg) <= MOST_BYTES:
            break
    return jpeg
