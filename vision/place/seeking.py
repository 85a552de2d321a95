"""How the table is found in a camera's pictures: where a person tapped its corners, or by its stickers."""

from __future__ import annotations

from pathlib import Path

from vision.place.aruco import STICKERS, Stickers, find_by_stickers, of_one_table, seen_stickers
from vision.place.calibration import read_calibration
from vision.place.edges import refined
from vision.place.rectify import Locate, Picture, Points, TableNotLocated, TablePlace, placed


def locator(calibration: Path | None) -> Locate:
    """The function that finds the table in the pictures of one camera.

    Raises:
        CalibrationUnreadable: the file is missing or damaged.
    """
    if calibration is None:
        return ByStickers()
    kept = read_calibration(calibration)
    place = placed(kept.corners, (kept.width, kept.height))
    if not kept.by_stickers:
        return lambda picture: _fitted(place, picture)
    stickers = ByStickers()

    def locate(picture: Picture) -> TablePlace | TableNotLocated:
        found = stickers(picture)
        return found if isinstance(found, TablePlace) else _fitted(place, picture)

    return locate


def _fitted(place: TablePlace | TableNotLocated, picture: Picture) -> TablePlace | TableNotLocated:
    size = (picture.shape[1], picture.shape[0])
    if isinstance(place, TablePlace) and size != (place.width, place.height):
        return place.for_size(*size)
    return place


class ByStickers:
    """Finds the four stickers; once all four have been seen, three are enough."""

    def __init__(self) -> None:
        self._before: tuple[TablePlace, Stickers] | None = None
        """The last place at which all four were seen, and their corners there."""

    def __call__(self, picture: Picture) -> TablePlace | TableNotLocated:
        """The table in a picture."""
        size = (picture.shape[1], picture.shape[0])
        seen = of_one_table(seen_stickers(picture), size, self._before[1] if self._before else None)
        if isinstance(seen, TableNotLocated):
            return seen
        found = find_by_stickers(seen, size, self._before)
        if isinstance(found, TablePlace) and len(seen) == STICKERS:
            self._before = found, seen
        return found


def tapped(picture: Picture, corners: Points) -> TablePlace | TableNotLocated:
    """The table where a person tapped its corners, laid on the edges that are seen there."""
    place = placed(corners, (picture.shape[1], picture.shape[0]))
    return refined(picture, place) if isinstance(place, TablePlace) else place
