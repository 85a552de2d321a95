"""Sets up a camera: shows its picture, locates the table in it, reads tiles once, and learns a tile set.

Answers are plain words and numbers for a page; points are shares of the picture's width and height.
No table is followed here, and no picture is kept on a disk.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.camera.lens import judge_lens
from vision.camera.photos import Pictures
from vision.camera.pictures import OpenedPicture, Picture
from vision.errors import FacesUnclear, HandsConcealed, TableUnplaced
from vision.frame import Frame
from vision.labels import BACK, at_table, plain_of
from vision.place.raising import raised
from vision.place.rectify import MARGIN, Locate, Points, TableNotLocated, TablePlace, WhyNot, placed
from vision.place.seeking import ByStickers, tapped
from vision.place.standing import without_hands
from vision.place.zones import ZoneMap
from vision.read.detect import USUAL_TILE, Eye, Reading
from vision.read.enrol import TileSet
from vision.read.reading import PatientEye
from vision.read.showing import Enrolment, ShownFaces, enrolment_of, shown_backs, shown_faces
from vision.read.tile_files import keep_tile_set, open_tile_set
from vision.settle.glance import WHOLE
from vision.settle.laid import Lying, those_lying, zones_with
from vision.settle.patches import PatchReader
from vision.settle.watching import OneScale
from vision.sighting import Sighting
from vision.wire import to_line

__all__ = ["Fitting"]

PICTURE_SIDE: Final = 1280
"""The longer side of the picture that the page gets is at most this many pixels."""
QUALITY: Final = 82
Answer = dict[str, Any]
Corners = Sequence[Sequence[float]]


class Fitting:
    """One camera that somebody is setting up."""

    def __init__(
        self, stills: Pictures, zones: ZoneMap, eye: Callable[[], Eye], kept: Locate | None = None
    ) -> None:
        self._stills, self._zones, self._new_eye, self._kept = stills, zones, eye, kept
        self._stickers = ByStickers()
        self._eye: Eye | None = None
        self._pending: tuple[ShownFaces, tuple[str, ...]] | None = None
        self._shown: list[tuple[ShownFaces, tuple[str, ...]]] = []

    def look(self, corners: Corners | None, *, refine: bool = False) -> Answer:
        """The picture now, how good it is, and where the table is: as given, by stickers, or as saved.

        `refine` moves the given corners to the edges of the table.
        """
        frame = self._stills.take()
        place, how = self._place(frame.pixels, corners, refine)
        lens = judge_lens(frame.pixels)
        return {
            **self._pictured(frame),
            "lens": lens.verdict.value,
            "brightness": round(lens.brightness, 1),
            "sharpness": round(lens.sharpness, 1),
            "found": how,
            **(self._placed(place) if isinstance(place, TablePlace) else {"why": place.why.value}),
        }

    def read(self, corners: Corners | None, tiles: Path | None, *, table_only: bool = False) -> Answer:
        """Read once: the table if its place is known, otherwise everything in the picture.

        Raises:
            HandsConcealed: only the table is to be read (a hand is played), and its place is not known.
        """
        tile_set = open_tile_set(tiles) if tiles else None
        frame = self._stills.take()
        place, _ = self._place(frame.pixels, corners, refine=False)
        _require_table(place, table_only=table_only)
        eye = self._eye_with(tile_set)
        if isinstance(place, TablePlace):
            faces = raised(place)  # like the eye that follows the table
            lying = PatchReader(OneScale(eye)).read(frame.pixels, faces, (WHOLE,))
            read = [self._lying(tile, faces) for tile in those_lying(lying)]
        else:
            size = _size(frame)
            read = [
                _tile(one.tile, one.confidence, one.quad / size, "")
                for one in PatientEye(eye).look(frame.pixels)
            ]
        return {**self._pictured(frame), "tiles": read}

    def lay(self, corners: Corners) -> Answer:
        """Every tile on the table, as one sighting in JSON like those of the eye that follows the table.

        Raises:
            TableUnplaced: these corners cannot be those of a table, or too little of it is in the picture.
        """
        frame = self._stills.take()
        place, _ = self._place(frame.pixels, corners, refine=False)
        if isinstance(place, TableNotLocated):
            raise TableUnplaced(place.sentence)
        lying = PatchReader(OneScale(self._eye_with(None))).read(frame.pixels, raised(place), (WHOLE,))
        told = Sighting("desk", frame.at_ns, 1, zones_with(lying, self._zones))
        return {**self._pictured(frame), "sighting": to_line(told).decode()}

    def show(self, corners: Corners | None, faces: Sequence[str], *, table_only: bool = False) -> Answer:
        """Read the faces that somebody laid out, row by row; they are learnt only once they are accepted.

        Raises:
            HandsConcealed: as `read`.
        """
        frame = self._stills.take()
        place, _ = self._place(frame.pixels, corners, refine=False)
        _require_table(place, table_only=table_only)
        plain = self._eye_with(None)
        eye = _TableEye(plain, place) if isinstance(place, TablePlace) else PatientEye(plain)
        opened = OpenedPicture(frame.pixels, *frame.size)
        is_of_backs = set(faces) == {BACK}
        seen = shown_backs(opened, eye, "it") if is_of_backs else shown_faces(opened, eye, "it")
        names = (BACK,) * len(seen.readings) if is_of_backs else tuple(faces)
        fits = len(names) == len(seen.readings) > 0
        self._pending = (seen, names) if fits else None
        said = names if fits else ("",) * len(seen.readings)
        read = [
            {**_tile(one.tile, one.confidence, one.quad / _size(frame), ""), "said": name}
            for one, name in zip(seen.readings, said, strict=True)
        ]
        agreeing = sum(plain_of(one["tile"]) == plain_of(one["said"]) for one in read if one["said"])
        return {**self._pictured(frame), "read": read, "fits": fits, "agreeing": agreeing}

    def accept(self) -> Answer:
        """Accept that the faces shown last are what they were said to be.

        Raises:
            FacesUnclear: none were shown, or not as many as were said.
        """
        if self._pending is None:
            raise FacesUnclear("Nothing was shown that could be accepted.")
        self._shown.append(self._pending)
        self._pending = None
        return self.shown()

    def forget(self) -> Answer:
        """Start over with the first face."""
        self._pending, self._shown = None, []
        return self.shown()

    def shown(self) -> Answer:
        """The faces that were accepted so far."""
        return {"shown": sorted({name for _, names in self._shown for name in names})}

    def enrol(self, path: Path) -> Answer:
        """Learn the accepted faces, and save them to a file.

        Raises:
            FacesUnclear: no face was accepted yet.
            TileSetUnkept: the file cannot be written.
        """
        if not self._shown:
            raise FacesUnclear("No face was shown yet.")
        names = [name for _, said in self._shown for name in said]
        found = enrolment_of([seen for seen, _ in self._shown], names, self._eye_with(None))
        keep_tile_set(found.tile_set, path)
        return _report(found)

    def close(self) -> None:
        """Release the camera."""
        self._stills.close()

    def _place(
        self, picture: Picture, corners: Corners | None, refine: bool
    ) -> tuple[TablePlace | TableNotLocated, str]:
        size = (picture.shape[1], picture.shape[0])
        if corners is not None:
            points: Points = np.array(corners, np.float64) * size
            place = tapped(picture, points) if refine else placed(points, size)
            return place, "given" if isinstance(place, TablePlace) else ""
        found = self._stickers(picture)
        if isinstance(found, TablePlace):
            return found, "stickers"
        kept = self._kept(picture) if self._kept else TableNotLocated(WhyNot.NO_STICKERS)
        return (kept, "kept") if isinstance(kept, TablePlace) else (found, "")

    def _placed(self, place: TablePlace) -> Answer:
        size = np.array([place.width, place.height])
        zones = [
            {"name": zone.name, "corners": _rounded(place.pixels(zone.corners) / size)}
            for zone in self._zones.zones
        ]
        return {
            "corners": _rounded(np.array(place.corners) / size),
            "zones": zones,
            "tile_pixels": round(place.least_tile_pixels, 1),
            "advice": place.advice.value,
        }

    def _lying(self, tile: Lying, place: TablePlace) -> Answer:
        zone = self._zones.home_of(tile.middle)
        quad = place.pixels(tile.quad) / np.array([place.width, place.height])
        return _tile(tile.label, tile.confidence, quad, zone.name if zone else "")

    def _pictured(self, frame: Frame) -> Answer:
        return {**_as_jpeg(frame), "stalled_s": round(self._stills.stalled_s)}

    def _eye_with(self, tile_set: TileSet | None) -> Eye:
        """The models are loaded when something is read for the first time."""
        if self._eye is None:
            self._eye = self._new_eye()
        return Eye(self._eye.finder, self._eye.reader, tile_set)


def _require_table(place: TablePlace | TableNotLocated, *, table_only: bool) -> None:
    if table_only and isinstance(place, TableNotLocated):
        raise HandsConcealed("While a hand is played only the table is read, and it was not found.")


def _as_jpeg(frame: Frame) -> Answer:
    width, height = frame.size
    share = min(1.0, PICTURE_SIDE / max(width, height))
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(frame.pixels, size, interpolation=cv2.INTER_AREA) if share < 1 else frame.pixels
    flags = [cv2.IMWRITE_JPEG_QUALITY, QUALITY]
    jpeg = cv2.imencode(".jpg", cv2.cvtColor(small, cv2.COLOR_RGB2BGR), flags)[1].tobytes()
    return {"width": width, "height": height, "jpeg": base64.b64encode(jpeg).decode()}


class _TableEye(Eye):
    """An eye that looks only at the table, at the size that tiles have there."""

    def __init__(self, eye: Eye, place: TablePlace) -> None:
        super().__init__(eye.finder, eye.reader, None)
        self._place = place

    def look(self, picture: Picture) -> list[Reading]:
        """Every tile on the table, but none of a standing hand."""
        open_to_all = without_hands(picture, raised(self._place), (0, 0))
        found = OneScale(self)(open_to_all, min(2.0, USUAL_TILE / self._place.tile_side))
        return [one for one in found if self._is_on_it(one)]

    def _is_on_it(self, reading: Reading) -> bool:
        at = self._place.flat(reading.quad.mean(axis=0))[0]
        return bool(((at > -MARGIN) & (at < 1 + MARGIN)).all())


def _tile(tile: str, confidence: float, quad: Any, zone: str) -> Answer:
    return {"tile": at_table(tile), "confidence": round(confidence, 3), "quad": _rounded(quad), "zone": zone}


def _rounded(points: Any) -> list[list[float]]:
    return [[round(float(x), 5), round(float(y), 5)] for x, y in points]


def _size(frame: Frame) -> Points:
    return np.array(frame.size, np.float64)


def _report(found: Enrolment) -> Answer:
    alike = [[one, other, round(much, 3)] for one, other, much in found.tile_set.confusions()]
    return {
        "faces": len(found.tile_set.names),
        "before": round(found.known_before / found.trials, 4),
        "after": round(found.known_after / found.trials, 4),
        "missing": list(found.tile_set.missing()),
        "confusions": alike,
    }
