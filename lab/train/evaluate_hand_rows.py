"""`python -m lab.train.evaluate_hand_rows`: how often the first answer about a row of tiles is right.

Rows are compared place by place with the labelled photographs; the output says which sets the eye has seen.
A row is one straight line: several lines that touch are a grid, and no hand. Rows with a tile that is plainly
another one than its label says (`mislabelled.json`) are left out, and named: they were looked up because the
eye read another tile, so a wrong label with which the eye agreed is not among them.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from companion.riichi import shape
from companion.riichi.likeliest import Doubt, likeliest_hand
from companion.riichi.tiles import Tile
from lab.train.measures import wilson
from lab.train.photographs import LEARNT_FROM, Photograph, load_photographs
from vision.read.detect import Eye, Reading
from vision.read.hand_rows import HandRow, hand_row
from vision.read.reading import eye_for_pictures, is_worth_telling

FEWEST, MOST = 10, 18
"""A row with at least and at most this many labelled tiles counts as a hand."""
LONGEST_SIDE = 1600
"""In pixels: the page shrinks photographs to this before it sends them."""
HEAPS = frozenset({"japanese_tray", "redtable"})
"""Sets in which nobody laid a hand: trays with tiles of all kinds, and tiles turned any way."""
MISLABELLED = Path(__file__).with_name("mislabelled.json")
"""Photographs whose row has a wrong label, and what is wrong in it."""


@dataclass(slots=True)
class Count:
    """Rows and tiles, and how many of them were right in the first answer."""

    rows: int = 0
    right: int = 0
    found: int = 0
    """Rows in which every tile was found and read as a tile, right or wrong."""
    whole: int = 0
    """Rows that are a complete hand, where the rules can help."""
    whole_right: int = 0
    tiles: int = 0
    tiles_right: int = 0


def shrunk(picture: np.ndarray) -> np.ndarray:
    """A picture as the page sends it: shrunk, and compressed as JPEG."""
    share = min(1.0, LONGEST_SIDE / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])
    return np.ascontiguousarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR)[..., ::-1])


def labelled_row(photograph: Photograph, share: float) -> HandRow:
    """The row that a person labelled, as a faultless eye would find it."""
    pairs = zip(photograph.tiles, photograph.quads, strict=True)
    return hand_row([Reading(tile, 1.0, quad * share, 1.0, ()) for tile, quad in pairs])


def is_straight(row: HandRow) -> bool:
    """Whether most tiles lie in one line, less than a quarter of a tile off it; melds may lie beside it."""
    middles = np.array([one.quad.mean(axis=0) for one in row.tiles])
    high = min(float(np.linalg.norm(one.quad[3] - one.quad[0])) for one in row.tiles)
    _, _, ways = np.linalg.svd(middles - middles.mean(axis=0), full_matrices=False)
    return bool(np.median(np.abs((middles - middles.mean(axis=0)) @ ways[1])) < high / 4)


def read_row(eye: Eye, picture: np.ndarray) -> tuple[HandRow, float]:
    """What is read in a picture, and how many milliseconds that takes."""
    began = time.perf_counter()
    row = hand_row([one for one in eye.look(picture) if is_worth_telling(one)])
    return row, (time.perf_counter() - began) * 1000


def at_the_same_places(row: HandRow, wanted: HandRow) -> list[Reading | None]:
    """What was read at each labelled place. Flowers have no label and drop out: riichi has none."""
    return [_nearest(row, place) for place in wanted.tiles]


def _nearest(row: HandRow, place: Reading) -> Reading | None:
    middle, width = place.quad.mean(axis=0), float(np.hypot(*(place.quad[1] - place.quad[0])))
    away = [float(np.hypot(*(one.quad.mean(axis=0) - middle))) for one in row.tiles]
    return row.tiles[int(np.argmin(away))] if away and min(away) < 0.5 * width else None


def judged(read: Sequence[Reading | None], wanted: Sequence[str], count: Count) -> bool:
    """Count one row, and return whether the first answer about it is right."""
    count.rows += 1
    count.tiles += len(wanted)
    truth = [Tile(text).plain for text in wanted]
    is_whole = shape.is_complete(shape.counts_of(truth))
    count.whole += is_whole
    if any(one is None or not doubt_of(one) for one in read):
        return False
    count.found += 1
    told = [tile.plain for tile in likeliest_hand([doubt_of(one) for one in read if one is not None])]
    count.tiles_right += sum(one == other for one, other in zip(told, truth, strict=True))
    is_right = Counter(told) == Counter(truth)
    count.right += is_right
    count.whole_right += is_whole and is_right
    return is_right


def doubt_of(reading: Reading) -> Doubt:
    """What a tile may be, in the form that the rules take."""
    chances = ((reading.tile, reading.confidence), *reading.alternatives)
    return tuple((Tile(text), max(chance, 1e-4)) for text, chance in chances if text[-1] in "mpsz")


def rows_of_photographs(eye: Eye) -> Iterator[tuple[str, Count, list[float]]]:
    """Each physical set that has hand rows, its counts, and the milliseconds that each photograph took."""
    by_group: dict[str, tuple[Count, list[float]]] = {}
    wrong: dict[str, str] = json.loads(MISLABELLED.read_text(encoding="utf-8"))
    for photograph in load_photographs():
        if photograph.group in HEAPS:
            continue
        picture = photograph.read()
        small = shrunk(picture)
        wanted = labelled_row(photograph, small.shape[1] / picture.shape[1])
        if not FEWEST <= len(wanted.tiles) <= MOST or not is_straight(wanted):
            continue
        if photograph.path.name in wrong:
            print(f"  left out, {wrong[photograph.path.name]}: {photograph.path.name}")
            continue
        count, times = by_group.setdefault(photograph.group, (Count(), []))
        row, ms = read_row(eye, small)
        times.append(ms)
        if not judged(at_the_same_places(row, wanted), [one.tile for one in wanted.tiles], count):
            print(f"  not right: {photograph.path.name}")
    for group, (count, times) in by_group.items():
        yield group, count, times


def share(right: int, of: int) -> str:
    """A share with its 95 % interval."""
    if not of:
        return "none"
    low, high = wilson(right, of)
    return f"{100 * right / of:5.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {of}"


def main() -> None:
    """Print the shares for each set, and for all sets together."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    eye = eye_for_pictures()
    everything = Count()
    for group, count, times in rows_of_photographs(eye):
        print(f"\n{group} ({'learnt from' if group in LEARNT_FROM else 'unseen'})")
        print(f"  rows, first answer right   {share(count.right, count.rows)}")
        print(f"  rows, every tile found     {share(count.found, count.rows)}")
        print(f"  complete hands, right      {share(count.whole_right, count.whole)}")
        print(f"  tiles                      {share(count.tiles_right, count.tiles)}")
        print(f"  milliseconds a photograph  {median(times):.0f} (median), {max(times):.0f} (longest)")
        for name in ("rows", "right", "whole", "whole_right"):
            setattr(everything, name, getattr(everything, name) + getattr(count, name))
    if not everything.rows:
        print("There are no labelled photographs beside the repository, so there is nothing to measure.")
        return
    print(f"\nall rows {share(everything.right, everything.rows)}")
    print(f"complete hands {share(everything.whole_right, everything.whole)}")


if __name__ == "__main__":
    main()
