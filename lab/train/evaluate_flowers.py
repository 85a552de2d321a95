"""What the eye makes of real flowers: those in the hand rows of `other_chinese`, which have no labels there.

    python -m lab.train.evaluate_flowers --write

Their middles were marked by hand (`flowers.json`); none was learnt from. Missed ones count neither as
flowers nor as tiles of riichi.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from lab.train import classes
from lab.train.photographs import load_photographs
from vision.labels import FLOWER, TILES, plain_of
from vision.read.detect import Eye, Reading
from vision.read.reading import eye_for_pictures
from vision.weights import CONFIDENT

MARKED = Path(__file__).with_name("flowers.json")
GROUP = "other_chinese"


def marked() -> dict[str, list[tuple[int, int]]]:
    """The middles of flowers, in pixels, by the name of the photograph."""
    return json.loads(MARKED.read_text(encoding="utf-8"))


def read_flowers(eye: Eye) -> Iterator[Reading | None]:
    """How each marked flower is read; None where no tile is found."""
    places = marked()
    for photograph in load_photographs():
        if photograph.group == GROUP and photograph.path.name in places:
            readings = eye.look(photograph.read())
            for middle in places[photograph.path.name]:
                yield nearest(readings, middle)


def nearest(readings: list[Reading], middle: tuple[int, int]) -> Reading | None:
    """The nearest reading, if its middle is less than half a tile's width from a place."""

    def away(one: Reading) -> float:
        side = float(np.linalg.norm(one.quad[1] - one.quad[0]))
        return float(np.hypot(*(one.quad.mean(axis=0) - middle))) / max(side, 1e-6)

    best = min(readings, key=away, default=None)
    return best if best is not None and away(best) < 0.5 else None


def shares(read: list[Reading | None]) -> dict[str, tuple[int, int]]:
    """How many flowers were read as flowers, and how many as tiles of riichi, with confidence or without."""
    found = [one for one in read if one is not None]
    wrong = [one for one in found if plain_of(one.tile) in TILES]
    surely = [one for one in wrong if one.confidence > CONFIDENT]
    return {
        "flowers told as flowers": (sum(one.tile == FLOWER for one in found), len(read)),
        "flowers told as tiles of riichi": (len(wrong), len(read)),
        "flowers surely told as tiles of riichi": (len(surely), len(read)),
    }


def main() -> None:
    """Print the lines, and put them on the page of classes."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help=f"put each line into {classes.PAGE.path.name}")
    asked = parser.parse_args()
    read = list(read_flowers(eye_for_pictures()))
    if not read:
        print("There are no labelled photographs beside the repository, so there is nothing to measure.")
        return
    page = classes.PAGE.path if asked.write else None
    classes.put(GROUP, classes.told(shares(read)), page)


if __name__ == "__main__":
    main()
