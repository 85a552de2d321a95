"""Pieces of the path tracer's pictures as tables of the stock, from which the finder and the reader learn.

    python -m lab.train.traced_scenes 90000 build/tracer-teaching

cuts every picture of that folder into squares, and writes them as tables 90,000 and on. Each picture begins
a new hundred; one of more than a hundred squares takes several. Pictures that judge the eye must not lie
there.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from lab.pictures.faces import FACES
from lab.pictures.scenes import SCENES, SIZE, Tiles, is_drawn, put

STEP = SIZE * 2 // 3
"""From one square to the next, in pixels: most tiles are whole in one of them."""
IN_A_PICTURE = 100
"""Each picture takes this many numbers for its squares, or a multiple."""
FEWEST = 3
"""A square with fewer tiles teaches little."""


def starts(length: int) -> list[int]:
    """Where the squares begin along one side of a picture: the last one ends where the picture does."""
    return sorted({*range(0, max(1, length - SIZE), STEP), max(0, length - SIZE)})


def tiles_of(image: dict[str, Any]) -> Tiles:
    """The tiles of a label file as tables of the stock have them; a standing tile shows a narrow side."""
    things = [thing for thing in image["objects"] if thing["tile"] != "standing"]
    standing = [thing["quad"] for thing in image["objects"] if thing["tile"] == "standing"]
    return {
        "name": np.array([-1 if t["tile"] == "back" else FACES.index(t["tile"]) for t in things], np.int16),
        "quad": np.array([t["quad"] for t in things], np.float32).reshape(-1, 4, 2),
        "visible": np.array([t["seen"] for t in things], np.float32),
        "slant": np.array([t["slant"] for t in things], np.float32),
        "side": np.array(standing, np.float32).reshape(-1, 4, 2),
    }


def squares(picture: NDArray[np.uint8], tiles: Tiles) -> Iterator[tuple[NDArray[np.uint8], Tiles]]:
    """Each square with the tiles that reach into it; those cut by its edge are seen less."""
    height, width = picture.shape[:2]
    for top, left in product(starts(height), starts(width)):
        corner = np.array([left, top], np.float32)
        quads = np.asarray(tiles["quad"], np.float32) - corner
        within = np.array([share_within(quad) for quad in quads], np.float32)
        some = within > 0
        if some.sum() < FEWEST:
            continue
        part = {name: tiles[name][some] for name in ("name", "visible", "slant")}
        part["quad"], part["visible"] = quads[some], part["visible"] * within[some]
        part["side"] = np.asarray(tiles["side"], np.float32) - corner
        yield picture[top : top + SIZE, left : left + SIZE], part


def share_within(quad: NDArray[np.float32]) -> float:
    """Which share of a quad lies in a square that begins at the origin."""
    edge = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    area, _ = cv2.intersectConvexConvex(quad, edge)
    return float(area / max(1e-6, cv2.contourArea(quad)))


def main() -> None:
    """Cut up the pictures of one folder."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("first", type=int, help="the number of the first table")
    parser.add_argument("folder", type=Path)
    args = parser.parse_args()
    os.nice(15)
    SCENES.mkdir(parents=True, exist_ok=True)
    written, first = 0, args.first
    for listed in sorted(args.folder.glob("[0-9]*.json")):
        image = json.loads(listed.read_text(encoding="utf-8"))
        picture = cv2.imread(str(args.folder / image["image"]))
        last = first
        for last, (square, tiles) in enumerate(squares(picture, tiles_of(image)), first):
            path = SCENES / f"{last:06d}.png"
            written += not is_drawn(path)
            put(path, square, tiles)
        first += ((last - first) // IN_A_PICTURE + 1) * IN_A_PICTURE
    print(f"wrote {written} tables")


if __name__ == "__main__":
    main()
