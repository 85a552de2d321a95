"""The process that reads a row of tiles in a photograph: a line of JSON in, a line out; nothing is kept.

If it dies, whoever asks starts another. What the tiles are worth is not known here.
"""

from __future__ import annotations

import argparse
import base64
import json
import logging
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.errors import PictureUnreadable, TileSetUnreadable, VisionError

if TYPE_CHECKING:
    from vision.read.detect import Eye, Reading

__all__ = ["main", "row_in"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer until standard input ends. Exit status: 0, or 1 if a model or the tile set cannot be opened."""
    parser = argparse.ArgumentParser("python -m vision.hand_worker", description="Reads rows of tiles.")
    parser.add_argument("--tiles", type=Path, help="the file of an enrolled tile set")
    asked = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")
    from vision.read.reading import eye_for_pictures
    from vision.read.tile_files import open_tile_set

    try:
        eye = eye_for_pictures(open_tile_set(asked.tiles) if asked.tiles else None)
    except VisionError as error:
        code = "no_tile_set" if isinstance(error, TileSetUnreadable) else "no_model"
        _say({"error": code, "message": str(error)})
        return 1
    for line in sys.stdin.buffer:
        _say(_answered(json.loads(line), eye))
    return 0


def _answered(body: dict[str, Any], eye: Eye) -> dict[str, Any]:
    try:
        return row_in(base64.b64decode(body["content"]), int(body["wanted"]), eye)
    except PictureUnreadable as error:
        return {"error": "bad_photo", "message": str(error)}


def row_in(content: bytes, wanted: int, eye: Eye) -> dict[str, Any]:
    """The row of tiles in a photograph, each with what else it may be, and how many ms reading took.

    Raises:
        PictureUnreadable: it is not a photograph, or one that is too large.
    """
    from vision.camera.photos import Photographs
    from vision.read.hand_rows import hand_row
    from vision.read.reading import is_worth_telling

    began = time.perf_counter()
    photos = Photographs(None)
    photos.send(content)
    readings = [reading for reading in eye.look(photos.take().pixels) if is_worth_telling(reading)]
    row = hand_row(readings, wanted)
    ms = (time.perf_counter() - began) * 1000
    return {"tiles": [_told(one) for one in row.tiles], "gaps": list(row.gaps), "ms": round(ms, 1)}


def _told(reading: Reading) -> list[list[Any]]:
    others = [[tile, round(chance, 4)] for tile, chance in reading.alternatives]
    return [[reading.tile, round(reading.confidence, 4)], *others]


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer, separators=(",", ":")) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
