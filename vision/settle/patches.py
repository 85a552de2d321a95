"""Reads patches of the table in the camera's own picture, each with room around it for whole tiles.

When to look, and what lies there in the end, is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.find.scales import GROWN_AT_MOST
from vision.labels import BLANK, UNKNOWN
from vision.place.rectify import TablePlace
from vision.place.standing import without_hands
from vision.read.detect import USUAL_TILE, Reading
from vision.settle.glance import WHOLE, Patch
from vision.settle.laid import SAME, Lying, lying
from vision.settle.pushed import Apart
from vision.settle.rests import ONE_TILE
from vision.weights import CONFIDENT, MUCH_LARGER

__all__ = ["Look", "PatchReader", "box_of"]

Picture = NDArray[np.uint8]
Look = Callable[[Picture, float], Sequence[Reading]]
"""Reads a picture whose tiles have the usual size at the given scale."""

LARGER = 1.1
"""How much larger a patch is looked at again: tiles that ran together before may then lie apart."""


class PatchReader:
    """Reads patches of the table."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._apart = Apart()
        self.looks = 0
        """How many patches have been read since the start."""

    def read(
        self,
        pixels: Picture,
        place: TablePlace,
        patches: Sequence[Patch],
        before: Sequence[Lying] = (),
        *,
        size: float = 1.0,
    ) -> list[Lying]:
        """Every tile in some patches or a tile's length around them, on the flat table; some come twice.

        `before` is what lay there so far; `size` is how many times as large as usual the tiles are looked at.
        """
        found: list[Lying] = []
        for patch in patches:
            self.looks += 1
            x0, y0, x1, y1 = box_of(patch.grown(2 * ONE_TILE).cut_to(WHOLE), place)
            part = np.ascontiguousarray(pixels[y0:y1, x0:x1])
            part = without_hands(part, place, (x0, y0)) if part.size else part
            scale = _scale(place, patch, size)
            tiles = self._seen(part, place, (x0, y0), scale) if part.size else []
            # A tile at the edge of the part may be cut, and half of it reads like another face.
            room = patch.grown(ONE_TILE)
            found += [tile for tile in tiles if room.holds(*tile.middle)]
            if part.size and patch != WHOLE and not _differs(patch, before, tiles):
                larger = lying(self._look(part, min(GROWN_AT_MOST, LARGER * scale)), place, (x0, y0))
                sure = [tile for tile in larger if tile.confidence >= CONFIDENT and _is_in(tile, patch)]
                found += [tile for tile in sure if not any(_is_at(tile, one) for one in tiles)]
        return found

    def _seen(self, part: Picture, place: TablePlace, corner: tuple[int, int], scale: float) -> list[Lying]:
        def read(picture: Picture) -> list[Lying]:
            return lying(self._look(picture, scale), place, corner)

        tiles = self._apart.parted(read(part), part, place, corner, read)
        return [tile for tile in tiles if tile.label != BLANK or tile.area < MUCH_LARGER]


def _is_in(tile: Lying, patch: Patch) -> bool:
    return tile.label != UNKNOWN and patch.holds(*tile.middle)


def _is_at(tile: Lying, other: Lying) -> bool:
    """Whether it lies where another tile does; one that cannot be read does not count: it may be two."""
    return other.label != UNKNOWN and bool(np.hypot(*(tile.middle - other.middle)) < SAME)


def _differs(patch: Patch, before: Sequence[Lying], now: Sequence[Lying]) -> bool:
    """Whether a tile came into the patch or left it: that explains why the patch changed."""

    def is_among(tile: Lying, others: Sequence[Lying]) -> bool:
        return any(_is_at(tile, one) and tile.label == one.label for one in others)

    came = any(_is_in(tile, patch) and not is_among(tile, before) for tile in now)
    return came or any(_is_in(tile, patch) and not is_among(tile, now) for tile in before)


def _scale(place: TablePlace, patch: Patch, size: float) -> float:
    """The scale at which the tiles of a patch have their usual size: seen aslant, far ones are smaller."""
    middle = ((patch.x0 + patch.x1) / 2, (patch.y0 + patch.y1) / 2)
    return min(GROWN_AT_MOST, size * USUAL_TILE / place.tile_side_at(middle))


def box_of(patch: Patch, place: TablePlace) -> tuple[int, int, int, int]:
    """The box (x0, y0, x1, y1), in pixels of a frame, in which a patch of the table is seen; maybe empty."""
    points = place.pixels(
        [(patch.x0, patch.y0), (patch.x1, patch.y0), (patch.x1, patch.y1), (patch.x0, patch.y1)]
    )
    size = (place.width, place.height)
    low, high = np.floor(points.min(axis=0)), np.ceil(points.max(axis=0))
    (x0, y0), (x1, y1) = (np.clip(one, 0, size).astype(int).tolist() for one in (low, high))
    return x0, y0, x1, y1
