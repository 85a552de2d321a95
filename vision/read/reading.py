"""What one look at one picture says, as a value, as JSON, as words, and drawn over the picture."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.camera.pictures import OpenedPicture, Picture, open_picture
from vision.errors import PictureUnreadable
from vision.find.wide import WideFinder
from vision.labels import BACK, FLOWER, NAMELESS, UNKNOWN
from vision.read.detect import Eye, Found, Reading
from vision.read.enrol import TileSet

SURE_ENOUGH = 0.5
"""A flower, or a tile that nobody can name, is reported only where the finder is at least this sure of it."""
_GOOD, _DOUBTFUL, _STRANGE = (40, 160, 60), (200, 120, 0), (190, 30, 40)


@dataclass(frozen=True, slots=True)
class Look:
    """One picture and everything that was seen in it."""

    image: str
    width: int
    height: int
    tiles: tuple[Reading, ...]
    ms: float
    is_cut: bool = False

    def as_json(self) -> dict[str, Any]:
        """The answer for programs."""
        return {
            "image": self.image,
            "width": self.width,
            "height": self.height,
            "tiles": [tile_as_json(reading) for reading in self.tiles],
            "ms": round(self.ms, 1),
        }

    def as_text(self) -> str:
        """The answer for people: one line for the picture, and one for each tile."""
        head = f"{self.image}: {self.width} x {self.height}, {summary(self.tiles)}, {self.ms:.0f} ms"
        return "\n".join([head, *(_line(reading) for reading in self.tiles)])


def tile_as_json(reading: Reading) -> dict[str, Any]:
    """One tile for programs."""
    return {
        "tile": reading.tile,
        "confidence": round(reading.confidence, 4),
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in reading.quad],
        "alternatives": [[tile, round(chance, 4)] for tile, chance in reading.alternatives],
    }


def summary(tiles: Sequence[Reading]) -> str:
    """How many tiles, backs, flowers and unknown tiles there are, in words."""
    counts = Counter(reading.tile if reading.tile in NAMELESS else "tile" for reading in tiles)
    words = [
        f"{counts[kind]} {name if counts[kind] == 1 else name + 's'}"
        for kind, name in (("tile", "tile"), (BACK, "back"), (FLOWER, "flower"), (UNKNOWN, "unknown tile"))
        if counts[kind]
    ]
    return ", ".join(words) or "no tiles"


def _line(reading: Reading) -> str:
    x, y = reading.quad.mean(axis=0)
    others = "".join(f"  {tile} {chance:.0%}" for tile, chance in reading.alternatives if chance >= 0.01)
    return f"  {reading.tile:8}{reading.confidence:4.0%}  at {x:.0f}, {y:.0f}{others}"


def eye_for_pictures(tile_set: TileSet | None = None) -> Eye:
    """An eye for pictures of any size.

    Raises:
        ModelMismatch: a model file is missing or of another version.
    """
    eye = Eye(tile_set=tile_set)
    return PatientEye(eye)


class PatientEye(Eye):
    """An eye that looks through windows where a picture is large and its tiles are small."""

    def __init__(self, eye: Eye) -> None:
        super().__init__(eye.finder, eye.reader, eye.tile_set)
        self._wide = WideFinder(eye.seeker)

    def finds(self, picture: Picture) -> Found:
        """Where tiles may be."""
        return self._wide.find(picture)

    def look(self, picture: Picture) -> list[Reading]:
        """Every tile of an RGB picture, in no particular order."""
        return self.carefully(picture, self.finds(picture))


def look_at_file(path: Path, eye: Eye) -> tuple[Look, OpenedPicture]:
    """Read a picture's file and everything in it.

    Raises:
        PictureUnreadable: the file is not a picture.
    """
    opened = open_picture(path)
    return look_at(opened, eye, str(path)), opened


def look_at(opened: OpenedPicture, eye: Eye, name: str) -> Look:
    """Read everything in a picture; corners are in pixels of the picture before it was made smaller."""
    began = time.perf_counter()
    readings = eye.look(opened.pixels)
    height, width = opened.pixels.shape[:2]
    scale = np.array([opened.width / width, opened.height / height], np.float32)
    tiles = tuple(_scaled(reading, scale) for reading in readings if is_worth_telling(reading))
    ms = (time.perf_counter() - began) * 1000
    return Look(name, opened.width, opened.height, tiles, ms, opened.is_cut)


def is_worth_telling(reading: Reading) -> bool:
    """Whether a reading is a tile of riichi or a back, or the finder is sure of a flower or unknown tile."""
    return reading.tile not in {UNKNOWN, FLOWER} or reading.score >= SURE_ENOUGH


def _scaled(reading: Reading, scale: np.ndarray[Any, np.dtype[np.float32]]) -> Reading:
    quad = np.asarray(reading.quad * scale, np.float32)
    return Reading(reading.tile, reading.confidence, quad, reading.score, reading.alternatives)


def annotated(opened: OpenedPicture, look: Look) -> Picture:
    """The picture with every tile outlined and named; a dot marks its upper left corner."""
    picture = opened.pixels.copy()
    scale = picture.shape[1] / look.width
    thick = max(1, round(max(picture.shape[:2]) / 900))
    for reading in look.tiles:
        quad = np.asarray(reading.quad * scale, np.float32)
        colour = _STRANGE if reading.tile == UNKNOWN else _GOOD if reading.confidence >= 0.9 else _DOUBTFUL
        cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, colour, thick, cv2.LINE_AA)
        cv2.circle(picture, _point(quad[0]), 2 * thick, colour, -1, cv2.LINE_AA)
        _write(picture, reading.tile, quad, colour, thick)
    return picture


def _point(corner: np.ndarray[Any, np.dtype[np.float32]]) -> tuple[int, int]:
    return round(float(corner[0])), round(float(corner[1]))


def _write(
    picture: Picture,
    text: str,
    quad: np.ndarray[Any, np.dtype[np.float32]],
    colour: tuple[int, int, int],
    thick: int,
) -> None:
    x, y = quad.mean(axis=0)
    size = 0.5 * thick
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    at = (round(float(x) - wide / 2), round(float(y) + high / 2))
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, (255, 255, 255), 3 * thick, cv2.LINE_AA)
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def save_picture(picture: Picture, path: Path) -> None:
    """Write a picture in the format that the file's ending names; without an ending, as PNG.

    Raises:
        PictureUnreadable: the ending names no picture format, or the file cannot be written.
    """
    try:
        is_made, content = cv2.imencode(path.suffix or ".png", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR))
    except cv2.error as error:
        raise PictureUnreadable(f"{path} cannot be written: give it the ending .png or .jpg.") from error
    if not is_made:
        raise PictureUnreadable(f"{path} cannot be written: the picture cannot be made.")
    try:
        path.write_bytes(content.tobytes())
    except OSError as error:
        raise PictureUnreadable(f"{path} cannot be written: {error.strerror}.") from error
